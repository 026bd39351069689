//! Forces on whole bodies, by kind, and the ways that bodies have come.

use embedded_graphics::mono_font::iso_8859_1::FONT_7X13;
use glam::{Vec2, Vec3};

use super::canvas::{Canvas, width};
use super::labels::{self, Box2, Wish};
use super::strokes::draw_strokes;
use crate::picture::{Picture, Rgba};
use crate::scene::{Load, LoadKind, Track};

/// Length of the arrow of the greatest force, and of the shortest that is drawn, dots.
const LENGTHS: [f32; 2] = [90.0, 9.0];
/// Width of an arrow and length of its head, dots.
const WIDTH: f32 = 2.4;
const HEAD: f32 = 9.0;
/// Most forces that have their values beside them.
const NAMED: usize = 24;
/// Distance of a label from the tip of its arrow from which on a line joins them, dots.
const FAR: f32 = 14.0;

/// Color of a way, sRGB, its width in dots, and simulated time of a dash and of the gap after it, s.
const WAY: Rgba = [255, 107, 87, 255];
const WAY_WIDTH: f32 = 1.8;
const DASH_S: f64 = 0.5;

/// Name of a kind and its color, sRGB.
fn look(kind: LoadKind) -> (&'static str, Rgba) {
    match kind {
        LoadKind::Weight => ("weight", [60, 60, 66, 255]),
        LoadKind::Buoyancy => ("buoyancy", [26, 64, 217, 255]),
        LoadKind::Push => ("push", [0, 140, 150, 255]),
        LoadKind::Drag => ("drag", [217, 31, 26, 255]),
        LoadKind::Lift => ("lift", [222, 120, 10, 255]),
        LoadKind::Thrust => ("thrust", [20, 130, 40, 255]),
        LoadKind::Wind => ("wind", [90, 130, 170, 255]),
        LoadKind::Pull => ("pull", [130, 40, 160, 255]),
    }
}

/// A force with its unit, three digits.
fn value(force_n: f32) -> String {
    let (scaled, unit) = match force_n {
        n if n >= 1e6 => (n / 1e6, "MN"),
        n if n >= 1e3 => (n / 1e3, "kN"),
        n => (n, "N"),
    };
    let decimals = if scaled >= 100.0 {
        0
    } else if scaled >= 10.0 {
        1
    } else {
        2
    };
    format!("{scaled:.decimals$} {unit}")
}

/// An arrow on the picture, in pixels.
#[derive(Debug, PartialEq)]
struct OnPicture {
    from: Vec2,
    to: Vec2,
    kind: LoadKind,
    force_n: f32,
}

/// The arrows that are long enough to be seen. `project` says where on the picture a place is seen. One that points to the viewer is
/// short: its direction is that on the picture, its length as the force is seen from aside.
fn arrows(loads: &[Load], zoom: f32, project: impl Fn(Vec3) -> Option<Vec2>) -> Vec<OnPicture> {
    let size = |load: &Load| load.force_n.length();
    let greatest_n = loads.iter().map(size).filter(|n| n.is_finite()).fold(0.0, f32::max);
    let arrow = |load: &Load| {
        let force_n = size(load);
        // Pixels of a meter along the force, and of one across the view at its place.
        let along_m = load.force_n / force_n;
        let (from, to) = (project(load.at_m)?, project(load.at_m + along_m)?);
        let meter = [Vec3::X, Vec3::Y, Vec3::Z]
            .into_iter()
            .filter_map(|axis| Some(project(load.at_m + axis)?.distance(from)))
            .fold(0.0, f32::max);
        let length = LENGTHS[0] * zoom * (force_n / greatest_n).sqrt();
        let to = from + (to - from) / meter * length;
        let is_seen = to.is_finite() && to.distance(from) >= LENGTHS[1] * zoom;
        is_seen.then_some(OnPicture { from, to, kind: load.kind, force_n })
    };
    loads.iter().filter_map(arrow).collect()
}

