use std::collections::BTreeMap;

use lbm_core::Lattice;
use lbm_core::d2q9::{Q, depth_and_momentum};

use crate::boundary::Boundary;
use crate::error::Error;
use crate::ledger::Exchange;
use crate::links::{Surroundings, strays};
use crate::solids::{Filled, LabelChange, Moved, check_speeds, fill, is_slow, places};
use crate::spec::{Mask, Motion, differences};

impl Boundary {
    /// Moves the solids to the cells of `mask` and sets their `motions`. To be called before [`Self::apply`].
    ///
    /// The motion of a solid is that of its walls until the next call; a label without one is at rest. Only cells whose
    /// label has changed and their neighbors are classified anew. The water of a cell that a solid covers is taken out, and
    /// a cell that it uncovers is refilled ([`crate::Refill`]); from the next [`Self::apply`] on the difference is returned, of a solid that is gone
    /// by the water where it was. Where a solid was taken away ([`Mask::removed`]) the bed is dry: its cells get a film of 0.3 of the depth beside them, which is drawn at once, with its
    /// momentum, from the water around. So volume and momentum stay, energy does not rise, and water falls in as dams break.
    ///
    /// # Errors
    /// After an error nothing has changed. [`Error::ShapeMismatch`] when the number of labels is not that of the cells,
    /// [`Error::NoWater`] when the solids cover all cells, [`Error::TooFast`] for a wall faster than a third of the lattice speed,
    /// [`Error::MovedTooFar`] for a cell that a solid covers without having been within two cells of it (or of the side through
    /// which it enters), unless the solid moves and is less than three cells thick there, so that it may come and go on
    /// the grid as it turns, [`Error::NoWaterToRefillFrom`] for one that it uncovers without water within two cells, unless
    /// beside a side or another solid, and for the place of a solid that was taken away without water beside it, [`Error::EntersThroughOutflow`] for one that enters through an outflow
    /// ([`crate::SideKind::Outflow`]).
    ///
    /// # Panics
    /// If `lattice` has other numbers of cells or other units than the one that this was built for.
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
    /// let mut motion = Motion { center_m: [6.0, 5.0], linvel_m_s: [1.0, 0.0], angvel_rad_s: 0.0 };
    /// let first = labels(6.0);
    /// let mut boundary = Boundary::builder().solids(&first).build(&lattice)?;
    /// let mass = |lattice: &Lattice, boundary: &Boundary| lattice.totals(|k| boundary.labels()[k] == 0).mass;
    /// let before = mass(&lattice, &boundary);
    /// for _ in 0..100 {
    ///     motion.center_m[0] += motion.linvel_m_s[0] * units.time_step_s();
    ///     let labels = labels(motion.center_m[0]);
    ///     boundary.move_solids(&mut lattice, &Mask::new(&labels), &[(1, motion)])?;
    ///     boundary.apply(&mut lattice);
    ///     assert!(lattice.step());
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
        self.require_alike(lattice);
        let layout = *lattice.layout();
        let (nx, ny) = (layout.nx(), layout.ny());
        if mask.labels.len() != layout.cells() {
            let (got, expected) = (mask.labels.len(), layout.cells());
            return Err(Error::ShapeMismatch { what: "solid labels", expected, got });
        }
        differences(nx, ny, &self.labels, mask, &mut self.changed);
        let changed = std::mem::take(&mut self.changed);
        let moved = self.change_labels(lattice, mask, motions, &changed);
        self.changed = changed;
        if let (Ok(_), Some(distance)) = (&moved, mask.distance) {
            self.contour.set_distances(distance, lattice.units().cell_size_m());
        }
        moved
    }

    fn change_labels(
        &mut self,
        lattice: &mut Lattice,
        &Mask { labels, removed, .. }: &Mask<'_>,
        motions: &[(u16, Motion)],
        changed: &[usize],
    ) -> Result<Moved, Error> {
        let size = [lattice.layout().nx(), lattice.layout().ny()];
        let largest = changed.iter().map(|&k| labels[k]).max().unwrap_or_default();
        let motions = self.motions.next(largest, motions, lattice.units());
        let slow = |label, region| is_slow(motions.of(label), region);
        let now_solid = changed.iter().map(|&k| ([k % size[0], k / size[0]], labels[k]));
        check_speeds(&motions, self.contour.beside_solids(size[0], slow).chain(now_solid), lattice)?;
        let change = LabelChange { size, was: &self.labels, is: labels, changed, removed };
        let dry = places(&change.vacated().collect::<Vec<_>>(), size);
        self.refilled.clear();
        let rules = (self.refill, &self.walls);
        let moved = change.check(lattice, &motions, &self.sides, rules, (&mut self.refilled, &dry))?;
        if self.water + moved.uncovered == moved.covered {
            return Err(Error::NoWater { cells: labels.len() });
        }
        let regions = || self.contour.regions(motions.len());
        let in_gaps = self.gaps.find(regions, (changed, labels), motions.by_label(), lattice);
        let others_rest = motions.others_rest_than(&self.motions);
        if others_rest || !changed.is_empty() || !in_gaps.is_empty() {
            self.in_sweep = None;
        }
        self.motions = motions;
        self.owed_by_solids.resize(self.motions.len());
        let was: Vec<Vec<u16>> =
            dry.iter().map(|place| place.iter().map(|&k| self.labels[k]).collect()).collect();
        self.cover_and_refill(lattice, labels, changed);
        for (n, was) in was.iter().enumerate() {
            self.fill_dry(lattice, (&dry[n..], was));
        }
        self.water = self.water + moved.uncovered - moved.covered;
        if !changed.is_empty() {
            self.strays = strays(lattice.layout(), &self.labels);
        }
        let Self { labels, sides, walls, gaps, contour, motions, .. } = self;
        let around = Surroundings { lattice, labels, sides: *sides, walls, gaps: gaps.cells() };
        if others_rest {
            contour.update_classes(&around, motions);
        }
        let reclassified = contour.reclassify_around(&around, motions, changed);
        if !in_gaps.is_empty() {
            contour.reclassify_around(&around, motions, &in_gaps);
        }
        self.open_holes(lattice);
        Ok(Moved { reclassified, ..moved })
    }

    /// Opens the holes of solids that were left by the last water cells that they had beside them.
    fn open_holes(&mut self, lattice: &Lattice) {
        let Self { refilled, contour, owed_by_solids, labels, layout, .. } = self;
        let mut gone: Vec<u16> = refilled.iter().map(|&(.., label)| label).collect();
        gone.dedup();
        gone.retain(|&label| contour.has_left(label));
        gone.sort_unstable();
        gone.dedup();
        for label in gone {
            let of_label = refilled.iter().filter(|(.., of)| *of == label);
            let left = of_label.map(|&(site, ..)| {
                let (i, j) = layout.cell(site);
                j as usize * layout.nx() + i as usize
            });
            owed_by_solids.open_hole(lattice, labels, label, &left.collect::<Vec<_>>());
        }
    }

    /// Changes the labels, and the populations of the cells that become solid or water.
    fn cover_and_refill(&mut self, lattice: &mut Lattice, labels: &[u16], changed: &[usize]) {
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        for &k in changed {
            let cell = [k % nx, k / nx];
            if self.labels[k] == 0 {
                let site = lattice.layout().site(cell[0] as isize, cell[1] as isize);
                let at = self.ledger.arm(cell);
                let lost = content(at, lattice.rest_depth(site), &lattice.populations(site), -1.0);
                self.owed_by_solids.book_moved(labels[k], &lost, (cell, self.motions.of(labels[k])));
                lattice.set_populations(site, [0.0; Q]);
            }
            if let Some(sponge) = &mut self.sponge {
                sponge.set_water([nx, ny], cell, labels[k] == 0);
            }
            self.labels[k] = labels[k];
        }
        for &(site, f, label) in &self.refilled {
            lattice.set_populations(site, f);
            let cell = <[isize; 2]>::from(lattice.layout().cell(site)).map(|c| c as usize);
            let gained = content(self.ledger.arm(cell), lattice.rest_depth(site), &f, 1.0);
            self.owed_by_solids.book_moved(label, &gained, (cell, self.motions.of(label)));
        }
    }

    /// Fills the first of the places that are still dry, whose cells had these labels. Each solid there has its part of the water that is drawn from beside.
    fn fill_dry(&mut self, lattice: &mut Lattice, (dry, was): (&[Vec<usize>], &[u16])) {
        let is_dry = |k: usize| dry.iter().any(|place| place.binary_search(&k).is_ok());
        let Filled { film, drawn } = fill(lattice, &dry[0], |k| self.labels[k] == 0 && !is_dry(k));
        let nx = lattice.layout().nx();
        let mut parts: BTreeMap<u16, f64> = BTreeMap::new();
        for (&(k, f), &label) in film.iter().zip(was) {
            let (cell, site) =
                ([k % nx, k / nx], lattice.layout().site((k % nx) as isize, (k / nx) as isize));
            let gained = content(self.ledger.arm(cell), lattice.rest_depth(site), &f, 1.0);
            *parts.entry(label).or_default() += gained.mass;
            lattice.set_populations(site, f);
            self.owed_by_solids.book_moved(label, &gained, (cell, self.motions.of(label)));
            self.refilled.push((site, f, label));
        }
        let all: f64 = parts.values().sum();
        for (k, f) in drawn {
            let (cell, site) =
                ([k % nx, k / nx], lattice.layout().site((k % nx) as isize, (k / nx) as isize));
            let (at, rest_depth) = (self.ledger.arm(cell), lattice.rest_depth(site));
            let mut gained = content(at, rest_depth, &f, 1.0);
            gained.add(&content(at, rest_depth, &lattice.populations(site), -1.0));
            lattice.set_populations(site, f);
            for (&label, part) in &parts {
                let of_label = gained.times(part / all);
                self.owed_by_solids.book_moved(label, &of_label, (cell, self.motions.of(label)));
            }
        }
    }
}

/// Mass and momentum of a cell at a position from the middle of the grid, times `sign`.
fn content(at: [f64; 2], rest_depth: f32, f: &[f32; Q], sign: f64) -> Exchange {
    let [above, hu, hv] = depth_and_momentum(f.map(f64::from));
    Exchange::at(at, sign * (f64::from(rest_depth) + above), [sign * hu, sign * hv])
}
