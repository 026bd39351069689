//! The water's surface as smooth textures: what shading reads at each sample.
//!
//! Levels are control points of a uniform cubic B-spline, whose slopes and curvatures are continuous, so that no facet of the
//! grid is seen. The spline of level water is level, and no formula adds to it.

use glam::Vec2;
use rayon::prelude::*;

use crate::geometry::{Beside, fade, fill, spline};
use crate::scene::{Field, Look, WaterSheet, find_values};

/// Texels along the edge of a cell.
pub(crate) const PER_CELL: usize = 2;
/// Refractive index of water.
pub(crate) const INDEX: f32 = 1.333;
/// Bend of the sun's rays on their way to the bed from which on they cross before it, and are scattered.
pub(super) const CROSSED: [f32; 2] = [0.7, 1.6];
/// Cells around one over which velocities are averaged.
const REACH: usize = 1;

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
    /// Velocity of the water in the cells, m/s; nothing where no foam goes with it.
    pub velocity: Vec<[f32; 2]>,
    /// Height of the bed, m, where it is one everywhere.
    pub level_bed_m: Option<f32>,
    /// Upper bound of all elevations, m.
    pub highest_m: f32,
    /// What is kept from picture to picture.
    pub(super) kept: Kept,
}

/// Values of a field in the cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    /// Not a number where the field is not defined.
    pub(crate) found: Vec<f32>,
    /// The least and the greatest that is a number.
    pub(crate) ends: [f32; 2],
    /// The same, with the mean of those around where it is not defined.
    pub(crate) filled: Vec<f32>,
    /// Where it is shown as not defined.
    pub(crate) unknown: Vec<bool>,
}

/// Memory, and what follows from the bed, which seldom changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// Values and slopes along x at the texels of each row of cells.
    rows: Vec<[f32; 2]>,
    /// The bed of the cells, and at the texels.
    bed_of_cells_m: Vec<f32>,
    bed_m: Vec<f32>,
}

impl Default for Relief {
    fn default() -> Self {
        Self {
            origin_m: Vec2::ZERO,
            texel_m: 1.0,
            size: [1, 1],
            surface: vec![[0.0; 4]],
            below: vec![[0.0; 4]],
            velocity: Vec::new(),
            level_bed_m: None,
            highest_m: f32::INFINITY,
            kept: Kept::default(),
        }
    }
}

impl Relief {
    /// Fills the textures for a look of a sheet with these elevations ([`elevations`](crate::geometry::elevations)), and with the values
    /// of a field that it shows, if any; both with those beside thin walls.
    pub(crate) fn update(
        &mut self,
        sheet: &WaterSheet,
        (eta_m, beside): (&[f32], &Beside),
        look: Look,
        shown: Option<(Field, &Values, &Beside)>,
    ) {
        let (nx, ny) = (sheet.nx, sheet.ny);
        if nx == 0 || ny == 0 {
            *self = Self::default();
            return;
        }
        self.size = [nx * PER_CELL, ny * PER_CELL];
        self.origin_m = sheet.origin_m;
        self.texel_m = sheet.cell_size_m / PER_CELL as f32;
        self.level_bed_m = sheet.bed_m.is_empty().then_some(0.0);
        self.highest_m = eta_m.iter().copied().fold(0.0, f32::max);
        let count = self.size[0] * self.size[1];
        self.surface.resize(count, [0.0; 4]);
        self.below.resize(count, [0.0; 4]);
        // Without light, a field alone is seen.
        if look != Look::Science {
            self.raise(sheet, (eta_m, beside), look);
        }
        if let Some((field, values, beside)) = shown {
            self.show(sheet, field, (values, beside));
        }
    }

