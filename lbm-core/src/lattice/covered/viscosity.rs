//! Power that viscosity takes from the water, open or covered.

use super::neighbor::Neighbor;
use super::{Cover, CoveredCell, covered_column, links};
use crate::d2q9::{C, W, gradient};
use crate::lattice::Lattice;
use crate::operator::{Collision, smagorinsky_factor};

/// The other end of a link that leaves the water of a lattice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Across {
    /// Water elsewhere, as across a periodic side.
    Cell(usize),
    /// Water that is the mirror image of that in a cell, as across a wall with free slip.
    Mirrored {
        /// The cell.
        cell: usize,
        /// Whether its velocity relative to the wall is reversed along x and y.
        reversed: [bool; 2],
        /// Velocity of the wall, lattice units.
        wall: [f32; 2],
    },
    /// A wall in the middle of the link that moves with a velocity, lattice units, and takes the water with it.
    Wall([f32; 2]),
    /// Water that moves as that in the cell does.
    Open,
}

/// Water at one end of a link.
#[derive(Clone, Copy, Default)]
struct End {
    velocity: [f32; 2],
    eta: f32,
    /// Thickness of the cover.
    thickness: f32,
    /// Weight of its velocity in the mean of a link ([`Lattice::begin_covered`]).
    weight: f32,
    /// The water's, under a cover what that leaves.
    column: f32,
    /// Weight of the terms of the column, 1 but in films ([`part_of_film`](super::part_of_film)).
    part: f32,
}

/// Velocity gradients of a cell and what they come with, in lattice units.
struct Strain {
    /// `Σ w_q (e_q·δu) [⅓ (e_q·δm + e_q·u δb) − g h e_q·u δη]` over the eight links, with `u δb` of [`Lattice::begin_covered`].
    links: f32,
    /// `∇·u`, `∇·m` and `u·∇η`.
    divergence: f32,
    outflow: f32,
    along_surface: f32,
    /// Half the difference of xx and yy, and xy, of the traceless rate of strain.
    shear: [f32; 2],
    /// `(u · ∇) u`, and `½ ∇|u|²`.
    carried: [f32; 2],
    pushed: [f32; 2],
}

/// What a lattice's viscosity depends on.
struct Rates {
    collision: Collision,
    adapts: bool,
    /// `18 √2 C²`, 0 without eddies.
    eddies: f32,
    gravity: f32,
}

impl Lattice {
    /// Power that viscosity, molecular and eddy, takes from the water and its waves in the present flow, `Σ σ : ∇u` over all cells, per unit density in
    /// lattice units: an energy ([`crate::Units::to_energy_m5_s2`]) a step.
    ///
    /// The viscous stress is that of the second order of the Chapman–Enskog expansion of the collision operators (Dellar 2001, *Bulk and shear
    /// viscosities in lattice Boltzmann equations*, whose steps hold for the equilibrium of shallow water too), with the momentum `m = h u`, the bulk
    /// relaxation time τ_b = τ but for central moments, `e = Δx = Δt = 1`:
    ///
    /// ```text
    /// σ = (τ − ½) [⅓ (∇m + ∇mᵀ) + (⅓ − g h) ∇·m 1 + ∂(h u u)/∂t],           the trace with τ_b in place of τ
    /// ∂(h u u)/∂t = −g h (u ∇η + ∇η u) − h [u (u · ∇) u + (u · ∇) u u] − u u ∇·m
    /// σ : ∇u = h (τ − ½) ⅔ S:S + h (τ_b − ½) (⅔ − g h) (∇·u)²            in small waves over a level bed, S traceless
    /// ```
    ///
    /// The first is `2 ρ ν h S:S`: `⅓ (τ − ½)` is ν, and `(τ_b − ½) (⅔ − g h)` the bulk viscosity, which real water has none of. Gradients are taken over the links of
    /// cells, so that what is lost beside walls is counted too. The error is of second order in the cells of a wave's length, and
    /// with central moments in parts `3 u² / e²` with the speed of the stream, as their equilibrium has some of `∇ · (h u u u)`. In a steady stream over a bed whose flow `m` is
    /// even there is no stress.
    ///
    /// Under covers `w ∇u` stands in place of `∇m`, as [`Self::begin_covered`] has it on links, and the rest is that of [`Self::relax_covered`]: none of the potential flow
    /// that squeezing makes, and of `g h ∇·m` what does not come from `∂b/∂t`. Their eddies count as in the open.
    ///
    /// # Arguments
    /// `[eta_m, u_m_s, v_m_s]`: fields in SI, under covers the velocity of the water ([`Self::write_covered_velocities`]). `across(cell, q)`: what is across a link
    /// that leads out of the grid, into a solid of the `cover` or between two that touch at a corner.
    ///
    /// # Panics
    /// If a slice has not one value a cell.
    pub fn viscous_power(
        &self,
        fields: [&[f32]; 3],
        cover: &Cover<'_>,
        across: &(dyn Fn(usize, usize) -> Across + Sync),
    ) -> f64 {
        let [nx, ny] = [self.layout().nx(), self.layout().ny()];
        let lengths = [fields[0].len(), fields[1].len(), fields[2].len()];
        assert_eq!(lengths, [nx * ny; 3], "fields must have one value a cell");
        self.check_cover(cover);
        let rates = Rates {
            collision: self.collision(),
            adapts: self.adapts(),
            eddies: self.smagorinsky().map_or(0.0, smagorinsky_factor),
            gravity: self.gravity(),
        };
        let of_row = |j: usize| {
            let mut sum = 0.0;
            let rows = &cover.columns[j.saturating_sub(1)..(j + 2).min(ny)];
            let is_near_cover = rows.iter().any(|columns| !columns.is_empty());
            for i in (0..nx).filter(|i| !cover.solid[j * nx + i]) {
                let (here, ends) = self.ends(fields, cover, [i, j], across);
                sum +=
                    f64::from(self.viscous_power_in([i, j], (here, &ends), cover, (&rates, is_near_cover)));
            }
            sum
        };
        self.rows(&of_row).into_iter().sum()
    }

