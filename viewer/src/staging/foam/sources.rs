//! Where foam is made. The rates are chosen to look right; where they act follows from the state.

use std::f32::consts::PI;

use glam::{DVec3, Vec2};
use rayon::prelude::*;

use crate::scene::{WaterSheet, crossing};
use crate::sim::BodySurface;

/// Greatest density.
pub(super) const DENSEST: f32 = 1.6;
/// Squares along the edge of a cell.
pub(super) const PER_CELL: usize = 2;
/// Length of the hull that the distances and speeds of hulls and races are given for, m; those of others are in proportion to
/// their length and its root.
const BOAT_M: f32 = 12.7;

/// Smooth step from 0 at `low` to 1 at `high`.
fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn add(density: &mut f32, more: f32) {
    *density = (*density + more).min(DENSEST);
}

/// Cells over which a front is spread that is steeper than they resolve, and those of the widest one that breaks: as wide as the water is deep
/// between the two.
const FRONT_CELLS: [f32; 2] = [4.0, 7.0];
/// Speeds by which the water slows down through a front, over that of waves there, at which it begins to break and breaks all over: those
/// of bores into water at rest behind which it is 1.3 and 1.8 times as deep. Lower ones undulate.
const BREAKS: [f32; 2] = [0.25, 0.65];
/// The same where foam tells that it breaks already: what breaks goes on until it is much weaker.
const GOES_ON: [f32; 2] = [0.07, 0.35];
/// Density of foam that tells it.
const TELLS: f32 = 0.4;
/// Foam that is made for all of the water that a front that breaks all over gathers on its way.
const OF_FRONT: f32 = 5.0;

/// Adds foam where the water runs together within a length of its depth, or of a front that the cells resolve, by much of the speed of
/// its waves: where waves and bores break. `rates` is memory.
pub(super) fn breaking(water: &WaterSheet, foam: &mut [f32], rates: &mut Vec<f32>, dt_s: f32) {
    let (nx, width) = (water.nx, water.nx * PER_CELL);
    let before = &*foam;
    (0..nx * water.ny)
        .into_par_iter()
        .map(|at| breaking_rate(water, before, at % nx, at / nx))
        .collect_into_vec(rates);
    foam.par_chunks_mut(width * PER_CELL).zip(rates.par_chunks(nx)).for_each(|(rows, rates)| {
        for (i, rate) in rates.iter().enumerate().filter(|(_, rate)| **rate > 0.0) {
            for row in rows.chunks_mut(width) {
                let of_cell = &mut row[i * PER_CELL..(i + 1) * PER_CELL];
                of_cell.iter_mut().for_each(|density| add(density, rate * dt_s));
            }
        }
    });
}

/// Foam that breaking makes in a cell, 1/s; none beside a body or an edge.
fn breaking_rate(water: &WaterSheet, foam: &[f32], i: usize, j: usize) -> f32 {
    let WaterSheet { nx, ny, .. } = *water;
    if i == 0 || j == 0 || i + 1 == nx || j + 1 == ny {
        return 0.0;
    }
    let at = j * nx + i;
    let [west, east, south, north] = [at - 1, at + 1, at - nx, at + nx];
    let velocity = |k: usize| water.velocity_m_s[k];
    let (u, v) = (velocity(east).x - velocity(west).x, velocity(north).y - velocity(south).y);
    let closing = -(u + v) / (2.0 * water.cell_size_m);
    if closing.is_nan() || closing <= 0.0 {
        return 0.0;
    }
    let depth_m = (water.level_m[at] - water.bed_m.get(at).copied().unwrap_or(0.0)).max(1e-3);
    let waves_m_s = (water.gravity_m_s2 * depth_m).sqrt();
    let [narrow_m, wide_m] = FRONT_CELLS.map(|cells| cells * water.cell_size_m);
    let front_m = depth_m.clamp(narrow_m, wide_m);
    let slowing = closing * front_m / waves_m_s;
    if slowing <= GOES_ON[0] {
        return 0.0;
    }
    let is_body = |k: usize| {
        water.solid.get(k).copied().unwrap_or(false) || water.thickness_m.get(k).is_some_and(|b| *b > 0.0)
    };
    let around = [at - nx - 1, south, at - nx + 1, west, at, east, at + nx - 1, north, at + nx + 1];
    if around.into_iter().any(is_body) {
        return 0.0;
    }
    let near = around.map(|k| foam[(k / nx * nx * PER_CELL + k % nx) * PER_CELL]);
    let told = (near.into_iter().fold(0.0, f32::max) / TELLS).min(1.0);
    let [from, to] = [0, 1].map(|k| BREAKS[k] + (GOES_ON[k] - BREAKS[k]) * told);
    let rate = OF_FRONT * smoothstep(from, to, slowing) * closing;
    if rate.is_finite() { rate } else { 0.0 }
}

