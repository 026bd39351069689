use lbm_core::Lattice;
use lbm_core::d2q9::{OPPOSITE, Q, W, depth_and_momentum};

use super::account::{Tally, gained};
use super::at_rest::{overflows, spill};
use crate::ledger::{Ledger, Owner};
use crate::links::{Node, WaterCell};
use crate::open::BeyondSides;
use crate::solids::Motions;

/// Rebuilds the populations of a node link by link and books them.
pub(super) fn rebuild(
    lattice: &mut Lattice,
    beyond: &BeyondSides,
    motions: &Motions,
    ledger: &mut Ledger,
    node: &Node,
) {
    let f = lattice.populations(node.water);
    let [eta, _, _] = depth_and_momentum(f);
    let rest_depth = node.rest_depth;
    let water = WaterCell { site: node.water, f, h: rest_depth + eta, rest_depth, beyond };
    // A pair of opposite populations along an axis at rest.
    let resting_pair = 2.0 * f64::from(node.rest_population);
    let tally = |owner: Owner| Tally::new(owner, node.place(), motions.of(owner.label()));
    let mut values = [0.0f32; Q - 1];
    let mut sums = tally(Owner::Periodic);
    for (link, value) in node.links.iter().zip(&mut values) {
        if link.owner != sums.owner {
            sums.book(ledger);
            sums = tally(link.owner);
        }
        let q = usize::from(link.q);
        let velocity = sums.wall_velocity(q);
        *value = link.entering(lattice, &water, velocity);
        let entering = f64::from(*value);
        let gained = if node.is_unknown(q) {
            gained(q, entering, f64::from(f[OPPOSITE[q]]), f64::from(W[q]) * resting_pair)
        } else {
            // A known population that a wall as printed overwrites.
            gained(q, entering - f64::from(lattice.population(q, link.origin)), 0.0, 0.0)
        };
        sums.add(q, &gained, velocity);
    }
    sums.book(ledger);
    if overflows(water.h, rest_depth)
        && let Some(label) = node.driven_by(motions)
    {
        let mut at_rest = f[0];
        ledger.solids[usize::from(label)].mass += spill(&mut at_rest, water.h, rest_depth);
        lattice.set_population(0, node.water, at_rest);
    }
    for (link, &value) in node.links.iter().zip(&values) {
        lattice.set_population(usize::from(link.q), link.origin, value);
    }
}
