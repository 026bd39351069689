use super::populations::lines;
use super::{BorderRow, Lattice};
use crate::d2q9::Q;
use crate::engine::{RowBorder, StreamCollide};
use crate::operator::{
    AdaptedViscosity, CentralMoments, Collision, Constant, EddyViscosity, Operator, Pressure, Smagorinsky,
    TwoRates,
};
use crate::shallow::Water;

impl Lattice {
    /// Advances all populations by one time step: streaming, then collision.
    ///
    /// Returns `false` if the populations that streamed into some cell give it a depth that is not positive or a speed
    /// not below the lattice speed; [`Self::trouble`] then names it. Allocates nothing; gives the same bits for any number
    /// of threads.
    #[must_use = "`false` means that cells are in trouble: `trouble` names one"]
    pub fn step(&mut self) -> bool {
        self.advance(None, 1).1
    }

    /// Changes rows, then advances all populations by one time step: the same bits as [`Self::map_rows`] with `change`, then
    /// [`Self::step`]. Each row is changed when the sweep reaches it, and is in the core's cache when it streams.
    ///
    /// `change(j, lines)` gets the stored deviations of a row, `lines[q][i]` without ghost cells. Several threads call it at
    /// once, and for rows that two of them need once each, with copies of the same values: what it keeps of a row must be
    /// the same in each call.
    ///
    /// Returns `false` as [`Self::step`] does. Allocates nothing unless populations are stored in 16 bits; gives the same
    /// bits for any number of threads.
    ///
    /// ```
    /// use lbm_core::{Lattice, Units};
    ///
    /// let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81)?;
    /// let mut lattice = Lattice::builder(40, 30, units).rest_depth_m(4.0).build()?;
    /// lattice.set_cell_m(3, 10, 4.2, [0.0, 0.0]);
    /// // Deviations from rest fade in ten columns.
    /// let fade = |_: usize, lines: [&mut [f32]; 9]| {
    ///     lines.into_iter().for_each(|line| line[..10].iter_mut().for_each(|f| *f *= 0.9));
    /// };
    /// assert!(lattice.step_with_rows(&fade));
    /// assert!((lattice.totals(|_| true).mass - 40.0 * 30.0 * 8.0 - 0.36).abs() < 1e-4);
    /// # Ok::<(), lbm_core::Error>(())
    /// ```
    #[must_use = "`false` means that cells are in trouble: `trouble` names one"]
    pub fn step_with_rows(&mut self, change: &(dyn Fn(usize, [&mut [f32]; Q]) + Sync)) -> bool {
        if self.rows.rounds() {
            // What is changed is rounded before it streams.
            self.map_rows(change);
            return self.step();
        }
        let layout = *self.layout();
        let change = |j: isize, _: &[f32], row: &mut [f32], _: &[f32]| match usize::try_from(j) {
            Ok(j) if j < layout.ny() => change(j, lines(row, layout.stride(), layout.nx())),
            _ => {}
        };
        self.advance(Some(&change), 1).1
    }