/// Adds foam along the waterline of a hull: where it runs into the water, and a little where it slides through.
pub(super) fn hull(water: &WaterSheet, surface: &BodySurface, foam: &mut [f32], dt_s: f32) {
    let (rotation, origin) = (surface.rotation.as_quat(), surface.origin_m.as_vec3());
    if !rotation.is_finite() || !origin.is_finite() {
        return;
    }
    let length_m = length_m(surface);
    let (scale, speed_scale) = (length_m / BOAT_M, (length_m / BOAT_M).sqrt());
    let square_m = water.cell_size_m / PER_CELL as f32;
    let corner = |v: u32| origin + rotation * surface.vertices[v as usize];
    for triangle in surface.triangles.iter() {
        let [a, b, c] = triangle.map(corner);
        let above = [a, b, c].map(|point| point.z - level_m(water, point.truncate()));
        let Some([from, to]) = crossing([a, b, c], above) else { continue };
        let outward = (b - a).cross(c - a).truncate();
        let Some(outward) = outward.try_normalize() else { continue };
        let middle = 0.5 * (from + to);
        let arm = middle.extend(water.still_level_m).as_dvec3() - surface.center_of_mass_m;
        let body = surface.linvel_m_s + surface.angvel_rad_s.cross(arm);
        let slip = body.as_vec3().truncate() - velocity(water, middle);
        let ahead = (outward.dot(slip) / speed_scale - 0.6) / 2.5;
        let bow = Line { rate: 7.0 * ahead.clamp(0.0, 1.0), reach_m: (0.35 * scale).max(square_m) };
        let sliding = (slip.length() / speed_scale / 8.0).clamp(0.0, 1.0);
        let side = Line { rate: 1.05 * sliding, reach_m: (0.16 * scale).max(0.7 * square_m) };
        [bow, side].into_iter().for_each(|line| line.add([from, to], water, foam, dt_s));
    }
}

/// Foam along a line.
struct Line {
    /// On the line, 1/s.
    rate: f32,
    /// Distance at which it is 1/e of that, m.
    reach_m: f32,
}

impl Line {
    /// Adds what a segment contributes: over a straight line the contributions add up to a bell of the given rate.
    fn add(&self, [from, to]: [Vec2; 2], water: &WaterSheet, foam: &mut [f32], dt_s: f32) {
        let length_m = from.distance(to);
        if self.rate <= 0.01 || length_m <= 0.0 || !length_m.is_finite() {
            return;
        }
        let square_m = water.cell_size_m / PER_CELL as f32;
        let parts = (2.0 * length_m / square_m).ceil().max(1.0);
        let weight = self.rate * dt_s * (length_m / parts) / (PI.sqrt() * self.reach_m);
        for k in 0..parts as usize {
            let at = from.lerp(to, (k as f32 + 0.5) / parts);
            over(water, foam, at, 2.2 * self.reach_m, |away| {
                weight * (-away.length_squared() / (self.reach_m * self.reach_m)).exp()
            });
        }
    }
}