    /// Elevations with their slopes and curvatures, foam and bed.
    fn raise(&mut self, sheet: &WaterSheet, (eta_m, beside): (&[f32], &Beside), look: Look) {
        let cells = [sheet.nx, sheet.ny];
        let Self { surface, below, velocity, kept, size, texel_m, .. } = self;
        let (width, height) = (size[0], size[1]);
        let per_m = 1.0 / sheet.cell_size_m;
        let is_foamy = is_foamy(sheet, look);
        spline::<PER_CELL, _>(eta_m, cells, &mut kept.rows, surface, |i, j, [eta, gx, gy], texel| {
            let foam = if is_foamy { sheet.foam.density[j * width + i] } else { 0.0 };
            let foam = if foam > 0.0 { foam * fading(sheet, i, j) } else { 0.0 };
            *texel = [eta, gx * per_m, gy * per_m, foam];
        });
        for (texel, [eta, gx, gy, ..]) in &beside.texels {
            let [.., foam] = surface[*texel];
            surface[*texel] = [*eta, gx * per_m, gy * per_m, foam];
        }
        kept.find_bed(sheet);
        let (surface, bed_m) = (&*surface, &kept.bed_m);
        below.par_chunks_mut(width).enumerate().for_each(|(j, row)| {
            let (low, high) = (j.saturating_sub(PER_CELL), (j + PER_CELL).min(height - 1));
            let [south, here, north] = [low, j, high].map(|j| &surface[j * width..][..width]);
            let along = 1.0 / ((high - low) as f32 * *texel_m);
            let across = 1.0 / ((2 * PER_CELL) as f32 * *texel_m);
            let curved =
                |west: &[f32; 4], east: &[f32; 4], south: &[f32; 4], north: &[f32; 4], across: f32| {
                    let [hxx, hxy] = [1, 2].map(|c| (east[c] - west[c]) * across);
                    let [hyx, hyy] = [1, 2].map(|c| (north[c] - south[c]) * along);
                    [hxx, 0.5 * (hxy + hyx), hyy, 0.0]
                };
            let inner = PER_CELL..width.saturating_sub(PER_CELL).max(PER_CELL);
            if inner.end < width {
                let (west, east) = (here, &here[2 * PER_CELL..]);
                let columns = south[inner.clone()].iter().zip(&north[inner.clone()]);
                let columns = row[inner.clone()].iter_mut().zip(west.iter().zip(east)).zip(columns);
                columns.for_each(|((texel, (west, east)), (south, north))| {
                    *texel = curved(west, east, south, north, across);
                });
            }
            for i in (0..width).filter(|i| !inner.contains(i) || inner.end >= width) {
                let (low, high) = (i.saturating_sub(PER_CELL), (i + PER_CELL).min(width - 1));
                let across = 1.0 / ((high - low) as f32 * *texel_m);
                row[i] = curved(&here[low], &here[high], &south[i], &north[i], across);
            }
            if !bed_m.is_empty() {
                let bed_m = &bed_m[j * width..][..width];
                row.iter_mut().zip(bed_m).for_each(|(texel, bed_m)| texel[3] = *bed_m);
            }
        });
        for (texel, [_, _, _, curvatures @ ..]) in &beside.texels {
            let [hxx, hxy, hyy] = curvatures.map(|of| of * per_m * per_m);
            let [.., bed_m] = below[*texel];
            below[*texel] = [hxx, hxy, hyy, bed_m];
        }
        if look.is_water() {
            let level_m = sheet.sea_level_m.unwrap_or(sheet.still_level_m);
            let texels = below.par_iter_mut().zip(surface);
            texels.for_each(|(texel, [eta_m, ..])| *texel = uncrossed(*texel, level_m + eta_m));
        }
        velocity.clear();
        if is_carried(sheet, look) {
            streams(sheet, velocity);
        }
    }

