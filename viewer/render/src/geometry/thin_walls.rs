//! Water beside walls of one or two cells, whose other side may stand at another level.
//!
//! A spline over all cells would lean the water on one side of such a wall towards that on the other. Beside them it is one over
//! the cells that are seen from a cell, past no wall; those of the wall, and behind it, go on as these do.

use rayon::prelude::*;

use super::spline::weights;
use crate::scene::WaterSheet;

/// Cells around a cell, along each axis, in which water has to be seen from it.
const REACH: usize = 3;
/// Cells along the side of the square of these, and bits of a row of it: one is between rows.
const SIDE: usize = 2 * REACH + 1;
const ROW: usize = SIDE + 1;
/// The bit of the cell in the middle.
const MIDDLE: u64 = 1 << (REACH * ROW + REACH);

/// Entries in a row of the textures in which a GPU finds what is beside thin walls, and what stands there where nothing is.
#[cfg(feature = "gpu")]
pub(crate) const BESIDE: usize = 64;
#[cfg(feature = "gpu")]
pub(crate) const NOTHING: f32 = 1e30;

/// The water cells beside thin walls.
#[derive(Debug, Default)]
pub(crate) struct ThinWalls {
    /// In order, each with the bits of the cells around it whose water is seen from it: steps through water that all lead away from it reach
    /// them.
    cells: Vec<(usize, u64)>,
}

impl ThinWalls {
    /// Finds them among the solid cells of a sheet.
    pub(crate) fn find(&mut self, sheet: &WaterSheet) {
        let [nx, ny] = [sheet.nx, sheet.ny];
        let water = |i: usize, j: usize| i < nx && j < ny && !sheet.is_solid(i, j);
        let mut near = vec![false; if sheet.solid.is_empty() { 0 } else { nx * ny }];
        for solid in (0..near.len()).filter(|k| sheet.solid[*k]) {
            let (i, j) = (solid % nx, solid / nx);
            for row in j.saturating_sub(2)..(j + 3).min(ny) {
                near[row * nx + i.saturating_sub(2)..row * nx + (i + 3).min(nx)].fill(true);
            }
        }
        let sees = |(cell, _): (usize, &bool)| {
            let (i, j) = (cell % nx, cell / nx);
            if sheet.is_solid(i, j) {
                return None;
            }
            // By the distance from the middle, so that the cells before are known.
            let (mut all, mut seen) = (MIDDLE, MIDDLE);
            for (b, a) in (0..=REACH).flat_map(|b| (0..=REACH).map(move |a| (b, a))).skip(1) {
                for (right, up) in [(true, true), (false, true), (true, false), (false, false)] {
                    let along = |n: usize, ahead: bool| if ahead { REACH + n } else { REACH - n };
                    let bit = |a: usize, b: usize| 1 << (along(b, up) * ROW + along(a, right));
                    // Before the first cells these wrap to beyond the last.
                    let [x, y] = [i + along(a, right), j + along(b, up)].map(|k| k.wrapping_sub(REACH));
                    if !water(x, y) {
                        continue;
                    }
                    all |= bit(a, b);
                    let is_seen =
                        (a > 0 && seen & bit(a - 1, b) != 0) || (b > 0 && seen & bit(a, b - 1) != 0);
                    seen |= if is_seen { bit(a, b) } else { 0 };
                }
            }
            (seen != all).then_some((cell, seen))
        };
        self.cells.clear();
        self.cells.par_extend(near.par_iter().enumerate().filter(|(_, near)| **near).filter_map(sees));
    }
}

/// Parts of the surface, or of the values of a field, beside thin walls: what is drawn in place of the spline over all cells.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// Numbers of texels of the relief in no order, with what they hold; a texel may come twice, the later counts.
    pub(crate) texels: Vec<(usize, Texel)>,
    /// Numbers of the squares between points of the grid in order, with the values at their corners, those along x first.
    pub(crate) squares: Vec<(usize, [f32; 4])>,
}

/// Value, slopes along x and y, and curvatures ∂²/∂x², ∂²/∂x∂y, ∂²/∂y², in lengths of cells.
pub(crate) type Texel = [f32; 6];

