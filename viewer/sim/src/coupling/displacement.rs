//! Displaced water: the submerged thickness of bodies as part of the head, and the water under them.

use std::ops::Range;

use lbm_core::{Cover, CoveredCell, CoveredFlow, Impulses, Lattice};
use mask_raster::WetCell;
use rayon::prelude::*;

use super::band_cells::BandCells;
use super::impulses::Momenta;
use crate::reuse::emptied;
use crate::water::{Cells, Fields, Fluid, Read};

/// The submerged thickness of bodies in each cell. Its changes are added to the head of the water, one half before and one
/// after the step of the lattice; the water under them has their second moment ([`Cover`]).
///
/// The thickness is measured from the mean level of all water, so it changes by the bodies' motion, and by what comes into the grid and leaves it;
/// measured from the disturbed level it would feed on its own wave.
#[derive(Debug)]
pub(crate) struct Displacement {
    cells: Cells,
    /// Thickness, `[ny][nx]`, m.
    thickness_m: Vec<f32>,
    /// Fraction of each cell under bodies, `[ny][nx]`.
    coverage: Vec<f32>,
    /// Present thickness; zero outside of [`Self::advance`].
    fresh_m: Vec<f32>,
    /// Change of the thickness in this step, `[ny][nx]`, m.
    change_m: Vec<f32>,
    /// For each row the columns outside of which no body covers a cell.
    covered: Vec<Range<usize>>,
    /// Columns of `covered`, with those of before the last step: outside of them thickness and change are zero.
    columns: Vec<Range<usize>>,
    bands: Vec<Band>,
    /// Memory for the wet sections of the bodies.
    wet: Vec<&'static [WetCell]>,
}

/// Rows of cells that are advanced together.
const ROWS_PER_BAND: usize = 8;

/// What comes into a band of rows.
#[derive(Debug, Default)]
struct Band {
    /// Numbers of the bodies with cells in it.
    bodies: Vec<usize>,
    /// Whether there are solids among the cells that change.
    has_solids: bool,
}

impl Displacement {
    pub(crate) fn new(cells: Cells) -> Self {
        let count = cells.nx * cells.ny;
        let zeros = || vec![0.0; count];
        Self {
            cells,
            thickness_m: zeros(),
            coverage: zeros(),
            fresh_m: zeros(),
            change_m: zeros(),
            covered: vec![0..0; cells.ny],
            columns: vec![0..0; cells.ny],
            bands: (0..cells.ny.div_ceil(ROWS_PER_BAND)).map(|_| Band::default()).collect(),
            wet: Vec::new(),
        }
    }

