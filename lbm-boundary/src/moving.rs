use lbm_core::Lattice;
use lbm_core::d2q9::{C, Q};

use crate::classify::Surroundings;
use crate::contour::Contour;
use crate::mask::differences;
use crate::motion::LatticeMotion;
use crate::refill::REACH;
use crate::{Boundary, Error, Exchange, Mask, Motion, Side, SideKind};

/// What [`Boundary::move_solids`] did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moved {
    /// Cells that were water and are solid now.
    pub covered: usize,
    /// Cells that were solid and are water now.
    pub uncovered: usize,
    /// Cells that were looked at: those whose label changed, and the water around them.
    pub reclassified: usize,
}

/// Largest speed of a wall, in cells a step: the range in which the wall's term, linear in its speed, holds. Walls are taken to
/// move as the water cells beside them would with the solid, up to a cell and a half farther out than its points.
pub const MAX_SPEED: f64 = 1.0 / 3.0;

impl Boundary {
    /// Puts the solids where `mask` says and lets them move as `motions` says; call it before [`Self::apply`].
    ///
    /// The motion of a solid is that of its walls until the next call; a label without one stands still. Only cells whose
    /// label has changed and their neighbours are classified anew. A cell that a solid covers gives up its water, one
    /// that it uncovers is refilled ([`crate::Refill`]); the next [`Self::apply`] returns the difference.
    ///
    /// # Errors
    /// Nothing has changed then. [`Error::ShapeMismatch`] unless there is one label a cell, [`Error::NoWater`] when the
    /// solids cover everything, [`Error::TooFast`] for a wall faster than a third of the lattice speed,
    /// [`Error::Leap`] for a cell that a solid covers without having been within two cells of it (or of the side it
    /// comes in through), unless the solid moves and is less than three cells thick there: what is too thin for the grid comes
    /// and goes as it turns, [`Error::Vanished`] for one that it uncovers without water within two
    /// cells, unless beside a side or another solid, [`Error::Drained`] for one that comes in through an outflow ([`crate::SideKind::Outflow`]).
    ///
    /// ```
    /// use lbm_boundary::{Boundary, Mask, Motion};
    /// use lbm_core::{Lattice, Units};
    ///
    /// let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81)?;
    /// let mut lattice = Lattice::builder(40, 20, units).rest_depth_m(4.0).build()?;
    /// // A square column that is pushed along the tank at 1 m/s.
    /// let labels = |x_m: f64| -> Vec<u16> {
    ///     let inside = |k: usize| ((k % 40) as f64 * 0.5 + 0.25 - x_m).abs() < 1.0 && (8..12).contains(&(k / 40));
    ///     (0..40 * 20).map(|k| u16::from(inside(k))).collect()
    /// };
    /// let mut motion = Motion { centre_m: [6.0, 5.0], linvel_m_s: [1.0, 0.0], angvel_rad_s: 0.0 };
    /// let first = labels(6.0);
    /// let mut boundary = Boundary::builder().solids(&first).build(&lattice)?;
    /// let mass = |lattice: &Lattice, boundary: &Boundary| lattice.totals(|k| boundary.labels()[k] == 0).mass;
    /// let before = mass(&lattice, &boundary);
    /// for _ in 0..100 {
    ///     motion.centre_m[0] += motion.linvel_m_s[0] * units.time_step_s();
    ///     let labels = labels(motion.centre_m[0]);
    ///     boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)])?;
    ///     boundary.apply(&mut lattice);
    ///     lattice.step();
    /// }
    /// // The water resists, and none of it is lost.
    /// assert!(boundary.ledger().load(1).force[0] < 0.0);
    /// assert!((mass(&lattice, &boundary) + boundary.owed_mass() - before).abs() < 1e-7 * before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_solids(
        &mut self,
        lattice: &mut Lattice,
        mask: &Mask<'_>,
        motions: &[(u16, Motion)],
    ) -> Result<Moved, Error> {
        let layout = *lattice.layout();
        let (nx, ny) = (layout.nx(), layout.ny());
        if mask.labels.len() != layout.cells() {
            let (got, expected) = (mask.labels.len(), layout.cells());
            return Err(Error::ShapeMismatch { got, expected, nx, ny });
        }
        differences(nx, ny, &self.labels, mask, &mut self.scratch.changed);
        let changed = std::mem::take(&mut self.scratch.changed);
        let moved = self.take_over(lattice, mask.labels, motions, &changed);
        self.scratch.changed = changed;
        if let (Ok(_), Some(distance)) = (&moved, mask.distance) {
            self.contour.set_distances(distance, lattice.units().cell_size_m());
        }
        moved
    }

    fn take_over(
        &mut self,
        lattice: &mut Lattice,
        labels: &[u16],
        motions: &[(u16, Motion)],
        changed: &[usize],
    ) -> Result<Moved, Error> {
        let nx = lattice.layout().nx();
        let largest = changed.iter().map(|&k| labels[k]).max().unwrap_or_default();
        let motions = self.solids.motions(largest, motions, lattice.units());
        let now_solid = changed.iter().map(|&k| ([k % nx, k / nx], labels[k]));
        check_speeds(&motions, &self.contour, now_solid, lattice)?;
        let moved = self.check_changes(lattice, labels, changed, &motions)?;
        let in_gaps = self.gaps.find(&self.contour, (changed, labels), &motions, lattice);
        let settled = self.solids.set_motions(motions);
        self.cover_and_refill(lattice, labels, changed);
        self.water = self.water + moved.uncovered - moved.covered;
        let Self { labels, sides, walls, gaps, contour, solids, .. } = self;
        let around = Surroundings { lattice, labels, sides: *sides, walls, gaps };
        if settled {
            contour.settle(&around, solids);
        }
        let reclassified = contour.reclassify_around(&around, solids, changed);
        if !in_gaps.is_empty() {
            contour.reclassify_around(&around, solids, &in_gaps);
        }
        Ok(Moved { reclassified, ..moved })
    }

    /// Counts the cells that change side, finds what they will be refilled with, and refuses what cannot be.
    fn check_changes(
        &mut self,
        lattice: &Lattice,
        labels: &[u16],
        changed: &[usize],
        motions: &[LatticeMotion],
    ) -> Result<Moved, Error> {
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        let on_grid = |x: isize, y: isize| (0..nx as isize).contains(&x) && (0..ny as isize).contains(&y);
        let index = |x: isize, y: isize| y as usize * nx + x as usize;
        let was = &self.labels;
        let stays = |x, y| on_grid(x, y) && was[index(x, y)] == 0 && labels[index(x, y)] == 0;
        let mut moved = Moved::default();
        let refilled = &mut self.scratch.refilled;
        refilled.clear();
        for &k in changed {
            let (cell, old, new) = ([k % nx, k / nx], was[k], labels[k]);
            let label = if new == 0 { old } else { new };
            if let Some(side) = outflow_behind(&self.sides, cell, [nx, ny], &motions[usize::from(label)]) {
                return Err(Error::Drained { label, side, cell });
            }
            if new == 0 {
                let velocity = motions[usize::from(old)].velocity(cell.map(|c| c as f64 + 0.5));
                let at = cell.map(|c| c as isize);
                // No water is near where it leaves a side or another solid on which it lay.
                let parts = |x, y| !on_grid(x, y) || ![0, old].contains(&labels[index(x, y)]);
                let farthest = if within_reach(at, 1, parts) { nx.max(ny) as isize } else { REACH };
                let f = self.refill.populations(lattice, cell, velocity, farthest, stays);
                let f = f.ok_or(Error::Vanished { label: old, cell })?;
                refilled.push((lattice.layout().site(cell[0] as isize, cell[1] as isize), f, old));
                moved.uncovered += 1;
            } else if old == 0 {
                let near = |x, y| !on_grid(x, y) || was[index(x, y)] == new;
                let cell_at = cell.map(|c| c as isize);
                if !within_reach(cell_at, REACH, near) {
                    let full =
                        |x, y| !within_reach([x, y], 1, |x, y| on_grid(x, y) && labels[index(x, y)] != new);
                    if motions[usize::from(new)].is_rest() || within_reach(cell_at, 1, full) {
                        return Err(Error::Leap { label: new, cell });
                    }
                }
                moved.covered += 1;
            }
        }
        if self.water + moved.uncovered == moved.covered {
            return Err(Error::NoWater { cells: nx * ny });
        }
        Ok(moved)
    }

    /// Changes the labels, and the populations of the cells that change side.
    fn cover_and_refill(&mut self, lattice: &mut Lattice, labels: &[u16], changed: &[usize]) {
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        for &k in changed {
            let cell = [k % nx, k / nx];
            if self.labels[k] == 0 {
                let site = lattice.layout().site(cell[0] as isize, cell[1] as isize);
                let lost = content(lattice.rest_depth(site), &lattice.populations(site), -1.0);
                self.solids.book_moved(labels[k], &lost);
                lattice.set_populations(site, [0.0; Q]);
            }
            if let Some(sponge) = &mut self.sponge {
                sponge.set_water([nx, ny], cell, labels[k] == 0);
            }
            self.labels[k] = labels[k];
        }
        for &(site, f, label) in &self.scratch.refilled {
            lattice.set_populations(site, f);
            self.solids.book_moved(label, &content(lattice.rest_depth(site), &f, 1.0));
        }
    }
}

