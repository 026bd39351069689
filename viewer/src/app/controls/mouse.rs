//! What clicks and drags on the picture do.

use std::path::Path;

use glam::{DVec2, Vec2, Vec3};
use hydro_forces::waves::Splash;

use super::grip::Grip;
use super::{Controls, Tool};
use crate::app::camera::{hit, on_level};
use crate::app::session::{Command, KINDS, NewBody, Snapshot};
use crate::sim::{Carry, Deed, Pull, Replay, mesh_file};

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
            (Tool::Camera | Tool::Pull, Some(body)) => self.choose(Some(body)),
            (Tool::Camera | Tool::Pull, None) => self.commands.push(Command::Pick(Some(at_m))),
            (Tool::Splash, _) => {
                let splash = Deed::Splash(self.splash(at_m, snapshot));
                self.commands.push(Command::Do(splash));
            }
            (Tool::Box, _) => self.commands.push(Command::Add { body: NewBody::Box, at_m }),
            (Tool::Gauge, _) => self.commands.push(Command::PlaceGauge(at_m)),
        }
    }

    /// A file that was dropped on the window or named: a mesh becomes a body in the middle of the picture, a scenario or a replay is opened.
    pub(crate) fn take_file(&mut self, file: &Path, snapshot: &Snapshot) {
        let name = file.to_string_lossy().into_owned();
        if file.is_dir() {
            let why = format!("{name} is a folder; drop a file that is in it: {KINDS}");
            return self.commands.push(Command::Blame(why));
        }
        if !mesh_file::is_mesh(file) {
            let ending = file.extension().map(|ending| ending.to_string_lossy());
            // Shipped scenarios have no ending.
            match ending.filter(|ending| !ending.eq_ignore_ascii_case("toml") && !Replay::is_named(&name)) {
                None => self.open(name, Vec::new()),
                Some(ending) => {
                    let why = format!(
                        "{name}: a file named .{ending} cannot be opened here; export or save it as one that can: {KINDS}"
                    );
                    self.commands.push(Command::Blame(why));
                }
            }
            return;
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
        let Some(body) = snapshot.scene.bodies.iter().find(|body| body.name == name) else { return };
        let given = snapshot.scenario.as_deref().and_then(|scenario| scenario.body.get(&name));
        let reading = snapshot.bodies.iter().find(|reading| reading.name == name);
        let (Some(given), Some(reading)) = (given, reading) else { return };
        self.choose(Some(name.clone()));
        let z_m = found.at_m.z;
        self.grip = Some(if given.is_afloat() {
            let point_m = body.rotation.inverse() * (found.at_m - body.translation_m);
            let (body_point_m, target_m) = (point_m.as_dvec3(), found.at_m.as_dvec3());
            Grip::Afloat(Pull { body: name, body_point_m, target_m }, z_m)
        } else {
            let target_m = reading.position_m.truncate();
            let off_m = found.at_m.truncate().as_dvec2() - target_m;
            Grip::Solid { carry: Carry { body: name, target_m }, off_m, z_m }
        });
    }

    /// A drag to a point of the picture, by so many pixels.
    pub(crate) fn drag(&mut self, at: Vec2, by: Vec2, snapshot: &Snapshot) {
        let (_, camera) = self.view(snapshot);
        let deed = match &mut self.grip {
            None => return self.eye.turn(by, &snapshot.scene, self.size),
            Some(Grip::Afloat(pull, z_m)) => {
                let Some(to_m) = on_level(&camera, at, self.size, *z_m) else { return };
                let is_new = std::mem::replace(&mut pull.target_m, to_m.as_dvec3()) != pull.target_m;
                is_new.then(|| Deed::Pull(Some(pull.clone())))
            }
            Some(Grip::Solid { carry, off_m, z_m }) => {
                let Some(to_m) = on_level(&camera, at, self.size, *z_m) else { return };
                let to_m = to_m.truncate().as_dvec2() - *off_m;
                let is_new = std::mem::replace(&mut carry.target_m, to_m) != carry.target_m;
                is_new.then(|| Deed::Carry(Some(carry.clone())))
            }
        };
        self.commands.extend(deed.map(Command::Do));
    }

    /// The end of a drag.
    pub(crate) fn release(&mut self) {
        let deed = self.grip.take().map(|held| match held {
            Grip::Afloat(..) => Deed::Pull(None),
            Grip::Solid { .. } => Deed::Carry(None),
        });
        self.commands.extend(deed.map(Command::Do));
    }

    /// Where a body is pulled or carried by and to, m.
    pub(crate) fn pull(&self, snapshot: &Snapshot) -> Option<[Vec3; 2]> {
        match self.grip.as_ref()? {
            Grip::Afloat(pull, _) => {
                let body = snapshot.scene.bodies.iter().find(|body| body.name == pull.body)?;
                let at_m = body.translation_m + body.rotation * pull.body_point_m.as_vec3();
                Some([at_m, pull.target_m.as_vec3()])
            }
            Grip::Solid { carry, off_m, z_m } => {
                let body = snapshot.bodies.iter().find(|body| body.name == carry.body)?;
                let grip = |at_m: DVec2| (at_m + *off_m).as_vec2().extend(*z_m);
                Some([grip(body.position_m.truncate()), grip(carry.target_m)])
            }
        }
    }
}