/// Name and value of the force of an arrow.
fn text(arrow: &OnPicture) -> String {
    format!("{} {}", look(arrow.kind).0, value(arrow.force_n))
}

/// Boxes of the labels of the first arrows on a picture of a size, in dots.
fn boxes(arrows: &[OnPicture], size: [u32; 2]) -> Vec<Box2> {
    let zoom = Canvas::zoom_at(size[1]) as f32;
    let height = FONT_7X13.character_size.height as f32 + 2.0;
    let wish = |arrow: &OnPicture| Wish {
        at: arrow.to / zoom,
        along: arrow.to - arrow.from,
        size: Vec2::new(width(&text(arrow), &FONT_7X13) as f32 + 6.0, height),
    };
    let wishes: Vec<Wish> = arrows.iter().take(NAMED).map(wish).collect();
    let lines: Vec<[Vec2; 2]> = arrows.iter().map(|arrow| [arrow.from / zoom, arrow.to / zoom]).collect();
    labels::place(&wishes, &[], &lines, Vec2::new(size[0] as f32, size[1] as f32) / zoom)
}

/// Boxes of the labels that forces on whole bodies have on a picture of a size, upper left and lower right corners in pixels, so that other
/// labels can leave them free. `project` says where on the picture a place is seen.
pub fn load_labels(loads: &[Load], size: [u32; 2], project: impl Fn(Vec3) -> Option<Vec2>) -> Vec<Box2> {
    let zoom = Canvas::zoom_at(size[1]) as f32;
    let boxes = boxes(&arrows(loads, zoom, project), size);
    boxes.into_iter().map(|found| found.map(|corner| corner * zoom)).collect()
}

/// Draws the forces on whole bodies, each from where it acts, with its name and value at its tip. Lengths are as the roots of the
/// forces.
pub(crate) fn draw_loads(picture: &mut Picture, loads: &[Load], project: impl Fn(Vec3) -> Option<Vec2>) {
    let zoom = Canvas::zoom_at(picture.height()) as f32;
    let arrows = arrows(loads, zoom, project);
    for OnPicture { from, to, kind, .. } in &arrows {
        let back = (*from - *to).normalize_or_zero() * (HEAD * zoom);
        let [left, right] = [0.45, -0.45].map(|angle| *to + Vec2::from_angle(angle).rotate(back));
        let lines = [vec![*from, *to], vec![left, *to, right]];
        draw_strokes(picture, &lines, WIDTH * zoom, zoom, look(*kind).1);
    }
    let named = &arrows[..arrows.len().min(NAMED)];
    let boxes = boxes(&arrows, picture.size());
    // From a label that had to give way to its arrow.
    for (arrow, found) in named.iter().zip(&boxes) {
        let end = labels::nearest(*found, arrow.to / zoom) * zoom;
        if end.distance(arrow.to) > FAR * zoom {
            draw_strokes(picture, &[vec![arrow.to, end]], 1.0 * zoom, 0.5 * zoom, look(arrow.kind).1);
        }
    }
    let mut canvas = Canvas::new(picture);
    for (arrow, [corner, _]) in named.iter().zip(boxes) {
        let corner = corner + Vec2::new(3.0, 1.0);
        canvas.tag(&text(arrow), &FONT_7X13, corner.x.round() as i32, corner.y.round() as i32);
    }
}

/// The dashes of a way since a time, s, in pixels: half a second of simulated time each, always the same.
fn dashes(track: &Track, since_s: f64, project: impl Fn(Vec3) -> Option<Vec2>) -> Vec<Vec<Vec2>> {
    let mut dashes: Vec<(i64, Vec<Vec2>)> = Vec::new();
    for pair in track.places.windows(2).filter(|pair| pair[1].0 > since_s) {
        let number = (pair[0].0 / DASH_S + 1e-6).floor() as i64;
        let ends = [pair[0].1, pair[1].1].map(&project);
        let [Some(from), Some(to)] = ends else { continue };
        match dashes.last_mut().filter(|(of, line)| *of == number && line.last() == Some(&from)) {
            Some((_, line)) => line.push(to),
            None => dashes.push((number, vec![from, to])),
        }
    }
    dashes.into_iter().filter(|(number, _)| number % 2 == 0).map(|(_, line)| line).collect()
}

