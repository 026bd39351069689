//! Hulls under a carriage, in a tank of water 1 m deep.

use hydro_forces::slender::Channel;
use viewer::sim::{Measured, World};

use super::one_body;
use crate::verify::reference::{ParabolicHull, Under};

/// Solver that is stable in currents up to Froude number 0.8, which are slower than a quarter of the lattice speed, at which the
/// column under a hull is limited.
const IN_CURRENTS: &str = "{ tau = 0.55, gravity_number = 0.06 }";

/// Solver for still water, with half as many steps.
const STILL: &str = "{ tau = 0.55, gravity_number = 0.15 }";

/// A hull to tow: its key of the scenario, and how it floats.
#[derive(Debug, Clone)]
pub(super) struct Towed {
    /// The value of `hull`.
    pub(super) hull: String,
    pub(super) length_m: f64,
    pub(super) mass_kg: f64,
    /// Center of mass in the mesh's frame.
    pub(super) center_of_mass_m: [f64; 3],
}

impl From<ParabolicHull> for Towed {
    fn from(hull: ParabolicHull) -> Self {
        Self::of_facets(hull, [81, 40])
    }
}

impl Towed {
    /// A hull whose mesh has so many sections and points on each. Where its facets are longer than the cells their edges make waves.
    pub(super) fn of_facets(hull: ParabolicHull, [sections, points]: [u32; 2]) -> Self {
        let ParabolicHull { length_m, beam_m, depth_m, fullness, draft_m } = hull;
        Self {
            hull: format!(
                "{{ kind = \"parabolic\", length_m = {length_m}, beam_m = {beam_m}, depth_m = {depth_m}, fullness = {fullness}, \
                 sections = {sections}, points = {points} }}"
            ),
            length_m,
            mass_kg: 1000.0 * hull.volume_m3(),
            center_of_mass_m: [0.0, 0.0, draft_m],
        }
    }
}

/// A run of the carriage.
#[derive(Debug, Clone)]
pub(super) struct Towing {
    pub(super) towed: Towed,
    pub(super) under: Under,
    /// Order of the water's step and the projection of hulls: the value of `coupling.schedule`.
    pub(super) schedule: &'static str,
    /// Speed through the water, over `√(g H)`.
    pub(super) froude: f64,
    /// Speed of the current along the tank over the same; where there is one the tank is closed to a ring.
    pub(super) current: Option<f64>,
    pub(super) width_m: f64,
    pub(super) cell_size_m: f64,
    pub(super) ramp_s: f64,
    pub(super) seconds: f64,
    /// Motions that are free.
    pub(super) free: &'static [&'static str],
    /// Whether it has the drag of a body that is given none, or nothing but its waves' resistance.
    pub(super) drag: bool,
}

impl Towing {
    /// Means of the carriage over the last quarter of the run, and the world at its end; nothing where the run failed.
    pub(super) fn measure(&self) -> Option<(Measured, World)> {
        let Self { ramp_s, free, .. } = self;
        let tow = format!(
            "tow = {{ speed_m_s = {}, ramp_s = {ramp_s}, free = {free:?} }}",
            self.speed_over_ground_m_s()
        );
        let world = self.run(&tow)?;
        let tow = one_body::body(&world).tow?;
        Some((tow.mean, world))
    }

    /// The world at the end of a run without a carriage, in which the hull begins with the speed that it would be towed at and is free in
    /// all its motions; nothing where the run failed.
    pub(super) fn adrift(&self) -> Option<World> {
        self.run(&format!("velocity_m_s = [{:?}, 0.0, 0.0]", self.speed_over_ground_m_s()))
    }

    /// Speed of the hull over ground, m/s.
    pub(super) fn speed_over_ground_m_s(&self) -> f64 {
        (self.froude + self.current.unwrap_or(0.0)) * Channel::default().wave_speed_m_s()
    }

    fn run(&self, motion: &str) -> Option<World> {
        let Self {
            towed,
            under,
            schedule,
            froude,
            current,
            width_m,
            cell_size_m: dx,
            ramp_s,
            seconds,
            free,
            drag,
        } = self;
        let celerity = Channel::default().wave_speed_m_s();
        let current_m_s = current.unwrap_or(0.0) * celerity;
        let speed = self.speed_over_ground_m_s();
        let length = towed.length_m;
        let way = froude * celerity * (seconds - 0.5 * ramp_s);
        let size = if current.is_some() {
            // What the hull passes of the water, and the waves of the start before and behind it.
            froude.max(1.0) * celerity * seconds + celerity * seconds + 3.0 * length
        } else {
            way + 4.0 * length
        };
        let cells = [size, *width_m].map(|size| (size / dx).round() as usize);
        let [along, across] = cells.map(|n| n as f64 * dx);
        let start = match current {
            None => 2.0 * length,
            Some(_) if speed < 0.0 => along - length,
            // The water carries the start back or ahead by its current.
            Some(_) => (celerity * seconds + length - current_m_s.min(0.0) * seconds).min(along - length),
        };
        let (ends, solver) = match current {
            Some(_) => ("{ kind = \"periodic\" }", IN_CURRENTS),
            None => ("{ kind = \"characteristic\", level_m = 1.0 }", STILL),
        };
        let Towed { hull, mass_kg, center_of_mass_m, .. } = towed;
        // Held at the height that its formula has; free where its mesh floats.
        let height = if free.is_empty() { ", 1.0" } else { "" };
        let drag = if *drag { "" } else { "drag = 0.0" };
        let text = format!(
            r#"
            title = "towed"
            duration_s = {seconds}
            grid = {{ cells = {cells:?}, cell_size_m = {dx} }}
            water = {{ level_m = 1.0, column = [{{ x_m = [0.0, {along}], level_m = 1.0, velocity_m_s = [{current_m_s:?}, 0.0] }}] }}
            solver = {solver}
            coupling = {{ samples_per_side = 5, hull = "{}", schedule = "{schedule}" }}
            sides.west = {ends}
            sides.east = {ends}
            [body.hull]
            hull = {hull}
            mass_kg = {mass_kg}
            center_of_mass_m = {center_of_mass_m:?}
            position_m = [{start}, {}{height}]
            {drag}
            {motion}
            "#,
            under.key(),
            0.5 * across,
        );
        let mut world = one_body::world(&text);
        one_body::run(&mut world, *seconds, |_| ()).then_some(world)
    }
}
