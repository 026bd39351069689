//! Marks on the picture: where a fault is, what was picked, gauges, names.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Ui, Vec2};
use glam::Vec3;

use crate::app::controls::Controls;
use crate::app::session::{Snapshot, State};
use crate::render::labels::{self, Box2, Wish};
use crate::render::load_labels;
use crate::scene::BodyModel;
use crate::sim::scenario::{Body, Hull};

const ERROR: Color32 = Color32::from_rgb(214, 40, 30);
const MARK: Color32 = Color32::from_rgb(250, 190, 40);
const EXACT: Color32 = Color32::from_rgb(170, 20, 120);
const TRACER: Color32 = Color32::from_rgba_premultiplied(20, 20, 30, 190);
const INK: Color32 = Color32::from_rgb(24, 38, 54);
const PAPER: Color32 = Color32::from_rgba_premultiplied(225, 228, 232, 225);

/// Most names that are shown.
const MOST: usize = 48;
/// Distance of a name from what it names from which on a line joins them, points.
const FAR: f32 = 16.0;
/// Greatest such distance: of the name of a body, and of a mark within one.
const FARTHEST: [f32; 2] = [48.0, 110.0];
/// Height of letters, and the space around them, points.
const LETTERS: f32 = 13.0;
const SPACE: f32 = 3.0;

/// The name of what is seen at some place.
struct Tag {
    at: Pos2,
    /// The direction in which it lies best.
    along: Vec2,
    /// The text, and a shorter one where there is no room for that.
    texts: [String; 2],
    /// Whether it may lie over bodies, where there is no room beside them.
    is_over: bool,
}

/// Places names in a picture in their order, each near what it names, over no other name and none of what is taken; beside the bodies. What has no
/// room is shortened, or left out.
fn laid_out(
    tags: &[Tag],
    [taken, bodies]: [&[Rect]; 2],
    rect: Rect,
    size: impl Fn(&str) -> Vec2,
) -> Vec<Option<(Rect, usize)>> {
    let vector = |v: Vec2| glam::Vec2::new(v.x, v.y);
    let to_box = |of: &Rect| [of.min, of.max].map(|corner| vector(corner - rect.min));
    let to_rect = |found: Box2| {
        let [min, max] = found.map(|corner| rect.min + egui::vec2(corner.x, corner.y));
        Rect::from_min_max(min, max)
    };
    let mut free_of = taken.to_vec();
    let place = |tag: &Tag| {
        if free_of.len() == taken.len() + MOST || !rect.contains(tag.at) {
            return None;
        }
        let tries = [(0, false), (1, false), (0, true), (1, true)];
        let found =
            tries.into_iter().filter(|(_, is_over)| tag.is_over || !is_over).find_map(|(text, is_over)| {
                let wish = Wish {
                    at: vector(tag.at - rect.min),
                    along: vector(tag.along),
                    size: vector(size(&tag.texts[text]) + Vec2::splat(2.0 * SPACE)),
                };
                let all = free_of.iter().chain(if is_over { &[] } else { bodies });
                let all: Vec<Box2> = all.map(to_box).collect();
                let found = to_rect(labels::place(&[wish], &all, &[], vector(rect.size())).first().copied()?);
                let covers = |other: &Box2| to_rect(*other).shrink(0.5).intersects(found);
                let is_near = found.clamp(tag.at).distance(tag.at) <= FARTHEST[usize::from(tag.is_over)];
                let is_free = is_near && rect.contains_rect(found) && !all.iter().any(covers);
                is_free.then_some((found, text))
            });
        free_of.extend(found.map(|(found, _)| found));
        found
    };
    tags.iter().map(place).collect()
}

