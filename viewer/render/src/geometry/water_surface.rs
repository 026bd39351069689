//! The water surface.

use glam::{Vec2, Vec3};
use rayon::prelude::*;

use super::mesh::{Mesh, Vertex};
use super::thin_walls::Beside;
use crate::scene::WaterSheet;

/// Squares along the side of a patch.
const PATCH: usize = 8;
/// Heights by which a patch that is drawn as flat may be off a plane, in cells.
const FLAT: f32 = 0.004;

/// Heights at the cell centers, with a ring of points on the edge of the sheet around them, so that the surface covers all of
/// it.
#[derive(Clone, Copy)]
pub(crate) struct Surface<'a> {
    sheet: &'a WaterSheet,
    level_m: f32,
    /// Elevations of the cells above that level, m.
    eta_m: &'a [f32],
    /// Elevations beside thin walls, m.
    beside: &'a Beside,
    vertical_scale: f32,
    columns: usize,
    rows: usize,
}

impl<'a> Surface<'a> {
    /// The surface of `sheet` with the elevations of its cells above a level, times `vertical_scale`: a cubic B-spline, as in the
    /// textures that shading reads, with those beside thin walls.
    pub(crate) fn new(
        sheet: &'a WaterSheet,
        level_m: f32,
        (eta_m, beside): (&'a [f32], &'a Beside),
        vertical_scale: f32,
    ) -> Self {
        let [columns, rows] = if eta_m.is_empty() { [0, 0] } else { [sheet.nx + 2, sheet.ny + 2] };
        Self { sheet, level_m, eta_m, beside, vertical_scale, columns, rows }
    }

    /// Drawn heights at the corners of a square, those along x first, where a thin wall is beside it, m.
    fn beside_wall(&self, column: usize, row: usize) -> Option<[f32; 4]> {
        let heights_m = self.beside.square(row * (self.columns - 1) + column)?;
        Some(std::array::from_fn(|corner| match heights_m[corner] {
            height_m if height_m.is_nan() => self.corner_height(column + corner % 2, row + corner / 2),
            height_m => self.level_m + self.vertical_scale * height_m,
        }))
    }

    /// The squares beside thin walls with their drawn heights, m.
    #[cfg(feature = "gpu")]
    pub(crate) fn squares_beside_walls(&self) -> impl Iterator<Item = (usize, [f32; 4])> {
        let of = |square: usize| self.beside_wall(square % (self.columns - 1), square / (self.columns - 1));
        self.beside.squares.iter().filter_map(move |(square, _)| Some((*square, of(*square)?)))
    }

    /// Drawn height of a point of the grid, m.
    fn corner_height(&self, column: usize, row: usize) -> f32 {
        let Self { sheet, level_m, eta_m, vertical_scale, .. } = self;
        let around = |k: usize, cells: usize| [k.saturating_sub(1), k, (k + 1).min(cells - 1)];
        let (i, j) = (cell(column, sheet.nx), cell(row, sheet.ny));
        let smooth = weighted(
            around(j, sheet.ny).map(|j| weighted(around(i, sheet.nx).map(|i| eta_m[j * sheet.nx + i]))),
        );
        level_m + vertical_scale * smooth
    }

    /// Drawn height at a position, m, bilinear; beyond the edge that of the nearest point on it.
    pub(crate) fn height_m(&self, place_m: Vec2) -> f32 {
        if self.rows == 0 {
            return self.level_m;
        }
        let cells = ((place_m - self.sheet.origin_m) / self.sheet.cell_size_m + 0.5)
            .clamp(Vec2::ZERO, Vec2::new((self.columns - 1) as f32, (self.rows - 1) as f32));
        let (i, j) = ((cells.x as usize).min(self.columns - 2), (cells.y as usize).min(self.rows - 2));
        let (tx, ty) = (cells.x - i as f32, cells.y - j as f32);
        let corners = || [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(di, dj)| self.corner_height(i + di, j + dj));
        let [a, b, c, d] = self.beside_wall(i, j).unwrap_or_else(corners);
        let (south, north) = (a + (b - a) * tx, c + (d - c) * tx);
        south + (north - south) * ty
    }

