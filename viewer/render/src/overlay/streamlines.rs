//! Streamlines: lines that follow the velocity of one instant, evenly spaced on the picture after B. Jobard and W. Lefer, "Creating
//! Evenly-Spaced Streamlines of Arbitrary Density", 1997.

use glam::Vec2;

use super::Canvas;
use super::canvas::{INK, PALE_INK};
use super::strokes::draw_thin;
use crate::picture::Picture;
use crate::scene::WaterSheet;

/// Distance between streamlines where they begin, dots.
const SPACING: f32 = 20.0;
/// Part of that distance below which they end.
const NEAREST: f32 = 0.5;
/// Part of a cell, and of the distance between lines, that a step is long at most.
const STEP: [f32; 2] = [0.5, 0.2];
/// Most steps of a line to each side.
const MOST_STEPS: i32 = 3000;
/// Shortest line, in distances between lines.
const SHORTEST: f32 = 1.5;
/// Part of the greatest speed below which water counts as still.
const SLOWEST: f32 = 0.04;
/// Cells, in order, between the places where lines may begin: those that are far from each other first, so that lines become long.
const STRIDES: [usize; 4] = [8, 4, 2, 1];
/// Widths of the slowest and the fastest lines and length of their arrowheads, dots.
const WIDTHS: [f32; 2] = [0.55, 1.3];
const HEAD: f32 = 6.0;
/// Opacity of the lines.
const OPACITY: u8 = 170;

/// A streamline.
#[derive(Debug)]
pub(super) struct Streamline {
    /// Places on the picture, in pixels, in the direction of the flow.
    pub(super) places: Vec<Vec2>,
    /// Mean speed along it as a fraction of the greatest.
    pub(super) speed: f32,
}

/// What the lines are on: where a place on the water, m, is seen, in pixels; pixels a meter where the camera looks; the size of the
/// picture.
pub(crate) struct Plane<P> {
    pub(crate) project: P,
    pub(crate) pixels_per_meter: f32,
    pub(crate) size: [u32; 2],
}

/// A point of a line on the picture: the number of the line, and how many steps it is from where the line began.
#[derive(Clone, Copy)]
struct Point {
    at: Vec2,
    line: usize,
    step: i32,
}

/// The points of all lines, in squares as wide as the distance between lines.
struct Spaced {
    width: f32,
    columns: usize,
    squares: Vec<Vec<Point>>,
}

impl Spaced {
    fn new([width, height]: [u32; 2], spacing: f32) -> Self {
        let [columns, rows] = [width, height].map(|n| (n as f32 / spacing).ceil().max(1.0) as usize);
        Self { width: spacing, columns, squares: vec![Vec::new(); columns * rows] }
    }

    fn square(&self, at: Vec2) -> [usize; 2] {
        let rows = self.squares.len() / self.columns;
        let [i, j] = (at / self.width).to_array().map(|n| n.max(0.0) as usize);
        [i.min(self.columns - 1), j.min(rows - 1)]
    }

    /// Whether no point but those that are `but` is within a distance, at most the squares' width.
    fn is_free(&self, at: Vec2, distance: f32, but: impl Fn(&Point) -> bool) -> bool {
        let [i, j] = self.square(at);
        let rows = self.squares.len() / self.columns;
        let near = |n: usize, most: usize| n.saturating_sub(1)..(n + 2).min(most);
        let mut squares = near(j, rows).flat_map(|j| near(i, self.columns).map(move |i| (i, j)));
        squares.all(|(i, j)| {
            let points = self.squares[j * self.columns + i].iter();
            points
                .filter(|point| !but(point))
                .all(|point| point.at.distance_squared(at) >= distance * distance)
        })
    }

    fn add(&mut self, point: Point) {
        let [i, j] = self.square(point.at);
        self.squares[j * self.columns + i].push(point);
    }

    fn remove(&mut self, line: usize) {
        self.squares.iter_mut().for_each(|square| square.retain(|point| point.line != line));
    }
}

