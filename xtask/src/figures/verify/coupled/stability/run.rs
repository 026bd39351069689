//! A run of one or two hulls, and how it ends.

use std::fmt::Write;

use viewer::sim::scenario::Scenario;
use viewer::sim::{StepReport, World};

use crate::verify::coupled::one_body;
use crate::verify::reference::Under;

/// Draft over depth.
pub(super) const DRAFTS: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.95];
pub(super) const TAUS: [f64; 4] = [0.51, 0.55, 0.6, 1.0];
/// Relaxation time at which rounding, and so the instructions of a machine, decides about some of the runs: they are counted.
pub(super) const MARGINAL_TAU: f64 = 0.51;

pub(super) const SECONDS: f64 = 6.0;
pub(super) const CELL_SIZE_M: f64 = 0.125;
pub(super) const CELLS: [usize; 2] = [96, 48];
/// Distance of the centers of two hulls that have come to each other, m; a hull is 2 m long.
pub(super) const MEETING_M: f64 = 2.1;
/// `√(g H)` of water 1 m deep.
pub(super) const CELERITY_M_S: f64 = 3.132;
/// Speeds over that of the current, and of the hull that is towed.
pub(super) const CURRENT: f64 = 0.3;
pub(super) const TOWED: f64 = 0.5;

#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    Box,
    Parabolic,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Motion {
    Held,
    Towed,
    Drifting,
    Grounding,
    Touching,
}

pub(super) const SHAPES: [Shape; 2] = [Shape::Box, Shape::Parabolic];
pub(super) const UNDER: [Under; 2] = [Under::SoftHead, Under::RigidLid];
pub(super) const MOTIONS: [Motion; 5] =
    [Motion::Held, Motion::Towed, Motion::Drifting, Motion::Grounding, Motion::Touching];

impl Shape {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Parabolic => "parabolic",
        }
    }

    /// The keys of a hull 2 m long and 0.75 m broad at most, which floats upright with this draft.
    fn keys(self, draft_m: f64) -> String {
        const LENGTH_M: f64 = 2.0;
        const BEAM_M: f64 = 0.75;
        const HEIGHT_M: f64 = 1.4;
        const FULLNESS: f64 = 0.3;
        let (kind, more, volume_m3) = match self {
            Self::Box => ("box", String::new(), LENGTH_M * BEAM_M * draft_m),
            Self::Parabolic => {
                let waterline_m = BEAM_M * (draft_m / HEIGHT_M).powf(FULLNESS);
                let volume_m3 = 2.0 / 3.0 * LENGTH_M * waterline_m * draft_m / (FULLNESS + 1.0);
                ("parabolic", format!(", fullness = {FULLNESS}"), volume_m3)
            }
        };
        format!(
            "hull = {{ kind = \"{kind}\", length_m = {LENGTH_M}, beam_m = {BEAM_M}, depth_m = {HEIGHT_M}{more} }}\n\
             mass_kg = {}\ncenter_of_mass_m = [0.0, 0.0, {}]\ndrag = 0.0\n",
            1000.0 * volume_m3,
            0.3 * draft_m
        )
    }
}

