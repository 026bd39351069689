use lbm_core::{Lattice, Units};

use crate::error::Error;
use crate::spec::{MAX_SPEED, Side, SideKind};

/// Refuses a side whose values lie outside the range of the method.
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
        let ok = units.to_lattice_velocity(speed_m_s).abs() <= MAX_SPEED;
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
            let open = side.cells(layout.nx(), layout.ny()).filter(|&k| labels[k] == 0).count();
            let range = "that of a side with water: solids close this one";
            require(open > 0, "discharge [m³/s]", discharge_m3_s, range)?;
            let section_m2 = units.to_meters(open as f64) * units.to_meters(lattice.reference_depth().into());
            speed("velocity of the discharge [m/s]", discharge_m3_s / section_m2)?;
            require(ramp_s.is_finite() && ramp_s >= 0.0, "ramp [s]", ramp_s, "finite and not negative")
        }
        SideKind::Depth { depth_m } => depth(depth_m),
        SideKind::Characteristic { depth_m, velocity_m_s } => {
            speed("velocity [m/s]", velocity_m_s)?;
            depth(depth_m)
        }
        SideKind::Sponge { width_m } => {
            let ok = width_m > 0.0 && width_m <= units.to_meters(across as f64);
            require(ok, "width [m]", width_m, "above 0 and at most the width of the grid")
        }
        _ => Ok(()),
    }
}
