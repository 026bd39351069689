use crate::{Lattice, Moments};

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
    /// The worst cell in trouble among those that `include` (given the index `j · nx + i`) lets in, if any.
    ///
    /// A cell is in trouble when its depth or velocity is not a number, its depth is not positive, or it moves faster
    /// than the lattice speed. Not-a-number counts as worst, then lack of water, then speed.
    pub fn trouble(&self, include: impl Fn(usize) -> bool) -> Option<Trouble> {
        let nx = self.layout().nx();
        (0..self.layout().cells())
            .filter(|&cell| include(cell))
            .filter_map(|cell| {
                let [i, j] = [cell % nx, cell / nx];
                let m = self.moments(self.layout().site(i as isize, j as isize));
                severity(m).map(|(severity, cause)| (severity, cause, [i, j], m))
            })
            .reduce(|a, b| if b.0 > a.0 { b } else { a })
            .map(|(_, cause, cell, m)| Trouble {
                cell,
                depth_m: self.units().to_metres(f64::from(m.h)),
                velocity_m_s: [m.u, m.v]
                    .map(|c| if m.h <= 0.0 { 0.0 } else { self.units().to_m_s(c.into()) }),
                cause,
            })
    }
}

/// How bad a cell is, larger is worse; `None` when it is well.
fn severity(m: Moments) -> Option<(f32, &'static str)> {
    let speed2 = m.u * m.u + m.v * m.v;
    // A dry cell has no velocity: its depth is looked at first.
    if m.h <= 0.0 && m.h.is_finite() {
        Some((
            1e6 - m.h,
            "no water: a cell cannot be dry; take deeper water, or a shorter time step if it ran dry",
        ))
    } else if !(m.h.is_finite() && speed2.is_finite()) {
        Some((
            f32::INFINITY,
            "not a number: the flow became unstable; take a shorter time step or a larger tau",
        ))
    } else if speed2 >= 1.0 {
        Some((speed2.min(1e5), "faster than the lattice speed; take a shorter time step"))
    } else {
        None
    }
}