    /// The values of a field in place of elevations, and their slopes.
    fn show(&mut self, sheet: &WaterSheet, field: Field, (values, beside): (&Values, &Beside)) {
        let cells = [sheet.nx, sheet.ny];
        let Self { surface, below, kept, size, .. } = self;
        let Values { filled: values, unknown, .. } = values;
        let width = size[0];
        let per_m = 1.0 / sheet.cell_size_m;
        let cell = |i: usize, j: usize| j / PER_CELL * sheet.nx + i / PER_CELL;
        let unknown = |cell: usize| if unknown[cell] { 1.0 } else { 0.0 };
        if field == Field::Mask {
            // Each texel its cell's value.
            surface.par_chunks_mut(width).enumerate().for_each(|(j, row)| {
                for (i, texel) in row.iter_mut().enumerate() {
                    (texel[0], texel[3]) = (values[cell(i, j)], unknown(cell(i, j)));
                }
            });
            below.par_iter_mut().for_each(|texel| texel[..3].fill(0.0));
            return;
        }
        spline::<PER_CELL, _>(values, cells, &mut kept.rows, below, |_, _, [value, gx, gy], texel| {
            *texel = [gx * per_m, gy * per_m, 0.0, value];
        });
        surface.par_chunks_mut(width).zip(below.par_chunks_mut(width)).enumerate().for_each(
            |(j, (row, below))| {
                for (i, (texel, below)) in row.iter_mut().zip(below).enumerate() {
                    (texel[0], texel[3]) = (below[3], unknown(cell(i, j)));
                    below[3] = 0.0;
                }
            },
        );
        for (texel, [value, gx, gy, ..]) in &beside.texels {
            surface[*texel][0] = *value;
            below[*texel] = [gx * per_m, gy * per_m, 0.0, 0.0];
        }
    }
}

impl Values {
    /// Finds them for a sheet.
    pub(crate) fn find(&mut self, sheet: &WaterSheet, field: Field) {
        let Self { found, ends, filled, unknown } = self;
        find_values(sheet, field, found);
        *ends = ends_of(found);
        filled.clone_from(found);
        fill(filled, [sheet.nx, sheet.ny]);
        // What bodies cover is theirs, to their very edge.
        let is_unknown = |value: &f32| !value.is_finite() && !sheet.solids_are_bodies;
        found.par_iter().map(is_unknown).collect_into_vec(unknown);
    }
}

/// Velocities by which foam's pattern goes with the water, each the mean over some cells: where it jumps from one to the next, the pattern
/// would be torn.
pub(crate) fn streams(sheet: &WaterSheet, velocity: &mut Vec<[f32; 2]>) {
    let [nx, ny] = [sheet.nx, sheet.ny];
    let mean = |k: usize| {
        let near = |at: usize, end: usize| at.saturating_sub(REACH)..(at + REACH + 1).min(end);
        let [columns, rows] = [near(k % nx, nx), near(k / nx, ny)];
        let count = (columns.len() * rows.len()) as f32;
        let sum: Vec2 = rows.flat_map(|j| &sheet.velocity_m_s[j * nx..][columns.clone()]).sum();
        (sum / count).to_array()
    };
    (0..nx * ny).into_par_iter().map(mean).collect_into_vec(velocity);
}

/// Curvatures without those that let the sun's rays cross before they meet the bed, whose light is spread again, below water of a level;
/// and the bed. Texel by texel: between two of opposite curvatures, of a bore, light would be gathered to lines thinner than a pixel.
fn uncrossed([hxx, hxy, hyy, bed_m]: [f32; 4], level_m: f32) -> [f32; 4] {
    let bend = (level_m - bed_m) * (1.0 - 1.0 / INDEX);
    let bent = bend * bend * (hxx * hxx + 2.0 * hxy * hxy + hyy * hyy);
    let [from, to] = CROSSED.map(|bent| bent * bent);
    let t = ((bent - from) / (to - from)).clamp(0.0, 1.0);
    let keeps = 1.0 - t * t * (3.0 - 2.0 * t);
    [hxx * keeps, hxy * keeps, hyy * keeps, bed_m]
}