/// Adds foam in the race of a propeller, astern of it.
pub(super) fn race(water: &WaterSheet, surface: &BodySurface, foam: &mut [f32], dt_s: f32) {
    let Some(race) = surface.race.filter(|race| race.thrust_n != DVec3::ZERO) else { return };
    let thrust = race.thrust_n.as_vec3().truncate();
    let Some(ahead) = thrust.try_normalize() else { return };
    let scale = length_m(surface) / BOAT_M;
    // Power of the jet: the thrust on the area that it goes through, as a speed.
    let jet_m_s = (thrust.length() / (1000.0 * scale * scale)).sqrt();
    let rate =
        11.0 * (jet_m_s / 7.0).clamp(0.0, 1.0) * (surface.linvel_m_s.length() as f32 / 5.0).clamp(0.3, 1.0);
    let (half_width, half_length) = (0.95 * scale, 1.0 * scale);
    let at = race.position_m.as_vec3().truncate() - ahead * (1.3 * scale);
    over(water, foam, at, 2.0 * scale, |away| {
        let (along, across) = (away.dot(ahead) / half_length, away.perp_dot(ahead) / half_width);
        rate * dt_s * (-across.powi(4) - along * along).exp()
    });
}

/// Adds to the foam within a distance of a place what `more` says of each offset from it, m.
fn over(water: &WaterSheet, foam: &mut [f32], at_m: Vec2, reach_m: f32, more: impl Fn(Vec2) -> f32) {
    let square_m = water.cell_size_m / PER_CELL as f32;
    let [width, height] = [water.nx, water.ny].map(|cells| (cells * PER_CELL) as f32);
    let at = (at_m - water.origin_m) / square_m;
    let reach = reach_m / square_m;
    let span = |middle: f32, end: f32| {
        let (low, high) = ((middle - reach).max(0.0), (middle + reach + 1.0).min(end));
        if low < high { low as usize..high as usize } else { 0..0 }
    };
    for j in span(at.y, height) {
        for i in span(at.x, width) {
            let away = (Vec2::new(i as f32, j as f32) + 0.5 - at) * square_m;
            add(&mut foam[j * width as usize + i], more(away));
        }
    }
}

/// Length of a hull's box along its own x, m.
fn length_m(surface: &BodySurface) -> f32 {
    let (low, high) = surface
        .vertices
        .iter()
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), v| (low.min(v.x), high.max(v.x)));
    (high - low).clamp(0.05, 1e4)
}

fn cell(water: &WaterSheet, at_m: Vec2) -> usize {
    let [i, j] =
        ((at_m - water.origin_m) / water.cell_size_m).to_array().map(|cells| cells.max(0.0) as usize);
    j.min(water.ny - 1) * water.nx + i.min(water.nx - 1)
}

fn level_m(water: &WaterSheet, at_m: Vec2) -> f32 {
    water.level_m[cell(water, at_m)]
}