    /// Depth of the water at a position, m; on a dry bed none.
    pub(crate) fn depth_m(&self, place_m: Vec2) -> f32 {
        (self.height_m(place_m) - self.sheet.bed_at_m(place_m).unwrap_or(0.0)).max(0.0)
    }

    /// Appends the surface to `mesh`, without the facets of which all four corners are blocks. Where it is nearly flat there are fewer
    /// triangles, of the same points at their edges, so that there are no cracks.
    pub(crate) fn append(&self, mesh: &mut Mesh) {
        if self.rows == 0 {
            return;
        }
        let first = mesh.vertices.len();
        // Its normal and color are those of the textures.
        let vertex =
            |point: Vec3| Vertex { position: point.into(), normal: [0.0, 0.0, 1.0], paint: [0.0; 4] };
        let vertices = (0..self.rows)
            .into_par_iter()
            .flat_map_iter(|row| (0..self.columns).map(move |column| vertex(self.point(column, row))));
        mesh.vertices.par_extend(vertices);
        // Squares beside thin walls have corners of their own, after those of the grid.
        for (square, _) in &self.beside.squares {
            let (column, row) = (square % (self.columns - 1), square / (self.columns - 1));
            let heights_m = self.beside_wall(column, row).unwrap_or_default();
            mesh.vertices.extend((0..4).map(|corner| {
                let place = self.point(column + corner % 2, row + corner / 2);
                vertex(place.with_z(heights_m[corner]))
            }));
        }
        let grid = Grid { surface: *self, vertices: &mesh.vertices[first..], first: first as u32 };
        // In the order of the patches, for any number of threads.
        let triangles = (0..(self.rows - 1).div_ceil(PATCH))
            .into_par_iter()
            .flat_map_iter(|row| {
                (0..(self.columns - 1).div_ceil(PATCH))
                    .map(move |column| grid.patch(column * PATCH, row * PATCH))
            })
            .flatten_iter();
        mesh.triangles.par_extend(triangles);
    }

    /// Points on the edge of the sheet, counter-clockwise, at their drawn height.
    pub(crate) fn border(&self) -> Vec<Vec3> {
        if self.rows == 0 {
            return Vec::new();
        }
        let (east, north) = (self.columns - 1, self.rows - 1);
        let south_side = (0..east).map(|i| (i, 0));
        let east_side = (0..north).map(|j| (east, j));
        let north_side = (0..east).map(|i| (east - i, north));
        let west_side = (0..north).map(|j| (0, north - j));
        south_side
            .chain(east_side)
            .chain(north_side)
            .chain(west_side)
            .map(|(i, j)| self.point(i, j))
            .collect()
    }

    fn is_solid(&self, column: usize, row: usize) -> bool {
        // What is under bodies is hidden by these.
        !self.sheet.solids_are_bodies
            && [(0, 0), (1, 0), (0, 1), (1, 1)].iter().all(|&(di, dj)| {
                self.sheet.is_solid(cell(column + di, self.sheet.nx), cell(row + dj, self.sheet.ny))
            })
    }

    fn point(&self, column: usize, row: usize) -> Vec3 {
        let along = |index: usize, cells: usize| (index as f32 - 0.5).clamp(0.0, cells as f32);
        let place = Vec2::new(along(column, self.sheet.nx), along(row, self.sheet.ny));
        (self.sheet.origin_m + self.sheet.cell_size_m * place).extend(self.corner_height(column, row))
    }
}

/// The points of a surface in a mesh.
#[derive(Clone, Copy)]
struct Grid<'a> {
    surface: Surface<'a>,
    vertices: &'a [Vertex],
    /// Number of the first of them.
    first: u32,
}