    /// The water in a cell, and at the other ends of its links 1 to 8.
    fn ends(
        &self,
        fields: [&[f32]; 3],
        cover: &Cover<'_>,
        [i, j]: [usize; 2],
        across: &(dyn Fn(usize, usize) -> Across + Sync),
    ) -> (End, [End; 8]) {
        let (nx, ny) = (self.layout().nx(), self.layout().ny());
        let per_speed = 1.0 / self.units().lattice_speed_m_s() as f32;
        let per_meter = 1.0 / self.units().cell_size_m() as f32;
        let still = self.still();
        let level = still.is_flat().then(|| still.rest_depth(0, 0));
        let end = |cell: usize| {
            let velocity = [fields[1][cell] * per_speed, fields[2][cell] * per_speed];
            let eta = fields[0][cell] * per_meter;
            let rest_depth = match level {
                Some(depth) => depth,
                None => still.rest_depth((cell % nx) as isize, (cell / nx) as isize),
            };
            let (head, thickness) = (head_of(rest_depth, eta), cover.thickness_m[cell] * per_meter);
            let left = velocity.map(|u| u * (head - thickness));
            let column =
                if thickness == 0.0 { head } else { covered_column(rest_depth, thickness, head, left) };
            let [thickness, weight, _, _, part] = links::end([rest_depth, eta], thickness, velocity);
            End { velocity, eta, thickness, weight, column, part }
        };
        let cell = j * nx + i;
        let here = end(cell);
        let ends = std::array::from_fn(|k| {
            if let Neighbor::Water(there) = Neighbor::of(cover.solid, [nx, ny], [i, j], k + 1) {
                return end(there);
            }
            match across(cell, k + 1) {
                Across::Cell(cell) => end(cell),
                Across::Mirrored { cell, reversed, wall } => {
                    let mut end = end(cell);
                    for axis in (0..2).filter(|axis| reversed[*axis]) {
                        end.velocity[axis] = 2.0 * wall[axis] - end.velocity[axis];
                    }
                    end
                }
                Across::Wall(wall) => {
                    let beyond = |axis: usize| 2.0 * wall[axis] - here.velocity[axis];
                    End { velocity: [beyond(0), beyond(1)], ..here }
                }
                Across::Open => here,
            }
        });
        (here, ends)
    }

    fn viscous_power_in(
        &self,
        [i, j]: [usize; 2],
        (here, ends): (End, &[End; 8]),
        cover: &Cover<'_>,
        (rates, is_near_cover): (&Rates, bool),
    ) -> f32 {
        let cell = j * self.layout().nx() + i;
        let per_meter = 1.0 / self.units().cell_size_m() as f32;
        let head = head_of(self.still().rest_depth(i as isize, j as isize), here.eta);
        let gh = rates.gravity * head;
        let [u, v] = here.velocity;
        let strain = Strain::of(here, ends, gh);
        let Strain { links, divergence, outflow, along_surface, carried: [bx, by], pushed: [px, py], .. } =
            strain;
        let froude = u.hypot(v) * here.column / head / gh.sqrt();
        let [shear, bulk] = rates.viscosities(&strain, [head, here.column], froude);
        let (mut change, mut along, mut smooth) = (0.0, 0.0, 1.0);
        if is_near_cover {
            let [x, y] = self.thickness_slope([i, j], cover);
            change = cover.mean_change_m(cell, [self.layout().nx(), self.layout().ny()]) * per_meter;
            along = u * x + v * y;
            smooth = super::smooth(here.column, [x, y]) * here.part;
        }
        // What of `∇·m` comes with `w ∇·u`, and with `∂η/∂t`.
        let (stretched, risen) = (outflow + along, outflow - change);
        // `u · (u · ∇) u`.
        let along_stream = u * bx + v * by;
        let steady = here.column * (bx * (bx + px) + by * (by + py)) + along_stream * outflow;
        let all = links - gh * divergence * (risen - along_surface) - steady;
        let steady_trace = here.column * along_stream + 0.5 * (u * u + v * v) * outflow;
        let trace = divergence * (2.0 / 3.0 * stretched - gh * (risen + along_surface) - steady_trace);
        let squeezed = (shear / 3.0 + 2.0 / 3.0 * bulk) * smooth * (change + along) * divergence;
        shear * (all - trace) + bulk * trace - squeezed
    }

