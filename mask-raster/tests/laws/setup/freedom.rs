//! How far masks of a graphics pipeline may differ from exact ones.

use glam::{DVec2, Mat3, Vec3};
use mask_raster::{Body, CellMask, Grid, Rasterizer};

/// Largest displacement of a corner, in samples: one step of 1/16 along both axes, the most that Vulkan allows; half a step of 1/256
/// along both, for the rounding in the test and in the crate; and a thousandth for the viewport transform.
const STEP: f64 = std::f64::consts::SQRT_2 * (1.0 / 16.0 + 0.5 / 256.0) + 1e-3;
/// Number of roundings, of 2⁻²⁵ of the range each, that a height undergoes in the depth buffer: difference, quotient and factor of a
/// half for the vertex, eight for the device's plane through three vertices, one in the buffer, and three when it is read. The
/// largest error counts for those of numbers up to a half and of heights themselves.
const ROUNDINGS: f32 = 16.0;

/// How far a mask may differ at the center of each cell.
pub(crate) struct Freedom {
    /// Whether an edge passes within a step of the center.
    is_near: Vec<bool>,
    /// Slope of the steepest triangle there, m per sample.
    slope_m: Vec<f32>,
    rounding_m: f32,
    /// The exact mask of each body alone.
    alone: Vec<CellMask>,
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub(crate) struct Differences {
    /// Cells covered in either mask.
    pub(crate) covered: usize,
    /// Number of these that are near an edge.
    pub(crate) near: usize,
    /// Cells with another label.
    pub(crate) labels: usize,
    /// Cells that differ by more than is allowed.
    pub(crate) breaches: usize,
    /// Largest difference of a height, as a fraction of what is allowed.
    pub(crate) height: f32,
}

impl Freedom {
    /// The freedom for masks of these bodies with `n × n` samples per cell.
    pub(crate) fn new(grid: &Grid, n: usize, bodies: &[Body<'_>]) -> Self {
        let mut freedom = Self {
            is_near: vec![false; grid.cells()],
            slope_m: vec![0.0; grid.cells()],
            rounding_m: 0.0,
            alone: bodies.iter().map(|body| alone(grid, n, body)).collect(),
        };
        let (mut low_m, mut high_m) = (f32::MAX, f32::MIN);
        for body in bodies {
            let turn = Mat3::from_quat(body.rotation);
            for triangle in body.triangles {
                let turned = triangle.map(|k| turn * body.vertices[k as usize]);
                let heights = turned.map(|v| v.z + body.translation_m.z);
                if turned.iter().all(|v| v.is_finite()) && heights.iter().all(|z| z.abs() <= f32::MAX / 4.0) {
                    heights.iter().for_each(|&z| (low_m, high_m) = (low_m.min(z), high_m.max(z)));
                    let place = |v: Vec3| {
                        let from_corner = v.truncate().as_dvec2()
                            + (body.translation_m.truncate().as_dvec2() - grid.origin_m.as_dvec2());
                        from_corner / f64::from(grid.cell_size_m)
                    };
                    freedom.add(grid, n as f64, turned.map(place), heights);
                }
            }
        }
        let size_m = (high_m - low_m).max(low_m.abs()).max(high_m.abs());
        freedom.rounding_m = ROUNDINGS * 0.5_f32.powi(25) * size_m;
        freedom
    }

    fn add(&mut self, grid: &Grid, n: f64, corners: [DVec2; 3], heights: [f32; 3]) {
        let [a, b, c] = corners;
        let sides = [b - a, c - a];
        let rises = [1, 2].map(|k| f64::from(heights[k] - heights[0]));
        let gradient = DVec2::new(
            rises[0] * sides[1].y - rises[1] * sides[0].y,
            rises[1] * sides[0].x - rises[0] * sides[1].x,
        ) / sides[0].perp_dot(sides[1]);
        let (low, high) = (a.min(b).min(c) - 1.0, a.max(b).max(c) + 1.0);
        let cells =
            |from: f64, to: f64, most: usize| from.max(0.0) as usize..to.clamp(0.0, most as f64) as usize;
        for j in cells(low.y, high.y, grid.ny) {
            for i in cells(low.x, high.x, grid.nx) {
                let center = DVec2::new(i as f64 + 0.5, j as f64 + 0.5);
                let cell = j * grid.nx + i;
                let turns =
                    [(a, b), (b, c), (c, a)].map(|(from, to)| (to - from).perp_dot(center - from) > 0.0);
                self.is_near[cell] |=
                    [(a, b), (b, c), (c, a)].iter().any(|&(from, to)| distance(center, from, to) <= STEP / n);
                if turns[0] == turns[1] && turns[1] == turns[2] {
                    self.slope_m[cell] = self.slope_m[cell].max((gradient.length() / n) as f32);
                }
            }
        }
    }

    /// Adds the differences between an exact mask and another.
    pub(crate) fn compare(&self, exact: &CellMask, other: &CellMask, sum: &mut Differences) {
        for cell in 0..self.is_near.len() {
            let (label, found) = (exact.labels()[cell], other.labels()[cell]);
            sum.covered += usize::from(label != 0 || found != 0);
            sum.labels += usize::from(label != found);
            if self.is_near[cell] {
                sum.near += usize::from(label != 0 || found != 0);
                continue;
            }
            // A triangle whose corners move by at most a step has, at a point that it covers, a height that it had before within a
            // step of that point.
            let most_m = self.slope_m[cell] * STEP as f32 + self.rounding_m;
            let off_m = if label == 0 || found == 0 {
                if label == found { 0.0 } else { f32::INFINITY }
            } else {
                self.off_m(cell, exact.bottom_m()[cell], other)
            };
            sum.breaches += usize::from(off_m > most_m);
            if off_m > 0.0 {
                sum.height = sum.height.max(off_m / most_m);
            }
        }
    }

    /// Height by which a cell differs from its body alone, m, and that body's bottom from the lowest: where bottoms differ by less than a
    /// height may be off, either body may have the cell.
    fn off_m(&self, cell: usize, deepest_m: f32, other: &CellMask) -> f32 {
        let (bottom_m, top_m) = (other.bottom_m()[cell], other.top_m()[cell]);
        let bodies = self.alone.iter().filter(|mask| mask.labels()[cell] == other.labels()[cell]);
        let off_m = bodies.map(|mask| {
            let own_m = mask.bottom_m()[cell];
            (own_m - deepest_m).abs().max((own_m - bottom_m).abs()).max((mask.top_m()[cell] - top_m).abs())
        });
        off_m.fold(f32::INFINITY, f32::min)
    }
}

fn alone(grid: &Grid, n: usize, body: &Body<'_>) -> CellMask {
    let mut mask = CellMask::new();
    let rasterizer = Rasterizer::new(*grid).and_then(|rasterizer| rasterizer.samples_per_side(n));
    rasterizer.and_then(|mut rasterizer| rasterizer.rasterize(&[*body], &mut mask)).expect("a body");
    mask
}

/// Distance from a point to the line segment between two others.
fn distance(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let fraction =
        ((point - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(from + fraction * along)
}