impl Motion {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Held => "held in a current",
            Self::Towed => "towed",
            Self::Drifting => "drifting",
            Self::Grounding => "driven aground",
            Self::Touching => "two that touch",
        }
    }

    /// Speed of the current along the channel, m/s.
    fn current_m_s(self) -> f64 {
        match self {
            Self::Held | Self::Drifting => CURRENT * CELERITY_M_S,
            Self::Towed | Self::Grounding | Self::Touching => 0.0,
        }
    }

    /// Where the bodies are and how they move.
    fn bodies(self) -> Vec<String> {
        match self {
            Self::Held => vec!["position_m = [6.0, 3.03]\ntow = { speed_m_s = 0.0, free = [] }".to_owned()],
            Self::Towed => {
                let tow =
                    format!("tow = {{ speed_m_s = {}, ramp_s = 1.5, free = [] }}", TOWED * CELERITY_M_S);
                vec![format!("position_m = [2.0, 3.03]\n{tow}")]
            }
            Self::Drifting => {
                let velocity = format!("velocity_m_s = [{}, 0.0, 0.0]", self.current_m_s());
                vec![format!("position_m = [3.0, 3.03]\nheading_deg = 20.0\n{velocity}")]
            }
            Self::Grounding => vec!["position_m = [1.7, 3.03]\nvelocity_m_s = [1.5, 0.0, 0.0]".to_owned()],
            Self::Touching => vec![
                "position_m = [4.0, 3.03]\nvelocity_m_s = [1.0, 0.0, 0.0]".to_owned(),
                "position_m = [7.0, 3.3]\nheading_deg = 30.0\nvelocity_m_s = [-1.0, 0.0, 0.0]".to_owned(),
            ],
        }
    }

    /// The bed, and the ends of the channel. The beach rises beyond where a hull takes the ground, and leaves what a wave needs to run up it.
    fn channel(self, draft: f64) -> String {
        match self {
            Self::Grounding => format!(
                "bed = [{{ kind = \"slope\", from_m = [3.0, 0.0], to_m = [6.5, 0.0], heights_m = [0.0, {}] }}]\n",
                1.0 - 0.85 * draft
            ),
            Self::Held | Self::Towed | Self::Drifting | Self::Touching => {
                "sides.west.kind = \"periodic\"\nsides.east.kind = \"periodic\"\n".to_owned()
            }
        }
    }
}

/// All that a run differs in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    pub(super) motion: Motion,
    pub(super) shape: Shape,
    pub(super) under: Under,
    pub(super) draft: f64,
    pub(super) tau: f64,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// The largest distance of the level from the still one, over the depth, and the largest Froude number.
    Finite { level: f64, froude: f64 },
    /// Stopped at a time by a message.
    Stopped { time_s: f64, message: String },
    /// A state that cannot be, at a time.
    Nonsense { time_s: f64, what: String },
}

impl Outcome {
    /// Whether a run may end so.
    pub(super) fn is_sound(&self) -> bool {
        match self {
            Self::Finite { .. } => true,
            Self::Stopped { message, .. } => {
                ["body.", "cell [", ": "].iter().all(|word| message.contains(word))
            }
            Self::Nonsense { .. } => false,
        }
    }
}

impl Setting {
    pub(super) fn text(self) -> String {
        let Self { motion, shape, under, draft, tau } = self;
        let (length_m, current_m_s) = (CELLS[0] as f64 * CELL_SIZE_M, motion.current_m_s());
        let mut text = format!(
            "title = \"stability\"\nduration_s = {SECONDS}\nsolver = {{ tau = {tau} }}\ncoupling = {{ hull = \"{}\" }}\n\
             water = {{ level_m = 1.0, column = [{{ x_m = [0.0, {length_m}], level_m = 1.0, velocity_m_s = [{current_m_s:?}, 0.0] }}] }}\n\
             grid = {{ cells = {CELLS:?}, cell_size_m = {CELL_SIZE_M} }}\n{}",
            under.key(),
            motion.channel(draft)
        );
        for (name, place) in ["hull", "other"].iter().zip(motion.bodies()) {
            let _ = write!(text, "[body.{name}]\n{}{place}\n", shape.keys(draft));
        }
        text
    }

    pub(super) fn run(self) -> Outcome {
        let scenario = one_body::scenario(&self.text());
        let mut world = World::new(&scenario).unwrap_or_else(|error| panic!("{error}"));
        let (mut level, mut nearest_m) = (0.0, f64::INFINITY);
        while world.time_s() < SECONDS {
            let report = world.step();
            let time_s = world.time_s();
            if let Some(message) = stop(&report, &world, &scenario) {
                return Outcome::Stopped { time_s, message };
            }
            level = farthest_m(&world, level);
            let mut centers = world.bodies().map(|body| body.position_m.truncate());
            if let (Some(one), Some(other)) = (centers.next(), centers.next()) {
                nearest_m = one.distance(other).min(nearest_m);
            }
            if let Some(what) = nonsense(&world, level) {
                return Outcome::Nonsense { time_s, what };
            }
        }
        let met = match self.motion {
            Motion::Grounding => world.momentum().external_n_s.length() > 0.0,
            Motion::Touching => nearest_m < MEETING_M,
            Motion::Held | Motion::Towed | Motion::Drifting => true,
        };
        if !met {
            return Outcome::Nonsense { time_s: world.time_s(), what: "it meets nothing".to_owned() };
        }
        Outcome::Finite { level, froude: world.max_froude() }
    }
}

