use glam::{DQuat, DVec3};
use hydro_forces::slender::{Canal, Channel, Sections, Squat, squat, wave_resistance_n};
use hydro_forces::{Hull, Water};

use super::measurement::Means;
use crate::commands::failure::Failure;
use crate::sim::World;
use crate::sim::scenario::{Body, CouplingMode, Freedom, Scenario, Side};

/// Intervals between the sections of a ship.
const INTERVALS: usize = 400;

/// Cells across the beam below which the resistance above the critical speed is reported to be too low.
const CELLS_ACROSS: f64 = 10.0;

/// Distance from the middle of the channel that is worth a warning, over its width.
const OFF_MIDDLE: f64 = 0.02;

/// Theory of a body that is towed through still shallow water.
#[derive(Debug)]
pub(super) struct Theory {
    sections: Sections,
    channel: Channel,
    /// Place of the center of mass along the sections, m.
    center_m: f64,
    /// Whether the set-up is that of the theory.
    applies: bool,
    /// Whether the body is free to sink and trim.
    squats: bool,
    /// Differences between set-up and theory, for the user.
    pub(super) notes: Vec<String>,
}

impl Theory {
    /// The theory of a body as it lies in a world at its start.
    ///
    /// # Errors
    ///
    /// [`Failure`] where the body is dry.
    pub(super) fn new(scenario: &Scenario, world: &World, name: &str) -> Result<Self, Failure> {
        let body = scenario.body.get(name);
        let state = world.bodies().find(|state| state.name == name);
        let surface = world.surfaces().find(|surface| surface.name == name);
        let ((body, state), surface) = body.zip(state).zip(surface).ok_or_else(|| {
            Failure::of_key(scenario, format!("body.{name}"), "no body of this name".into())
        })?;
        let dry = |error: hydro_forces::Error| {
            Failure::of_key(scenario, format!("body.{name}"), format!("it is dry at the start: {error}"))
        };
        let along = DQuat::from_rotation_z(-body.heading_deg.to_radians());
        let hull = Hull::new(surface.vertices, surface.triangles).map_err(dry)?;
        let waterline_m = world.still_level_m() - surface.origin_m.z;
        let sections = Sections::cut(&hull, along * surface.rotation, waterline_m, INTERVALS).map_err(dry)?;
        let frees = |motion| body.tow.as_ref().is_some_and(|tow| tow.frees(motion));
        let (width_m, mut notes) = banks(scenario, name, body, state.position_m);
        let water =
            Water { density_kg_m3: scenario.water.density_kg_m3, gravity_m_s2: scenario.water.gravity_m_s2 };
        let why_not = why_not(scenario);
        let applies = why_not.is_none();
        notes.extend(why_not.map(|why| format!("no theory beside the results: {why}")));
        if applies && !sections.tapers_off() {
            notes.push(format!(
                "body.{name} has a square end: the theory of slender ships does not hold, and is left out"
            ));
        }
        let across = sections.greatest_beam_m() / scenario.grid.cell_size_m;
        if applies && across < CELLS_ACROSS {
            notes.push(format!(
                "body.{name}: its beam is {across:.1} cells; above the critical speed the resistance is then too small, by about a sixth with 3 cells \
                 and a twentieth with 7; take a smaller grid.cell_size_m"
            ));
        }
        if applies && (body.drag != 0.0 || body.skin_friction.is_some()) {
            notes.push(format!(
                "body.{name}.drag: resistance includes drag and friction on its surface; that of the theory is of waves alone, \
                 as with drag = 0"
            ));
        }
        Ok(Self {
            center_m: (along * (state.position_m - surface.origin_m)).x,
            sections,
            channel: Channel { water, depth_m: scenario.depth_m(), width_m },
            applies,
            squats: frees(Freedom::Heave) && frees(Freedom::Pitch),
            notes,
        })
    }

    /// Length of the wet hull, m.
    pub(super) fn length_m(&self) -> f64 {
        self.sections.length_m()
    }

    pub(super) fn wave_speed_m_s(&self) -> f64 {
        self.channel.wave_speed_m_s()
    }

    /// Distance of the banks, if there are any.
    pub(super) fn width_m(&self) -> Option<f64> {
        self.channel.width_m
    }

    /// Froude number of the depth.
    pub(super) fn froude(&self, speed_m_s: f64) -> f64 {
        speed_m_s / self.wave_speed_m_s()
    }

    pub(super) fn length_froude(&self, speed_m_s: f64) -> f64 {
        speed_m_s / (self.channel.water.gravity_m_s2 * self.length_m()).sqrt()
    }

