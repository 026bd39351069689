//! The water's surface as smooth textures: what shading reads at each sample.
//!
//! Levels are control points of a uniform cubic B-spline, whose slopes and curvatures are continuous, so that no facet of the
//! grid is seen. The spline of level water is level, and no formula adds to it.

use glam::Vec2;
use rayon::prelude::*;

use crate::geometry::{fade, fill};
use crate::scene::{Field, View, WaterSheet, values};

/// Texels along the edge of a cell.
const PER_CELL: usize = 2;

/// Textures over the sheet; texel (i, j) at `j * size[0] + i` has its middle at `origin_m + (i + ½, j + ½) · texel_m`. Beyond the
/// edge the texels of the edge go on.
#[derive(Clone, Debug)]
pub(crate) struct Relief {
    /// Lower-left corner, m.
    pub origin_m: Vec2,
    /// Edge of a texel, m.
    pub texel_m: f32,
    /// Texels along x and y, at least one.
    pub size: [usize; 2],
    /// Elevation above the still level, m, or the value of the field that is shown; slope of the surface along x and y; density
    /// of foam, or 1 where the field is not defined.
    pub surface: Vec<[f32; 4]>,
    /// Curvature of the surface, ∂²/∂x², ∂²/∂x∂y, ∂²/∂y², 1/m, or the slope of the field along x and y and 0; height of the
    /// bed above the datum, m.
    pub below: Vec<[f32; 4]>,
    /// Velocity of the water, m/s, where there is foam.
    pub velocity: Vec<[f32; 2]>,
    /// Height of the bed, m, where it is one everywhere.
    pub level_bed_m: Option<f32>,
    /// Greatest elevation, m.
    pub highest_m: f32,
}

impl Default for Relief {
    fn default() -> Self {
        Self {
            origin_m: Vec2::ZERO,
            texel_m: 1.0,
            size: [1, 1],
            surface: vec![[0.0; 4]],
            below: vec![[0.0; 4]],
            velocity: vec![[0.0; 2]],
            level_bed_m: None,
            highest_m: f32::INFINITY,
        }
    }
}

impl Relief {
    /// The textures of a sheet with these elevations ([`elevations`](crate::geometry::elevations)) for a view.
    pub(crate) fn new(sheet: &WaterSheet, eta_m: &[f32], view: &View) -> Self {
        let (nx, ny) = (sheet.nx, sheet.ny);
        if nx == 0 || ny == 0 {
            return Self::default();
        }
        let size = [nx * PER_CELL, ny * PER_CELL];
        let texel_m = sheet.cell_size_m / PER_CELL as f32;
        let fine = spline(eta_m, [nx, ny]);
        let per_m = 1.0 / sheet.cell_size_m;
        let at = |i: usize, j: usize| j * size[0] + i;
        let (width, last) = (size[0], [size[0] - 1, size[1] - 1]);
        let mut surface = vec![[0.0; 4]; size[0] * size[1]];
        let is_foamy =
            view.look.is_water() && sheet.foam.per_cell == PER_CELL && sheet.foam.density.len() == fine.len();
        surface.par_chunks_mut(width).enumerate().for_each(|(j, row)| {
            for (i, texel) in row.iter_mut().enumerate() {
                let [eta, gx, gy] = fine[at(i, j)];
                let foam = if is_foamy { sheet.foam.density[at(i, j)] } else { 0.0 };
                let foam = if foam > 0.0 { foam * fading(sheet, i, j) } else { 0.0 };
                *texel = [eta, gx * per_m, gy * per_m, foam];
            }
        });
        let slopes = |i: usize, j: usize, component: usize| surface[at(i, j)][1 + component];
        let mut below = vec![[0.0; 4]; size[0] * size[1]];
        below.par_chunks_mut(width).enumerate().for_each(|(j, row)| {
            for (i, texel) in row.iter_mut().enumerate() {
                let (west, east) = (i.saturating_sub(PER_CELL), (i + PER_CELL).min(last[0]));
                let (south, north) = (j.saturating_sub(PER_CELL), (j + PER_CELL).min(last[1]));
                let (across, along) = ((east - west) as f32 * texel_m, (north - south) as f32 * texel_m);
                let [hxx, hxy] = [0, 1].map(|c| (slopes(east, j, c) - slopes(west, j, c)) / across);
                let [hyx, hyy] = [0, 1].map(|c| (slopes(i, north, c) - slopes(i, south, c)) / along);
                let bed = sheet.bed_m(i / PER_CELL, j / PER_CELL);
                *texel = [hxx, 0.5 * (hxy + hyx), hyy, bed];
            }
        });
        if !sheet.bed_m.is_empty() {
            let bed = spline(&sheet.bed_m, [nx, ny]);
            below.iter_mut().zip(bed).for_each(|(texel, [bed, ..])| texel[3] = bed);
        }
        let velocity = vec![[0.0; 2]; size[0] * size[1]];
        let level_bed_m = sheet.bed_m.is_empty().then_some(0.0);
        let highest_m = surface.iter().map(|[eta_m, ..]| *eta_m).fold(0.0, f32::max);
        let origin_m = sheet.origin_m;
        let mut relief = Self { origin_m, texel_m, size, surface, below, velocity, level_bed_m, highest_m };
        if is_foamy && sheet.velocity_m_s.len() == nx * ny {
            relief.velocity.par_iter_mut().enumerate().for_each(|(k, texel)| {
                let (i, j) = (k % width / PER_CELL, k / width / PER_CELL);
                *texel = sheet.velocity_m_s[j * nx + i].into();
            });
        }
        if !view.look.is_water() {
            relief.show(sheet, view.field);
        }
        relief
    }

