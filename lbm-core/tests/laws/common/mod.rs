//! A reference implementation: the scheme as published, in f64, cell by cell, and initial states.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

pub(crate) mod von_neumann;

use lbm_core::d2q9::{C, OPPOSITE, Q, W};
use lbm_core::{Collision, Instructions, Lattice, Storage, Units};

/// All storages that the crate is compiled with.
pub(crate) const STORAGES: &[Storage] = &[
    Storage::Single,
    #[cfg(feature = "half")]
    Storage::Half,
];

/// Full populations `[9][ny][nx]` of a periodic box.
pub(crate) struct Reference {
    pub(crate) nx: usize,
    pub(crate) ny: usize,
    pub(crate) gravity: f64,
    pub(crate) collision: Collision,
    pub(crate) f: Vec<[f64; Q]>,
}

pub(crate) fn equilibrium(g: f64, h: f64, u: f64, v: f64) -> [f64; Q] {
    std::array::from_fn(|q| {
        let u2 = u * u + v * v;
        if q == 0 {
            return h * (1.0 - 5.0 * g * h / 6.0 - 2.0 * u2 / 3.0);
        }
        let eu = f64::from(C[q][0]) * u + f64::from(C[q][1]) * v;
        f64::from(W[q]) * h * (g * h / 6.0 + eu / 3.0 + eu * eu / 2.0 - u2 / 6.0)
    })
}

pub(crate) fn moments(f: &[f64; Q]) -> (f64, f64, f64) {
    let h: f64 = f.iter().sum();
    let along = |axis: usize| (0..Q).map(|q| f64::from(C[q][axis]) * f[q]).sum::<f64>();
    (h, along(0) / h, along(1) / h)
}

impl Reference {
    /// The stored state is post-collision, so: stream, collide.
    pub(crate) fn step(&mut self) {
        let old = self.f.clone();
        for j in 0..self.ny {
            for i in 0..self.nx {
                let f: [f64; Q] = std::array::from_fn(|q| {
                    let from_x = (i as i32 - C[q][0]).rem_euclid(self.nx as i32) as usize;
                    let from_y = (j as i32 - C[q][1]).rem_euclid(self.ny as i32) as usize;
                    old[from_y * self.nx + from_x][q]
                });
                self.f[j * self.nx + i] = collide(self.collision, self.gravity, f);
            }
        }
    }
}

/// The operators by their definitions.
pub(crate) fn collide(collision: Collision, gravity: f64, f: [f64; Q]) -> [f64; Q] {
    let (h, u, v) = moments(&f);
    let eq = equilibrium(gravity, h, u, v);
    match collision {
        Collision::Bgk { tau } => std::array::from_fn(|q| f[q] - (f[q] - eq[q]) / tau),
        Collision::Trt { tau, magic } => std::array::from_fn(|q| {
            let tau_odd = 0.5 + magic / (tau - 0.5);
            let rest = |q: usize| f[q] - eq[q];
            let even = 0.5 * (rest(q) + rest(OPPOSITE[q]));
            let odd = 0.5 * (rest(q) - rest(OPPOSITE[q]));
            f[q] - even / tau - odd / tau_odd
        }),
        Collision::CentralMoments { tau, bulk_tau } => {
            let p = 0.5 * gravity * h * h;
            let k = central_moments(&f, u, v);
            let third = h / 3.0 - p;
            let trace = 2.0 * p + (k[0][2] + k[2][0] - 2.0 * p) * (1.0 - 1.0 / bulk_tau);
            let [difference, k11] = [k[2][0] - k[0][2], k[1][1]].map(|k| k * (1.0 - 1.0 / tau));
            // The fourth moment in the frame at rest is (p + h u² + h v²) / 3 + h u² v²; here in the moving one.
            let k22 = p / 3.0 + (u * u + v * v) * (p - h / 3.0);
            let [k20, k02] = [0.5 * (trace + difference), 0.5 * (trace - difference)];
            from_central_moments([[h, 0.0, k02], [0.0, k11, u * third], [k20, v * third, k22]], u, v)
        }
        _ => unreachable!("an operator without a reference"),
    }
}