/// Streamlines through water without bodies over it.
pub(super) fn streamlines(
    water: &WaterSheet,
    plane: &Plane<impl Fn(Vec2) -> Option<Vec2>>,
    spacing: f32,
) -> Vec<Streamline> {
    let is_open = |k: usize| {
        !water.is_solid(k % water.nx, k / water.nx) && !water.is_covered(k % water.nx, k / water.nx)
    };
    let speeds = water.velocity_m_s.iter().enumerate().filter(|(k, _)| is_open(*k)).map(|(_, u)| u.length());
    let fastest_m_s = speeds.filter(|speed| speed.is_finite()).fold(0.0, f32::max);
    let cell_pixels = plane.pixels_per_meter * water.cell_size_m;
    if fastest_m_s <= 1e-6 || cell_pixels <= 0.0 || !cell_pixels.is_finite() {
        return Vec::new();
    }
    let step_m = water.cell_size_m * STEP[0].min(STEP[1] * spacing / cell_pixels);
    // Points of the same line that are no nearer along it than twice the distance between lines count as those of another.
    let apart = (2.0 * spacing / (step_m * plane.pixels_per_meter)).ceil() as i32;
    let [width, height] = plane.size.map(|n| n as f32);
    let seen = |at_m: Vec2| {
        let at = (plane.project)(at_m)?;
        ((0.0..=width).contains(&at.x) && (0.0..=height).contains(&at.y)).then_some(at)
    };
    let velocity_m_s = |at_m: Vec2| water.velocity_m_s((at_m - water.origin_m) / water.cell_size_m);
    let direction = |at_m: Vec2| {
        let velocity_m_s = velocity_m_s(at_m);
        let moves = water.is_open(at_m) && velocity_m_s.length() > SLOWEST * fastest_m_s;
        moves.then(|| velocity_m_s.normalize_or_zero())
    };
    let mut spaced = Spaced::new(plane.size, spacing);
    let mut lines = Vec::new();
    let base = (0.5 * spacing / cell_pixels).floor().max(1.0) as usize;
    for stride in STRIDES.map(|stride| stride * base) {
        for (j, i) in (stride / 2..water.ny)
            .step_by(stride)
            .flat_map(|j| (stride / 2..water.nx).step_by(stride).map(move |i| (j, i)))
        {
            let start_m = water.origin_m + (Vec2::new(i as f32, j as f32) + 0.5) * water.cell_size_m;
            let Some(start) = seen(start_m).filter(|_| direction(start_m).is_some()) else { continue };
            if !spaced.is_free(start, spacing, |_| false) {
                continue;
            }
            let line = lines.len();
            spaced.add(Point { at: start, line, step: 0 });
            let (mut speeds, mut count) = (velocity_m_s(start_m).length(), 1.0);
            let mut halves = [-1, 1].map(|sign: i32| {
                let mut places = Vec::new();
                let mut at_m = start_m;
                for step in 1..=MOST_STEPS {
                    let by_m = sign as f32 * step_m;
                    // Second order, by the direction halfway.
                    let halfway = direction(at_m).and_then(|along| direction(at_m + 0.5 * by_m * along));
                    let Some(along) = halfway else { break };
                    at_m += by_m * along;
                    let Some(at) = seen(at_m).filter(|_| water.is_open(at_m)) else { break };
                    let is_near =
                        |point: &Point| point.line == line && (point.step - sign * step).abs() <= apart;
                    if !spaced.is_free(at, NEAREST * spacing, is_near) {
                        break;
                    }
                    spaced.add(Point { at, line, step: sign * step });
                    places.push(at);
                    (speeds, count) = (speeds + velocity_m_s(at_m).length(), count + 1.0);
                }
                places
            });
            halves[0].reverse();
            let [before, after] = halves;
            let places: Vec<Vec2> = before.into_iter().chain([start]).chain(after).collect();
            let length: f32 = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            if length >= SHORTEST * spacing {
                lines.push(Streamline { places, speed: (speeds / count / fastest_m_s).min(1.0) });
            } else {
                spaced.remove(line);
            }
        }
    }
    lines
}

/// Draws streamlines, each with an arrowhead in its middle, the faster the wider; pale ones on dark.
pub(crate) fn draw_streamlines(
    picture: &mut Picture,
    water: &WaterSheet,
    plane: &Plane<impl Fn(Vec2) -> Option<Vec2>>,
    dark: bool,
) {
    let zoom = Canvas::zoom_at(picture.height()) as f32;
    let [thin, wide] = WIDTHS;
    let drawn =
        streamlines(water, plane, SPACING * zoom).into_iter().flat_map(|Streamline { places, speed }| {
            let width = (thin + (wide - thin) * speed.sqrt()) * zoom;
            let head = head(&places, HEAD * zoom);
            [(places, width)].into_iter().chain(head.map(|head| (head, wide * zoom)))
        });
    let [r, g, b] = if dark { PALE_INK } else { INK };
    draw_thin(picture, &drawn.collect::<Vec<_>>(), [r, g, b, OPACITY]);
}

