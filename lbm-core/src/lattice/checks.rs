use super::{Lattice, Moments};

/// A cell in which the solution has left the range of the method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trouble {
    /// The cell `[i, j]`.
    pub cell: [usize; 2],
    /// Depth of the cell, m.
    pub depth_m: f64,
    /// Velocity in the cell, m/s; 0 where there is no water.
    pub velocity_m_s: [f64; 2],
    /// The cause, and a remedy.
    pub cause: &'static str,
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { cell: [i, j], depth_m, velocity_m_s: [u, v], cause } = self;
        write!(f, "cell [{i}, {j}]: depth {depth_m:.3} m, velocity [{u:.3}, {v:.3}] m/s: {cause}")
    }
}

impl Lattice {
    /// The cell at which the flow has left the range of the method, if there is one, among those for which `include`, given
    /// the index `j · nx + i`, is true.
    ///
    /// A cell is in trouble if its depth or velocity is not a number, its depth is not positive, or it moves faster than
    /// the lattice speed. If the last [`Self::step`] or [`Self::steps_with`] returned `false`, this is the cell where that
    /// began: the first in row order in the earliest step, with the depth and velocity of the populations that streamed in.
    /// Otherwise, or if that one is not included, it is the worst cell of the present state, with the velocity of [`Self::write_fields`]:
    /// not-a-number counts as worst, then lack of water, then speed.
    pub fn trouble(&self, include: impl Fn(usize) -> bool) -> Option<Trouble> {
        self.trouble_in(&include)
    }

    fn trouble_in(&self, include: &dyn Fn(usize) -> bool) -> Option<Trouble> {
        let nx = self.layout().nx();
        if let Some(failed) = &self.failed {
            let [i, _, j] = failed.place;
            if include(j * nx + i) {
                let site = self.layout().site(i as isize, j as isize);
                return Some(self.describe([i, j], self.moments_of(site, failed.populations, 1.0)));
            }
        }
        (0..self.layout().cells())
            .filter(|&cell| include(cell))
            .filter_map(|cell| {
                let [i, j] = [cell % nx, cell / nx];
                let m = self.halfway_moments(self.layout().site(i as isize, j as isize));
                severity(m).map(|severity| (severity, [i, j], m))
            })
            .reduce(|a, b| if b.0 > a.0 { b } else { a })
            .map(|(_, cell, m)| self.describe(cell, m))
    }

    fn describe(&self, cell: [usize; 2], m: Moments) -> Trouble {
        let dry = is_dry(m);
        Trouble {
            cell,
            depth_m: self.units().to_meters(f64::from(m.h)),
            velocity_m_s: [m.u, m.v].map(|c| if dry { 0.0 } else { self.units().to_m_s(f64::from(c)) }),
            cause: if dry {
                "no water: a cell cannot be dry; take deeper water, or a shorter time step if it ran dry"
            } else if !is_finite(m) {
                "not a number: the flow became unstable; take a shorter time step or a larger tau"
            } else {
                "faster than the lattice speed; take a shorter time step"
            },
        }
    }
}

/// To be checked first: a dry cell has no velocity.
fn is_dry(m: Moments) -> bool {
    m.h <= 0.0 && m.h.is_finite()
}

fn is_finite(m: Moments) -> bool {
    m.h.is_finite() && (m.u * m.u + m.v * m.v).is_finite()
}

/// How bad a cell is, larger is worse; `None` for a valid one.
fn severity(m: Moments) -> Option<f32> {
    let speed2 = m.u * m.u + m.v * m.v;
    if is_dry(m) {
        Some(1e6 - m.h)
    } else if !is_finite(m) {
        Some(f32::INFINITY)
    } else if speed2 >= 1.0 {
        Some(speed2.min(1e5))
    } else {
        None
    }
}
