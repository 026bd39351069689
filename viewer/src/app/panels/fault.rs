//! What is said when the clock was stopped.

use egui::{Align2, Context, Id, Rect, Window};

use crate::app::controls::{Action, Controls};
use crate::app::session::{Snapshot, State};

/// Height of what is written at the bottom of a picture, points.
const WRITTEN: f32 = 70.0;

/// Shows why, what to do, and the way back, over what is written at the bottom of the picture.
pub(super) fn show(context: &Context, picture: Rect, controls: &mut Controls, snapshot: &Snapshot) {
    let State::Faulty(fault) = &snapshot.state else { return };
    let title = format!("Stopped at step {} (t = {:.3} s)", fault.step, fault.time_s);
    let window = Window::new(title).id(Id::unique("fault")).constrain_to(picture);
    let window = window.anchor(Align2::CENTER_BOTTOM, [0.0, -WRITTEN]).default_width(520.0);
    window.collapsible(false).resizable(false).show(context, |ui| {
        ui.label(&fault.cause);
        ui.label(&fault.remedy);
        ui.horizontal(|ui| {
            let back = format!("Back to the last good state (t = {:.2} s)", fault.good.1);
            if ui.button(back).clicked() {
                controls.act(Action::LastGood, snapshot);
            }
            if ui.button("From the start").clicked() {
                controls.act(Action::Restart, snapshot);
            }
        });
    });
}
