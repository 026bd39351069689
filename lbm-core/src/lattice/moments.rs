use rayon::prelude::*;

use super::fields::WriteFields;
use super::{Lattice, Site};
use crate::d2q9::{Q, depth_and_momentum};
use crate::region::Region;

/// Depth and velocity of a cell in lattice units, of its populations as they are.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moments {
    /// Elevation: the surface above the still level, `h` minus the rest depth.
    pub eta: f32,
    /// Depth `h = Σ f`.
    pub h: f32,
    /// Velocity along x, `Σ e f / h`.
    pub u: f32,
    /// Velocity along y.
    pub v: f32,
}

/// Sums over cells in lattice units, in `f64`, of their populations as they are.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Totals {
    /// `Σ h`.
    pub mass: f64,
    /// `Σ h u`.
    pub momentum: [f64; 2],
    /// `Σ r × h u` about the middle of the grid, counter-clockwise.
    pub angular_momentum: f64,
}

impl Lattice {
    /// Moments of the cell at `site`: their momentum contains all that [`crate::Forces`] gave in the last step, of which that of
    /// [`Self::write_fields`] has half.
    #[inline]
    pub fn moments(&self, site: Site) -> Moments {
        self.moments_of(site, self.populations(site), -1.0)
    }

    /// Moments of the cell at `site` with the velocity half-way through what forces gave in the last step, that of [`Self::write_fields`].
    pub(super) fn halfway_moments(&self, site: Site) -> Moments {
        let m = self.moments(site);
        let Some(forces) = self.still().forces_given() else { return m };
        let [x, y] = forces.halfway(m.h, [m.h * m.u, m.h * m.v]);
        Moments { u: x / m.h, v: y / m.h, ..m }
    }

    /// The elevation at `site`, as [`Moments::eta`].
    #[inline]
    pub fn eta(&self, site: Site) -> f32 {
        let [eta, _, _] = depth_and_momentum(self.populations(site));
        eta
    }

    /// Moments of given populations at `site`: of those that have just arrived with `bed` = 1, which lack half of the bed's
    /// force, of those about to leave with −1, which already have the other half.
    #[inline]
    pub(crate) fn moments_of(&self, site: Site, populations: [f32; Q], bed: f32) -> Moments {
        let [eta, hu, hv] = depth_and_momentum(populations);
        let h = self.rest_depth(site) + eta;
        let (i, j) = self.layout().cell(site);
        let [x, y] = self.bed_momentum(i, j, eta);
        Moments { eta, h, u: (hu + bed * x) / h, v: (hv + bed * y) / h }
    }

    /// Writes elevation and velocity of a region in SI. Returns the largest Froude number in it, as [`Self::max_froude`], but of
    /// cells that are `solid`.
    ///
    /// The velocity is that of the momentum half-way through what [`crate::Forces`] gave in the last step, `(m − ½ F Δt) / h` with the momentum `m` of [`Self::moments`]: that by which
    /// a steady flow carries its water from cell to cell. Before the first step, which gave nothing, it is `m / h`; after [`Self::set_forces`], and of cells that are set, until the next step, `F` is of the forces and cells as they are. Friction counts as taking 95 % of
    /// the momentum at most.
    ///
    /// # Arguments
    /// `eta_m`, `u_m_s`, `v_m_s`: `[ny][nx]`, x fastest; only the cells of `region` are written. `solid`: the same, whether a cell
    /// does not count for the Froude number.
    ///
    /// # Panics
    /// If a slice has not one value a cell, or `region` extends beyond the grid.
    pub fn write_fields(
        &self,
        region: Region,
        [eta_m, u_m_s, v_m_s]: [&mut [f32]; 3],
        solid: &[bool],
    ) -> f64 {
        let (nx, ny) = (self.layout().nx(), self.layout().ny());
        let lengths = [("eta", eta_m.len()), ("u", u_m_s.len()), ("v", v_m_s.len()), ("solid", solid.len())];
        for (what, len) in lengths {
            assert_eq!(len, nx * ny, "{what} must have one value a cell");
        }
        assert!(region.i0 <= region.i1 && region.i1 <= nx && region.j0 <= region.j1 && region.j1 <= ny);
        let cell_size_m = self.units().cell_size_m() as f32;
        let speed_m_s = self.units().lattice_speed_m_s() as f32;
        let rows = region.j0 * nx..region.j1 * nx;
        let lines = |field| <[f32]>::par_chunks_exact_mut(field, nx).with_min_len(32).enumerate();
        let froude_squared = lines(&mut eta_m[rows.clone()])
            .zip(lines(&mut u_m_s[rows.clone()]))
            .zip(lines(&mut v_m_s[rows]))
            .map(|(((j, eta), (_, u)), (_, v))| {
                let j = region.j0 + j;
                self.read_row(j, |lines| {
                    self.isa.run(WriteFields {
                        still: self.still(),
                        j,
                        lines,
                        columns: [region.i0, region.i1],
                        cell_size_m,
                        speed_m_s,
                        out: [eta, u, v],
                        solid: &solid[j * nx..][..nx],
                    })
                })
            })
            .reduce(|| 0.0, f32::max);
        f64::from(froude_squared).sqrt()
    }