/// Draws the ways that bodies have come since a time, s.
pub(crate) fn draw_tracks(
    picture: &mut Picture,
    tracks: &[Track],
    since_s: f64,
    project: impl Fn(Vec3) -> Option<Vec2>,
) {
    let zoom = Canvas::zoom_at(picture.height()) as f32;
    let lines: Vec<Vec<Vec2>> = tracks.iter().flat_map(|track| dashes(track, since_s, &project)).collect();
    draw_strokes(picture, &lines, WAY_WIDTH * zoom, 0.7 * zoom, WAY);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the south: x to the right, z up, 10 pixels a meter.
    fn project(at_m: Vec3) -> Option<Vec2> {
        Some(Vec2::new(100.0 + 10.0 * at_m.x, 100.0 - 10.0 * at_m.z))
    }

    fn load(force_n: Vec3, kind: LoadKind) -> Load {
        Load { at_m: Vec3::ZERO, force_n, kind }
    }

    #[test]
    fn lengths_are_as_the_roots_of_the_forces_and_directions_those_on_the_picture() {
        let loads = [
            load(Vec3::Z * -4e4, LoadKind::Weight),
            load(Vec3::X * 1e4, LoadKind::Thrust),
            load(Vec3::Y * 3e4, LoadKind::Push),
            load(Vec3::ZERO, LoadKind::Drag),
            load(Vec3::NAN, LoadKind::Lift),
        ];
        let drawn = arrows(&loads, 1.0, project);
        let along: Vec<Vec2> = drawn.iter().map(|arrow| arrow.to - arrow.from).collect();
        assert_eq!(drawn.len(), 2, "that away from the viewer is not seen: {drawn:?}");
        assert!(
            along[0].distance(Vec2::Y * 90.0) < 1e-3 && along[1].distance(Vec2::X * 45.0) < 1e-3,
            "{along:?}"
        );
    }

    #[test]
    fn values_have_three_digits_and_a_unit() {
        let all = [0.5, 12.34, 999.0, 1_234.0, 12_345.0, 987_654.0, 2.5e6].map(value);
        assert_eq!(all, ["0.50 N", "12.3 N", "999 N", "1.23 kN", "12.3 kN", "988 kN", "2.50 MN"]);
    }

    #[test]
    fn dashes_are_half_a_second_long_and_stay_where_they_are() {
        let track =
            Track { places: (0..40).map(|k| 0.1 * f64::from(k)).map(|t| (t, Vec3::X * t as f32)).collect() };
        let dashes = |from_s| dashes(&track, from_s, project);
        let first = dashes(0.0);
        for dash in &first {
            let along = dash[dash.len() - 1].x - dash[0].x;
            assert!((along - 5.0).abs() < 1e-3, "{along}");
        }
        let starts = |all: &[Vec<Vec2>]| all.iter().map(|dash| dash[0].x.round() as i32).collect::<Vec<_>>();
        assert_eq!(starts(&first), [100, 110, 120, 130]);
        assert_eq!(starts(&dashes(1.0))[0], 110);
    }

    #[test]
    fn what_is_drawn_is_seen() {
        let mut picture = Picture::filled([400, 300], [0; 4]);
        draw_loads(&mut picture, &[load(Vec3::X * 1e4, LoadKind::Thrust)], project);
        let (_, color) = look(LoadKind::Thrust);
        assert!(picture.pixels().contains(&color), "the arrow");
        let before = picture.clone();
        draw_tracks(
            &mut picture,
            &[Track { places: vec![(0.0, Vec3::X * 0.05), (0.3, Vec3::new(0.05, 0.0, 4.0))] }],
            -1.0,
            project,
        );
        assert!(picture != before && picture.pixels().contains(&WAY));
    }
}
