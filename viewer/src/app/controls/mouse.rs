//! What clicks and drags on the picture do.

use std::path::Path;

use glam::{DVec2, Vec2, Vec3};
use hydro_forces::waves::Splash;

use super::{Controls, Tool};
use crate::app::camera::{hit, on_level};
use crate::app::session::{Command, NewBody, Snapshot};
use crate::sim::scenario::Scenario;
use crate::sim::{Deed, Pull, mesh_file};

/// Froude number of the fastest water of a splash.
const SPLASH_FROUDE: f64 = 0.25;
/// Radius of a splash, as a fraction of the shorter side of the water, and the fewest cells.
const SPLASH_REACH: f64 = 0.06;
const SPLASH_CELLS: f64 = 4.0;

impl Controls {
    /// A click on the picture, in pixels from its upper left corner.
    pub(crate) fn click(&mut self, at: Vec2, snapshot: &Snapshot) {
        let (view, camera) = self.view(snapshot);
        let Some(found) = hit(&camera, &snapshot.scene, at, &view) else { return };
        let at_m = found.at_m.truncate().as_dvec2();
        match (self.tool, found.body) {
            (Tool::Look | Tool::Pull, Some(body)) => self.choose(Some(body)),
            (Tool::Look | Tool::Pull, None) => self.commands.push(Command::Pick(Some(at_m))),
            (Tool::Splash, _) => {
                let splash = Deed::Splash(self.splash(at_m, snapshot));
                self.commands.push(Command::Do(splash));
            }
            (Tool::Box, _) => self.commands.push(Command::Add { body: NewBody::Box, at_m }),
            (Tool::Gauge, _) => self.commands.push(Command::PlaceGauge(at_m)),
        }
    }

    /// A file that was dropped on the window: a mesh becomes a body in the middle of the picture, all else is opened.
    pub(crate) fn drop_file(&mut self, file: &Path, snapshot: &Snapshot) {
        let name = file.to_string_lossy().into_owned();
        if !mesh_file::is_mesh(file) {
            return self.open(name, Vec::new());
        }
        let (view, camera) = self.view(snapshot);
        let middle = 0.5 * Vec2::new(self.size[0] as f32, self.size[1] as f32);
        let water = &snapshot.scene.water;
        let seen = hit(&camera, &snapshot.scene, middle, &view).map(|found| found.at_m);
        let at_m = seen.unwrap_or(water.center_m()).truncate().as_dvec2();
        self.commands.push(Command::Add { body: NewBody::Mesh(name), at_m });
    }

    fn splash(&self, center_m: DVec2, snapshot: &Snapshot) -> Splash {
        let water = &snapshot.scene.water;
        let shorter_m = f64::from(water.extent_m().min_element());
        let radius_m = (SPLASH_REACH * shorter_m).max(SPLASH_CELLS * f64::from(water.cell_size_m));
        Splash { center_m, radius_m, froude: SPLASH_FROUDE }
    }

    /// The start of a drag at a point of the picture: takes hold of a body with the tool for that.
    pub(crate) fn grab(&mut self, at: Vec2, snapshot: &Snapshot) {
        if self.tool != Tool::Pull {
            return;
        }
        let (view, camera) = self.view(snapshot);
        let Some(found) = hit(&camera, &snapshot.scene, at, &view) else { return };
        let Some(name) = found.body else { return };
        let is_afloat = |scenario: &Scenario| scenario.body.get(&name).is_some_and(|body| body.is_afloat());
        let Some(body) = snapshot.scene.bodies.iter().find(|body| body.name == name) else { return };
        if !snapshot.scenario.as_deref().is_some_and(is_afloat) {
            return;
        }
        let point_m = body.rotation.inverse() * (found.at_m - body.translation_m);
        let pull = Pull { body: name, body_point_m: point_m.as_dvec3(), target_m: found.at_m.as_dvec3() };
        self.choose(Some(pull.body.clone()));
        self.pulled = Some((pull, found.at_m.z));
    }

    /// A drag to a point of the picture, by so many pixels.
    pub(crate) fn drag(&mut self, at: Vec2, by: Vec2, snapshot: &Snapshot) {
        let Some((pull, z_m)) = &self.pulled else {
            return self.eye.turn(by, &snapshot.scene, self.size);
        };
        let (_, camera) = self.view(snapshot);
        let Some(target_m) = on_level(&camera, at, self.size, *z_m) else { return };
        let new = Pull { target_m: target_m.as_dvec3(), ..pull.clone() };
        if new != *pull {
            self.pulled = Some((new.clone(), *z_m));
            self.commands.push(Command::Do(Deed::Pull(Some(new))));
        }
    }

    /// The end of a drag.
    pub(crate) fn release(&mut self) {
        if self.pulled.take().is_some() {
            self.commands.push(Command::Do(Deed::Pull(None)));
        }
    }

    /// Where a body is pulled by and to, m.
    pub(crate) fn pull(&self, snapshot: &Snapshot) -> Option<[Vec3; 2]> {
        let (pull, _) = self.pulled.as_ref()?;
        let body = snapshot.scene.bodies.iter().find(|body| body.name == pull.body)?;
        let at_m = body.translation_m + body.rotation * pull.body_point_m.as_vec3();
        Some([at_m, pull.target_m.as_vec3()])
    }
}