impl Beside {
    /// Finds them for values of the cells of a sheet with these walls, on textures of so many texels along the edge of a cell.
    pub(crate) fn find(&mut self, walls: &ThinWalls, sheet: &WaterSheet, values: &[f32], per_cell: usize) {
        let [nx, ny] = [sheet.nx, sheet.ny];
        let Self { texels, squares } = self;
        texels.clear();
        squares.clear();
        let mut corners: Vec<(usize, usize, f32)> = Vec::new();
        for &(cell, seen) in &walls.cells {
            let window = Window::new(sheet, values, (cell, seen));
            let (i, j) = (cell % nx, cell / nx);
            // Its own texels, and the halves of walls beside it that are nearer to it than to their other side.
            for (a, b) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
                let (Some(x), Some(y)) = (i.checked_add_signed(a), j.checked_add_signed(b)) else { continue };
                if (a, b) != (0, 0) && (x >= nx || y >= ny || !sheet.is_solid(x, y)) {
                    continue;
                }
                for (l, k) in (0..per_cell).flat_map(|l| (0..per_cell).map(move |k| (l, k))) {
                    let at = [(k, a), (l, b)]
                        .map(|(part, cells)| (part as f32 + 0.5) / per_cell as f32 - 0.5 + cells as f32);
                    if at.iter().all(|at| at.abs() < 1.0) {
                        let texel = (y * per_cell + l) * nx * per_cell + x * per_cell + k;
                        texels.push((texel, window.texel(at)));
                    }
                }
            }
            // The squares about it, by the points of the grid with its ring.
            for (column, row) in points(j, ny).flat_map(|row| points(i, nx).map(move |column| (column, row)))
            {
                for (a, b) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let (Some(left), Some(low)) = (column.checked_sub(a), row.checked_sub(b)) else {
                        continue;
                    };
                    if left > nx || low > ny {
                        continue;
                    }
                    let square = low * (nx + 1) + left;
                    for (corner, (c, d)) in [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().enumerate() {
                        let [x, y] = [inside(left + c, nx), inside(low + d, ny)];
                        let is_own = (x, y) == (i, j);
                        if is_own || sheet.is_solid(x, y) {
                            let away = [x as f32 - i as f32, y as f32 - j as f32];
                            corners.push((square, corner, window.texel(away)[0]));
                        }
                    }
                }
            }
        }
        // In the order of the cells, for any number of threads.
        corners.sort_by_key(|(square, corner, _)| (*square, *corner));
        for of_square in corners.chunk_by(|a, b| a.0 == b.0) {
            let square = of_square[0].0;
            let mut heights = [f32::NAN; 4];
            for of_corner in of_square.chunk_by(|a, b| a.1 == b.1) {
                let sum: f32 = of_corner.iter().map(|(.., height)| height).sum();
                heights[of_corner[0].1] = sum / of_corner.len() as f32;
            }
            squares.push((square, heights));
        }
    }

    /// The values at the corners of a square, not a number where they are those of all cells; none if all are.
    pub(crate) fn square(&self, square: usize) -> Option<[f32; 4]> {
        let found = self.squares.binary_search_by_key(&square, |(square, _)| *square);
        found.ok().map(|at| self.squares[at].1)
    }
}

/// Points of the grid, along an axis, that have the height of a cell: those on the edge that of the nearest.
fn points(cell: usize, cells: usize) -> impl Iterator<Item = usize> + Clone {
    let first = if cell == 0 { 0 } else { cell + 1 };
    let last = if cell + 1 == cells { cells + 1 } else { cell + 1 };
    first..=last
}

/// The cell that has the height of a point.
fn inside(point: usize, cells: usize) -> usize {
    point.saturating_sub(1).min(cells - 1)
}

/// Values of the cells around one, two along each axis: those of its own water, and as these go on.
struct Window([[f32; 5]; 5]);