/// Draws names over a picture in `rect`, none over what is taken.
fn draw_tags(painter: &Painter, rect: Rect, tags: &[Tag], blocked: [&[Rect]; 2]) {
    let galley = |text: &str| painter.layout_no_wrap(text.to_owned(), FontId::proportional(LETTERS), INK);
    let found = laid_out(tags, blocked, rect, |text| galley(text).size());
    let found = tags.iter().zip(found).filter_map(|(tag, found)| Some((tag, found?)));
    let found: Vec<(&Tag, (Rect, usize))> = found.collect();
    // All lines first: none crosses a name.
    for (tag, (of, _)) in &found {
        let end = of.clamp(tag.at);
        if end.distance(tag.at) > FAR {
            painter.line_segment([tag.at, end], Stroke::new(1.0, INK));
        }
    }
    for (tag, (of, text)) in found {
        painter.rect_filled(of, 3.0, PAPER);
        painter.galley(of.min + Vec2::splat(SPACE), galley(&tag.texts[text]), INK);
    }
}

/// The name of a body, and its heel where it has one: it floats, is no ball, and leans.
fn name_of(name: &str, heel_deg: Option<f64>, body: Option<&Body>) -> [String; 2] {
    let leans = |of: &Body| of.is_afloat() && !matches!(of.hull, Some(Hull::Sphere { .. }));
    let heel_deg = heel_deg.filter(|_| body.is_some_and(leans)).map_or(0.0, f64::round);
    let heel = if heel_deg == 0.0 { String::new() } else { format!(", heel {heel_deg:.0}°") };
    [format!("{name}{heel}"), name.to_owned()]
}

