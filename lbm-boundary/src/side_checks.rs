use lbm_core::{Lattice, Units};

use crate::open::{Beyond, Inlet};
use crate::{Error, Side, SideKind};

/// Refuses a kind of side whose figures lie outside the range of the method.
pub(crate) fn validate(
    side: Side,
    sides: &[SideKind; 4],
    lattice: &Lattice,
    labels: &[u16],
) -> Result<(), Error> {
    let require = |ok: bool, what, value, range| {
        if ok { Ok(()) } else { Err(Error::OutOfRange { side, what, value, range }) }
    };
    let (layout, units) = (lattice.layout(), lattice.units());
    let speed = |what, speed_m_s: f64| {
        let ok = units.to_lattice_velocity(speed_m_s).abs() <= 1.0 / 3.0;
        require(ok, what, speed_m_s, "at most a third of the lattice speed")
    };
    let depth = |depth_m: f64| {
        let ok = depth_m > 0.0 && units.gravity_number(depth_m) <= Units::MAX_GRAVITY_NUMBER;
        require(ok, "depth [m]", depth_m, "above 0, and so small that g h / e² is at most 0.6")
    };
    let across = match side {
        Side::West | Side::East => layout.nx(),
        Side::South | Side::North => layout.ny(),
    };
    match sides[side.index()] {
        SideKind::Periodic if sides[side.opposite().index()] != SideKind::Periodic => {
            Err(Error::HalfPeriodic { periodic: side, other: side.opposite() })
        }
        SideKind::Inflow { velocity_m_s, depth_m } => {
            speed("velocity [m/s]", velocity_m_s)?;
            depth_m.map_or(Ok(()), depth)
        }
        SideKind::Discharge { discharge_m3_s, ramp_s } => {
            let open = side_cells(side, layout.nx(), layout.ny()).filter(|&k| labels[k] == 0).count();
            let range = "that of a side with water: solids close this one";
            require(open > 0, "discharge [m³/s]", discharge_m3_s, range)?;
            let section_m2 = units.to_metres(open as f64) * units.to_metres(lattice.reference_depth().into());
            speed("velocity of the discharge [m/s]", discharge_m3_s / section_m2)?;
            require(ramp_s.is_finite() && ramp_s >= 0.0, "ramp [s]", ramp_s, "finite and not negative")
        }
        SideKind::Depth { depth_m } => depth(depth_m),
        SideKind::Characteristic { depth_m, velocity_m_s } => {
            speed("velocity [m/s]", velocity_m_s)?;
            depth(depth_m)
        }
        SideKind::Sponge { width_m } => {
            let ok = width_m > 0.0 && width_m <= units.to_metres(across as f64);
            require(ok, "width [m]", width_m, "above 0 and at most the width of the grid")
        }
        _ => Ok(()),
    }
}

impl SideKind {
    /// What lies beyond a side of this kind; what a discharge does is found anew in every step.
    pub(crate) fn beyond(&self, side: Side, units: &Units) -> Beyond {
        let into = |velocity_m_s: f64| side.inward().map(|n| n * units.to_lattice_velocity(velocity_m_s));
        match *self {
            Self::Inflow { velocity_m_s, depth_m } => Beyond::Driven {
                velocity: into(velocity_m_s).map(|c| c as f32),
                depth: depth_m.map(|h| units.to_cells(h)),
            },
            Self::Depth { depth_m } => Beyond::Held {
                depth: units.to_cells(depth_m),
                celerity: units.gravity_number(depth_m).sqrt(),
                inward: side.inward(),
            },
            Self::Characteristic { depth_m, velocity_m_s } => Beyond::Characteristic {
                velocity: into(velocity_m_s),
                celerity: units.gravity_number(depth_m).sqrt(),
                inward: side.inward(),
            },
            Self::Outflow => Beyond::Leaving { inward: side.inward().map(|n| n as f32) },
            // Nothing lies beyond the others.
            _ => Beyond::Still,
        }
    }

    pub(crate) fn inlet(&self, side: Side, units: &Units) -> Option<Inlet> {
        let Self::Discharge { discharge_m3_s, ramp_s } = *self else { return None };
        Some(Inlet {
            side,
            discharge: discharge_m3_s * units.time_step_s() / units.cell_size_m().powi(3),
            ramp_steps: ramp_s / units.time_step_s(),
        })
    }
}

/// Indices `j · nx + i` of the cells along a side.
pub(crate) fn side_cells(side: Side, nx: usize, ny: usize) -> impl Iterator<Item = usize> {
    let (start, step, count) = match side {
        Side::West => (0, nx, ny),
        Side::East => (nx - 1, nx, ny),
        Side::South => (0, 1, nx),
        Side::North => ((ny - 1) * nx, 1, nx),
    };
    (0..count).map(move |k| start + k * step)
}