impl Window {
    fn new(sheet: &WaterSheet, values: &[f32], (cell, seen): (usize, u64)) -> Self {
        let [nx, ny] = [sheet.nx, sheet.ny];
        let (i, j) = (cell % nx, cell / nx);
        // Beyond the edge of the sheet the cells there go on.
        let at = |k: usize, of: usize, cells: usize| (of + k).saturating_sub(2).min(cells - 1);
        let mut known: [[f32; 5]; 5] = std::array::from_fn(|b| {
            std::array::from_fn(|a| {
                let (x, y) = (at(a, i, nx), at(b, j, ny));
                let bit = (y + REACH - j) * ROW + x + REACH - i;
                if seen >> bit & 1 == 1 { values[y * nx + x] } else { f32::NAN }
            })
        });
        // In rings from the water on, as `fill` does.
        while known.as_flattened().iter().any(|value| value.is_nan()) {
            let before = known;
            for (b, a) in (0..5).flat_map(|b| (0..5).map(move |a| (b, a))) {
                if before[b][a].is_nan() {
                    let rows = before[b.saturating_sub(1)..(b + 2).min(5)].iter();
                    let around = rows.flat_map(|row| &row[a.saturating_sub(1)..(a + 2).min(5)]);
                    let known_of = around.filter(|value| !value.is_nan());
                    let (sum, count) =
                        known_of.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
                    if count > 0 {
                        known[b][a] = sum / count as f32;
                    }
                }
            }
        }
        Self(known)
    }

    /// The uniform cubic B-spline at a place, in cells from the middle of the window, at most one along each axis.
    fn texel(&self, [x, y]: [f32; 2]) -> Texel {
        let weights = |at: f32| weights(at + 1.0 - first(at) as f32);
        let ([first_x, first_y], [x, y]) = ([x, y].map(first), [x, y].map(weights));
        let sum = |u: [f32; 4], v: [f32; 4]| -> f32 {
            (0..4).map(|m| v[m] * (0..4).map(|n| u[n] * self.0[first_y + m][first_x + n]).sum::<f32>()).sum()
        };
        let ([x, dx, dxx], [y, dy, dyy]) = (x, y);
        [sum(x, y), sum(dx, y), sum(x, dy), sum(dxx, y), sum(dx, dy), sum(x, dyy)]
    }
}

