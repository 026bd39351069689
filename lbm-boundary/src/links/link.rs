use lbm_core::d2q9::{C, MIRROR_X, MIRROR_Y, OPPOSITE, Q, W};
use lbm_core::{Layout, Site};

use super::direction;
use super::still::pair;
use super::surroundings::{Place, Surroundings};
use crate::ledger::Owner;
use crate::spec::{Side, Slip, Wall};

/// A link from a cell that is not water into a water cell, by the unknown population that streams along it.
///
/// That population has a slot of its own in the cell it comes from, which is written before the sweep.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link {
    /// The cell it comes from, of a solid or of the ghost row around the grid.
    pub(crate) origin: Site,
    /// Direction in which it moves.
    pub(crate) q: u8,
    pub(crate) owner: Owner,
    pub(crate) rule: Rule,
    /// Weighted difference of rest depths, by which it adds to what its rule gives ([`super::lift()`]).
    pub(crate) bed: f32,
    /// Sum of the populations at rest that pass it in both directions ([`super::still`]): 0 where the water goes on beyond.
    pub(crate) at_rest: f64,
}

/// Rule by which an unknown population is rebuilt.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rule {
    /// The known population `q` of the cell `from`, plus the term of a moving wall.
    Copy { from: Site, q: u8 },
    /// The known population `q` of the cell `from`, without the term of a moving wall.
    Undriven { from: Site, q: u8 },
    /// The water beyond an open side.
    Open(Side),
    /// The water beyond the gap between an open side and a solid.
    Gap(Side),
    /// Modified bounce-back of a diagonal population at a wall along an axis: that of `opposite`, less half of the
    /// difference of the populations along the wall, which come from the cells `ahead` and `behind`.
    Modified { opposite: Site, ahead: Site, behind: Site, along_x: bool },
    /// Interpolated bounce-back with the link distance `distance`; `next` is the water one cell further along the link. `tangent` is that of
    /// a free-slip wall.
    Interpolated { next: Site, distance: f32, tangent: Option<[f32; 2]> },
    /// Non-equilibrium extrapolation; `next` and `distance` as for interpolated bounce-back.
    Extrapolated { next: Site, distance: f32 },
    /// Still water.
    Rest,
}

impl Link {
    /// A link across a periodic side, whose unknown population at `origin` is that at `from`.
    fn periodic(origin: Site, q: usize, from: Site) -> Self {
        let q = q as u8;
        Self { origin, q, owner: Owner::Periodic, rule: Rule::Copy { from, q }, bed: 0.0, at_rest: 0.0 }
    }

    /// Half-way bounce-back at a solid: `q` returns what leaves the cell `water` in the opposite direction.
    pub(crate) fn bounce_back(layout: &Layout, water: Site, q: usize, label: u16) -> Self {
        let back = OPPOSITE[q];
        let rule = Rule::Copy { from: water, q: back as u8 };
        let origin = layout.neighbor(water, back);
        Self { origin, q: q as u8, owner: Owner::Solid(label), rule, bed: 0.0, at_rest: 0.0 }
    }
}

impl Link {
    /// The cells that [`Self::entering`] reads besides the water cell, and the one that is written; some more than once.
    pub(crate) fn sites(&self) -> [Site; 4] {
        let to = self.origin;
        match self.rule {
            Rule::Copy { from, .. } | Rule::Undriven { from, .. } => [to, from, to, to],
            Rule::Modified { opposite, ahead, behind, .. } => [to, opposite, ahead, behind],
            Rule::Interpolated { next, .. } | Rule::Extrapolated { next, .. } => [to, next, to, to],
            Rule::Open(_) | Rule::Gap(_) | Rule::Rest => [to; 4],
        }
    }
}

/// The link along which population `q` enters the water cell `of` from a cell that is not water of the grid.
pub(crate) fn link(around: &Surroundings<'_>, of: [usize; 2], q: usize) -> Link {
    let layout = around.layout();
    let cell = of.map(|c| c as isize);
    let beside = [cell[0] - C[q][0] as isize, cell[1] - C[q][1] as isize];
    let origin = layout.site(beside[0], beside[1]);
    let at_rest = pair(around.lattice, layout.site(cell[0], cell[1]), OPPOSITE[q]);
    match around.across(cell, C[q].map(|c| -c as isize)) {
        Place::Open(side) => {
            let in_gap = around.gaps.iter().any(|gap| gap.contain(side, of));
            let rule = if in_gap { Rule::Gap(side) } else { Rule::Open(side) };
            Link { origin, q: q as u8, owner: Owner::Side(side), rule, bed: 0.0, at_rest }
        }
        Place::Water([i, j]) => Link::periodic(origin, q, layout.site(i as isize, j as isize)),
        Place::Wall(wall, owner) => {
            let site = |[i, j]: [isize; 2]| layout.site(i, j);
            let copy = |(from, q): ([isize; 2], usize)| Rule::Copy { from: site(from), q: q as u8 };
            let next = || match around.across(cell, C[q].map(|c| c as isize)) {
                Place::Water(next) => Some(site(next.map(|c| c as isize))),
                _ => None,
            };
            let bounced = || copy(half_way(around, cell, q));
            let rule = match wall {
                Wall::HalfWay(_) => bounced(),
                Wall::OnGrid(slip) => copy(on_grid(around, cell, q, slip)),
                Wall::AsPrinted => copy(on_grid(around, cell, q, Slip::NoSlip)),
                Wall::Modified => {
                    modified(around, cell, q).unwrap_or_else(|| copy(on_grid(around, cell, q, Slip::NoSlip)))
                }
                Wall::Interpolated(slip) => next().map_or_else(bounced, |next| {
                    let tangent = (slip == Slip::FreeSlip).then(|| tangent(around, cell, (q, owner)));
                    Rule::Interpolated { next, distance: HALF_WAY, tangent }
                }),
                Wall::Extrapolated => {
                    next().map_or_else(bounced, |next| Rule::Extrapolated { next, distance: HALF_WAY })
                }
            };
            Link { origin, q: q as u8, owner, rule, bed: 0.0, at_rest }.over(around.lattice, site(cell))
        }
    }
}