/// The least and the greatest of the values that are numbers.
fn ends_of(values: &[f32]) -> [f32; 2] {
    let wider = |[least, greatest]: [f32; 2], [a, b]: [f32; 2]| [least.min(a), greatest.max(b)];
    let none = || [f32::INFINITY, f32::NEG_INFINITY];
    let numbers = values.par_iter().filter(|value| value.is_finite()).map(|value| [*value; 2]);
    numbers.fold(none, wider).reduce(none, wider)
}

/// Whether a look shows foam, and the sheet has some.
pub(crate) fn is_foamy(sheet: &WaterSheet, look: Look) -> bool {
    look.is_water()
        && sheet.foam.per_cell == PER_CELL
        && sheet.foam.density.len() == PER_CELL * PER_CELL * sheet.nx * sheet.ny
}

/// Whether the foam that a look shows goes with the water.
pub(crate) fn is_carried(sheet: &WaterSheet, look: Look) -> bool {
    is_foamy(sheet, look) && sheet.velocity_m_s.len() == sheet.nx * sheet.ny
}

impl Kept {
    /// The bed at the texels; nothing where it is level.
    fn find_bed(&mut self, sheet: &WaterSheet) {
        let Self { rows, bed_of_cells_m, bed_m } = self;
        if sheet.bed_m.is_empty() {
            bed_of_cells_m.clear();
            bed_m.clear();
            return;
        }
        let count = sheet.nx * sheet.ny * PER_CELL * PER_CELL;
        if *bed_of_cells_m == sheet.bed_m && bed_m.len() == count {
            return;
        }
        bed_of_cells_m.clone_from(&sheet.bed_m);
        bed_m.resize(count, 0.0);
        spline::<PER_CELL, _>(&sheet.bed_m, [sheet.nx, sheet.ny], rows, bed_m, |_, _, [value, ..], texel| {
            *texel = value
        });
    }
}

/// Fraction of the simulated elevation that is drawn at a texel: 0 at sides that fade into the sea, 1 away from them.
fn fading(sheet: &WaterSheet, i: usize, j: usize) -> f32 {
    let to_cell = |texel: usize| ((texel as f32 + 0.5) / PER_CELL as f32 - 0.5).max(0.0);
    fade(sheet, [to_cell(i), to_cell(j)])
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
        let (mut relief, mut eta_m) = (Relief::default(), Vec::new());
        elevations(sheet, sheet.still_level_m, true, &mut eta_m);
        relief.update(sheet, (&eta_m, &Beside::default()), Look::Water, None);
        relief
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

    #[test]
    fn curvatures_that_let_rays_cross_gather_no_light() {
        let bed = |h: f32| uncrossed([h, 0.0, 0.0, 1.0], 5.0);
        // Rays cross before a bed 4 m below at a curvature of about 1/m.
        assert_eq!([bed(0.5), bed(-0.5)], [[0.5, 0.0, 0.0, 1.0], [-0.5, 0.0, 0.0, 1.0]]);
        assert_eq!([bed(3.0), bed(-3.0)], [[0.0, 0.0, 0.0, 1.0]; 2]);
        assert!(bed(-1.0)[0] < 0.0 && bed(-1.0)[0] > -1.0);
    }

    #[test]
    fn streams_are_means_over_the_cells_around() {
        let velocity_m_s = (0..63).map(|k| Vec2::new(if k % 9 < 4 { 0.0 } else { 6.0 }, 1.0)).collect();
        let sheet = WaterSheet { nx: 9, ny: 7, velocity_m_s, ..WaterSheet::default() };
        let mut found = Vec::new();
        streams(&sheet, &mut found);
        let row: Vec<f32> = found[27..36].iter().map(|of| of[0]).collect();
        assert_eq!(row, [0.0, 0.0, 0.0, 2.0, 4.0, 6.0, 6.0, 6.0, 6.0]);
        assert!(found.iter().all(|of| (of[1] - 1.0).abs() < 1e-6));
    }
}
