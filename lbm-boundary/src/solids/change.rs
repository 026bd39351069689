use lbm_core::d2q9::{C, Q, W};
use lbm_core::{Lattice, Region, Site};

use super::motions::Motions;
use super::refill::{Leaving, Refill};
use super::vacated::is_wet;
use crate::error::Error;
use crate::spec::{LatticeMotion, MAX_SPEED, Side, SideKind, SolidWalls};

/// Numbers of cells changed by [`crate::Boundary::move_solids`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moved {
    /// Cells that were water and are solid now.
    pub covered: usize,
    /// Cells that were solid and are water now.
    pub uncovered: usize,
    /// Cells that were classified anew: those whose label changed, and the water around them.
    pub reclassified: usize,
}

/// Distance of the farthest water that an uncovered cell is refilled from, in cells, unless the solid leaves a side or another
/// solid there.
const REACH: isize = 2;

/// A cell that becomes water, its populations, and the label of the solid that leaves it.
pub(crate) type Refilled = (Site, [f32; Q], u16);

/// The labels before and after a move, on a grid of `size` cells.
pub(crate) struct LabelChange<'a> {
    pub(crate) size: [usize; 2],
    pub(crate) was: &'a [u16],
    pub(crate) is: &'a [u16],
    /// Cells whose labels differ, as `j · nx + i`.
    pub(crate) changed: &'a [usize],
    /// Labels of solids that were taken away.
    pub(crate) removed: &'a [u16],
}

impl LabelChange<'_> {
    fn on_grid(&self, x: isize, y: isize) -> bool {
        (0..self.size[0] as isize).contains(&x) && (0..self.size[1] as isize).contains(&y)
    }

    fn index(&self, x: isize, y: isize) -> usize {
        y as usize * self.size[0] + x as usize
    }

    /// Cells of solids that were taken away which become water.
    pub(crate) fn vacated(&self) -> impl Iterator<Item = usize> {
        self.changed.iter().copied().filter(|&k| self.is_vacated(k))
    }

    fn is_vacated(&self, k: usize) -> bool {
        self.is[k] == 0 && self.removed.contains(&self.was[k])
    }

    /// Counts the cells that become solid or water and appends those of the latter that a wall leaves to `refilled`, with their populations; `dry` are the places of
    /// solids that were taken away.
    ///
    /// # Errors
    /// As [`crate::Boundary::move_solids`] for single cells.
    pub(crate) fn check(
        &self,
        lattice: &Lattice,
        motions: &Motions,
        sides: &[SideKind; 4],
        (refill, walls): (Refill, &SolidWalls),
        (refilled, dry): (&mut Vec<Refilled>, &[Vec<usize>]),
    ) -> Result<Moved, Error> {
        let [nx, ny] = self.size;
        let is_water = |k: usize| self.was[k] == 0 && self.is[k] == 0;
        let stays = |x, y| self.on_grid(x, y) && is_water(self.index(x, y));
        if let Some(place) = dry.iter().find(|place| !is_wet(place, self.size, is_water)) {
            let (label, cell) = (self.was[place[0]], [place[0] % nx, place[0] / nx]);
            return Err(Error::NoWaterToRefillFrom { label, cell });
        }
        let mut moved = Moved { uncovered: dry.iter().map(Vec::len).sum(), ..Moved::default() };
        for &k in self.changed.iter().filter(|&&k| !self.is_vacated(k)) {
            let (cell, old, new) = ([k % nx, k / nx], self.was[k], self.is[k]);
            let label = if new == 0 { old } else { new };
            if let Some(side) = outflow_behind(sides, cell, self.size, motions.of(label)) {
                return Err(Error::EntersThroughOutflow { label, side, cell });
            }
            if new == 0 {
                let normal = walls.of(old).slips().then(|| self.normal(cell, old));
                let solid = Leaving { velocity: motions.of(old).velocity_in(cell), normal };
                // Where the solid leaves a side or another solid that it touched, the nearest water may be far.
                let touched = |x, y| !self.on_grid(x, y) || ![0, old].contains(&self.is[self.index(x, y)]);
                let farthest = if is_any_within(cell, 1, touched) { nx.max(ny) as isize } else { REACH };
                let f = refill.populations(lattice, cell, &solid, farthest, stays);
                let f = f.ok_or(Error::NoWaterToRefillFrom { label: old, cell })?;
                refilled.push((lattice.layout().site(cell[0] as isize, cell[1] as isize), f, old));
                moved.uncovered += 1;
            } else if old == 0 {
                if self.leaps(cell, new, motions.of(new)) {
                    return Err(Error::MovedTooFar { label: new, cell });
                }
                moved.covered += 1;
            }
        }
        Ok(moved)
    }

    /// Unit normal of the solid `label`, towards it, as its cells beside a cell that it leaves show it; 0 if there are none.
    fn normal(&self, cell: [usize; 2], label: u16) -> [f64; 2] {
        let [i, j] = cell.map(|c| c as isize);
        let mut normal = [0.0; 2];
        for s in 1..Q {
            let (x, y) = (i + C[s][0] as isize, j + C[s][1] as isize);
            if self.on_grid(x, y) && self.is[self.index(x, y)] == label {
                normal = [0, 1].map(|axis| normal[axis] + f64::from(W[s]) * f64::from(C[s][axis]));
            }
        }
        let length = normal[0].hypot(normal[1]);
        if length > 0.0 { normal.map(|n| n / length) } else { normal }
    }

    /// Whether the solid `label` covers a water cell without having been near it or entering through a side, unless it moves and
    /// is so thin there that it comes and goes on the grid as it turns.
    fn leaps(&self, cell: [usize; 2], label: u16, motion: &LatticeMotion) -> bool {
        let was_near = |x, y| !self.on_grid(x, y) || self.was[self.index(x, y)] == label;
        let is_full = |x: isize, y: isize| {
            !is_any_around([x, y], 1, |x, y| self.on_grid(x, y) && self.is[self.index(x, y)] != label)
        };
        !is_any_within(cell, REACH, was_near) && (motion.is_rest() || is_any_within(cell, 1, is_full))
    }
}

