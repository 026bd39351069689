//! The line at the bottom: what runs, and how fast; and all messages so far.

use egui::{Label, Ui};

use super::parts::fixed;
use super::shown::Shown;
use crate::app::controls::Controls;
use crate::app::session::{Line, Snapshot, State};

/// A speed below this, in simulated time over what was asked for, is named.
const KEEPING_UP: f64 = 0.95;

/// Characters of a warning that are shown; the page of messages has them all.
const LONGEST: usize = 110;

/// Shows it.
pub(super) fn line(ui: &mut Ui, controls: &Controls, snapshot: &Snapshot, shown: &Shown) {
    ui.horizontal_wrapped(|ui| {
        if controls.asks_to_close {
            let asks = "Q again closes: edits of the text (F2) are not saved  ·";
            ui.colored_label(ui.visuals().warn_fg_color, asks);
        }
        if let Some(hint) = controls.hint {
            ui.label(format!("{hint}  ·"));
        }
        let mut parts = vec![text(snapshot)];
        if let Some(real_time) = snapshot.real_time {
            let decimals = if real_time < 0.1 { 3 } else { 2 };
            let mut text = format!("{real_time:.decimals$} × real time");
            if let Some(crate::app::session::Speed::Times(asked)) = snapshot.speed
                && real_time < KEEPING_UP * asked
            {
                text += &format!(" (of {asked})");
            }
            parts.push(text);
        }
        if let Some((thrust, is_by_hand)) = controls.steered(snapshot) {
            let by = if is_by_hand { "by hand" } else { "scheduled" };
            parts.push(format!(
                "helm {} %, {}° ({by})",
                fixed(100.0 * thrust.thrust, 0),
                fixed(thrust.angle_deg, 0)
            ));
        }
        parts.push(match shown.rate {
            Some(rate) => format!("{}, {rate:.0} pictures/s", shown.device),
            None => shown.device.to_owned(),
        });
        if let Some(pictures) = snapshot.film {
            parts.push(format!("filming: {pictures} picture{}", if pictures == 1 { "" } else { "s" }));
        }
        if !shown.news.is_empty() {
            parts.push(shown.news.to_owned());
        }
        if !shown.is_alive {
            parts.push("the simulation has ended by a fault of the program; open the scenario again".into());
        }
        ui.label(parts.join("  ·  "));
        message(ui, snapshot);
        ui.label("·  H help");
    });
}

/// The last error, or how many lines there are to be read, in a color of its own.
fn message(ui: &mut Ui, snapshot: &Snapshot) {
    let count = |n: usize, what: &str| format!("·  {n} {what}{} (M)", if n == 1 { "" } else { "s" });
    let errors = snapshot.log.iter().filter(|line| line.is_error).count();
    let warnings = snapshot.log.iter().filter(|line| line.is_warning).count();
    let is_said = matches!(snapshot.state, State::Faulty(_));
    let [of_errors, of_warnings] = [ui.visuals().error_fg_color, ui.visuals().warn_fg_color];
    match snapshot.log.last().filter(|_| !is_said) {
        None => {}
        Some(last) if last.is_error => _ = ui.colored_label(of_errors, format!("·  {}", last.text)),
        // What was done is news.
        Some(last) if !last.is_warning => _ = ui.label(format!("·  {}", last.text)),
        Some(last) => {
            let text: String = last.text.chars().take(LONGEST).collect();
            let more = if text.len() < last.text.len() { "…" } else { "" };
            ui.colored_label(of_warnings, format!("·  {text}{more}"));
            match errors {
                0 => ui.colored_label(of_warnings, count(warnings, "warning")),
                _ => ui.colored_label(of_errors, count(errors, "error")),
            };
        }
    }
}

fn text(snapshot: &Snapshot) -> String {
    let name = snapshot.scenario.as_ref().map_or("", |scenario| scenario.origin.name.as_str());
    let state = match &snapshot.state {
        _ if snapshot.is_seeking => "going there".to_owned(),
        State::Paused => "paused".into(),
        State::Running => "running".into(),
        State::Ended => "the end (Space goes on, R restarts)".into(),
        State::SettingUp(name) => format!("setting up {name}"),
        State::Faulty(_) => "stopped".into(),
    };
    format!("{name}  ·  t = {:.2} s, step {}  ·  {state}", snapshot.time_s, snapshot.step)
}

/// Shows all messages, the latest first.
pub(super) fn messages(ui: &mut Ui, snapshot: &Snapshot) {
    if snapshot.log.is_empty() {
        ui.label("nothing to report");
    }
    for Line { time_s, is_error, is_warning, text, .. } in snapshot.log.iter().rev() {
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
