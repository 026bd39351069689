use super::{Lattice, Moments};

/// A cell in which the solution has left the range of the method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trouble {
    /// The cell `[i, j]`.
    pub cell: [usize; 2],
    /// Its depth, m.
    pub depth_m: f64,
    /// Its velocity, m/s; 0 where there is no water.
    pub velocity_m_s: [f64; 2],
    /// What is wrong with it and what would help.
    pub cause: &'static str,
}

impl Lattice {
    /// The cell at which the flow has left the range of the method, among those that `include` (given the index
    /// `j · nx + i`) lets in, if one has.
    ///
    /// A cell is in trouble when its depth or velocity is not a number, its depth is not positive, or it moves faster
    /// than the lattice speed. If the last [`Self::step`] or [`Self::steps_with`] has returned `false`, it is the cell where
    /// that began: of the earliest step the first one in row order, with depth and velocity as they streamed in. Otherwise,
    /// or if that one is left out, it is the worst cell of the present state: not-a-number counts as worst, then lack of
    /// water, then speed.
    pub fn trouble(&self, include: impl Fn(usize) -> bool) -> Option<Trouble> {
        let nx = self.layout().nx();
        if let Some(culprit) = &self.culprit {
            let [i, _, j] = culprit.place;
            if include(j * nx + i) {
                let site = self.layout().site(i as isize, j as isize);
                return Some(self.told([i, j], self.moments_of(site, culprit.populations, 1.0)));
            }
        }
        (0..self.layout().cells())
            .filter(|&cell| include(cell))
            .filter_map(|cell| {
                let [i, j] = [cell % nx, cell / nx];
                let m = self.moments(self.layout().site(i as isize, j as isize));
                severity(m).map(|severity| (severity, [i, j], m))
            })
            .reduce(|a, b| if b.0 > a.0 { b } else { a })
            .map(|(_, cell, m)| self.told(cell, m))
    }

    fn told(&self, cell: [usize; 2], m: Moments) -> Trouble {
        let dry = is_dry(m);
        Trouble {
            cell,
            depth_m: self.units().to_metres(f64::from(m.h)),
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

/// A dry cell has no velocity: its depth is looked at first.
fn is_dry(m: Moments) -> bool {
    m.h <= 0.0 && m.h.is_finite()
}

fn is_finite(m: Moments) -> bool {
    m.h.is_finite() && (m.u * m.u + m.v * m.v).is_finite()
}

/// How bad a cell is, larger is worse; `None` when it is well.
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