/// The arrowhead in the middle of a line.
fn head(line: &[Vec2], length: f32) -> Option<Vec<Vec2>> {
    let middle = line.len() / 2;
    let tip = *line.get(middle)?;
    let from = line[..middle].iter().rev().find(|at| at.distance(tip) >= 0.5 * length)?;
    let back = (from - tip).normalize_or_zero() * length;
    let [left, right] = [0.45, -0.45].map(|angle| tip + Vec2::from_angle(angle).rotate(back));
    Some(vec![left, tip, right])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [400, 300];

    /// Water of 40 × 30 cells of 0.5 m, 20 pixels a meter, that flows as `velocity` says.
    fn lines(velocity: impl Fn(Vec2) -> Vec2, change: impl Fn(&mut WaterSheet)) -> Vec<Vec<Vec2>> {
        let (nx, ny, cell_size_m) = (40, 30, 0.5);
        let middle = |k: usize| (Vec2::new((k % nx) as f32, (k / nx) as f32) + 0.5) * cell_size_m;
        let velocity_m_s = (0..nx * ny).map(|k| velocity(middle(k))).collect();
        let mut water = WaterSheet { nx, ny, cell_size_m, velocity_m_s, ..Default::default() };
        change(&mut water);
        let project = |at_m: Vec2| Some(Vec2::new(20.0 * at_m.x, 300.0 - 20.0 * at_m.y));
        let lines = streamlines(&water, &Plane { project, pixels_per_meter: 20.0, size: SIZE }, 20.0);
        lines.into_iter().map(|line| line.places).collect()
    }

    fn apart(lines: &[Vec<Vec2>]) -> f32 {
        let mut least = f32::INFINITY;
        for (k, line) in lines.iter().enumerate() {
            for other in lines[..k].iter().flatten() {
                least = line.iter().map(|at| at.distance(*other)).fold(least, f32::min);
            }
        }
        least
    }

    #[test]
    fn in_a_stream_they_are_straight_run_with_it_and_leave_no_wide_gaps() {
        let lines = lines(|_| Vec2::new(0.9, 0.3), |_| ());
        let along = Vec2::new(0.9, -0.3).normalize();
        for line in &lines {
            for pair in line.windows(2) {
                assert!((pair[1] - pair[0]).normalize().distance(along) < 1e-3, "{pair:?}");
            }
        }
        assert!(apart(&lines) > 9.9, "{}", apart(&lines));
        for at in (40..360).step_by(20).flat_map(|x| (40..260).step_by(20).map(move |y| (x, y))) {
            let at = Vec2::new(at.0 as f32, at.1 as f32);
            let nearest = lines.iter().flatten().map(|of| of.distance(at)).fold(f32::INFINITY, f32::min);
            assert!(nearest < 22.0, "{at}: {nearest}");
        }
    }

    #[test]
    fn in_a_vortex_they_are_circles_that_close_once() {
        let center = Vec2::new(10.0, 7.5);
        let lines = lines(|at| (at - center).perp() * 0.8, |_| ());
        let radius = |at: &Vec2| at.distance(Vec2::new(200.0, 150.0));
        let inside = lines.iter().filter(|line| line.iter().all(|at| (20.0..130.0).contains(&radius(at))));
        let mut count = 0;
        for line in inside {
            count += 1;
            let radii = || line.iter().map(radius);
            let [low, high] = [radii().fold(f32::INFINITY, f32::min), radii().fold(0.0, f32::max)];
            assert!(high - low < 0.02 * high, "{low} {high}");
            let length: f32 = line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            assert!(length < 1.1 * std::f32::consts::TAU * high, "{length} {high}");
        }
        assert!(count >= 3 && apart(&lines) > 9.9, "{count}");
    }

    #[test]
    fn there_are_none_in_still_water_solids_and_under_hulls() {
        assert!(lines(|_| Vec2::ZERO, |_| ()).is_empty());
        let stream = |_| Vec2::X;
        let is_walled = |lines: &[Vec<Vec2>]| lines.iter().flatten().all(|at| at.x <= 310.5);
        let beyond = |k: usize| k % 40 > 30;
        let free = lines(stream, |_| ());
        let walled = lines(stream, |water| water.solid = (0..1200).map(beyond).collect());
        let covered =
            |water: &mut WaterSheet| water.thickness_m = (0..1200).map(|k| f32::from(beyond(k))).collect();
        assert!(
            !is_walled(&free)
                && is_walled(&walled)
                && is_walled(&lines(stream, covered))
                && !walled.is_empty()
        );
    }
}
