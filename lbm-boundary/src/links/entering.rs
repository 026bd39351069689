use lbm_core::d2q9::{OPPOSITE, Q};
use lbm_core::{Lattice, Moments, Site};

use super::direction;
use super::halfway::wall_term;
use super::link::{Link, Rule};
use crate::open::{Around, BeyondSides};

/// State of the water cell into which populations enter.
pub(crate) struct WaterCell<'a> {
    pub(crate) site: Site,
    /// Stored populations.
    pub(crate) f: [f32; Q],
    /// Elevation, and depth now and at rest.
    pub(crate) eta: f32,
    pub(crate) h: f32,
    /// Whether it slips along free-slip walls at a distance ([`super::Node::slips`]).
    pub(crate) slips: bool,
    pub(crate) rest_depth: f32,
    pub(crate) around: Option<&'a Around<1>>,
    pub(crate) beyond: &'a BeyondSides,
}

impl Link {
    /// The population that enters the cell `water` along the link, with `velocity` that of the wall at half the link.
    #[inline]
    pub(crate) fn entering(&self, lattice: &Lattice, water: &WaterCell<'_>, velocity: [f64; 2]) -> f32 {
        let q = usize::from(self.q);
        let back = OPPOSITE[q];
        let wall = |q| wall_term(q, water.h, velocity);
        let entering = match self.rule {
            Rule::Copy { from, q: s } => {
                let s = usize::from(s);
                let known = if from == water.site { water.f[s] } else { lattice.population(s, from) };
                known + 0.5 * (wall(q) - wall(s))
            }
            Rule::Open(side) => {
                let beyond = &water.beyond.sides[side.index()];
                beyond.population(lattice.gravity(), &water.f, (water.rest_depth, water.around), q)
            }
            Rule::Gap(side) => {
                let beyond = &water.beyond.gaps[side.index()];
                beyond.population(lattice.gravity(), &water.f, (water.rest_depth, water.around), q)
            }
            Rule::Undriven { from, q } => lattice.population(usize::from(q), from),
            // With `e_q = e_t + e_n`, along the wall and across it, the term `t_q + t_t / 2 = h (e_t / 2 + e_n / 6)·u_w` makes
            // the momentum of the wall's cell `h u_w` (Zou & He 1997).
            Rule::Modified { opposite, ahead, behind, along_x } => {
                let t = direction::along(q, along_x);
                let slip = lattice.population(t, ahead) - lattice.population(OPPOSITE[t], behind);
                let bounced = lattice.population(back, opposite) - 0.5 * slip;
                bounced + (wall(q) + 0.5 * wall(t))
            }
            Rule::Interpolated { next, distance, tangent } => {
                let here = water.f[back];
                let velocity = match tangent.filter(|_| water.slips) {
                    Some(tangent) => slipping(velocity, lattice.moments(water.site), tangent),
                    None => velocity,
                };
                let wall = wall_term(q, water.h, velocity);
                if distance < 0.5 {
                    let weight = 2.0 * distance;
                    weight * here + (1.0 - weight) * lattice.population(back, next) + wall
                } else {
                    let weight = 0.5 / distance;
                    weight * (here + wall) + (1.0 - weight) * water.f[q]
                }
            }
            Rule::Extrapolated { next, distance } => {
                extrapolated(lattice, [water.site, next], q, f64::from(distance), velocity)
            }
            Rule::Rest => 0.0,
        };
        if self.bed == 0.0 { entering } else { entering + self.lift(lattice, water) }
    }
}

/// Velocity of a free-slip wall for bounce-back: its own across it, that of the water along it.
fn slipping(wall: [f64; 2], water: Moments, tangent: [f32; 2]) -> [f64; 2] {
    let (velocity, tangent) = ([water.u, water.v].map(f64::from), tangent.map(f64::from));
    let along = [0, 1].map(|axis| (velocity[axis] - wall[axis]) * tangent[axis]);
    [0, 1].map(|axis| wall[axis] + (along[0] + along[1]) * tangent[axis])
}

/// Non-equilibrium extrapolation (Guo, Zheng, Shi 2002): `f_q = f_eq(h, u_b) + f_neq` in the solid's cell. With the link
/// distance `Δ`, the nearest water at `u_f` and the next at `u_ff`: `u_b = (u_w + (Δ − 1) u_f) / Δ` for `Δ ≥ ¾`, else
/// `u_w + (Δ − 1) u_f + (1 − Δ) (2 u_w + (Δ − 1) u_ff) / (1 + Δ)`; the non-equilibrium part is that of the nearest water,
/// or the mean of both with the weights `Δ` and `1 − Δ`.
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
