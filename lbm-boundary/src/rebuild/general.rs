use lbm_core::d2q9::{C, OPPOSITE, Q, depth_and_momentum};
use lbm_core::{Lattice, Site};

use super::account::Passed;
use super::at_rest::{overflows, spill};
use super::share::{Passing, share};
use crate::ledger::{Exchange, Ledger};
use crate::links::{Node, WaterCell};
use crate::open::BeyondSides;
use crate::solids::Motions;

/// A population that bounces back at a closed corner: in its slot is one that leaves the cell beyond, until all are rebuilt.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtCorner {
    pub(super) q: u8,
    pub(super) origin: Site,
    pub(super) value: f32,
}

/// Rebuilds the populations of a node link by link and books them; those at closed corners are added to `at_corners`.
pub(super) fn rebuild(
    lattice: &mut Lattice,
    beyond: &BeyondSides,
    motions: &Motions,
    ledger: &mut Ledger,
    node: &Node,
    at_corners: &mut Vec<AtCorner>,
) {
    let f = lattice.populations(node.water);
    let [eta, _, _] = depth_and_momentum(f);
    let rest_depth = node.rest_depth;
    let (h, slips, around) = (rest_depth + eta, node.slips(), node.around.as_deref());
    let water = WaterCell { site: node.water, f, eta, h, slips, rest_depth, around, beyond };
    let (mut values, mut driven) = ([0.0f32; Q], [[0.0; 2]; Q]);
    for links in node.links.chunk_by(|a, b| a.owner == b.owner) {
        let owner = links[0].owner;
        let motion = motions.of(owner.label());
        let arm = motion.arm(node.cell.map(usize::from));
        let (mut leaving, mut entering, mut at_rest) = ([0.0; Q], [0.0; Q], [0.0; 2]);
        let mut of_bed = [0.0; 2];
        for link in links {
            let q = usize::from(link.q);
            let (s, [ex, ey]) = (OPPOSITE[q], C[q].map(f64::from));
            let at_wall = [arm[0] - 0.5 * ex, arm[1] - 0.5 * ey];
            if let Some(shared) = node.shared.iter().find(|shared| shared.q == link.q) {
                let [across_x, across_y] = shared.velocities(node.cell.map(usize::from), motions);
                let velocities = [[0.0; 2], [across_x[0], 0.0], [across_x[0], across_y[1]]];
                let [still, by_x, by_both] = velocities.map(|u_w| link.entering(lattice, &water, u_w));
                values[q] = by_both;
                driven[q] = [f64::from(by_x) - f64::from(still), f64::from(by_both) - f64::from(by_x)];
            } else {
                values[q] = link.entering(lattice, &water, motion.velocity(at_wall));
            }
            if node.is_unknown(q) {
                let beyond_middle = link.beyond_middle(lattice, &water);
                for axis in 0..2 {
                    at_rest[axis] += f64::from(C[s][axis]) * link.at_rest;
                    of_bed[axis] += f64::from(C[s][axis]) * beyond_middle;
                }
                (leaving[s], entering[s]) = (f64::from(f[s]), f64::from(values[q]));
            } else {
                // A known population that a wall as printed overwrites.
                entering[s] = f64::from(values[q]) - f64::from(lattice.population(q, link.origin));
            }
        }
        let on_wall = [at_rest[0] + of_bed[0], at_rest[1] + of_bed[1]];
        Passed::at_cell(&leaving, &entering, on_wall, arm, motion).book(owner, motion.center, ledger);
        let at = ledger.arm(node.cell.map(usize::from));
        ledger.bed.add(&Exchange::at(at, 0.0, of_bed));
    }
    for shared in &node.shared {
        let q = usize::from(shared.q);
        let passing = Passing { populations: [values[q], f[OPPOSITE[q]]], driven: driven[q] };
        share((node, shared), &passing, motions, ledger);
    }
    if overflows(water.h, rest_depth)
        && let Some(label) = node.driven_by(motions)
    {
        let (mut at_rest, motion) = (f[0], motions.of(label));
        let gained = spill(&mut at_rest, water.h, rest_depth);
        ledger.book_carried(label, motion, (motion.arm(node.cell.map(usize::from)), gained));
        lattice.set_population(0, node.water, at_rest);
    }
    for link in &node.links {
        let q = usize::from(link.q);
        if node.is_from_corner(q) {
            at_corners.push(AtCorner { q: link.q, origin: link.origin, value: values[q] });
        } else {
            lattice.set_population(q, link.origin, values[q]);
        }
    }
}