/// The first of the four cells of a window that count at a place.
fn first(at: f32) -> usize {
    ((at + 1.0).floor() as usize).min(1)
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, Vec3};

    use super::*;
    use crate::geometry::{Mesh, Surface, elevations};

    /// Water at 1 and 3 m on the two sides of a wall with a gap, and the cells of the wall.
    fn divided(wall: std::ops::Range<usize>) -> WaterSheet {
        let (nx, ny) = (20, 16);
        let level_m = (0..nx * ny).map(|k| if k % nx < wall.start { 1.0 } else { 3.0 }).collect();
        let solid = (0..nx * ny).map(|k| wall.contains(&(k % nx)) && k / nx < 12).collect();
        WaterSheet { nx, ny, cell_size_m: 1.0, level_m, solid, ..WaterSheet::default() }
    }

    fn beside(sheet: &WaterSheet) -> (ThinWalls, Beside) {
        let (mut walls, mut found) = (ThinWalls::default(), Beside::default());
        walls.find(sheet);
        found.find(&walls, sheet, &sheet.level_m, 2);
        (walls, found)
    }

    #[test]
    fn water_is_level_on_both_sides_of_a_thin_wall() {
        for wall in [9..10, 9..11] {
            let sheet = divided(wall.clone());
            let (walls, found) = beside(&sheet);
            // Two on either side of one cell; the second ones of two cells see the other side no more.
            let columns = if wall.len() == 1 { 4 } else { 2 };
            assert!(walls.cells.len() >= columns * 9, "{} cells", walls.cells.len());
            let mut seen = 0;
            // Away from the end of the wall, where the two sides are one water.
            for (texel, [value, rest @ ..]) in found.texels.iter().filter(|(texel, _)| texel / 40 < 16) {
                let middle = wall.start + wall.end;
                let expected = if texel % 40 < middle { 1.0 } else { 3.0 };
                assert!((value - expected).abs() < 1e-6, "{value} at {}", texel % 40);
                assert!(rest.iter().all(|of| of.abs() < 1e-5), "{rest:?}");
                seen += 1;
            }
            assert!(seen > 80, "{seen}");
            for (square, heights) in found.squares.iter().filter(|(square, _)| square / 21 < 8) {
                let expected = if square % 21 <= wall.start { 1.0 } else { 3.0 };
                let heights = heights.iter().filter(|height| !height.is_nan());
                assert!(heights.clone().count() > 0);
                heights.for_each(|height| assert!((height - expected).abs() < 1e-6, "{height}, {square}"));
            }
        }
    }

    /// A wall of one cell from 6 to 6.5 m.
    #[test]
    fn the_surface_stands_level_at_a_thin_wall() {
        let (nx, ny) = (24, 20);
        let level_m = (0..nx * ny).map(|k| if k % nx < 12 { 1.0 } else { 1.5 }).collect();
        let solid = (0..nx * ny).map(|k| k % nx == 12).collect();
        let mut sheet = WaterSheet { nx, ny, cell_size_m: 0.5, level_m, solid, ..WaterSheet::default() };
        for solids_are_bodies in [false, true] {
            sheet.solids_are_bodies = solids_are_bodies;
            let mut eta_m = Vec::new();
            elevations(&sheet, 0.0, false, &mut eta_m);
            let (mut walls, mut found) = (ThinWalls::default(), Beside::default());
            walls.find(&sheet);
            found.find(&walls, &sheet, &eta_m, 2);
            let surface = Surface::new(&sheet, 0.0, (&eta_m, &found), 1.0);
            let mut mesh = Mesh::default();
            surface.append(&mut mesh);
            let mut area_m2 = 0.0;
            for triangle in &mesh.triangles {
                let corners = triangle.map(|v| Vec3::from(mesh.vertices[v as usize].position));
                let expected = if corners.iter().all(|at| at.x < 6.3) { 1.0 } else { 1.5 };
                assert!(corners.iter().all(|at| (at.z - expected).abs() < 1e-5), "{corners:?}");
                let [a, b, c] = corners.map(Vec3::truncate);
                area_m2 += 0.5 * (b - a).perp_dot(c - a);
            }
            assert!((area_m2 - 12.0 * 10.0).abs() < 1e-3, "{area_m2} m² are covered");
            for (x, expected) in [(5.4, 1.0), (5.99, 1.0), (6.51, 1.5), (7.0, 1.5)] {
                assert!((surface.height_m(Vec2::new(x, 4.1)) - expected).abs() < 1e-5, "at {x} m");
            }
        }
    }

    #[test]
    fn thick_walls_and_blocks_in_one_water_are_not_thin() {
        assert!(beside(&divided(8..11)).0.cells.is_empty());
        let mut block = divided(0..0);
        (0..9).for_each(|k| block.solid[(5 + k / 3) * 20 + 8 + k % 3] = true);
        assert!(beside(&block).0.cells.is_empty());
        block.solid.clear();
        assert!(beside(&block).0.cells.is_empty());
    }

    #[test]
    fn a_plane_keeps_its_slopes_and_a_parabola_its_curvature() {
        let values = |of: &dyn Fn(f32, f32) -> f32| {
            Window(std::array::from_fn(|b| std::array::from_fn(|a| of(a as f32 - 2.0, b as f32 - 2.0))))
        };
        for at in [[0.25, -0.25], [-0.75, 0.25], [1.0, 0.0], [-1.0, 1.0]] {
            let [x, y] = at;
            let plane = values(&|x, y| 0.3 * x - 0.1 * y).texel(at);
            let expected = [0.3 * x - 0.1 * y, 0.3, -0.1, 0.0, 0.0, 0.0];
            assert!(plane.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{plane:?} at {at:?}");
            let [_, gx, gy, hxx, hxy, hyy] = values(&|x, y| x * x + 0.5 * x * y).texel(at);
            let expected = [2.0 * x + 0.5 * y, 0.5 * x, 2.0, 0.5, 0.0];
            let found = [gx, gy, hxx, hxy, hyy];
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?} at {at:?}");
        }
    }
}