/// The largest distance of the level from the still one beside hulls, m, where it was `most` before. Under a lid it holds `λ`, a pressure, and
/// beyond the depth where the hull is stopped at once.
fn farthest_m(world: &World, most: f64) -> f64 {
    let mut beside = vec![true; world.fields().eta_m.len()];
    world.wet_section().iter().for_each(|wet| beside[wet.index as usize] = false);
    let levels = world.fields().eta_m.iter().zip(beside).filter(|(_, beside)| *beside);
    let farther = |most: f64, eta: f64| {
        // Not-a-number counts as farthest.
        if eta.abs() <= most { most } else { eta.abs() }
    };
    levels.map(|(eta, _)| f64::from(*eta)).fold(most, farther)
}

/// What the program says where it stops.
fn stop(report: &StepReport, world: &World, scenario: &Scenario) -> Option<String> {
    if let Some(trouble) = &report.trouble {
        return Some(format!("{trouble}; {}", world.remedy(scenario, trouble)));
    }
    if !report.quarantined.is_empty() {
        return Some(world.warnings().last().cloned().unwrap_or_default());
    }
    report.stopped.clone()
}

/// What cannot be: a level farther from the still one than the bed, a hull that is flung away.
fn nonsense(world: &World, level_m: f64) -> Option<String> {
    if level_m.is_nan() || level_m > 1.0 {
        return Some(format!("level {level_m:.2} m from rest"));
    }
    world.bodies().find_map(|body| {
        let (at_m, speed_m_s) = (body.position_m, body.linvel_m_s.length());
        let is_inside = (0.0..12.0).contains(&at_m.x) && (0.0..6.0).contains(&at_m.y) && at_m.z < 2.0;
        let holds = is_inside && speed_m_s < CELERITY_M_S;
        (!holds).then(|| format!("body.{} at {at_m:.2} m, {speed_m_s:.2} m/s", body.name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_may_end_by_a_message_with_body_cell_and_cause_but_not_in_nonsense() {
        let stopped = |message: &str| Outcome::Stopped { time_s: 1.0, message: message.to_owned() };
        assert!(Outcome::Finite { level: 0.1, froude: 0.5 }.is_sound());
        assert!(stopped("cell [3, 4]: no water; look at: body.hull").is_sound());
        assert!(!stopped("cell [3, 4]: no water; look at: solver.tau").is_sound());
        assert!(!stopped("body.hull: lost").is_sound());
        assert!(!Outcome::Nonsense { time_s: 1.0, what: String::new() }.is_sound());
    }

    #[test]
    fn a_level_beyond_the_depth_and_a_hull_that_is_flung_away_are_nonsense() {
        let setting =
            |motion| Setting { motion, shape: Shape::Box, under: Under::SoftHead, draft: 0.5, tau: 0.6 };
        let world = one_body::world(&setting(Motion::Towed).text());
        assert_eq!(nonsense(&world, 0.9), None);
        assert!(nonsense(&world, 1.1).is_some() && nonsense(&world, f64::NAN).is_some());
        let text = setting(Motion::Grounding).text();
        let flung = one_body::world(
            &text.replace("velocity_m_s = [1.5, 0.0, 0.0]", "velocity_m_s = [1.5, 0.0, 5.0]"),
        );
        assert!(nonsense(&flung, 0.0).is_some_and(|what| what.contains("body.hull")));
    }
}