/// Link distance of a wall for which no other is given.
pub(crate) const HALF_WAY: f32 = 0.5;

/// Tangent of a wall, with it on the right, as the cells beside a water cell show it. Outlines know it better ([`crate::Mask::distance`]).
fn tangent(around: &Surroundings<'_>, cell: [isize; 2], (q, owner): (usize, Owner)) -> [f32; 2] {
    let mut normal = [0.0; 2];
    for s in 1..Q {
        let [dx, dy] = C[s].map(|c| c as isize);
        let is_wall = matches!(around.place(cell[0] + dx, cell[1] + dy), Place::Wall(_, of) if of == owner);
        let weight = if is_wall { W[s] } else { 0.0 };
        normal = [0, 1].map(|axis| normal[axis] + weight * C[s][axis] as f32);
    }
    let length = normal[0].hypot(normal[1]);
    // Between two walls that face each other across to the link.
    let [x, y] = if length > 0.0 { normal.map(|n| n / length) } else { direction::unit(OPPOSITE[q]) };
    [-y, x]
}

/// Half-way reflection: the cell and direction of the population that leaves the water and returns as `q` at `cell`.
///
/// No slip: the opposite one of the same cell. Free slip: the one that leaves the neighbor along the wall towards the
/// same wall. The wall runs along x where the cell on the solid's side is wall and the neighbor along x is water. Both walls
/// on the way of such a population must be free-slip, else it bounces back; then each population that leaves returns
/// exactly once, for any shape of the solid and any mix of walls.
fn half_way(around: &Surroundings<'_>, cell: [isize; 2], q: usize) -> ([isize; 2], usize) {
    let [dx, dy] = C[q].map(|c| c as isize);
    let bounce_back = (cell, OPPOSITE[q]);
    let is_free_slip = |p| matches!(p, Place::Wall(Wall::FREE_SLIP, _));
    if dx == 0 || dy == 0 || !is_free_slip(around.place(cell[0] - dx, cell[1] - dy)) {
        return bounce_back;
    }
    let beside_x = around.place(cell[0] - dx, cell[1]);
    let beside_y = around.place(cell[0], cell[1] - dy);
    match (beside_x, beside_y) {
        (Place::Water(from), wall) if is_free_slip(wall) => (from.map(|c| c as isize), MIRROR_Y[q]),
        (wall, Place::Water(from)) if is_free_slip(wall) => (from.map(|c| c as isize), MIRROR_X[q]),
        _ => bounce_back,
    }
}

/// On-grid reflection (dynamic-boundaries paper, Eq. 10 and 14): the opposite or mirrored population of the same cell
/// *after* streaming, as the cell one step against its direction, where it is before streaming, and its direction.
///
/// Where that one is unknown as well (in a gap one cell wide, or behind a closed corner), half-way bounce-back.
fn on_grid(around: &Surroundings<'_>, cell: [isize; 2], q: usize, slip: Slip) -> ([isize; 2], usize) {
    let [dx, dy] = C[q].map(|c| c as isize);
    let is_wall = |i, j| matches!(around.place(i, j), Place::Wall(..));
    let arriving = match slip {
        Slip::FreeSlip if dx != 0 && dy != 0 => {
            match (is_wall(cell[0] - dx, cell[1]), is_wall(cell[0], cell[1] - dy)) {
                (false, true) => MIRROR_Y[q],
                (true, false) => MIRROR_X[q],
                _ => OPPOSITE[q],
            }
        }
        _ => OPPOSITE[q],
    };
    match around.across(cell, C[arriving].map(|c| -c as isize)) {
        Place::Water(from) => (from.map(|c| c as isize), arriving),
        _ => (cell, OPPOSITE[q]),
    }
}

/// Modified bounce-back of a diagonal population; `None` where the wall does not run along an axis with
/// water cells on both sides.
fn modified(around: &Surroundings<'_>, cell: [isize; 2], q: usize) -> Option<Rule> {
    let [dx, dy] = C[q].map(|c| c as isize);
    if dx == 0 || dy == 0 {
        return None;
    }
    let is_wall = |i, j| matches!(around.place(i, j), Place::Wall(..));
    let along = match (is_wall(cell[0] - dx, cell[1]), is_wall(cell[0], cell[1] - dy)) {
        (false, true) => [dx, 0],
        (true, false) => [0, dy],
        _ => return None,
    };
    let water = |[i, j]: [isize; 2]| match around.place(cell[0] + i, cell[1] + j) {
        Place::Water([i, j]) => Some(around.layout().site(i as isize, j as isize)),
        _ => None,
    };
    Some(Rule::Modified {
        opposite: water([dx, dy])?,
        ahead: water([-along[0], -along[1]])?,
        behind: water(along)?,
        along_x: along[0] != 0,
    })
}
