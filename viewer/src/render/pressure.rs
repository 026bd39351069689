//! Which pressures the colours of a hull stand for.

use super::colormap::{ColorMap, Linear};
use super::range::round_up;
use crate::scene::BodyModel;

/// The range of a run, from 0 to a round number that only ever grows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PressureRange {
    /// Pressure of the last colour, Pa; 0 while no body shows its pressure.
    pub high_pa: f32,
}

impl PressureRange {
    /// Widens the range for the bodies of one more picture.
    pub(super) fn widen(&mut self, bodies: &[BodyModel]) {
        let pressures = bodies.iter().flat_map(|body| &body.pressure_pa).filter(|p| p.is_finite());
        let highest = pressures.fold(0.0, |a: f32, b| a.max(*b));
        if highest > self.high_pa {
            self.high_pa = round_up(highest);
        }
    }

    /// Colour of a wet face.
    pub(super) fn color(&self, pressure_pa: f32) -> Linear {
        ColorMap::Heat.color(pressure_pa / self.high_pa)
    }
}