/// The outflow at a cell through which a solid comes in that moves like this; `size` is that of the grid.
fn outflow_behind(
    sides: &[SideKind; 4],
    cell: [usize; 2],
    size: [usize; 2],
    motion: &LatticeMotion,
) -> Option<Side> {
    let velocity = motion.velocity(motion.centre);
    let comes_in_at = |side: &Side| {
        let inward = side.inward();
        let axis = usize::from(inward[0] == 0.0);
        let edge = if inward[axis] > 0.0 { 0 } else { size[axis] - 1 };
        cell[axis] == edge && inward[axis] * velocity[axis] > 0.0
    };
    Side::ALL.into_iter().filter(|side| sides[side.index()] == SideKind::Outflow).find(comes_in_at)
}

/// Mass and momentum of a cell, times `sign`.
fn content(rest_depth: f32, f: &[f32; Q], sign: f64) -> Exchange {
    let mut sum = Exchange { mass: sign * f64::from(rest_depth), momentum: [0.0; 2] };
    for (q, &f) in f.iter().enumerate() {
        let f = sign * f64::from(f);
        sum.mass += f;
        sum.momentum[0] += f64::from(C[q][0]) * f;
        sum.momentum[1] += f64::from(C[q][1]) * f;
    }
    sum
}

fn within_reach([i, j]: [isize; 2], reach: isize, near: impl Fn(isize, isize) -> bool) -> bool {
    (-reach..=reach).any(|dy| (-reach..=reach).any(|dx| near(i + dx, j + dy)))
}