    /// Takes `count` steps, each after `border` has written the populations that enter the water: the same bits as
    /// `border` for all rows from −1 to `ny`, then [`Self::step`], `count` times.
    ///
    /// Several steps are taken in one traversal of memory, whose bandwidth limits the speed on large grids
    /// ([`crate::LatticeBuilder::steps_per_traversal`]). Therefore `border` works on one row at a time, on some more than
    /// once, and must write the same values in each call, see [`BorderRow`]. Several threads call it at once.
    ///
    /// Returns `false` if some cell was in trouble, which [`Self::trouble`] then names, and ends after that traversal:
    /// [`Self::steps`] says how many steps were taken. The cell does not depend on the number of threads; the number of
    /// steps does, unless populations are stored in 16 bits. Allocates nothing after its first call.
    ///
    /// ```
    /// use lbm_core::d2q9::{C, OPPOSITE};
    /// use lbm_core::{BorderRow, Lattice, Units};
    ///
    /// let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81)?;
    /// let mut lattice = Lattice::builder(40, 30, units).rest_depth_m(4.0).build()?;
    /// lattice.set_cell_m(20, 10, 4.2, [0.0, 0.0]);
    /// // Four half-way walls: populations that leave into ghost cells come back as their opposites.
    /// let walls = |row: &mut BorderRow<'_>| {
    ///     let (nx, ny, j) = (40, 30, row.j());
    ///     for q in 1..9 {
    ///         let [dx, dy] = C[q].map(|c| c as isize);
    ///         for i in -1..=nx {
    ///             let inside = |i, j| (0..nx).contains(&i) && (0..ny).contains(&j);
    ///             if !inside(i, j) && inside(i + dx, j + dy) {
    ///                 row.set_population(q, i, row.population(OPPOSITE[q], i + dx, j + dy));
    ///             }
    ///         }
    ///     }
    /// };
    /// let before = lattice.totals(|_| true).mass;
    /// assert!(lattice.steps_with(100, &walls));
    /// assert!((lattice.totals(|_| true).mass / before - 1.0).abs() < 1e-8);
    /// # Ok::<(), lbm_core::Error>(())
    /// ```
    #[must_use = "`false` means that cells are in trouble: `trouble` names one"]
    pub fn steps_with(&mut self, count: usize, border: &(dyn Fn(&mut BorderRow<'_>) + Sync)) -> bool {
        let layout = *self.layout();
        let border = |j: isize, below: &[f32], here: &mut [f32], above: &[f32]| {
            border(&mut BorderRow::new(layout, j, [below, above], here));
        };
        let mut remaining = count;
        while remaining > 0 {
            let (taken, valid) = self.advance(Some(&border), remaining.min(self.steps_per_traversal()));
            if !valid {
                return false;
            }
            remaining -= taken;
        }
        true
    }

    /// Takes up to so many steps in one traversal; returns how many, and whether all cells are valid.
    fn advance(&mut self, border: Option<RowBorder<'_>>, steps: usize) -> (usize, bool) {
        let omega = Constant(self.collision().omega() as f32);
        let (taken, valid) = match self.smagorinsky() {
            None => self.advance_with(omega, border, steps),
            Some(constant) => {
                self.advance_with(Smagorinsky::new(self.collision().tau(), constant), border, steps)
            }
        };
        self.set_steps(self.steps() + taken as u64);
        (taken, valid)
    }

    fn advance_with(
        &mut self,
        shear: impl EddyViscosity,
        border: Option<RowBorder<'_>>,
        steps: usize,
    ) -> (usize, bool) {
        let pressure = Pressure::new(self.equation_of_state());
        match self.collision() {
            Collision::Bgk { .. } if self.adapts() => {
                let even = AdaptedViscosity { inner: shear, per_gravity: 1.0 / self.gravity() };
                self.traverse(TwoRates { pressure, even, odd: None }, border, steps)
            }
            Collision::Bgk { .. } | Collision::Trt { .. } => self.traverse(
                TwoRates { pressure, even: shear, odd: self.collision().odd_rate() },
                border,
                steps,
            ),
            Collision::CentralMoments { bulk_tau, .. } => self.traverse(
                CentralMoments { pressure, shear, bulk: (1.0 / bulk_tau) as f32 },
                border,
                steps,
            ),
        }
    }

    fn traverse(
        &mut self,
        operator: impl Operator,
        border: Option<RowBorder<'_>>,
        steps: usize,
    ) -> (usize, bool) {
        let (gravity, unit) = (self.gravity(), std::hint::black_box(1.0));
        let Self { layout, flat, uneven, rows, isa, failed, .. } = self;
        let taken;
        (taken, *failed) = match &*uneven {
            None => {
                let model = Water { gravity, unit, ground: *flat, operator };
                rows.advance(*isa, &StreamCollide::rows(layout.nx(), layout.stride(), model), border, steps)
            }
            Some(ground) => {
                let model = Water { gravity, unit, ground, operator };
                rows.advance(*isa, &StreamCollide::rows(layout.nx(), layout.stride(), model), border, steps)
            }
        };
        (taken, failed.is_none())
    }
}