/// Draws them.
pub(super) fn draw(ui: &Ui, rect: Rect, controls: &Controls, snapshot: &Snapshot) {
    let painter = ui.painter_at(rect);
    let pixels_per_point = ui.ctx().pixels_per_point();
    let (view, camera) = controls.view(snapshot);
    let place = |at_m: Vec3| -> Option<Pos2> {
        let at = camera.project(at_m, view.size)? / pixels_per_point;
        Some(rect.min + egui::vec2(at.x, at.y))
    };
    let still_m = snapshot.scene.water.still_level_m;
    let on_water = |at_m: glam::DVec2, eta_m: f64| {
        let eta_m = if eta_m.is_finite() { eta_m as f32 } else { 0.0 };
        at_m.as_vec2().extend(still_m + view.vertical_scale * eta_m)
    };
    let mut tags: Vec<Tag> = Vec::new();
    let mut bodies: Vec<Rect> = Vec::new();
    let tag = |at: Pos2, text: &str| {
        let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(13.0), INK);
        let corner = Align2::CENTER_BOTTOM.anchor_size(at - egui::vec2(0.0, 8.0), galley.size());
        painter.rect_filled(corner.expand(3.0), 3.0, PAPER);
        painter.galley(corner.min, galley, INK);
    };
    if controls.shows_names {
        let mut near: Vec<&BodyModel> = snapshot.scene.bodies.iter().collect();
        let away_m = |body: &BodyModel| (body.translation_m - camera.eye_m).length();
        near.sort_by(|a, b| away_m(a).total_cmp(&away_m(b)));
        for body in near {
            let seen = body.vertices.iter().filter_map(|v| place(body.translation_m + body.rotation * *v));
            let seen = seen.fold(Rect::NOTHING, |seen, at| seen.union(Rect::from_min_max(at, at)));
            bodies.extend(Some(seen.intersect(rect)).filter(Rect::is_positive));
            let top_m = body.vertices.iter().map(|v| (body.rotation * *v).z).fold(0.0, f32::max);
            let Some(at) = place(body.translation_m + Vec3::Z * top_m) else { continue };
            let heel_deg = snapshot.bodies.iter().find(|state| state.name == body.name).map(|of| of.heel_deg);
            let given = snapshot.scenario.as_deref().and_then(|scenario| scenario.body.get(&body.name));
            let texts = name_of(&body.name, heel_deg, given);
            tags.push(Tag { at, along: egui::vec2(0.0, -1.0), texts, is_over: false });
        }
    }
    for tracer in controls.tracers.iter().flat_map(|tracers| &tracers.all) {
        let line: Vec<Pos2> =
            tracer.trail.iter().filter_map(|at_m| place(on_water(at_m.as_dvec2(), 0.0))).collect();
        if !view.look.is_water() && line.len() > 1 {
            painter.line(line, Stroke::new(1.5, TRACER));
        }
    }
    if let Some(centers) = snapshot.centers.filter(|_| controls.shows_names) {
        let named = [
            ("G mass", centers.mass_m),
            ("B buoyancy", centers.buoyancy_m),
            ("M metacenter", centers.metacenter_m),
        ];
        let at = named.map(|(_, at_m)| place(at_m.as_vec3()));
        if let [_, Some(from), Some(to)] = at {
            painter.line_segment([from, to], Stroke::new(1.0, INK));
        }
        for (at, (name, _)) in at.into_iter().zip(named) {
            let Some(at) = at else { continue };
            painter.circle(at, 4.0, PAPER, Stroke::new(2.0, INK));
            let texts = [name.to_owned(), name[..1].to_owned()];
            tags.push(Tag { at, along: egui::vec2(1.0, 0.0), texts, is_over: true });
        }
    }
    if controls.shows_exact && snapshot.has_exact {
        let exact = &snapshot.exact;
        let level = |[along_m, exact_m, _]: &[f64; 3]| {
            let at_m = if exact.axis == 0 { [*along_m, exact.across_m] } else { [exact.across_m, *along_m] };
            place(on_water(glam::DVec2::from_array(at_m), exact_m - f64::from(still_m)))
        };
        let line: Vec<Pos2> = exact.points.iter().filter_map(level).collect();
        let label = line.get(line.len() / 2).copied();
        painter.line(line.clone(), Stroke::new(4.0, PAPER));
        painter.line(line, Stroke::new(2.0, EXACT));
        label.into_iter().for_each(|at| tag(at, &format!("exact: {}", exact.name)));
    }
    for (reading, at_m, _) in &snapshot.gauges {
        let Some(at) = place(on_water(*at_m, reading.eta_m)) else { continue };
        painter.circle(at, 4.0, MARK, Stroke::new(1.0, INK));
        if controls.shows_names {
            let texts = [reading.name.to_string(), reading.name.to_string()];
            tags.push(Tag { at, along: egui::vec2(0.0, -1.0), texts, is_over: true });
        }
    }
    let taken: Vec<Rect> = if view.loads {
        let boxes = load_labels(&snapshot.scene.loads, view.size, |at_m| camera.project(at_m, view.size));
        let corner = |at: glam::Vec2| rect.min + egui::vec2(at.x, at.y) / pixels_per_point;
        boxes.into_iter().map(|[min, max]| Rect::from_min_max(corner(min), corner(max))).collect()
    } else {
        Vec::new()
    };
    // Few marks come before many bodies.
    tags.sort_by_key(|tag| !tag.is_over);
    draw_tags(&painter, rect, &tags, [&taken, &bodies]);
    if let Some(picked) = &snapshot.picked
        && let Some(at) = place(on_water(picked.at_m, picked.reading.eta_m))
    {
        painter.circle_stroke(at, 6.0, Stroke::new(2.0, MARK));
        painter.circle_stroke(at, 8.0, Stroke::new(1.0, INK));
    }
    if let Some([from, to]) = controls.pull(snapshot).map(|ends| ends.map(place))
        && let (Some(from), Some(to)) = (from, to)
    {
        painter.line_segment([from, to], Stroke::new(2.0, MARK));
        painter.circle_filled(to, 4.0, MARK);
    }
    if let State::Faulty(fault) = &snapshot.state
        && let Some(cell_m) = fault.cell_m
    {
        let half_m = 0.5 * f64::from(snapshot.scene.water.cell_size_m);
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
        let corners = corners.map(|[x, y]| place(on_water(cell_m + half_m * glam::DVec2::new(x, y), 0.0)));
        for pair in corners.windows(2) {
            if let [Some(from), Some(to)] = pair {
                painter.line_segment([*from, *to], Stroke::new(2.0, ERROR));
            }
        }
        if let Some(at) = place(on_water(cell_m, 0.0)) {
            painter.circle_stroke(at, 14.0, Stroke::new(2.5, ERROR));
            tag(at - egui::vec2(0.0, 14.0), "unstable here");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::tests::pool;

    const RECT: Rect = Rect { min: Pos2::new(300.0, 60.0), max: Pos2::new(940.0, 540.0) };

    /// Of letters that are seven wide.
    fn size(text: &str) -> Vec2 {
        egui::vec2(7.0 * text.len() as f32, LETTERS)
    }

    fn tag(x: f32, y: f32, text: &str, is_over: bool) -> Tag {
        let texts = [format!("{text}, heel 12°"), text.to_owned()];
        Tag { at: Pos2::new(x, y), along: egui::vec2(0.0, -1.0), texts, is_over }
    }

    /// In a crowd the first ones have their names, none over another, over a body or over what is taken; some are shortened, some left out.
    #[test]
    fn names_of_a_crowd_lie_over_nothing() {
        let taken = [Rect::from_min_size(Pos2::new(520.0, 200.0), egui::vec2(120.0, 40.0))];
        for apart in [[25.0, 16.0], [63.0, 47.0]] {
            let place =
                |k: i32| Pos2::new(310.0 + apart[0] * (k % 10) as f32, 80.0 + apart[1] * (k / 10) as f32);
            let tags: Vec<Tag> = (0..100).map(place).map(|at| tag(at.x, at.y, "ball-100", false)).collect();
            let bodies = tags.iter().map(|tag| Rect::from_center_size(tag.at, Vec2::splat(12.0)));
            let bodies: Vec<Rect> = bodies.collect();
            let found = laid_out(&tags, [&taken, &bodies], RECT, size);
            let shown: Vec<(Rect, usize)> = found.iter().copied().flatten().collect();
            assert!((4..=MOST).contains(&shown.len()), "{} of them", shown.len());
            for (k, (one, _)) in shown.iter().enumerate() {
                let others = shown[..k].iter().map(|(other, _)| other).chain(&taken).chain(&bodies);
                others.for_each(|other| assert!(!other.shrink(0.5).intersects(*one), "{other:?} {one:?}"));
                assert!(RECT.contains_rect(*one));
            }
            let near = tags.iter().zip(&found).filter_map(|(tag, found)| Some((tag, found.as_ref()?.0)));
            near.for_each(|(tag, of)| assert!(of.clamp(tag.at).distance(tag.at) <= FARTHEST[0], "{of:?}"));
        }
    }

    #[test]
    fn a_mark_within_a_large_body_has_its_name_and_one_out_of_the_picture_none() {
        let tags =
            [tag(600.0, 300.0, "boat", false), tag(600.0, 300.0, "G", true), tag(990.0, 300.0, "far", true)];
        let boat = [RECT.shrink(8.0)];
        let found = laid_out(&tags, [&[], &boat], RECT, size);
        assert!(found[0].is_none() && found[1].is_some() && found[2].is_none(), "{found:?}");
    }

    #[test]
    fn what_floats_and_leans_has_a_heel() {
        let ball =
            "body.ball={ hull = { kind = \"sphere\", radius_m = 0.5 }, mass_kg = 200, position_m = [4, 2] }";
        let pier = "body.pier={ hull = { kind = \"box\", length_m = 1, beam_m = 1, depth_m = 4 }, fixed = true, position_m = [17, 3, 1] }";
        let scenario = pool(&[ball, pier]);
        for (name, heel_deg, shown) in [
            ("boat", 12.4, "boat, heel 12°"),
            ("boat", -3.0, "boat, heel -3°"),
            ("boat", -0.3, "boat"),
            ("boat", 0.0, "boat"),
            ("ball", 40.0, "ball"),
            ("pier", 3.0, "pier"),
        ] {
            assert_eq!(name_of(name, Some(heel_deg), scenario.body.get(name)), [shown, name]);
        }
    }
}
