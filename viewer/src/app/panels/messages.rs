//! All warnings and errors so far.

use egui::{Label, Ui};

use crate::app::session::{Line, Snapshot};

/// Shows them, the latest first.
pub(super) fn page(ui: &mut Ui, snapshot: &Snapshot) {
    if snapshot.log.is_empty() {
        ui.label("nothing to report");
    }
    for Line { time_s, is_error, is_warning, text } in snapshot.log.iter().rev() {
        let title = |kind: &str| format!("t = {time_s:.2} s{kind}");
        match (is_error, is_warning) {
            (true, _) => _ = ui.colored_label(ui.visuals().error_fg_color, title(", error")),
            (_, true) => _ = ui.colored_label(ui.visuals().warn_fg_color, title(", warning")),
            _ => _ = ui.strong(title("")),
        }
        ui.add(Label::new(text).wrap().selectable(true));
        ui.separator();
    }
}
