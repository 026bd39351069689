//! All warnings and errors so far.

use egui::{Label, Ui};

use crate::app::session::{Line, Snapshot};

/// Shows them, the latest first.
pub(super) fn page(ui: &mut Ui, snapshot: &Snapshot) {
    if snapshot.log.is_empty() {
        ui.label("nothing to report");
    }
    for Line { time_s, is_error, text } in snapshot.log.iter().rev() {
        let kind = if *is_error { "error" } else { "warning" };
        let title = format!("t = {time_s:.2} s, {kind}");
        if *is_error {
            ui.colored_label(ui.visuals().error_fg_color, title);
        } else {
            ui.strong(title);
        }
        ui.add(Label::new(text).wrap().selectable(true));
        ui.separator();
    }
}
