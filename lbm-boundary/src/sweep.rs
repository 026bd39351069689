use lbm_core::Lattice;

use crate::boundary::Boundary;
use crate::open::InSweep;

impl Boundary {
    /// The first half of a step, of which [`Self::sweep`] is the second: the same results as [`Self::apply`] and then
    /// [`Lattice::step`], but sponges relax the rows of the lattice where they can as the sweep reaches them, which then
    /// are read from memory once and not twice.
    ///
    /// In between populations are not to be read or changed, and the exchange with sides that are sponges is not in the ledger yet
    /// ([`crate::Ledger::side`]); that with solids is. Sponges relax all cells here while a solid moves, and when the last solid has
    /// left mass owed behind.
    ///
    /// ```
    /// use lbm_boundary::{Boundary, Side, SideKind};
    /// use lbm_core::{Lattice, Units};
    ///
    /// let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81)?;
    /// let mut lattice = Lattice::builder(40, 20, units).rest_depth_m(4.0).build()?;
    /// lattice.set_cell_m(30, 10, 4.2, [0.0, 0.0]);
    /// let before = lattice.totals(|_| true).mass;
    /// let mut boundary = Boundary::builder().side(Side::East, SideKind::Sponge { width_m: 8.0 }).build(&lattice)?;
    /// let mut gained = 0.0;
    /// for _ in 0..100 {
    ///     boundary.prepare(&mut lattice);
    ///     assert!(boundary.sweep(&mut lattice));
    ///     gained += boundary.ledger().side(Side::East).mass;
    /// }
    /// assert!(gained < -0.1);
    /// assert!((lattice.totals(|_| true).mass - before - gained).abs() < 1e-4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `lattice` has other numbers of cells or other units than the one that this was built for.
    pub fn prepare(&mut self, lattice: &mut Lattice) {
        let Self { sponge, in_sweep, motions, owed_by_solids, contour, layout, .. } = self;
        self.relaxes_in_sweep =
            sponge.is_some() && motions.are_rest() && owed_by_solids.returns_to_contour(contour);
        if let (Some(sponge), None, true) = (&*sponge, &*in_sweep, self.relaxes_in_sweep) {
            let cells = contour.reached(layout).map(|site| layout.cell(site));
            let inside = |(i, j): (isize, isize)| {
                let cell = [usize::try_from(i).ok()?, usize::try_from(j).ok()?];
                (cell[0] < layout.nx() && cell[1] < layout.ny()).then_some(cell)
            };
            let found = InSweep::new(sponge, cells.filter_map(inside));
            contour.set_strengths(lattice, motions, |cell| found.left_of(sponge, cell));
            *in_sweep = Some(found);
        }
        self.rebuild(lattice);
    }

    /// Advances the lattice by one time step after [`Self::prepare`], and completes the ledger.
    ///
    /// Returns `false` as [`Lattice::step`] does.
    #[must_use = "`false` means that cells are in trouble: `Lattice::trouble` names one"]
    pub fn sweep(&mut self, lattice: &mut Lattice) -> bool {
        let (Some(sponge), Some(in_sweep), true) =
            (&self.sponge, &self.in_sweep, std::mem::take(&mut self.relaxes_in_sweep))
        else {
            return lattice.step();
        };
        let first = self.ledger.arm([0, 0]);
        let is_valid = lattice.step_with_rows(&|j, lines| in_sweep.relax(sponge, j, lines, first));
        self.ledger.release(in_sweep.gained());
        is_valid
    }
}