impl Grid<'_> {
    fn z(&self, column: usize, row: usize) -> f32 {
        self.vertices[row * self.surface.columns + column].position[2]
    }

    /// The triangles of the squares of a patch from a point on.
    fn patch(&self, column: usize, row: usize) -> Vec<[u32; 3]> {
        let Surface { columns, rows, .. } = self.surface;
        if self.is_flat(column, row) {
            let at = |i: usize, j: usize| self.first + ((row + j) * columns + column + i) as u32;
            let south = (0..PATCH).map(|k| at(k, 0));
            let east = (0..PATCH).map(|k| at(PATCH, k));
            let north = (0..PATCH).map(|k| at(PATCH - k, PATCH));
            let west = (0..PATCH).map(|k| at(0, PATCH - k));
            let ring: Vec<u32> = south.chain(east).chain(north).chain(west).collect();
            let middle = at(PATCH / 2, PATCH / 2);
            return (0..ring.len()).map(|k| [middle, ring[k], ring[(k + 1) % ring.len()]]).collect();
        }
        let (columns, rows) = ((column + PATCH).min(columns - 1), (row + PATCH).min(rows - 1));
        let squares = (row..rows).flat_map(|j| (column..columns).map(move |i| (i, j)));
        squares.filter_map(|(i, j)| self.square(i, j)).flatten().collect()
    }

    /// Whether a whole patch without blocks is nearly a plane, and not on the edge of the sheet, where the points are nearer to each other.
    fn is_flat(&self, column: usize, row: usize) -> bool {
        let Surface { sheet, columns, rows, .. } = self.surface;
        if column == 0 || row == 0 || column + PATCH + 1 >= columns || row + PATCH + 1 >= rows {
            return false;
        }
        let z = |i: usize, j: usize| self.z(column + i, row + j);
        let [a, b, c, d] = [z(0, 0), z(PATCH, 0), z(0, PATCH), z(PATCH, PATCH)];
        let (east, north) = (0.5 * (b - a + d - c) / PATCH as f32, 0.5 * (c - a + d - b) / PATCH as f32);
        let (middle, half) = (0.25 * (a + b + c + d), 0.5 * PATCH as f32);
        let away = |(i, j): (usize, usize)| {
            (z(i, j) - middle - east * (i as f32 - half) - north * (j as f32 - half)).abs()
        };
        let mut points = (0..=PATCH).flat_map(|j| (0..=PATCH).map(move |i| (i, j)));
        let mut squares = (0..PATCH).flat_map(|j| (0..PATCH).map(move |i| (column + i, row + j)));
        points.all(|point| away(point) <= FLAT * sheet.cell_size_m)
            && !squares.any(|(i, j)| self.surface.is_solid(i, j) || self.own_corners(i, j).is_some())
    }

    /// The first of the corners that a square has for itself.
    fn own_corners(&self, column: usize, row: usize) -> Option<u32> {
        let Surface { beside, columns, rows, .. } = self.surface;
        let square = row * (columns - 1) + column;
        let at = beside.squares.binary_search_by_key(&square, |(square, _)| *square).ok()?;
        Some(self.first + (columns * rows + 4 * at) as u32)
    }

    /// The two triangles from a point of the grid to the next ones; none where all four are blocks.
    fn square(&self, column: usize, row: usize) -> Option<[[u32; 3]; 2]> {
        if self.surface.is_solid(column, row) {
            return None;
        }
        let own = self.own_corners(column, row);
        let corner = |n: usize| match own {
            Some(first) => first + n as u32,
            None => self.first + ((row + n / 2) * self.surface.columns + column + n % 2) as u32,
        };
        let [a, b, c, d] = [0, 1, 2, 3].map(corner);
        let [za, zb, zc, zd] = [a, b, c, d].map(|at| self.vertices[(at - self.first) as usize].position[2]);
        // Along the flatter diagonal, so that crests are not serrated.
        let along_ad = (za - zd).abs() <= (zb - zc).abs();
        Some(if along_ad { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] })
    }
}

