//! Readings of the chosen body, its helm, and of the point that was picked.

use egui::{ComboBox, Grid, Slider, SliderClamping, Ui};

use super::parts::{fine, fine_signed, fixed, number, read, row};
use crate::app::controls::{Action, Controls, RUDDER_DEG};
use crate::app::session::{Command, Quantity, Snapshot};

/// Width of names of readings, points: that of the longest, so that it does not lie over its value where it comes later than others.
const NAMES: f32 = 112.0;

/// Shows them.
pub(super) fn readings(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    if snapshot.bodies.is_empty() {
        ui.label("no bodies in this scenario");
    } else {
        body(ui, controls, snapshot);
    }
    ui.separator();
    match &snapshot.picked {
        None => _ = ui.label("Click on the water to read it there."),
        Some(picked) => {
            let reading = &picked.reading;
            ui.strong(format!("Water at {:.2}, {:.2} m", picked.at_m.x, picked.at_m.y));
            Grid::new("picked").num_columns(2).show(ui, |ui| {
                row(ui, "depth", fine(reading.h_m, "m"));
                row(ui, "level", fine_signed(reading.eta_m, "m"));
                row(ui, "speed", fine(reading.u_m_s.hypot(reading.v_m_s), "m/s"));
                let [u, v] = [reading.u_m_s, reading.v_m_s].map(|speed_m_s| fine_signed(speed_m_s, "m/s"));
                row(ui, "velocity", format!("{u}, {v}"));
                row(ui, "Froude number", format!("{:.3}", picked.froude));
            });
        }
    }
    if !snapshot.gauges.is_empty() {
        ui.separator();
        ui.strong("Gauges");
        if snapshot.gauges.iter().any(|(_, _, is_placed)| *is_placed)
            && ui.button("Remove those that were placed").clicked()
        {
            controls.commands.push(Command::RemoveGauges);
        }
        Grid::new("gauges").num_columns(2).show(ui, |ui| {
            for (reading, ..) in &snapshot.gauges {
                row(ui, &reading.name, fine_signed(reading.eta_m, "m"));
            }
        });
    }
}

fn body(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    let chosen = controls.chosen.clone().unwrap_or_default();
    ComboBox::from_label("body").selected_text(&chosen).show_ui(ui, |ui| {
        for body in &snapshot.bodies {
            if ui.selectable_label(body.name == chosen, &*body.name).clicked() {
                controls.choose(Some(body.name.to_string()));
            }
        }
    });
    let Some(body) = snapshot.bodies.iter().find(|body| body.name == chosen) else { return };
    Grid::new("body").num_columns(2).min_col_width(NAMES).show(ui, |ui| {
        for quantity in Quantity::ALL {
            let [name, unit] = quantity.label();
            let value = quantity.of(body);
            row(ui, name, if unit == "°" { format!("{}°", fixed(value, 3)) } else { fine(value, unit) });
        }
        row(ui, "heading", format!("{}°", fixed(body.heading_deg, 1)));
        let [x, y, z] = body.position_m.to_array().map(|at_m| fixed(at_m, 2));
        row(ui, "place", format!("{x}, {y}, {z} m"));
        row(ui, "force", format!("{:.0} N", body.force_n.length()));
        row(ui, "volume", format!("{:.3} m³", body.submerged_volume_m3));
        if let Some(centers) = &snapshot.centers {
            row(ui, "metacentric height", fine_signed(centers.gm_m, "m"));
        }
        if let Some(tow) = &body.tow {
            row(ui, "resistance", format!("{:.1} N", tow.measured.resistance_n));
        }
    });
    helm(ui, controls, snapshot);
}

fn helm(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot) {
    let Some((now, is_by_hand)) = controls.steered(snapshot) else { return };
    ui.separator();
    ui.strong(if is_by_hand { "Helm: by hand" } else { "Helm: as scheduled" });
    let (mut percent, mut angle_deg) = (100.0 * now.thrust, now.angle_deg);
    // Shown in whole numbers, without being rounded to them: that would be steering.
    let whole = |value: f64| fixed(value, 0);
    let lever = number(ui, "thrust", &mut percent, (whole, read), |percent| {
        let lever = Slider::new(percent, -100.0..=100.0).suffix(" %").text("thrust");
        lever.clamping(SliderClamping::Edits)
    });
    if lever.changed() {
        controls.steer(|hands| hands.thrust = Some(percent / 100.0));
    }
    let rudder = number(ui, "rudder", &mut angle_deg, (whole, read), |angle_deg| {
        let rudder = Slider::new(angle_deg, -RUDDER_DEG..=RUDDER_DEG).suffix("°").text("rudder");
        rudder.clamping(SliderClamping::Edits)
    });
    if rudder.changed() {
        controls.steer(|hands| (hands.rudder_deg, hands.is_fixed) = (Some(angle_deg), true));
    }
    if ui.button("Back to the schedule").on_hover_text("C").clicked() {
        controls.act(Action::Schedule, snapshot);
    }
}
