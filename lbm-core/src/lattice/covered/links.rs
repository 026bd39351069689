//! The step's first half under covers: viscosity of the column on links, and volume.

use super::{CoveredCell, part_of_film, volume_at, without_pressure};
use crate::d2q9::{C, Q, W, depth_and_momentum};
use crate::engine::Float;
use crate::lattice::{Lattice, Site};
use crate::operator::add_populations;

/// Water under a cover, or beside one, before a step; lattice units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CoveredEnd {
    /// Rest depth `d` there ([`Lattice::rest_depth`]).
    pub rest_depth: f32,
    /// Elevation `η` of the head `d + η` there ([`Lattice::eta`]).
    pub eta: f32,
    /// Thickness `b` of the cover there, 0 in open water.
    pub thickness: f32,
    /// Velocity `u` of the water ([`Lattice::covered_velocity`]).
    pub velocity: [f32; 2],
}

impl Lattice {
    /// Begins the step of a cell that is covered, or lies beside covered ones: the viscosity of the column, and the first half of the volume
    /// `∂b/∂t`, after all that adds momentum and before [`Self::step`].
    ///
    /// Streaming carries the momentum of the column as if it were that of the head: it adds the stress `⅓ [u ∇w + (∇w) u + (u · ∇w) 1]`, of which the collision makes the
    /// viscosity `ν ∇m` in place of the water's, `ν w ∇u`. So on a link of direction `q` from a cell to its neighbor, with the columns
    /// `w = h − b`, the populations that leave both ways change by
    ///
    /// ```text
    /// ⅓ w_q (e_q · ū) (b − b(x + e_q)),    ū = Σ u w² / Σ w² of both ends
    /// ```
    ///
    /// ([`W`]; of the rest depth a cover counts as leaving [`CoveredCell::LEAST_COLUMN`]) and those at rest by the opposite. No cell's volume changes before or after streaming, and no link's momentum. In a
    /// uniform stream under a level head the populations that arrive are those of equilibrium, whatever the cover's shape and the operator. With equal weights of
    /// both ends the smallest flow grows where covers leave less than half of the depth, with the columns as weights where they leave less than a third.
    ///
    /// In a film, thinner than the least column, the change counts by its part of that, the smaller one of both ends. Streaming turns momentum that alternates from cell to cell into its opposite, and no collision
    /// takes it away; what a link carries before streaming adds to it: under hulls that lie on the bed, where no pressure is left to spread it, it grew until the water was gone.
    ///
    /// The volume comes without a pressure, which it has in the second half: what streams stays at the equilibrium of the head.
    ///
    /// # Arguments
    /// `change`: `∂b/∂t` in the step, the [`mean`](crate::d2q9::mean) around the cell. `here` and `neighbors`, in the directions 1 to 8: before the step. A neighbor without water is as the cell
    /// itself.
    pub fn begin_covered(&mut self, site: Site, change: f32, here: CoveredEnd, neighbors: [CoveredEnd; 8]) {
        let values = |of: CoveredEnd| end([of.rest_depth, of.eta], of.thickness, of.velocity);
        let f = self.populations(site);
        let dh = 0.5 * change;
        let mut added = [0.0; Q];
        (1..Q).for_each(|q| added[q] = exchanged(values(here), values(neighbors[q - 1]), q));
        let still = self.still();
        if !still.is_flat() {
            let [eta, _, _] = depth_and_momentum(f);
            let (i, j) = self.layout().cell(site);
            let volume = without_pressure(volume_at(&still, [i, j], eta, dh));
            (1..Q).for_each(|q| added[q] += volume[q]);
        }
        self.set_populations(site, add_populations(f, added, dh));
    }
}

/// Numbers of an [`end`].
pub(super) const NUMBERS: usize = 5;

/// Water at one end of a link, of a head `[d, η]` under a cover: thickness of what leaves the least column, weight and velocity of the link's mean, and
/// [`part_of_film`].
#[inline(always)]
pub(in crate::lattice) fn end<R: Float>(
    [rest_depth, eta]: [R; 2],
    thickness: R,
    [u, v]: [R; 2],
) -> [R; NUMBERS] {
    let least = rest_depth * CoveredCell::LEAST_COLUMN;
    let left = rest_depth + eta - thickness;
    let thickest = (rest_depth - least + eta).max(rest_depth.splat(0.0));
    let thickness = thickness.min(thickest);
    let column = thickest - thickness + least;
    let part = if (least - left).is_some_positive() { part_of_film(left, least) } else { left.splat(1.0) };
    [thickness, column * column, u, v, part]
}

/// What the population `q` of a cell gains by its link to a neighbor, both as [`end`] gives them. The neighbor's opposite one gains the same, to the bit.
#[inline(always)]
pub(super) fn exchanged<R: Float>(here: [R; NUMBERS], there: [R; NUMBERS], q: usize) -> R {
    let less = (here[0] - there[0]) * here[4].min(there[4]);
    let flow = (along(here, q) + along(there, q)) / (here[1] + there[1]);
    // Where covers are level, or no part counts, the velocities may be unknown.
    (flow * (less * (W[q] / 3.0))).unless_smaller(less, less.splat(f32::MIN_POSITIVE))
}

/// `e_q · u` of an end times its weight.
#[inline(always)]
fn along<R: Float>([_, weight, u, v, _]: [R; NUMBERS], q: usize) -> R {
    (u * C[q][0] as f32 + v * C[q][1] as f32) * weight
}
