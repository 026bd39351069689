use lbm_core::{Lattice, Units};

use super::gaps::still_section_m2;
use crate::error::Error;
use crate::spec::{AnySide, MAX_SPEED, Side, SideKind};

impl SideKind {
    /// The level that it imposes, if any.
    fn level_m(&self) -> Option<f64> {
        match *self {
            Self::Inflow { level_m, .. } => level_m,
            Self::Level { level_m } | Self::Characteristic { level_m, .. } => Some(level_m),
            _ => None,
        }
    }

    /// Checks the values of a side that is `cells` long across the grid, from it to the opposite one.
    ///
    /// # Errors
    /// With the name of the field: [`Error::SideTooFast`] for a velocity above [`MAX_SPEED`], [`Error::OutOfRange`] for a level that is not above 0
    /// or whose depth is unstable at rest, a discharge or ramp that is not finite, a ramp below 0, a sponge without width or wider than the grid.
    pub fn check(&self, side: Side, units: &Units, cells: usize) -> Result<(), Error> {
        let require = |valid: bool, what, value, range| require(side, valid, what, value, range);
        let speed = |speed_m_s: f64| slow(side, units, "velocity_m_s", speed_m_s);
        let level = |level_m: f64| {
            let valid = level_m > 0.0 && units.gravity_number(level_m) <= Units::MAX_GRAVITY_NUMBER;
            require(valid, "level_m", level_m, "above 0, and so small that g h / e² is at most 0.6")
        };
        match *self {
            Self::Inflow { velocity_m_s, level_m } => {
                speed(velocity_m_s)?;
                level_m.map_or(Ok(()), level)
            }
            Self::Discharge { discharge_m3_s, ramp_s } => {
                require(discharge_m3_s.is_finite(), "discharge_m3_s", discharge_m3_s, "finite")?;
                require(ramp_s.is_finite() && ramp_s >= 0.0, "ramp_s", ramp_s, "finite and 0 or above")
            }
            Self::Level { level_m } => level(level_m),
            Self::Characteristic { level_m, velocity_m_s } => {
                speed(velocity_m_s)?;
                level(level_m)
            }
            Self::Sponge { width_m } => {
                let valid = width_m > 0.0 && width_m <= units.to_meters(cells as f64);
                require(valid, "width_m", width_m, "above 0 and at most the width of the grid")
            }
            Self::Wall(_) | Self::Periodic | Self::Outflow => Ok(()),
        }
    }
}

/// Refuses a side whose values lie outside the range of the method, or that does not go with the opposite side and the solids.
pub(crate) fn validate(
    side: Side,
    sides: &[SideKind; 4],
    lattice: &Lattice,
    labels: &[u16],
) -> Result<(), Error> {
    let (layout, units) = (lattice.layout(), lattice.units());
    let (nx, ny) = (layout.nx(), layout.ny());
    sides[side.index()].check(side, units, [nx, ny][side.axis()])?;
    if let Some(level_m) = sides[side.index()].level_m() {
        let reference = f64::from(lattice.reference_depth());
        let eta = units.to_cells(level_m) - reference;
        let least = side
            .cells(nx, ny)
            .map(|k| f64::from(lattice.rest_depth(layout.site((k % nx) as isize, (k / nx) as isize))));
        let least = least.fold(f64::INFINITY, f64::min);
        let range = "above the height of the bed along the side";
        require(side, least + eta > 0.0, "level_m", level_m, range)?;
    }
    match sides[side.index()] {
        SideKind::Periodic if sides[side.opposite().index()] != SideKind::Periodic => {
            Err(Error::HalfPeriodic { periodic: side, other: side.opposite() })
        }
        SideKind::Discharge { discharge_m3_s, .. } => {
            let open = side.cells(nx, ny).filter(|&k| labels[k] == 0).count();
            let range = "that of a side with water: solids close this one";
            require(side, open > 0, "discharge_m3_s", discharge_m3_s, range)?;
            let speed_m_s = discharge_m3_s / still_section_m2(side, lattice, labels);
            slow(side, units, "velocity of the discharge [m/s]", speed_m_s)
        }
        _ => Ok(()),
    }
}

fn slow(side: Side, units: &Units, what: &'static str, speed_m_s: f64) -> Result<(), Error> {
    if units.to_lattice_velocity(speed_m_s).abs() <= MAX_SPEED {
        Ok(())
    } else {
        Err(Error::SideTooFast { side, what, speed_m_s, limit_m_s: units.to_m_s(MAX_SPEED) })
    }
}

fn require(
    side: Side,
    valid: bool,
    what: &'static str,
    value: f64,
    range: &'static str,
) -> Result<(), Error> {
    if valid { Ok(()) } else { Err(Error::OutOfRange { side: AnySide::Water(side), what, value, range }) }
}