    /// Values below which a change is taken as a fraction of them: a sinkage `F² S / L` and its pressure on the largest section `S`,
    /// of the order of what a slender ship does.
    pub(super) fn small(&self, froude: f64) -> Means {
        let Channel { water, .. } = self.channel;
        let area_m2 = self.sections.largest_area_m2();
        let sinkage_m = froude * froude * area_m2 / self.length_m();
        Means {
            resistance_n: water.density_kg_m3 * water.gravity_m_s2 * area_m2 * sinkage_m,
            sinkage_m,
            trim_deg: (sinkage_m / self.length_m()).to_degrees(),
            ..Means::default()
        }
    }

    /// Wave resistance of the slender ship.
    pub(super) fn resistance_n(&self, froude: f64) -> Option<f64> {
        self.applies.then(|| wave_resistance_n(&self.sections, &self.channel, froude)).flatten()
    }

    /// Sinkage of the center of mass, m, and trim, degrees, between the banks if there are any.
    pub(super) fn squat(&self, froude: f64) -> Option<[f64; 2]> {
        self.squat_in(&self.channel, froude)
    }

    /// Sinkage and trim without banks.
    pub(super) fn open_squat(&self, froude: f64) -> Option<[f64; 2]> {
        self.squat_in(&Channel { width_m: None, ..self.channel }, froude)
    }

    fn squat_in(&self, channel: &Channel, froude: f64) -> Option<[f64; 2]> {
        let free = self.applies && self.squats;
        let Squat { sinkage_m, trim_rad } = free.then(|| squat(&self.sections, channel, froude)).flatten()?;
        Some([sinkage_m - trim_rad * self.center_m, trim_rad.to_degrees()])
    }

    /// The canal of Schijf between the banks.
    pub(super) fn schijf(&self) -> Option<Canal> {
        self.applies.then(|| Canal::of(&self.sections, &self.channel)).flatten()
    }

    /// Sinkage with the level beside the ship.
    pub(super) fn schijf_sinkage_m(&self, froude: f64) -> Option<f64> {
        let canal = self.schijf().filter(|_| self.squats)?;
        Some(canal.passing(froude)?.drawdown * self.channel.depth_m)
    }
}

/// Distance of the banks along the track, and notes on them. Sides that are joined are banks, too: a ship sees itself beyond.
fn banks(scenario: &Scenario, name: &str, body: &Body, at_m: DVec3) -> (Option<f64>, Vec<String>) {
    let [width, height] = scenario.size_m();
    let sides = &scenario.sides;
    let (sin, cos) = body.heading_deg.to_radians().sin_cos();
    let (pair, width_m, across_m) = if sin.abs() < 1e-9 {
        ([&sides.south, &sides.north], height, at_m.y)
    } else if cos.abs() < 1e-9 {
        ([&sides.west, &sides.east], width, at_m.x)
    } else {
        return (None, Vec::new());
    };
    match pair {
        [Side::Periodic {}, Side::Periodic {}] => (Some(width_m), Vec::new()),
        [Side::Wall(_), Side::Wall(_)] => {
            let off_m = across_m - 0.5 * width_m;
            let note = (off_m.abs() > OFF_MIDDLE * width_m).then(|| {
                format!(
                    "body.{name}.position_m: it moves {:.3} m off the middle between the banks; the theory has it in the middle",
                    off_m.abs()
                )
            });
            (Some(width_m), note.into_iter().collect())
        }
        _ => (None, Vec::new()),
    }
}

/// Why theory says nothing of a set-up.
fn why_not(scenario: &Scenario) -> Option<&'static str> {
    let still_m = scenario.water.level_m;
    let flows = |side: &Side| match *side {
        Side::Inflow { .. } | Side::Discharge { .. } => true,
        Side::Characteristic { level_m: far_m, velocity_m_s, .. } => {
            velocity_m_s.is_some_and(|speed| speed != 0.0) || far_m != Some(still_m)
        }
        Side::Level { level_m: far_m, .. } => far_m != Some(still_m),
        _ => false,
    };
    let columns = &scenario.water.column;
    let moves = columns.iter().any(|column| column.velocity_m_s != [0.0; 2] || column.level_m != still_m);
    [
        (scenario.coupling.mode == CouplingMode::Paper, "in mode paper a hull displaces no water"),
        (
            moves
                || scenario.sides.named().into_iter().any(|(_, side)| flows(side))
                || !scenario.wave.is_empty()
                || scenario.wind.is_some()
                || scenario.coriolis.is_some(),
            "it is that of water at rest",
        ),
        (
            scenario.heights.is_some() || scenario.friction.is_some(),
            "it is that of a level bed without friction",
        ),
        (scenario.body.len() > 1, "it is that of one body alone"),
    ]
    .into_iter()
    .find_map(|(given, why)| given.then_some(why))
}
