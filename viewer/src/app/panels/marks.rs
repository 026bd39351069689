//! Marks on the picture: where a fault is, what was picked, gauges, names.

use std::sync::Arc;

use egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Stroke, Ui, Vec2};
use glam::Vec3;

use crate::app::controls::Controls;
use crate::app::session::{Snapshot, State};
use crate::render::labels::{self, Box2, Wish};
use crate::render::load_labels;

const ERROR: Color32 = Color32::from_rgb(214, 40, 30);
const MARK: Color32 = Color32::from_rgb(250, 190, 40);
const EXACT: Color32 = Color32::from_rgb(170, 20, 120);
const TRACER: Color32 = Color32::from_rgba_premultiplied(20, 20, 30, 190);
const INK: Color32 = Color32::from_rgb(24, 38, 54);
const PAPER: Color32 = Color32::from_rgba_premultiplied(225, 228, 232, 225);

/// Most names that are placed beside each other; of more, each is over what it names.
const MOST_PLACED: usize = 48;
/// Distance of a name from what it names from which on a line joins them, points.
const FAR: f32 = 16.0;

/// Names of what is seen at some places.
#[derive(Default)]
struct Tags(Vec<(Pos2, Vec2, String)>);

impl Tags {
    /// One that lies best in some direction.
    fn add(&mut self, at: Pos2, along: Vec2, text: String) {
        self.0.push((at, along, text));
    }

    /// Draws all over a picture in `rect`, none over another nor over boxes that are taken, which are from its corner on.
    fn draw(self, painter: &Painter, rect: Rect, taken: &[Box2]) {
        let vector = |v: Vec2| glam::Vec2::new(v.x, v.y);
        let galley = |text: &String| painter.layout_no_wrap(text.clone(), FontId::proportional(13.0), INK);
        let galleys: Vec<_> = self.0.iter().map(|(.., text)| galley(text)).collect();
        let wish = |((at, along, _), galley): (&(Pos2, Vec2, String), &Arc<Galley>)| Wish {
            at: vector(*at - rect.min),
            along: vector(*along),
            size: vector(galley.size() + Vec2::splat(6.0)),
        };
        let mut wishes = self.0.iter().zip(&galleys).map(wish);
        let boxes: Vec<Box2> = if galleys.len() <= MOST_PLACED {
            labels::place(&wishes.collect::<Vec<_>>(), taken, &[], vector(rect.size()))
        } else {
            let alone = |wish: Wish| labels::place(&[wish], &[], &[], glam::Vec2::INFINITY);
            wishes.by_ref().flat_map(alone).collect()
        };
        // All lines first: none crosses a name.
        for ((at, ..), found) in self.0.iter().zip(&boxes) {
            let end = labels::nearest(*found, vector(*at - rect.min));
            let end = rect.min + egui::vec2(end.x, end.y);
            if end.distance(*at) > FAR {
                painter.line_segment([*at, end], Stroke::new(1.0, INK));
            }
        }
        for (galley, found) in galleys.into_iter().zip(boxes) {
            let [low, high] = found.map(|corner| rect.min + egui::vec2(corner.x, corner.y));
            painter.rect_filled(Rect::from_min_max(low, high), 3.0, PAPER);
            painter.galley(low + Vec2::splat(3.0), galley, INK);
        }
    }
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
    let mut tags = Tags::default();
    let tag = |at: Pos2, text: &str| {
        let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(13.0), INK);
        let corner = Align2::CENTER_BOTTOM.anchor_size(at - egui::vec2(0.0, 8.0), galley.size());
        painter.rect_filled(corner.expand(3.0), 3.0, PAPER);
        painter.galley(corner.min, galley, INK);
    };
    if controls.shows_names {
        for body in &snapshot.scene.bodies {
            let top_m = body.vertices.iter().map(|v| (body.rotation * *v).z).fold(0.0, f32::max);
            if let Some(at) = place(body.translation_m + Vec3::Z * top_m) {
                let state = snapshot.bodies.iter().find(|state| state.name == body.name);
                let heel = state.map_or(String::new(), |state| format!(", heel {:.0}°", state.heel_deg));
                tags.add(at, egui::vec2(0.0, -1.0), format!("{}{heel}", body.name));
            }
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
            tags.add(at, egui::vec2(1.0, 0.0), name.to_owned());
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
            tags.add(at, egui::vec2(0.0, -1.0), reading.name.to_string());
        }
    }
    let taken = if view.loads {
        let boxes = load_labels(&snapshot.scene.loads, view.size, |at_m| camera.project(at_m, view.size));
        boxes.into_iter().map(|found| found.map(|corner| corner / pixels_per_point)).collect()
    } else {
        Vec::new()
    };
    tags.draw(&painter, rect, &taken);
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
