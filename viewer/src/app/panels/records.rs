//! What is recorded, how, and where it goes.

use egui::{Button, Checkbox, Label, Role, Slider, Ui, WidgetInfo};

use super::parts::{number, path_field, plain, read};
use super::shown::Shown;
use crate::app::controls::{Action, Controls, Request};
use crate::app::session::Snapshot;
use crate::render::animation::Format;

/// Shortest and longest time between two pictures of a film, s.
const EVERY_S: std::ops::RangeInclusive<f64> = 0.01..=10.0;

/// Shows it.
pub(super) fn page(ui: &mut Ui, controls: &mut Controls, snapshot: &Snapshot, shown: &Shown) {
    let films = snapshot.film.is_some();
    ui.strong("Film");
    ui.horizontal(|ui| {
        for format in Format::ALL {
            let tip = match format {
                Format::Gif => "255 colors, shown everywhere",
                Format::Apng => "all colors without loss, large",
                Format::Mp4 | Format::WebM => "small; takes an installed ffmpeg",
            };
            let choose =
                ui.add_enabled(!films, Button::new(format.name()).selected(controls.film.format == format));
            if choose.on_hover_text(tip).clicked() {
                controls.film.format = format;
            }
        }
    });
    let mut every_s = controls.film_every_s(snapshot);
    let label = "a picture every, s of simulated time";
    ui.label(label);
    let slider = ui.add_enabled_ui(!films, |ui| {
        number(ui, label, &mut every_s, (plain, read), |every_s| {
            Slider::new(every_s, EVERY_S).logarithmic(true).max_decimals(3)
        })
    });
    if slider.inner.changed() {
        controls.film.every_s = Some(every_s);
    }
    let models = Checkbox::new(&mut controls.film.models, "a 3D model for each picture, too");
    ui.add_enabled(!films, models)
        .on_hover_text("surface and bodies as glTF files, in a folder named after the film");
    if films {
        ui.label("Its pictures have their size from the start; format and pace are for the next one. The run waits where they take longer.");
    } else {
        ui.label(format!("It plays as fast as the simulated time, {:.3} pictures a second.", 1.0 / every_s));
    }
    let mut act = |ui: &mut Ui, label: &str, tip: &str, action: Action| {
        let clicked = ui.button(label).on_hover_text(tip).clicked();
        if clicked {
            controls.act(action, snapshot);
        }
    };
    act(ui, if films { "End the film" } else { "Begin a film" }, "V", Action::Record);
    ui.separator();
    ui.strong("The present state");
    ui.horizontal_wrapped(|ui| {
        act(ui, "Picture", "as a PNG file: X", Action::Screenshot);
        act(ui, "3D model", "surface and bodies as a glTF file: Shift X", Action::Model);
        act(ui, "Fields and hulls", "for ParaView, .vti and .vtp: Shift V", Action::Fields);
        act(ui, "Replay", "what it takes to play this run again: 0", Action::Replay);
    });
    ui.separator();
    ui.label("Files go to");
    let folder = shown.folder.display().to_string();
    let place = ui.add(Label::new(&folder).wrap().selectable(true));
    place.widget_info(|| WidgetInfo::labeled(Role::Label, true, &folder));
    ui.horizontal(|ui| {
        let is_typed = path_field(ui, &mut controls.folder, "another folder", "out/trip");
        let folder = controls.folder.trim();
        if (ui.button("Change folder").clicked() || is_typed) && !folder.is_empty() {
            controls.requests.push(Request::Folder(folder.into()));
        }
    });
    ui.weak("No other run writes there: a number is added to the name where it is taken.");
    if !shown.news.is_empty() {
        ui.separator();
        ui.label(shown.news);
    }
}