fn is_any_within(cell: [usize; 2], reach: isize, is: impl Fn(isize, isize) -> bool) -> bool {
    is_any_around(cell.map(|c| c as isize), reach, is)
}

/// Whether one of the cells within `reach` of `[i, j]`, itself included, is as `is` says.
fn is_any_around([i, j]: [isize; 2], reach: isize, is: impl Fn(isize, isize) -> bool) -> bool {
    (-reach..=reach).any(|dy| (-reach..=reach).any(|dx| is(i + dx, j + dy)))
}

/// The outflow at a `cell` through which a solid with the given `motion` enters. `size` is that of the grid.
fn outflow_behind(
    sides: &[SideKind; 4],
    cell: [usize; 2],
    size: [usize; 2],
    motion: &LatticeMotion,
) -> Option<Side> {
    let enters_at = |side: &Side| {
        let (inward, axis) = (side.inward(), side.axis());
        let edge = if inward[axis] > 0.0 { 0 } else { size[axis] - 1 };
        cell[axis] == edge && inward[axis] * motion.linvel[axis] > 0.0
    };
    Side::ALL.into_iter().filter(|side| sides[side.index()] == SideKind::Outflow).find(enters_at)
}

/// Whether a solid with this motion is slower than [`MAX_SPEED`] anywhere in `region`.
pub(crate) fn is_slow(motion: &LatticeMotion, region: Region) -> bool {
    motion.is_rest() || motion.max_speed(region) < MAX_SPEED
}

/// Checks the speed of walls at `cells`, which come with the labels of the solids that they touch. Where no solid can be too
/// fast anywhere on the grid, `cells` are not evaluated.
///
/// # Errors
/// [`Error::TooFast`] for the first wall that is faster than [`MAX_SPEED`], or whose speed is NaN.
pub(crate) fn check_speeds(
    motions: &Motions,
    mut cells: impl Iterator<Item = ([usize; 2], u16)>,
    lattice: &Lattice,
) -> Result<(), Error> {
    let grid = Region::new(0..lattice.layout().nx(), 0..lattice.layout().ny());
    if motions.by_label().iter().all(|motion| is_slow(motion, grid)) {
        return Ok(());
    }
    let squared_speed = |cell, label| {
        let [u, v] = motions.of(label).velocity_in(cell);
        u * u + v * v
    };
    let too_fast = cells.find_map(|(cell, label)| {
        let squared = squared_speed(cell, label);
        (squared.is_nan() || squared > MAX_SPEED * MAX_SPEED).then_some((cell, label, squared))
    });
    let Some((cell, label, squared)) = too_fast else { return Ok(()) };
    let units = lattice.units();
    let (speed_m_s, limit_m_s) = (units.to_m_s(squared.sqrt()), units.to_m_s(MAX_SPEED));
    Err(Error::TooFast { label, cell, speed_m_s, limit_m_s })
}
