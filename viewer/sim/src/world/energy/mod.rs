//! Energy of a world by kind, the work that changed it, and what took it.

mod dissipation;
mod leaving;
mod levels;
mod room;

use glam::DVec3;

use crate::bodies::{Bodies, Body, Kind, Solid};
use crate::codec::coded;
use crate::coupling::Coupling;
use crate::water::Water;
pub use dissipation::Dissipation;
pub(super) use dissipation::Measured;
pub(super) use leaving::leaving_w;
pub(super) use levels::levels_j;
pub(super) use room::room_w;

/// Energy of water and bodies by kind, J. Heights count from the still level.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Energies {
    /// Kinetic energy of the water, `½ ρ Σ |m|² / w A`: under hulls of the column `w` that they leave.
    pub water_kinetic_j: f64,
    /// Potential energy of the water's elevation, `½ ρ g Σ η² A`. Under hulls `η` is that of the head, the pressure over
    /// `ρ g` beyond that of still water.
    pub water_potential_j: f64,
    /// Kinetic energy of the bodies afloat, in translation and rotation.
    pub bodies_kinetic_j: f64,
    /// Potential energy of the bodies afloat: their weight's, and the work of lifting the water that they displace, which is below the
    /// mean level, to the still level; and of the springs that hold them.
    pub bodies_potential_j: f64,
    /// Potential energy of the room that driven and carried solids take in the water, since the start: their work against the pressure of still water. It falls
    /// by `½ ρ g Δ(h²)` by their area where they come into water that is shallower by its bed, and stays over a level bed. Where a solid is taken out it falls by `½ ρ g h²`: what was
    /// its room is a hole in the water.
    pub solids_potential_j: f64,
}

coded!(Energies {
    water_kinetic_j,
    water_potential_j,
    bodies_kinetic_j,
    bodies_potential_j,
    solids_potential_j
});
coded!(Work {
    thrust_j,
    race_j,
    carriages_j,
    driven_j,
    joint_drives_j,
    by_hand_j,
    waves_j,
    wind_j,
    levels_j,
    friction_j
});

impl Energies {
    /// The sum of all kinds, J.
    pub fn total_j(&self) -> f64 {
        let of_water_j = self.water_kinetic_j + self.water_potential_j;
        of_water_j + self.bodies_kinetic_j + self.bodies_potential_j + self.solids_potential_j
    }

    pub(super) fn of(water: &Water, bodies: &Bodies, coupling: &Coupling) -> Self {
        let [kinetic, potential] =
            water.fluid.energy_m5_s2(coupling.thickness_m()).map(|energy| energy * water.density_kg_m3);
        let mut energies = Self { water_kinetic_j: kinetic, water_potential_j: potential, ..Self::default() };
        let still_level_m = water.fluid.still_level_m;
        for (body, rigid) in bodies.iter().filter(|(body, _)| !body.is_solid()) {
            let levels_m = [still_level_m + body.mean_eta_m(), still_level_m];
            energies.bodies_kinetic_j += rigid.kinetic_energy_j();
            energies.bodies_potential_j +=
                bodies.rigid.potential_energy_j(body.handle, DVec3::Z * still_level_m)
                    + body.hull.lifting_work_j(rigid, levels_m);
        }
        energies.bodies_potential_j += bodies.rigid.elastic_energy_j();
        energies
    }
}

/// Balance of the energy of water and bodies.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct EnergyBalance {
    /// Energies at the start.
    pub initial: Energies,
    /// Energies now.
    pub now: Energies,
    /// Work from outside.
    pub work: Work,
    /// Energy that came in through open sides less what left, `ρ ∫∫ (g η + ½ u²) h u · n ds dt`, with the volume that passes the side and the energy of
    /// the outermost cells, and the work of the viscous stress there, `−ρ ∫∫ u · σ n ds dt`: of what viscosity takes of a tide that rises and falls in a basin most is given so.
    /// A sponge takes it before it is there. Eddies have no part in that stress.
    pub through_sides_j: f64,
    /// Energy that is gone by kind, where that is measured ([`World::measure_dissipation`](super::World::measure_dissipation)).
    pub by_kind: Option<Dissipation>,
    /// Energy that was gone before that was measured, J.
    pub before_measured_j: f64,
}

