use lbm_core::{Lattice, Units};

use super::beyond::Beyond;
use crate::spec::{Side, SideKind};

/// A discharge through a side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Discharge {
    pub(crate) side: Side,
    /// Volume per step.
    pub(crate) per_step: f64,
    pub(crate) ramp_steps: f64,
}

impl Discharge {
    /// The discharge of a side, if it is of that kind.
    pub(crate) fn of(kind: &SideKind, side: Side, units: &Units) -> Option<Self> {
        let SideKind::Discharge { discharge_m3_s, ramp_s } = *kind else { return None };
        Some(Self {
            side,
            per_step: discharge_m3_s * units.time_step_s() / units.cell_size_m().powi(3),
            ramp_steps: ramp_s / units.time_step_s(),
        })
    }

    /// The water beyond the side in the lattice's next step, whose velocity gives the discharge of that time through the
    /// side's present wet section. `labels` is `[ny][nx]`, 0 for water.
    pub(crate) fn beyond(&self, lattice: &Lattice, labels: &[u16]) -> Beyond {
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        let site = |k: usize| lattice.layout().site((k % nx) as isize, (k / nx) as isize);
        let section: f64 = self
            .side
            .cells(nx, ny)
            .filter(|&k| labels[k] == 0)
            .map(|k| f64::from(lattice.moments(site(k)).h))
            .sum();
        let risen = ((lattice.steps() + 1) as f64 / self.ramp_steps.max(1.0)).min(1.0);
        let speed = if section > 0.0 { self.per_step * risen / section } else { 0.0 };
        let velocity = self.side.inward().map(|n| (n * speed) as f32);
        Beyond::Driven { velocity, eta: None, side: self.side }
    }
}
