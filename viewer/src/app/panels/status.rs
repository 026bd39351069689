//! The line at the bottom: what runs, and how fast.

use egui::Ui;

use super::shown::Shown;
use crate::app::controls::Controls;
use crate::app::session::{Snapshot, State};

/// A speed below this, in simulated time over what was asked for, is named.
const KEEPING_UP: f64 = 0.95;

/// Shows it.
pub(super) fn line(ui: &mut Ui, controls: &Controls, snapshot: &Snapshot, shown: &Shown) {
    ui.horizontal_wrapped(|ui| {
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
        if let Some(thrust) = controls.propeller(snapshot) {
            let by = if controls.hands().helm() == Default::default() { "scheduled" } else { "by hand" };
            parts.push(format!("helm {:.0} %, {:.0}° ({by})", 100.0 * thrust.thrust, thrust.angle_deg));
        }
        parts.push(match shown.rate {
            Some(rate) => format!("{}, {rate:.0} pictures/s", shown.device),
            None => shown.device.to_owned(),
        });
        if let Some(pictures) = snapshot.film {
            parts.push(format!("filming: {pictures} pictures"));
        }
        if !shown.news.is_empty() {
            parts.push(shown.news.to_owned());
        }
        if !shown.is_alive {
            parts.push("the simulation has ended by a fault of the program; open the scenario again".into());
        }
        let errors = snapshot.log.iter().filter(|line| line.is_error).count();
        let is_said = matches!(snapshot.state, State::Faulty(_));
        if let Some(last) = snapshot.log.last().filter(|_| !is_said) {
            let count = |n: usize, what: &str| format!("{n} {what}{} (M)", if n == 1 { "" } else { "s" });
            parts.push(match errors {
                0 => count(snapshot.log.len(), "warning"),
                _ if last.is_error => last.text.clone(),
                errors => count(errors, "error"),
            });
        }
        parts.push("H help".into());
        ui.label(parts.join("  ·  "));
    });
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