    /// Replaces elevations by the values of a field.
    fn show(&mut self, sheet: &WaterSheet, field: Field) {
        let cells = [sheet.nx, sheet.ny];
        let mut values = values(sheet, field);
        let is_known: Vec<bool> = values.iter().map(|value| value.is_finite()).collect();
        fill(&mut values, cells);
        let fine = if field == Field::Mask { nearest(&values, cells) } else { spline(&values, cells) };
        let per_m = 1.0 / sheet.cell_size_m;
        for (k, [value, gx, gy]) in fine.into_iter().enumerate() {
            let (i, j) = (k % self.size[0] / PER_CELL, k / self.size[0] / PER_CELL);
            self.surface[k][0] = value;
            // What bodies cover is theirs, to their very edge.
            let is_shown = is_known[j * sheet.nx + i] || sheet.solids_are_bodies;
            self.surface[k][3] = if is_shown { 0.0 } else { 1.0 };
            self.below[k][..3].copy_from_slice(&[gx * per_m, gy * per_m, 0.0]);
        }
    }
}

/// Fraction of what is drawn at a texel, 0 at the sides that fade into the sea.
fn fading(sheet: &WaterSheet, i: usize, j: usize) -> f32 {
    let to_cell = |texel: usize| ((texel as f32 + 0.5) / PER_CELL as f32 - 0.5).max(0.0);
    fade(sheet, [to_cell(i), to_cell(j)])
}

/// Value and slopes, per cell, of the cubic B-spline at the texels.
fn spline(values: &[f32], [nx, ny]: [usize; 2]) -> Vec<[f32; 3]> {
    // At a quarter of a cell on either side of a cell's middle: the points of four cells count, from two before.
    let weights: [([f32; 4], [f32; 4]); PER_CELL] = std::array::from_fn(|k| {
        let t = (k as f32 + 0.5) / PER_CELL as f32 + 0.5;
        weights(t.fract())
    });
    let first = |k: usize| if 2 * k + 1 < PER_CELL { 2 } else { 1 };
    let mut rows = vec![[0.0; 2]; nx * PER_CELL * ny];
    rows.par_chunks_mut(nx * PER_CELL).enumerate().for_each(|(j, row)| {
        let values = &values[j * nx..(j + 1) * nx];
        for (i, texels) in row.chunks_exact_mut(PER_CELL).enumerate() {
            for (k, texel) in texels.iter_mut().enumerate() {
                let from = |n: usize| values[(i + n).saturating_sub(first(k)).min(nx - 1)];
                let (value, slope) = &weights[k];
                let sum = |w: &[f32; 4]| (0..4).map(|n| w[n] * from(n)).sum::<f32>();
                *texel = [sum(value), sum(slope)];
            }
        }
    });
    let width = nx * PER_CELL;
    let mut all = vec![[0.0; 3]; width * ny * PER_CELL];
    all.par_chunks_mut(width).enumerate().for_each(|(row, texels)| {
        let (j, k) = (row / PER_CELL, row % PER_CELL);
        let lines: [&[[f32; 2]]; 4] = std::array::from_fn(|n| {
            let line = (j + n).saturating_sub(first(k)).min(ny - 1);
            &rows[line * width..(line + 1) * width]
        });
        let (value, slope) = &weights[k];
        for (i, texel) in texels.iter_mut().enumerate() {
            let (mut z, mut gx, mut gy) = (0.0, 0.0, 0.0);
            for n in 0..4 {
                let [v, s] = lines[n][i];
                z += value[n] * v;
                gx += value[n] * s;
                gy += slope[n] * v;
            }
            *texel = [z, gx, gy];
        }
    });
    all
}