/// The cubic B-spline at the middle one of three cells, from their values.
fn weighted([a, b, c]: [f32; 3]) -> f32 {
    (a + 4.0 * b + c) / 6.0
}

/// The cell that a point of the grid with its ring belongs to.
fn cell(point: usize, cells: usize) -> usize {
    point.saturating_sub(1).min(cells - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{ThinWalls, elevations};

    fn eta_m(sheet: &WaterSheet) -> Vec<f32> {
        let mut eta_m = Vec::new();
        elevations(sheet, sheet.still_level_m, false, &mut eta_m);
        eta_m
    }

    fn beside(sheet: &WaterSheet) -> Beside {
        let (mut walls, mut beside) = (ThinWalls::default(), Beside::default());
        walls.find(sheet);
        beside.find(&walls, sheet, &eta_m(sheet), 2);
        beside
    }

    fn mesh_of(sheet: &WaterSheet, vertical_scale: f32) -> Mesh {
        let mut mesh = Mesh::default();
        let (eta_m, beside) = (eta_m(sheet), beside(sheet));
        Surface::new(sheet, sheet.still_level_m, (&eta_m, &beside), vertical_scale).append(&mut mesh);
        mesh
    }

    fn height_m(sheet: &WaterSheet, x: f32, y: f32) -> f32 {
        let (eta_m, beside) = (eta_m(sheet), beside(sheet));
        Surface::new(sheet, sheet.still_level_m, (&eta_m, &beside), 1.0).height_m(Vec2::new(x, y))
    }

    fn slope(nx: usize, ny: usize) -> WaterSheet {
        let level_m = (0..nx * ny).map(|k| 1.0 + 0.1 * (k % nx) as f32).collect();
        WaterSheet { nx, ny, cell_size_m: 0.5, level_m, still_level_m: 1.0, ..Default::default() }
    }

    #[test]
    fn vertices_carry_the_levels() {
        let sheet = slope(6, 4);
        let mesh = mesh_of(&sheet, 2.0);
        assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (8 * 6, 2 * 7 * 5));
        let inner = Vec3::from(mesh.vertices[2 * 8 + 3].position); // cell (2, 1)
        assert!(
            inner.distance(Vec3::new(1.25, 0.75, 1.0 + 2.0 * (sheet.level_m[2] - 1.0))) < 1e-5,
            "{inner}"
        );
    }

    #[test]
    fn the_surface_covers_the_sheet_once() {
        let mesh = mesh_of(&slope(5, 7), 1.0);
        let area: f32 = mesh
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| Vec3::from(mesh.vertices[v as usize].position).truncate());
                0.5 * (b - a).perp_dot(c - a)
            })
            .sum();
        assert!((area - 2.5 * 3.5).abs() < 1e-4, "{area}");
    }

    #[test]
    fn heights_are_bilinear_and_solids_take_those_around_them() {
        let mut sheet = slope(6, 4);
        assert!((height_m(&sheet, 1.5, 1.0) - 1.25).abs() < 1e-6);
        sheet.solid = vec![false; 24];
        sheet.solid[6 + 2] = true;
        sheet.level_m[6 + 2] = 1e9;
        // On a slope as high as the water of one side, in level water as that.
        let beside_m = height_m(&sheet, 1.25, 0.75);
        assert!((1.1..=1.3).contains(&beside_m), "{beside_m}");
        let mut level = WaterSheet { level_m: vec![1.2; 24], ..sheet.clone() };
        level.level_m[6 + 2] = 1e9;
        assert!((height_m(&level, 1.25, 0.75) - 1.2).abs() < 1e-5);
        sheet.level_m[6 + 4] = f32::NAN;
        assert!(height_m(&sheet, 2.2, 0.8).is_finite());
    }

    /// Waves on the east half of 48 × 32 cells, water that slopes evenly on the west half.
    fn half_waves() -> WaterSheet {
        let (nx, ny) = (48, 32);
        let level = |k: usize| {
            let (x, y) = ((k % nx) as f32, (k / nx) as f32);
            0.002 * x - 0.003 * y + 0.1 * (0.9 * x).sin() * ((x - 24.0) / 4.0).clamp(0.0, 1.0)
        };
        let level_m = (0..nx * ny).map(level).collect();
        WaterSheet { nx, ny, cell_size_m: 0.5, level_m, ..Default::default() }
    }

    fn area_m2(mesh: &Mesh) -> f32 {
        let corner = |v: u32| Vec3::from(mesh.vertices[v as usize].position).truncate();
        let area = |[a, b, c]: [Vec2; 3]| 0.5 * (b - a).perp_dot(c - a);
        mesh.triangles.iter().map(|triangle| area(triangle.map(corner))).sum()
    }

    #[test]
    fn nearly_flat_water_has_fewer_triangles_and_keeps_its_heights() {
        let sheet = half_waves();
        let (mesh, eta_m, beside) = (mesh_of(&sheet, 1.0), eta_m(&sheet), Beside::default());
        let exact = Surface::new(&sheet, sheet.still_level_m, (&eta_m, &beside), 1.0);
        // Six patches that do not touch the edge are flat.
        let of_flat = 4 * PATCH;
        assert_eq!(mesh.triangles.len(), 2 * 49 * 33 - 6 * (2 * PATCH * PATCH - of_flat));
        for triangle in &mesh.triangles {
            let corners = triangle.map(|v| Vec3::from(mesh.vertices[v as usize].position));
            let middle = corners.iter().sum::<Vec3>() / 3.0;
            let off_m = (middle.z - exact.height_m(middle.truncate())).abs();
            let is_fan =
                (corners[1] - corners[0]).truncate().perp_dot((corners[2] - corners[0]).truncate()) > 0.3;
            assert!(!is_fan || off_m <= 2.0 * FLAT * sheet.cell_size_m, "{off_m} m at {middle}");
        }
        assert!((area_m2(&mesh) - 24.0 * 16.0).abs() < 1e-2, "{}", area_m2(&mesh));
    }

    #[test]
    fn waves_that_are_seen_are_not_drawn_flat() {
        let wave = |times: f32| {
            let level = |k: usize| times * FLAT * 0.5 * (0.8 * (k % 48) as f32).sin();
            WaterSheet { level_m: (0..48 * 32).map(level).collect(), ..half_waves() }
        };
        let [low, high] = [0.3, 3.0].map(|times| mesh_of(&wave(times), 1.0).triangles.len());
        assert_eq!(high, 2 * 49 * 33, "three times as high as what may be off a plane");
        // All patches that do not touch the edge.
        assert_eq!(low, high - 15 * (2 * PATCH * PATCH - 4 * PATCH));
    }

    #[test]
    fn flat_and_wavy_patches_meet_without_cracks() {
        let mesh = mesh_of(&half_waves(), 1.0);
        let mut sides = std::collections::HashMap::new();
        for [a, b, c] in &mesh.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *sides.entry((from.min(to), from.max(to))).or_insert(0) += 1;
            }
        }
        let once: Vec<_> = sides.iter().filter(|(_, count)| **count != 2).collect();
        // The edge of the sheet.
        assert_eq!(once.len(), 2 * (49 + 33));
        assert!(once.iter().all(|(_, count)| **count == 1));
    }

    #[test]
    fn a_block_in_flat_water_leaves_its_hole() {
        let mut sheet = WaterSheet { level_m: vec![0.0; 48 * 32], ..half_waves() };
        sheet.solid =
            (0..48 * 32).map(|k| (10..14).contains(&(k % 48)) && (9..13).contains(&(k / 48))).collect();
        // Three facets between the middles of four cells.
        let hole_m2 = (3.0 * 0.5_f32).powi(2);
        assert!((area_m2(&mesh_of(&sheet, 1.0)) - (24.0 * 16.0 - hole_m2)).abs() < 1e-2);
    }
}
