//! The panels around the picture. They show a snapshot, and turn clicks into what the controls do.

mod body;
mod books;
mod clock;
mod curves;
mod edit;
mod fault;
mod help;
mod marks;
mod parameters;
mod parts;
mod picture;
mod records;
mod scenarios;
mod shown;
mod status;

use egui::{CentralPanel, Panel, ScrollArea, Theme, Ui};

use super::controls::{Controls, Page};
use super::session::Snapshot;
use parts::NARROW;
#[cfg(all(test, feature = "panel-tests"))]
pub(crate) use parts::fine;
pub(crate) use shown::Shown;

/// Width of the readings at first, points: that of a place of four digits a coordinate, or they grow while a body moves.
const READINGS: f32 = 320.0;

/// The part of a narrow window that a panel takes at most.
const MOST: f32 = 0.6;

/// Shows all panels.
pub(crate) fn show(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot, shown: &Shown) {
    controls.ask_for_extras();
    ui.ctx().set_theme(if controls.is_dark { Theme::Dark } else { Theme::Light });
    Panel::top("tools").show(ui, |ui| {
        clock::tools(ui, controls, snapshot);
    });
    Panel::bottom("status").show(ui, |ui| {
        clock::timeline(ui, controls, snapshot);
        status::line(ui, controls, snapshot, shown);
    });
    let width = ui.ctx().content_rect().width();
    let is_narrow = width < NARROW;
    let most = if is_narrow { MOST * width } else { f32::INFINITY };
    let has_room = controls.page.is_none() || width >= 3.0 * READINGS;
    if controls.shows_readings && has_room {
        let panel = Panel::left("readings").resizable(true).default_size(READINGS.min(most)).max_size(most);
        panel.show(ui, |ui| {
            ScrollArea::new([is_narrow, true]).auto_shrink(false).show(ui, |ui| {
                body::readings(ui, controls, snapshot);
            });
        });
    }
    if let Some(page) = controls.page {
        Panel::right("page").resizable(true).default_size(READINGS.min(most)).max_size(most).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.heading(page.label());
                if ui.button("Close").clicked() {
                    controls.page = None;
                }
            });
            ScrollArea::new([is_narrow, true]).auto_shrink(false).show(ui, |ui| match page {
                Page::Curves => curves::page(ui, snapshot),
                Page::Books => books::page(ui, snapshot),
                Page::Messages => status::messages(ui, snapshot),
                Page::Parameters => parameters::page(ui, controls, snapshot, shown),
                Page::Text => edit::page(ui, controls, snapshot),
                Page::Scenarios => scenarios::page(ui, controls, snapshot),
                Page::Records => records::page(ui, controls, snapshot, shown),
            });
        });
    }
    let picture = CentralPanel::no_frame().show(ui, |ui| picture::show(ui, controls, snapshot, shown));
    let picture = picture.response.rect;
    fault::show(ui.ctx(), picture, controls, snapshot);
    fault::show_loss(ui.ctx(), picture, controls);
    help::show(ui.ctx(), controls, snapshot);
}
