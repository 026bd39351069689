//! What is said when the clock was stopped, or the graphics device was lost.

use egui::{Align2, Context, Id, Rect, Window};

use crate::app::controls::{Action, Controls, Request};
use crate::app::session::{Fault, Snapshot, State};

/// Height of what is written at the top and at the bottom of a picture, points.
const WRITTEN: f32 = 70.0;

/// Shows why, what to do, and the way back: over what is written at the bottom of the picture, or under what is at its top where the fault
/// is marked in the lower half.
pub(super) fn show(context: &Context, picture: Rect, controls: &mut Controls, snapshot: &Snapshot) {
    let State::Faulty(fault) = &snapshot.state else { return };
    let title = format!("Stopped at step {} (t = {:.3} s)", fault.step, fault.time_s);
    let window = Window::new(title).id(Id::unique("fault")).constrain_to(picture);
    let is_low = seen(fault, controls, snapshot).is_some_and(|down| down > 0.5);
    let (side, off) = if is_low { (Align2::CENTER_TOP, WRITTEN) } else { (Align2::CENTER_BOTTOM, -WRITTEN) };
    let window = window.anchor(side, [0.0, off]).default_width(520.0);
    window.collapsible(false).resizable(false).show(context, |ui| {
        ui.label(&fault.cause);
        ui.label(&fault.remedy);
        ui.weak("The slider of time and the keys , and PageUp go to any step before.");
        ui.horizontal(|ui| {
            let back = back(fault);
            if ui.button(back).clicked() {
                controls.act(Action::LastGood, snapshot);
            }
            if ui.button("From the start").clicked() {
                controls.act(Action::Restart, snapshot);
            }
        });
    });
}

/// Shows that the graphics device was lost and the CPU draws, what to do, and the way to a GPU again.
pub(super) fn show_loss(context: &Context, picture: Rect, controls: &mut Controls) {
    let Some(loss) = controls.loss.clone() else { return };
    let window = Window::new("Drawn by the processor").constrain_to(picture).default_width(520.0);
    let window = window.anchor(Align2::CENTER_TOP, [0.0, WRITTEN]);
    window.collapsible(false).resizable(false).show(context, |ui| {
        ui.label(loss);
        ui.horizontal(|ui| {
            if ui.button("Try the GPU again").clicked() {
                controls.requests.push(Request::DrawBy { gpu: true });
            }
            if ui.button("Go on").clicked() {
                controls.loss = None;
            }
        });
    });
}

/// What the button says that leads back.
fn back(fault: &Fault) -> String {
    let (step, time_s) = fault.good;
    format!("Back to the last good state (t = {time_s:.2} s, {} steps before)", fault.step - step)
}

/// How far down in the picture the fault is, of its height.
fn seen(fault: &Fault, controls: &Controls, snapshot: &Snapshot) -> Option<f32> {
    let (view, camera) = controls.view(snapshot);
    let at_m = fault.cell_m?.as_vec2().extend(snapshot.scene.water.still_level_m);
    Some(camera.project(at_m, view.size)?.y / view.size[1].max(1) as f32)
}