    /// Writes elevation and velocity of single cells, `j · nx + i`, with the bits of [`Self::write_fields`].
    ///
    /// # Panics
    /// If a slice has not one value a cell, or a cell is beyond the grid.
    pub fn write_fields_at(&self, cells: &[usize], [eta_m, u_m_s, v_m_s]: [&mut [f32]; 3]) {
        let lengths = [eta_m.len(), u_m_s.len(), v_m_s.len()];
        assert_eq!(lengths, [self.layout().cells(); 3], "fields must have one value a cell");
        let read = self.fields_reader();
        for &cell in cells {
            [eta_m[cell], u_m_s[cell], v_m_s[cell]] = read(cell);
        }
    }

    /// Elevation, m, and velocity along x and y, m/s, of a single cell, `j · nx + i`, with the bits of [`Self::write_fields`].
    ///
    /// # Panics
    /// If the cell is beyond the grid.
    pub fn fields_of(&self, cell: usize) -> [f32; 3] {
        self.fields_reader()(cell)
    }

    /// Reads the fields of single cells as [`Self::fields_of`]; what is the same for all of them is found once.
    #[inline]
    fn fields_reader(&self) -> impl Fn(usize) -> [f32; 3] {
        let (layout, still) = (self.layout(), self.still());
        // Divisions of 32 bits take half as long.
        let (nx, cells) = (layout.nx() as u32, layout.cells());
        let [cell_size_m, speed_m_s] =
            [self.units().cell_size_m(), self.units().lattice_speed_m_s()].map(|value| value as f32);
        let forces = still.forces_given();
        move |cell| {
            assert!(cell < cells, "the cell must be one of the grid");
            let [i, j] = [cell as u32 % nx, cell as u32 / nx].map(|k| k as isize);
            let [eta, hu, hv] = depth_and_momentum(self.populations(layout.site(i, j)));
            let [x, y] = still.bed_momentum(i, j, eta);
            let h = still.rest_depth(i, j) + eta;
            let mut momentum = [hu - x, hv - y];
            if let Some(forces) = &forces {
                momentum = forces.halfway(h, momentum);
            }
            let speed = speed_m_s / h;
            [eta * cell_size_m, momentum[0] * speed, momentum[1] * speed]
        }
    }

    /// Mass, momentum and angular momentum of the cells for which `include`, given the index `j · nx + i`, is true.
    ///
    /// Rows are summed in parallel and added in order, so the result does not depend on the number of threads.
    pub fn totals(&self, include: impl Fn(usize) -> bool + Sync) -> Totals {
        let (nx, ny) = (self.layout().nx(), self.layout().ny());
        let [middle_x, middle_y] = [nx, ny].map(|n| 0.5 * (n as f64 - 1.0));
        let total_of_row = |j: usize, f: [&[f32]; Q]| {
            let mut row = Totals::default();
            for i in (0..nx).filter(|i| include(j * nx + i)) {
                let [eta, hu, hv] = depth_and_momentum(f.map(|line| f64::from(line[i])));
                let [x, y] = self.bed_momentum(i as isize, j as isize, eta as f32).map(f64::from);
                row.mass += f64::from(self.rest_depth_of(i, j)) + eta;
                let [x, y] = [hu - x, hv - y];
                row.momentum[0] += x;
                row.momentum[1] += y;
                row.angular_momentum += (i as f64 - middle_x) * y - (j as f64 - middle_y) * x;
            }
            row
        };
        let rows = self.rows(&|j| self.read_row(j, |f| total_of_row(j, f)));
        rows.into_iter().fold(Totals::default(), |a, b| Totals {
            mass: a.mass + b.mass,
            momentum: [a.momentum[0] + b.momentum[0], a.momentum[1] + b.momentum[1]],
            angular_momentum: a.angular_momentum + b.angular_momentum,
        })
    }

    /// The largest Froude number `|u| / √(g h)`, of a gas the largest Mach number, of the cells for which `include`, given
    /// the index `j · nx + i`, is true; with the velocity of [`Self::write_fields`].
    pub fn max_froude(&self, include: impl Fn(usize) -> bool + Sync) -> f64 {
        let nx = self.layout().nx();
        let largest = |j: usize| {
            let mut largest = 0.0;
            self.each_flow_state(j, |i, state| {
                // Not-a-number is not larger.
                if state.froude_squared > largest && include(j * nx + i) {
                    largest = state.froude_squared;
                }
            });
            largest
        };
        f64::from(self.rows(&largest).into_iter().fold(0.0, f32::max)).sqrt()
    }
}
