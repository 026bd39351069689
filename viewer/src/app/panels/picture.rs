//! The picture, and what the mouse does on it.

use egui::{Image, PointerButton, Sense, Ui};
use glam::Vec2;

use super::marks;
use super::shown::Shown;
use crate::app::controls::Controls;
use crate::app::session::Snapshot;

/// Points of scrolling that count as a notch of a wheel.
const POINTS_PER_NOTCH: f32 = 40.0;

/// Shows it.
pub(super) fn show(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot, shown: &Shown) {
    let pixels_per_point = ui.ctx().pixels_per_point();
    // Whole pixels, so that the picture is shown as it was drawn.
    let corner = |at: egui::Pos2| {
        let [x, y] = [at.x, at.y].map(|c| (c * pixels_per_point).round() / pixels_per_point);
        egui::pos2(x, y)
    };
    let whole = ui.available_rect_before_wrap();
    let rect = egui::Rect::from_min_max(corner(whole.min), corner(whole.max));
    controls.size = [rect.width(), rect.height()].map(|n| (n * pixels_per_point).round().max(1.0) as u32);
    controls.letters = ui.ctx().zoom_factor();
    let image = Image::new((shown.picture, rect.size())).sense(Sense::click_and_drag());
    let response = ui.put(rect, image);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "picture"));
    let to_pixels = |at: egui::Pos2| {
        let off = (at - rect.min) * pixels_per_point;
        Vec2::new(off.x, off.y)
    };
    let pointer = response.interact_pointer_pos().map(to_pixels);
    let by = response.drag_delta() * pixels_per_point;
    let by = Vec2::new(by.x, by.y);
    if let Some(at) = pointer {
        if response.drag_started_by(PointerButton::Primary) {
            // Where the button went down, not where the drag was noticed.
            let origin = ui.input(|input| input.pointer.press_origin()).map_or(at, to_pixels);
            controls.grab(origin, snapshot);
        }
        if response.clicked_by(PointerButton::Primary) {
            controls.click(at, snapshot);
        }
        if response.dragged_by(PointerButton::Primary) && !ui.input(|input| input.modifiers.shift) {
            controls.drag(at, by, snapshot);
        } else if response.dragged() {
            controls.eye.pan(by, &snapshot.scene, controls.size);
        }
    }
    if response.drag_stopped() {
        controls.release();
    }
    if response.hovered() {
        let (scrolled, pinched) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let notches = scrolled / POINTS_PER_NOTCH + pinched.ln() / 0.1;
        if notches != 0.0 {
            let at = response.hover_pos().map(to_pixels);
            controls.eye.zoom(notches, at, &snapshot.scene, controls.size);
        }
    }
    if let Some(tracers) = controls.tracers.as_mut().filter(|_| !controls.eye.base().look.is_water()) {
        tracers.follow(&snapshot.scene.water, snapshot.time_s);
    }
    marks::draw(ui, rect, controls, snapshot);
}