/// `k[m][n] = Σ f (e_x − u)^m (e_y − v)^n`.
pub(crate) fn central_moments(f: &[f64; Q], u: f64, v: f64) -> [[f64; 3]; 3] {
    let moment = |m: usize, n: usize| -> f64 { (0..Q).map(|q| f[q] * basis(q, m, n, u, v)).sum() };
    std::array::from_fn(|m| std::array::from_fn(|n| moment(m, n)))
}

fn basis(q: usize, m: usize, n: usize, u: f64, v: f64) -> f64 {
    (f64::from(C[q][0]) - u).powi(m as i32) * (f64::from(C[q][1]) - v).powi(n as i32)
}

/// The populations with these central moments, by elimination.
fn from_central_moments(k: [[f64; 3]; 3], u: f64, v: f64) -> [f64; Q] {
    let mut rows: [[f64; Q + 1]; Q] = std::array::from_fn(|r| {
        std::array::from_fn(|q| if q < Q { basis(q, r / 3, r % 3, u, v) } else { k[r / 3][r % 3] })
    });
    for c in 0..Q {
        let pivot = (c..Q).max_by(|&a, &b| rows[a][c].abs().total_cmp(&rows[b][c].abs())).unwrap();
        rows.swap(c, pivot);
        let top = rows[c];
        for r in (0..Q).filter(|&r| r != c) {
            let factor = rows[r][c] / top[c];
            (0..=Q).for_each(|x| rows[r][x] -= factor * top[x]);
        }
    }
    std::array::from_fn(|q| rows[q][Q] / rows[q][q])
}

/// A lattice and its reference under BGK, in the same state of waves and currents.
pub(crate) fn pair(nx: usize, ny: usize, tau: f64, waves: &[[f64; 4]]) -> (Lattice, Reference) {
    pair_with(nx, ny, Collision::Bgk { tau }, waves)
}

/// A lattice and its reference in the same state of waves and currents.
pub(crate) fn pair_with(
    nx: usize,
    ny: usize,
    collision: Collision,
    waves: &[[f64; 4]],
) -> (Lattice, Reference) {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(nx, ny, units).collision(collision).build().unwrap();
    let gravity = f64::from(lattice.gravity());
    let mut f = vec![[0.0; Q]; nx * ny];
    for j in 0..ny {
        for i in 0..nx {
            let (mut eta, mut u, mut v) = (0.0, 0.0, 0.0);
            for &[height, phase, along, across] in waves {
                let angle =
                    phase + std::f64::consts::TAU * (i as f64 / nx as f64 + (j as f64 / ny as f64) * 2.0);
                eta += height * angle.sin();
                u += along * angle.cos();
                v += across * (angle + 1.0).sin();
            }
            let [eta, u, v] = [eta, u, v].map(|x| x as f32);
            lattice.set_equilibrium(lattice.layout().site(i as isize, j as isize), eta, u, v);
            let h = f64::from(lattice.reference_depth()) + f64::from(eta);
            f[j * nx + i] = equilibrium(gravity, h, f64::from(u), f64::from(v));
        }
    }
    (lattice, Reference { nx, ny, gravity, collision, f })
}

/// The narrowest vectors of this machine.
pub(crate) fn narrowest() -> Instructions {
    let all = Instructions::all();
    all.iter().copied().rfind(|instructions| instructions.lanes() > 1).unwrap_or(all[0])
}

/// Copies the cells at the edges of a periodic box to the ghost cells on the other side.
pub(crate) fn wrap(lattice: &mut Lattice) {
    let (nx, ny) = (lattice.layout().nx() as isize, lattice.layout().ny() as isize);
    for j in -1..=ny {
        for i in -1..=nx {
            if (0..nx).contains(&i) && (0..ny).contains(&j) {
                continue;
            }
            let inside = lattice.layout().site(i.rem_euclid(nx), j.rem_euclid(ny));
            lattice.set_populations(lattice.layout().site(i, j), lattice.populations(inside));
        }
    }
}