fn velocity(water: &WaterSheet, at_m: Vec2) -> Vec2 {
    water.velocity_m_s[cell(water, at_m)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream at 1 m/s that a wall of water, 1 m high and `steep_m` wide, runs into from the west at the speed of a bore.
    fn bore(steep_m: f32) -> WaterSheet {
        let (nx, ny, cell_size_m) = (80, 12, 0.5);
        let high = |k: usize| {
            let x = ((k % nx) as f32 + 0.5) * cell_size_m - 20.0;
            1.0 - smoothstep(-0.5 * steep_m, 0.5 * steep_m, x)
        };
        WaterSheet {
            nx,
            ny,
            cell_size_m,
            level_m: (0..nx * ny).map(|k| 1.0 + high(k)).collect(),
            still_level_m: 1.0,
            velocity_m_s: (0..nx * ny).map(|k| Vec2::X * (2.7 * high(k))).collect(),
            gravity_m_s2: 9.81,
            ..WaterSheet::default()
        }
    }

    #[test]
    fn a_steep_front_breaks_and_a_gentle_one_and_still_water_do_not() {
        let made = |water: &WaterSheet| {
            let mut foam = vec![0.0; water.nx * water.ny * PER_CELL * PER_CELL];
            breaking(water, &mut foam, &mut Vec::new(), 0.1);
            let width = water.nx * PER_CELL;
            let places: Vec<usize> =
                (0..foam.len()).filter(|&k| foam[k] > 0.0).map(|k| k % width / PER_CELL).collect();
            places
        };
        let steep = made(&bore(3.0));
        assert!(
            !steep.is_empty() && steep.iter().all(|i| (35..45).contains(i)),
            "at the front, not {steep:?}"
        );
        assert!(made(&bore(25.0)).is_empty());
        let mut still = bore(3.0);
        still.velocity_m_s.fill(Vec2::ZERO);
        assert!(made(&still).is_empty(), "a step at rest is no breaking wave yet");
    }

    /// Foam at the middle of a channel after a bore into water 2 m deep has passed, which raises it by a ratio over so many cells, with so
    /// much foam there before.
    fn passed(cell_size_m: f32, ratio: f32, before: f32) -> f32 {
        let (nx, ny, length_m, low_m) = ((120.0 / cell_size_m) as usize, 5, 3.5 * cell_size_m, 2.0);
        let high_m = low_m * ratio;
        // By mass and momentum across it.
        let speed_m_s = (0.5 * 9.81 * high_m * (high_m + low_m) / low_m).sqrt();
        let behind_m_s = speed_m_s * (1.0 - low_m / high_m);
        let water = |time_s: f32| {
            let front_m = 20.0 + speed_m_s * time_s;
            let high = |k: usize| {
                let x = ((k % nx) as f32 + 0.5) * cell_size_m - front_m;
                1.0 - smoothstep(-0.5 * length_m, 0.5 * length_m, x)
            };
            let levels = (0..nx * ny).map(|k| low_m + (high_m - low_m) * high(k)).collect();
            let velocities = (0..nx * ny).map(|k| Vec2::X * (behind_m_s * high(k))).collect();
            WaterSheet {
                nx,
                ny,
                cell_size_m,
                level_m: levels,
                velocity_m_s: velocities,
                gravity_m_s2: 9.81,
                ..WaterSheet::default()
            }
        };
        let (mut foam, mut rates) = (vec![before; nx * ny * PER_CELL * PER_CELL], Vec::new());
        let (dt_s, until_s) = (0.02, 80.0 / speed_m_s);
        for step in 0..(until_s / dt_s) as usize {
            breaking(&water(step as f32 * dt_s), &mut foam, &mut rates, dt_s);
        }
        foam[(ny * PER_CELL / 2) * nx * PER_CELL + nx * PER_CELL / 2] - before
    }

    #[test]
    fn a_bore_leaves_the_same_foam_in_cells_of_any_size() {
        let made = [0.25, 0.5, 1.0, 2.0].map(|cell_size_m| passed(cell_size_m, 1.5, 0.0));
        let (least, most) = made.iter().fold((f32::MAX, 0.0_f32), |(a, b), of| (a.min(*of), b.max(*of)));
        assert!(least > 0.3 && most < 2.0 * least, "{made:?}");
    }

    #[test]
    fn a_bore_that_breaks_goes_on_until_it_is_weak() {
        let [strong, undular, goes_on, weak] =
            [(2.0, 0.0), (1.2, 0.0), (1.2, TELLS), (1.04, TELLS)].map(|(ratio, f)| passed(0.5, ratio, f));
        assert!(strong > 1.0 && undular < 0.05, "{strong}, {undular}");
        assert!(goes_on > 2.0 * undular.max(0.02) && weak == 0.0, "{goes_on}, {weak}");
    }

    #[test]
    fn a_line_makes_foam_of_its_rate_whatever_it_is_cut_into() {
        let water = WaterSheet { nx: 40, ny: 20, cell_size_m: 0.5, ..WaterSheet::default() };
        let line = Line { rate: 2.0, reach_m: 0.6 };
        let drawn = |parts: usize| {
            let mut foam = vec![0.0; 40 * 20 * PER_CELL * PER_CELL];
            for k in 0..parts {
                let at = |k: usize| Vec2::new(2.0 + 16.0 * k as f32 / parts as f32, 5.125);
                line.add([at(k), at(k + 1)], &water, &mut foam, 0.1);
            }
            foam[20 * 80 + 40]
        };
        for parts in [1, 7, 64] {
            assert!((drawn(parts) - 0.2).abs() < 0.012, "{parts} parts: {}", drawn(parts));
        }
    }
}