    /// Starts with a wet section without changing the head: the water came to rest around the bodies, or flows past them with
    /// the velocity that the cells have.
    pub(crate) fn start<'a>(
        &mut self,
        wet: impl Iterator<Item = &'a [WetCell]>,
        solid: &[bool],
        lattice: &mut Lattice,
    ) {
        self.replace(wet, solid);
        self.forget_changes();
        lattice.cover(&self.covered_cells(solid, lattice));
    }

    /// Takes a body out of the water between two steps, of which this is the section: its place is a hole in the head then.
    pub(super) fn take_out(&mut self, section: &[WetCell], lattice: &mut Lattice) {
        let per_meter = (1.0 / self.cells.cell_size_m) as f32;
        for &WetCell { index, thickness_m, .. } in section {
            // None of it is in cells of solids.
            let under_m = &mut self.thickness_m[index as usize];
            let gone_m = thickness_m.min(*under_m);
            *under_m -= gone_m;
            self.change_m[index as usize] = 0.0;
            if gone_m != 0.0 {
                lattice.add_volume(self.cells.site(lattice, index as usize), -gone_m * per_meter);
            }
        }
    }

    /// The cells with a thickness, in order, and the thickness, m.
    pub(super) fn state(&self) -> Vec<(u32, f32)> {
        self.in_order().filter(|(_, thickness_m)| *thickness_m != 0.0).collect()
    }

    /// Goes to a state whose cells are on the grid, in order.
    pub(super) fn restore(&mut self, state: &[(u32, f32)]) {
        for cells in [&mut self.thickness_m, &mut self.coverage, &mut self.change_m] {
            cells.fill(0.0);
        }
        self.covered.fill(0..0);
        for &(cell, thickness_m) in state {
            self.thickness_m[cell as usize] = thickness_m;
            self.cells.widen(&mut self.covered, cell as usize);
        }
        self.columns.clone_from(&self.covered);
    }

    /// The cells between the first and the last one covered of each row, in order, and the thickness, m.
    fn in_order(&self) -> impl Iterator<Item = (u32, f32)> {
        let rows = self.covered.iter().zip(self.thickness_m.chunks_exact(self.cells.nx)).enumerate();
        rows.flat_map(|(j, (columns, thickness_m))| {
            let first = j * self.cells.nx;
            columns.clone().map(move |i| ((first + i) as u32, thickness_m[i]))
        })
    }

    /// Volume of the bodies below the mean level, in cells × m.
    pub(crate) fn total_m(&self) -> f64 {
        self.in_order().map(|(_, thickness_m)| f64::from(thickness_m)).sum()
    }

    /// Whether any cell is covered, or was before the last step.
    pub(super) fn is_any(&self) -> bool {
        self.columns.iter().any(|columns| !columns.is_empty())
    }

    /// Submerged thickness in each cell, `[ny][nx]`, m.
    pub(crate) fn thickness_m(&self) -> &[f32] {
        &self.thickness_m
    }

    /// Replaces the wet section, of one body after the other, and adds momenta to the cells, then one half of the change of the thickness to
    /// their head. The fields are still those of before the step.
    pub(super) fn begin<'a>(
        &mut self,
        wet: impl Iterator<Item = &'a [WetCell]>,
        solid: &[bool],
        (lattice, fields): (&mut Lattice, &Fields),
        mut momenta: Option<Momenta<'_>>,
    ) {
        self.replace(wet, solid);
        let per_meter = (1.0 / self.cells.cell_size_m) as f32;
        let has_solids = self.bands.iter().any(|band| band.has_solids);
        if let Some((columns, momenta)) = momenta.take_if(|_| has_solids) {
            lattice.add_momenta(columns, momenta);
        }
        let rows = self.columns.chunks(ROWS_PER_BAND).zip(&self.bands).enumerate();
        for (k, (rows, _)) in rows.filter(|(_, (_, band))| band.has_solids) {
            for (j, columns) in (k * ROWS_PER_BAND..).zip(rows) {
                let first = j * self.cells.nx;
                for cell in (first + columns.start..first + columns.end).filter(|cell| solid[*cell]) {
                    // What a solid takes over has no other half.
                    let change_m = std::mem::take(&mut self.change_m[cell]);
                    if change_m != 0.0 {
                        lattice.add_volume(self.cells.site(lattice, cell), change_m * per_meter);
                    }
                }
            }
        }
        let cover = self.cover(solid);
        let fields = [&fields.eta_m[..], &fields.u_m_s, &fields.v_m_s];
        match momenta {
            Some(momenta) => lattice.add_momenta_and_begin_cover(momenta, (&cover, fields)),
            None => lattice.begin_cover(&cover, fields),
        }
    }

    /// Gives the water under the bodies its forces, inertia and viscosity after a step of the lattice, and adds the other half; brings the
    /// fields in `read` up to date, those of all cells if it is `None`. Returns what the forces gave beyond [`Lattice::impulses`], the largest Froude number of the fields, under
    /// bodies of the head, and how fast the water under them is.
    pub(crate) fn end(&self, fluid: &mut Fluid, read: Option<Read<'_>>) -> (Impulses, f64, CoveredFlow) {
        let Fluid { solid, lattice, fields, .. } = fluid;
        let beyond = if lattice.has_forces() {
            lattice.force_covered(&self.covered_cells(solid, lattice))
        } else {
            Impulses::default()
        };
        let Some(read) = read else {
            let Fields { eta_m, u_m_s, v_m_s } = fields;
            let (froude, flow) =
                lattice.end_cover_and_write_fields(&self.cover(solid), [eta_m, u_m_s, v_m_s]);
            return (beyond, froude, flow);
        };
        lattice.end_cover(&self.cover(solid));
        let froude = fluid.refresh_fields_in(read);
        let Fluid { solid, lattice, fields, .. } = fluid;
        (beyond, froude, self.correct_velocities(solid, lattice, fields))
    }

    /// Sets the velocities of the water under bodies: that of the column, in place of that of the head; returns how fast it is.
    pub(crate) fn correct_velocities(
        &self,
        solid: &[bool],
        lattice: &Lattice,
        fields: &mut Fields,
    ) -> CoveredFlow {
        let Fields { u_m_s, v_m_s, .. } = fields;
        lattice.write_covered_velocities(&self.cover(solid), [u_m_s, v_m_s])
    }

    pub(super) fn cover<'a>(&'a self, solid: &'a [bool]) -> Cover<'a> {
        let Self { thickness_m, change_m, columns, .. } = self;
        Cover { thickness_m, change_m, solid, columns }
    }

    /// The covered cells, and those beside them, one by one.
    fn covered_cells(&self, solid: &[bool], lattice: &Lattice) -> Vec<CoveredCell> {
        let Self { cells, thickness_m, coverage, columns, .. } = self;
        let (cover, per_meter) = (self.cover(solid), (1.0 / cells.cell_size_m) as f32);
        let describe = |cell: usize| {
            let here = thickness_m[cell];
            let slope = cells.gradient(cells.place(cell), here, Some(solid), |at| thickness_m[at]);
            let change_m = cover.mean_change_m(cell, [cells.nx, cells.ny]);
            let [thickness, change] = [here, change_m].map(|length_m| length_m * per_meter);
            let site = cells.site(lattice, cell);
            CoveredCell { site, thickness, slope, change, coverage: coverage[cell] }
        };
        let near = (0..cells.ny).flat_map(|j| {
            let rows = columns[j.saturating_sub(1)..(j + 2).min(cells.ny)].iter();
            let all = rows.filter(|row| row.start < row.end).fold(cells.nx..0, |all, row| {
                all.start.min(row.start.saturating_sub(1))..all.end.max((row.end + 1).min(cells.nx))
            });
            all.map(move |i| j * cells.nx + i)
        });
        let is_near =
            |cell: &CoveredCell| cell.thickness != 0.0 || cell.change != 0.0 || cell.slope != [0.0; 2];
        near.filter(|cell| !solid[*cell]).map(describe).filter(is_near).collect()
    }

    fn forget_changes(&mut self) {
        self.change_m.fill(0.0);
        self.columns.clone_from(&self.covered);
    }

    /// Replaces the wet section, of one body after the other, and finds the changes.
    fn replace<'a>(&mut self, wet: impl Iterator<Item = &'a [WetCell]>, solid: &[bool]) {
        let mut all = emptied(std::mem::take(&mut self.wet));
        all.extend(wet);
        self.advance(&all, solid);
        self.wet = emptied(all);
    }

    /// Replaces the wet section by that of one body after the other, and finds the changes. Bands of rows are taken on all threads, each cell in the order
    /// of the bodies.
    fn advance(&mut self, wet: &[&[WetCell]], solid: &[bool]) {
        let Self { cells: Cells { nx, .. }, thickness_m, coverage, fresh_m, change_m, .. } = self;
        let length = ROWS_PER_BAND * *nx;
        self.bands.iter_mut().for_each(|band| band.bodies.clear());
        for (body, cells) in wet.iter().enumerate() {
            if let (Some(first), Some(last)) = (cells.first(), cells.last()) {
                let bands = first.index as usize / length..=last.index as usize / length;
                self.bands[bands].iter_mut().for_each(|band| band.bodies.push(body));
            }
        }
        let bands = self.bands.par_iter_mut().with_max_len(1).zip(solid.par_chunks(length));
        let fields = thickness_m.par_chunks_mut(length).zip(coverage.par_chunks_mut(length));
        let changes = fresh_m.par_chunks_mut(length).zip(change_m.par_chunks_mut(length));
        let rows = self.covered.par_chunks_mut(ROWS_PER_BAND).zip(self.columns.par_chunks_mut(ROWS_PER_BAND));
        bands.zip(fields).zip(changes).zip(rows).enumerate().for_each(
            |(k, ((((band, solid), (thickness_m, coverage)), (fresh_m, change_m)), (covered, columns)))| {
                let cells = BandCells { nx: *nx, solid, thickness_m, coverage, fresh_m, change_m, covered };
                let wet = band.bodies.iter().map(|body| wet[*body]);
                band.has_solids = cells.advance(k * length, wet, columns);
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thickness_changes_add_up_to_the_thickness() {
        let wet = |cells: &[(u32, f32)]| -> Vec<WetCell> {
            let cell = |&(index, thickness_m)| WetCell {
                index,
                label: 1,
                thickness_m,
                coverage: 1.0,
                waterplane: 1.0,
            };
            cells.iter().map(cell).collect()
        };
        let solid = [false, false, false, false, true];
        let mut displacement = Displacement::new(Cells { nx: 5, ny: 1, cell_size_m: 1.0 });
        let mut sums = [0.0f32; 5];
        for section in [
            wet(&[(0, 0.5), (1, 0.25)]),
            wet(&[(1, 0.5), (2, 1.0), (4, 9.0)]),
            wet(&[(0, 0.125), (3, 0.5)]),
            wet(&[(3, 0.5)]),
        ] {
            displacement.advance(&[&section], &solid);
            displacement.change_m.iter().zip(&mut sums).for_each(|(change, sum)| *sum += change);
        }
        assert_eq!(sums, [0.0, 0.0, 0.0, 0.5, 0.0]);
        assert_eq!(displacement.total_m(), 0.5);
    }

    /// Bodies that share cells and come and go, with solids: by bands on any number of threads as one cell after the other.
    #[test]
    fn bands_of_rows_give_the_sums_of_cells_one_by_one() {
        let (nx, ny) = (37, 29);
        let mut seed = 1_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let solid: Vec<bool> = (0..nx * ny).map(|_| random(20) == 0).collect();
        let grid = Cells { nx, ny, cell_size_m: 1.0 };
        let (mut displacement, mut before) = (Displacement::new(grid), vec![0.0; nx * ny]);
        for step in 0..30 {
            let bodies: Vec<Vec<WetCell>> = (0..random(12))
                .map(|_| {
                    let (first, last) = (random(nx * ny), random(nx * ny));
                    let mut cells: Vec<_> = (first..last.max(first)).filter(|_| random(3) == 0).collect();
                    cells.truncate(random(400));
                    let cell = |index| WetCell {
                        index: index as u32,
                        label: 1,
                        thickness_m: 0.1 + index as f32 * 1e-3,
                        coverage: 0.3,
                        waterplane: 0.3,
                    };
                    cells.into_iter().map(cell).collect()
                })
                .collect();
            let lists: Vec<&[WetCell]> = bodies.iter().map(|body| &body[..]).collect();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + step % 3).build().expect("a pool");
            pool.install(|| displacement.advance(&lists, &solid));
            let (mut thickness_m, mut coverage) = (vec![0.0_f32; nx * ny], vec![0.0_f32; nx * ny]);
            for cell in bodies.iter().flatten().filter(|cell| !solid[cell.index as usize]) {
                let at = cell.index as usize;
                thickness_m[at] += cell.thickness_m;
                coverage[at] = (coverage[at] + cell.coverage).min(1.0);
            }
            let change_m: Vec<f32> =
                thickness_m.iter().zip(&before).map(|(now, before)| now - before).collect();
            assert_eq!(displacement.thickness_m, thickness_m, "step {step}");
            assert_eq!(
                (&displacement.coverage, &displacement.change_m),
                (&coverage, &change_m),
                "step {step}"
            );
            for cell in 0..nx * ny {
                let is_any = thickness_m[cell] != 0.0 || change_m[cell] != 0.0;
                assert!(
                    !is_any || displacement.columns[cell / nx].contains(&(cell % nx)),
                    "step {step}, {cell}"
                );
            }
            let wanted = (0..).zip(&thickness_m).filter(|(_, m)| **m != 0.0).map(|(cell, m)| (cell, *m));
            assert_eq!(displacement.state(), wanted.collect::<Vec<_>>(), "step {step}");
            before = thickness_m;
        }
    }
}