    /// Gradient of the thickness of covers at a cell.
    fn thickness_slope(&self, [i, j]: [usize; 2], cover: &Cover<'_>) -> [f32; 2] {
        let (nx, ny) = (self.layout().nx(), self.layout().ny());
        let here = cover.thickness_m[j * nx + i];
        let neighbors = std::array::from_fn(|k| {
            let there = Neighbor::of(cover.solid, [nx, ny], [i, j], k + 1).water();
            there.map_or(here, |there| cover.thickness_m[there])
        });
        gradient(neighbors, self.units().cell_size_m())
    }
}

/// Head with an elevation, at least the least column: under a lid that the water has left it may be none.
fn head_of(rest_depth: f32, eta: f32) -> f32 {
    (rest_depth + eta).max(rest_depth * CoveredCell::LEAST_COLUMN)
}

impl Strain {
    fn of(here: End, ends: &[End; 8], gh: f32) -> Self {
        let slope = |value: fn(&End) -> f32| gradient(std::array::from_fn(|k| value(&ends[k])), 1.0);
        let mut links = 0.0;
        for (k, end) in ends.iter().enumerate() {
            let [ex, ey] = C[k + 1].map(|c| c as f32);
            let along = |of: [f32; 2]| ex * of[0] + ey * of[1];
            let (near, far) = (along(here.velocity), along(end.velocity));
            let thicker = end.thickness - here.thickness;
            let mean = (near * here.weight + far * end.weight) / (here.weight + end.weight);
            let of_cover = thicker * mean * here.part.min(end.part);
            let stretch = end.column * far - here.column * near + of_cover;
            let carried = gh * 0.5 * (near + far) * (end.eta - here.eta);
            links += W[k + 1] * (far - near) * (1.0 / 3.0 * stretch - carried);
        }
        let [ux, uy] = slope(|end| end.velocity[0]);
        let [vx, vy] = slope(|end| end.velocity[1]);
        let outflow =
            slope(|end| end.column * end.velocity[0])[0] + slope(|end| end.column * end.velocity[1])[1];
        let [ex, ey] = slope(|end| end.eta);
        let [u, v] = here.velocity;
        Self {
            links,
            divergence: ux + vy,
            outflow,
            along_surface: u * ex + v * ey,
            shear: [0.5 * (ux - vy), 0.5 * (uy + vx)],
            carried: [u * ux + v * uy, u * vx + v * vy],
            pushed: [u * ux + v * vx, u * uy + v * vy],
        }
    }
}

impl Rates {
    /// `τ − ½` and `τ_b − ½` in a cell of a head and a column.
    fn viscosities(&self, strain: &Strain, [h, column]: [f32; 2], froude: f32) -> [f32; 2] {
        let mut tau = self.collision.tau() as f32;
        let own_bulk = match self.collision {
            Collision::CentralMoments { bulk_tau, .. } => Some(bulk_tau as f32),
            Collision::Bgk { .. } | Collision::Trt { .. } => None,
        };
        if self.eddies > 0.0 {
            // The stress beyond equilibrium is −τ times that, and τ that of the stress.
            let sheared =
                (2.0 / 3.0 * column).powi(2) * 2.0 * (strain.shear[0].powi(2) + strain.shear[1].powi(2));
            let squeezed = 2.0 * ((2.0 / 3.0 - self.gravity * h) * column * strain.divergence).powi(2);
            let molecular = tau;
            for _ in 0..EDDY_ROUNDS {
                let bulk = own_bulk.unwrap_or(tau);
                let stress = (tau * tau * sheared + bulk * bulk * squeezed).sqrt();
                tau = 0.5 * (molecular + (molecular * molecular + self.eddies * stress / h).sqrt());
            }
        }
        if self.adapts {
            tau = self.collision.min_tau(f64::from(froude)).map_or(tau, |least| tau.max(least as f32));
        }
        [tau - 0.5, own_bulk.unwrap_or(tau) - 0.5]
    }
}

/// Rounds that find the relaxation time of eddies: each halves the error of the one before, or better.
const EDDY_ROUNDS: usize = 8;
