use lbm_core::d2q9::{C, OPPOSITE, W};
use lbm_core::{Lattice, Site};

use crate::links::{Link, Rule};
use crate::open::{self, Beyond};
use crate::rebuild::Inside;

impl Link {
    /// The population that enters the cell `water` along the link from a wall that moves with `velocity` there.
    #[inline]
    pub(crate) fn entering(
        &self,
        lattice: &Lattice,
        water: Site,
        inside: &Inside<'_>,
        velocity: [f64; 2],
    ) -> f32 {
        let q = usize::from(self.q);
        match self.rule {
            Rule::Copy { from, q: s } => {
                let s = usize::from(s);
                let known = if from == water { inside.f[s] } else { lattice.population(s, from) };
                let turned = [0, 1].map(|axis| C[q][axis] - C[s][axis]);
                known + half_drive(inside.h, q, turned, velocity)
            }
            Rule::Open(side) => inside.outer.sides[side.index()].entering(lattice, inside, q),
            Rule::Gap(side) => inside.outer.gaps[side.index()].entering(lattice, inside, q),
            Rule::Undriven { from, q } => lattice.population(usize::from(q), from),
            Rule::Modified { opposite, ahead, behind, along_x } => {
                let t = direction(if along_x { [C[q][0], 0] } else { [0, C[q][1]] });
                let slip = lattice.population(t, ahead) - lattice.population(OPPOSITE[t], behind);
                let bounced = lattice.population(OPPOSITE[q], opposite) - 0.5 * slip;
                bounced + modified_drive(inside.h, q, t, velocity)
            }
            Rule::Interpolated { next, distance } => {
                let back = OPPOSITE[q];
                let here = inside.f[back];
                let turned = C[q].map(|c| 2 * c);
                let drive = half_drive(inside.h, q, turned, velocity);
                if distance < 0.5 {
                    let share = 2.0 * distance;
                    share * here + (1.0 - share) * lattice.population(back, next) + drive
                } else {
                    let share = 0.5 / distance;
                    share * (here + drive) + (1.0 - share) * inside.f[q]
                }
            }
            Rule::Extrapolated { next, distance } => {
                extrapolated(lattice, [water, next], q, f64::from(distance), velocity)
            }
            Rule::Rest => 0.0,
        }
    }
}

impl Beyond {
    /// Population `q` of the water beyond a side, next to one cell.
    fn entering(&self, lattice: &Lattice, inside: &Inside<'_>, q: usize) -> f32 {
        let cell = open::Inside { f: inside.f.map(|f| [f]), rest_depth: [inside.rest_depth] };
        let [population] = self.next_to(lattice.gravity(), &cell).population(q, &cell);
        population
    }
}

/// The direction with the velocity `e`.
fn direction(e: [i32; 2]) -> usize {
    C.iter().position(|c| *c == e).unwrap_or_default()
}

fn dot(e: [i32; 2], velocity: [f64; 2]) -> f64 {
    f64::from(e[0]) * velocity[0] + f64::from(e[1]) * velocity[1]
}

/// `w_q h (e_q − e_s)·u_w / 3`, given `turned = e_q − e_s`.
#[inline]
pub(crate) fn half_drive(h: f32, q: usize, turned: [i32; 2], velocity: [f64; 2]) -> f32 {
    if velocity == [0.0; 2] {
        return 0.0;
    }
    (f64::from(W[q]) * f64::from(h) * dot(turned, velocity) / 3.0) as f32
}

/// `½ h e_t·u_w + 1/6 h e_n·u_w` with `e_t` along the wall and `e_n = e_q − e_t`: then the momentum of the wall's cell is
/// `h u_w` (Zou & He 1997).
fn modified_drive(h: f32, q: usize, t: usize, velocity: [f64; 2]) -> f32 {
    if velocity == [0.0; 2] {
        return 0.0;
    }
    let normal = [0, 1].map(|axis| C[q][axis] - C[t][axis]);
    let h = f64::from(h);
    (h * (0.5 * dot(C[t], velocity) + dot(normal, velocity) / 6.0)) as f32
}

/// Guo, Zheng, Shi 2002: `f_q = f_eq(h, u_b) + f_neq` in the solid's cell. With the wall at the share `Δ` of the link, the
/// nearest water at `u_f` and the next at `u_ff`: `u_b = (u_w + (Δ − 1) u_f) / Δ` for `Δ ≥ ¾`, else
/// `u_w + (Δ − 1) u_f + (1 − Δ) (2 u_w + (Δ − 1) u_ff) / (1 + Δ)`; the non-equilibrium part is that of the nearest water,
/// or shared `Δ : 1 − Δ` with the next.
fn extrapolated(lattice: &Lattice, [water, next]: [Site; 2], q: usize, distance: f64, wall: [f64; 2]) -> f32 {
    let [near, far] = [water, next].map(|site| {
        let m = lattice.moments(site);
        let eq = lattice.equilibrium(site, m.eta, m.u, m.v);
        (m, [m.u, m.v].map(f64::from), f64::from(lattice.population(q, site) - eq[q]))
    });
    let less = distance - 1.0;
    let near_alone = distance >= 0.75;
    let [u, v] = [0, 1].map(|axis| {
        let velocity = if near_alone {
            (wall[axis] + less * near.1[axis]) / distance
        } else {
            let beyond = (2.0 * wall[axis] + less * far.1[axis]) / (1.0 + distance);
            wall[axis] + less * near.1[axis] - less * beyond
        };
        velocity as f32
    });
    let eq = lattice.equilibrium(water, near.0.eta, u, v);
    let rest = if near_alone { near.2 } else { distance * near.2 - less * far.2 };
    eq[q] + rest as f32
}
