//! The values at the ends of a color map: round numbers that only ever grow, so that the pictures of a run can be compared.

use super::map::ColorMap;
use super::space::Linear;
use crate::scene::{BodyModel, View, WaterSheet};

/// Elevations at the two ends of a color map, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::render) struct Range {
    /// Level of the map's first color.
    pub low_m: f32,
    /// Level of the map's last color.
    pub high_m: f32,
}

/// Elevations of the water, symmetric about the still level.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::render) struct LevelRange {
    pub reach_m: f32,
}

/// Fraction of the cells that may lie beyond the ends, so that a few cells at a bow do not take the contrast from all others.
const BEYOND: f32 = 0.002;

/// Narrowest half range, m, so that level water looks level.
const NARROWEST_M: f32 = 0.01;

impl LevelRange {
    /// The range for a picture of `sheet`: that of `view` if it has one, else wide enough for this and all earlier sheets.
    pub(in crate::render) fn for_picture(&mut self, view: &View, sheet: &WaterSheet) -> Range {
        if let Some((low_m, high_m)) = view.color_range_m
            && low_m < high_m
        {
            return Range { low_m, high_m };
        }
        let deviation = deviation_m(sheet);
        if deviation > self.reach_m {
            self.reach_m = round_up(deviation).max(NARROWEST_M);
        }
        let reach_m = self.reach_m.max(NARROWEST_M);
        Range { low_m: -reach_m, high_m: reach_m }
    }
}

/// Pressures on hulls, from 0 to a round number.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::render) struct PressureRange {
    /// Pressure of the last color, Pa; 0 while no body shows its pressure.
    pub high_pa: f32,
}

impl PressureRange {
    /// Widens the range for the bodies of one more picture.
    pub(in crate::render) fn widen(&mut self, bodies: &[BodyModel]) {
        let pressures = bodies.iter().flat_map(|body| &body.pressure_pa).filter(|p| p.is_finite());
        let highest = pressures.fold(0.0, |a: f32, b| a.max(*b));
        if highest > self.high_pa {
            self.high_pa = round_up(highest);
        }
    }

    /// Color of a wet face.
    pub(in crate::render) fn color(&self, pressure_pa: f32) -> Linear {
        ColorMap::Heat.color(pressure_pa / self.high_pa)
    }
}

/// The deviation from the still level that all but [`BEYOND`] of the water cells stay below.
fn deviation_m(sheet: &WaterSheet) -> f32 {
    let solid = |k: usize| sheet.solid.get(k).copied().unwrap_or(false);
    let mut deviations: Vec<f32> = sheet
        .level_m
        .iter()
        .enumerate()
        .filter(|&(k, level)| level.is_finite() && !solid(k))
        .map(|(_, level)| (level - sheet.still_level_m).abs())
        .collect();
    if deviations.is_empty() {
        return 0.0;
    }
    let rank = ((deviations.len() - 1) as f32 * (1.0 - BEYOND)) as usize;
    *deviations.select_nth_unstable_by(rank, f32::total_cmp).1
}

/// The least of 1, 2, 3, 5 × 10ⁿ that is no less than `value`.
fn round_up(value: f32) -> f32 {
    let decade = 10f32.powf(value.log10().floor());
    [1.0, 2.0, 3.0, 5.0, 10.0].map(|m| m * decade).into_iter().find(|&r| r >= value * 0.999).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(peak: f32) -> WaterSheet {
        let mut level_m = vec![2.0; 100];
        level_m[..10].fill(2.0 + peak);
        WaterSheet { nx: 10, ny: 10, level_m, still_level_m: 2.0, ..Default::default() }
    }

    #[test]
    fn round_and_symmetric_and_only_growing() {
        let (mut range, view) = (LevelRange::default(), View::default());
        assert_eq!(range.for_picture(&view, &sheet(0.17)), Range { low_m: -0.2, high_m: 0.2 });
        assert_eq!(range.for_picture(&view, &sheet(-0.05)), Range { low_m: -0.2, high_m: 0.2 });
        assert_eq!(range.for_picture(&view, &sheet(-0.41)), Range { low_m: -0.5, high_m: 0.5 });
    }

    #[test]
    fn a_fixed_range_is_kept_and_broken_levels_do_not_count() {
        let view = View { color_range_m: Some((-1.0, 3.0)), ..Default::default() };
        assert_eq!(
            LevelRange::default().for_picture(&view, &sheet(0.17)),
            Range { low_m: -1.0, high_m: 3.0 }
        );
        let range = LevelRange::default().for_picture(&View::default(), &sheet(f32::NAN));
        assert_eq!(range, Range { low_m: -0.01, high_m: 0.01 });
    }

    #[test]
    fn a_few_cells_do_not_set_the_range() {
        let mut sheet = WaterSheet { level_m: vec![0.009; 10_000], ..Default::default() };
        sheet.level_m[7] = 50.0;
        assert!(LevelRange::default().for_picture(&View::default(), &sheet).high_m < 0.0101);
    }
}