impl EnergyBalance {
    /// Energy that is gone, J: the energy at the start, the work and what came through sides, less what there is now. Viscosity, drag and
    /// friction, contacts, sponges and radiation by formula took it; it lacks [`Work::waves_j`] and [`Work::levels_j`] where these are not found.
    pub fn dissipated_j(&self) -> f64 {
        self.initial.total_j() + self.work.total_j() + self.through_sides_j - self.now.total_j()
    }

    /// Energy that nothing accounts for, J: what is gone since dissipation is measured, less what was measured by kind; above 0 where more is gone. None
    /// where it is not measured.
    ///
    /// It holds what has no measure of its own: errors of steps and cells (of the pressure that hulls and water exchange, of the time steps of bodies, which lose `½ m g² Δt` a second where they
    /// fly, of the lattice in waves a few cells long and in fast streams), the forces at rims, and water that moving solids cover and uncover, which comes
    /// from the water beside them at the level that it has there. A splash with a sharp edge, or the hole that a hull leaves, has up
    /// to a tenth of its energy in waves a few cells long. Under soft hulls that dive under or leap out it is below 0: they displace water below the mean level
    /// by `b`, at the head's elevation `η`, while the pressure on them is that of the thickness `s` below the water's own surface, so that `ρ g Σ (b + η − s) Δb A` comes from nowhere
    /// where that closes over the hull or falls from under it. Without drag a box of 400 kg that falls from 1 m above water 2 m deep has 1.6 kJ so in 6 s, while it leaps out again and again.
    pub fn residual_j(&self) -> Option<f64> {
        let by_kind = self.by_kind?;
        Some(self.dissipated_j() - self.before_measured_j - by_kind.total_j())
    }
}

/// Work on water and bodies, J.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Work {
    /// Work of the thrust of propellers on their bodies.
    pub thrust_j: f64,
    /// Work of their thrust on the water, which it drives back as a race.
    pub race_j: f64,
    /// Work of carriages on the bodies that they tow.
    pub carriages_j: f64,
    /// Work of driven bodies on the water, and on the bodies that they push or hold by joints.
    pub driven_j: f64,
    /// Work of the drives of hinges and sliders on what these join ([`rigid_sim::StepReport::driven_j`]).
    pub joint_drives_j: f64,
    /// Work of someone who pulls bodies, carries solids or splashes the water ([`World::pull`](super::World::pull), [`World::carry`](super::World::carry),
    /// [`World::splash`](super::World::splash)).
    pub by_hand_j: f64,
    /// Work of the pressure of waves by formula on the bodies afloat, since dissipation is measured ([`World::measure_dissipation`](super::World::measure_dissipation)). The waves
    /// do not lose it.
    pub waves_j: f64,
    /// Work of the wind on the water and on the bodies afloat.
    pub wind_j: f64,
    /// Work on the water of the levels `η₀` below which soft hulls displace it, as these change, `ρ g ∫ Σ a (η − η₀) A dη₀` over the cells under hulls with the part `a` of each that the waterplane
    /// takes, since dissipation is measured ([`World::measure_dissipation`](super::World::measure_dissipation)). A level that lags behind the water's feeds what oscillates.
    pub levels_j: f64,
    /// Work of the bed's friction on the water, below 0.
    pub friction_j: f64,
}

impl Work {
    fn total_j(&self) -> f64 {
        let of_thrust_j = self.thrust_j + self.race_j;
        let of_drives_j = self.carriages_j + self.driven_j + self.joint_drives_j;
        let of_water_j = self.waves_j + self.wind_j + self.levels_j + self.friction_j;
        of_thrust_j + of_drives_j + self.by_hand_j + of_water_j
    }

    /// Adds the work of driven bodies, and of who carries solids, in a step, by the water's loads on them.
    pub(super) fn add_driven(&mut self, bodies: &Bodies, time_step_s: f64) {
        for (body, rigid) in bodies.iter().filter(|(body, _)| body.is_solid()) {
            let power_w = body.force_n.dot(rigid.linvel_m_s()) + body.torque_n_m.dot(rigid.angvel_rad_s());
            self.add_of_solid((bodies, body), -power_w * time_step_s);
        }
    }

    /// Adds the work of a solid.
    pub(super) fn add_of_solid(&mut self, (bodies, body): (&Bodies, &Body), work_j: f64) {
        let Kind::Solid(solid) = &body.kind else { return };
        let is_carried = matches!(solid, Solid::Fixed) || bodies.carried.is(usize::from(body.label) - 1);
        *if is_carried { &mut self.by_hand_j } else { &mut self.driven_j } += work_j;
    }
}