/// Weights of the four control points about a place `t` of the way from the second to the third, and those of the slope.
fn weights(t: f32) -> ([f32; 4], [f32; 4]) {
    let (t2, t3) = (t * t, t * t * t);
    let value = [
        (1.0 - 3.0 * t + 3.0 * t2 - t3) / 6.0,
        (4.0 - 6.0 * t2 + 3.0 * t3) / 6.0,
        (1.0 + 3.0 * t + 3.0 * t2 - 3.0 * t3) / 6.0,
        t3 / 6.0,
    ];
    let slope = [
        -0.5 * (1.0 - t) * (1.0 - t),
        0.5 * (3.0 * t2 - 4.0 * t),
        0.5 * (-3.0 * t2 + 2.0 * t + 1.0),
        0.5 * t2,
    ];
    (value, slope)
}

/// Each texel its cell's value.
fn nearest(values: &[f32], [nx, ny]: [usize; 2]) -> Vec<[f32; 3]> {
    let width = nx * PER_CELL;
    (0..width * ny * PER_CELL)
        .map(|k| [values[k / width / PER_CELL * nx + k % width / PER_CELL], 0.0, 0.0])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::elevations;
    use crate::scene::Edge;

    fn sheet(nx: usize, ny: usize, level: impl Fn(f32, f32) -> f32) -> WaterSheet {
        let level_m = (0..nx * ny).map(|k| level((k % nx) as f32 + 0.5, (k / nx) as f32 + 0.5)).collect();
        WaterSheet { nx, ny, cell_size_m: 1.0, level_m, ..WaterSheet::default() }
    }

    fn relief(sheet: &WaterSheet) -> Relief {
        Relief::new(sheet, &elevations(sheet, sheet.still_level_m, true), &View::default())
    }

    #[test]
    fn a_plane_is_a_plane_with_its_slopes_and_without_curvature() {
        let relief = relief(&sheet(12, 10, |x, y| 0.3 * x - 0.1 * y));
        for j in 8..12 {
            for i in 8..16 {
                let at = j * relief.size[0] + i;
                let [x, y] = [i, j].map(|k| 0.25 + 0.5 * k as f32);
                let [eta, gx, gy, _] = relief.surface[at];
                assert!((eta - (0.3 * x - 0.1 * y)).abs() < 1e-5, "{eta} at {x}, {y}");
                assert!((gx - 0.3).abs() < 1e-5 && (gy + 0.1).abs() < 1e-5);
                assert!(relief.below[at][..3].iter().all(|h| h.abs() < 1e-4));
            }
        }
    }

    #[test]
    fn level_water_is_level_to_the_last_digit_of_its_texture() {
        let mut flat = sheet(9, 7, |_, _| 2.0);
        flat.still_level_m = 2.0;
        let relief = relief(&flat);
        assert!(relief.surface.iter().all(|texel| *texel == [0.0; 4]));
        assert!(relief.below.iter().all(|texel| *texel == [0.0; 4]));
    }

    #[test]
    fn a_long_wave_keeps_its_height_slope_and_curvature() {
        let (k, a) = (0.3_f32, 0.2);
        let wave = sheet(60, 6, |x, _| a * (k * x).sin());
        let relief = relief(&wave);
        for i in 20..100 {
            let x = 0.25 + 0.5 * i as f32;
            let [eta, gx, ..] = relief.surface[6 * relief.size[0] + i];
            let [hxx, ..] = relief.below[6 * relief.size[0] + i];
            // The spline damps a wave by about (k dx)²/6.
            assert!((eta - a * (k * x).sin()).abs() < 0.02 * a, "height at {x}");
            assert!((gx - a * k * (k * x).cos()).abs() < 0.025 * a * k, "slope at {x}");
            assert!((hxx + a * k * k * (k * x).sin()).abs() < 0.04 * a * k * k, "curvature at {x}");
        }
    }

    #[test]
    fn an_open_side_fades_into_the_sea_and_a_bank_does_not() {
        let mut high = sheet(20, 20, |_, _| 1.0);
        high.edges = [Edge::Sea(5.0), Edge::Bank, Edge::Bank, Edge::Bank];
        let relief = relief(&high);
        let row = &relief.surface[20 * relief.size[0]..21 * relief.size[0]];
        assert!(row[0][0].abs() < 0.02 && row[1][0] < 0.05);
        assert!((row[20][0] - 1.0).abs() < 1e-6 && (row[39][0] - 1.0).abs() < 1e-6);
    }
}
