//! The books: volume, momentum and energy, and where the time goes.

use std::time::Duration;

use egui::{Grid, Ui};

use super::parts::row;
use crate::app::session::Snapshot;

/// Shows them.
pub(super) fn page(ui: &mut Ui, snapshot: &Snapshot) {
    let mass = &snapshot.books.mass;
    ui.strong("Volume of the water");
    Grid::new("volume").num_columns(2).show(ui, |ui| {
        row(ui, "now", format!("{:.4} m³", mass.final_m3));
        row(ui, "at the start", format!("{:.4} m³", mass.initial_m3));
        row(ui, "through sides", format!("{:+.4} m³", mass.through_borders_m3));
        row(ui, "owed by solids", format!("{:+.4} m³", mass.owed_m3));
        row(ui, "displaced", format!("{:.4} m³", mass.displaced_m3));
        row(ui, "residual", format!("{:+.1e}", mass.residual_relative()));
    });
    let momentum = &snapshot.books.momentum;
    ui.strong("Momentum of water and bodies");
    Grid::new("momentum").num_columns(2).show(ui, |ui| {
        let text = |n_s: glam::DVec2| format!("{:+.1}, {:+.1} N s", n_s.x, n_s.y);
        row(ui, "now", text(momentum.final_n_s));
        row(ui, "at the start", text(momentum.initial_n_s));
        row(ui, "of sides and solids", text(momentum.through_borders_n_s));
        row(ui, "from outside", text(momentum.external_n_s));
        row(ui, "residual", format!("{:.1e}", momentum.residual_relative()));
    });
    let energy = &snapshot.books.energy;
    ui.strong("Energy");
    Grid::new("energy").num_columns(2).show(ui, |ui| {
        row(ui, "now", format!("{:.4e} J", energy.now.total_j()));
        row(ui, "at the start", format!("{:.4e} J", energy.initial.total_j()));
        row(ui, "work of thrust", format!("{:+.3e} J", energy.work.thrust_j));
        row(ui, "of carriages", format!("{:+.3e} J", energy.work.carriages_j));
        row(ui, "of driven bodies", format!("{:+.3e} J", energy.work.driven_j));
        row(ui, "of drives of joints", format!("{:+.3e} J", energy.work.joint_drives_j));
        row(ui, "by hand", format!("{:+.3e} J", energy.work.by_hand_j));
        if energy.by_kind.is_some() {
            row(ui, "of waves by formula", format!("{:+.3e} J", energy.work.waves_j));
        }
        row(ui, "through sides", format!("{:+.3e} J", energy.through_sides_j));
        row(ui, "dissipated", format!("{:.3e} J", energy.dissipated_j()));
    });
    ui.strong("Greatest Froude number");
    ui.monospace(format!("{:.3}", snapshot.max_froude));
    let stages = &snapshot.stages;
    ui.strong("Time of the steps");
    Grid::new("stages").num_columns(2).show(ui, |ui| {
        let total_s = stages.total.as_secs_f64().max(1e-9);
        let mut stage = |name: &str, time: Duration| {
            row(ui, name, format!("{:.1} %", 100.0 * time.as_secs_f64() / total_s));
        };
        stage("water", stages.fluid);
        stage("mask", stages.mask);
        stage("boundary", stages.boundary);
        stage("forces", stages.forces);
        stage("bodies", stages.bodies);
        row(ui, "in all", format!("{total_s:.2} s"));
    });
}