/// Refuses walls that are too fast (or have no speed that is a number) at cells of the contour or at `others`.
pub(crate) fn check_speeds(
    motions: &[LatticeMotion],
    contour: &Contour,
    others: impl Iterator<Item = ([usize; 2], u16)>,
    lattice: &Lattice,
) -> Result<(), Error> {
    let slow = |motion: &LatticeMotion, within| motion.is_rest() || motion.fastest(within) < MAX_SPEED;
    // Most motions are slow enough anywhere on the grid, and nearly all of them around their solid: then no cell needs to
    // be looked at.
    let grid = [[0; 2], [lattice.layout().nx(), lattice.layout().ny()]];
    if motions.iter().all(|motion| slow(motion, grid)) {
        return Ok(());
    }
    let slow_around = |label: u16, within| slow(&motions[usize::from(label)], within);
    for (cell, label) in contour.beside_solids(grid[1][0], slow_around).chain(others) {
        let [u, v] = motions[usize::from(label)].velocity(cell.map(|c| c as f64 + 0.5));
        let squared = u * u + v * v;
        if squared.is_nan() || squared > MAX_SPEED * MAX_SPEED {
            let units = lattice.units();
            let (speed_m_s, limit_m_s) = (units.to_m_s(squared.sqrt()), units.to_m_s(MAX_SPEED));
            return Err(Error::TooFast { label, cell, speed_m_s, limit_m_s });
        }
    }
    Ok(())
}
