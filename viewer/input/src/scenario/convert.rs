//! Values of a scenario as the crates take them.

use glam::Vec2;
use hydro_forces::waves::{self, WaveTrain};
use hydro_forces::{Coefficients, Cut as SurfaceCut, RimForce};
use lbm_boundary::SideKind;
use lbm_core::{AIR_KG_M3, Forces, coriolis_1_s, wind_drag, wind_stress_m2_s2};
use mask_raster::Rasterizer;

use super::solver::DEFAULT_BULK_TAU;
use super::{
    Acts, Body, Collision, Coriolis, Coupling, Cut, Forcing, Grid, Hull, Part, Policy, Refill, Scenario,
    Scheme, Side, SkinFriction, Slamming, Sleep, Slip, Solver, Wall, Wave, WaveMaker, WavePressure, Wind,
    repeat,
};
use crate::hulls::{self, Mesh, Parabolic};

/// Points of the outline of a propeller's blade.
const BLADE_POINTS: u32 = 24;

impl Solver {
    /// The collision operator with its relaxation times.
    pub fn operator(&self) -> lbm_core::Collision {
        let tau = self.tau;
        match self.collision {
            Collision::Bgk => lbm_core::Collision::Bgk { tau },
            Collision::Trt => lbm_core::Collision::Trt { tau, magic: 0.25 },
            Collision::CentralMoments => {
                let bulk_tau = self.bulk_tau.unwrap_or(DEFAULT_BULK_TAU);
                lbm_core::Collision::CentralMoments { tau, bulk_tau }
            }
        }
    }

    /// Diffusivity `D` of long waves in lattice units, by shear and by the trace of the stress: their height falls as `exp(−½ D k² t)`, of
    /// water with a gravity number `g h / e²`.
    pub(super) fn wave_diffusivity(&self, gravity_number: f64) -> [f64; 2] {
        let tau = self.tau;
        let bulk_tau = match self.operator() {
            lbm_core::Collision::CentralMoments { bulk_tau, .. } => bulk_tau,
            _ => tau,
        };
        [(tau - 0.5) / 3.0, (bulk_tau - 0.5) * (2.0 / 3.0 - gravity_number)]
    }
}

impl From<Policy> for lbm_core::Policy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Warn => Self::Warn,
            Policy::AdaptViscosity => Self::AdaptViscosity,
            Policy::Stop => Self::Stop,
        }
    }
}

impl From<Refill> for lbm_boundary::Refill {
    fn from(refill: Refill) -> Self {
        match refill {
            Refill::Equilibrium => Self::Equilibrium,
            Refill::NonEquilibrium => Self::NonEquilibrium,
        }
    }
}

impl From<Wall> for lbm_boundary::Wall {
    fn from(wall: Wall) -> Self {
        let slip = match wall.slip {
            Slip::NoSlip => lbm_boundary::Slip::NoSlip,
            Slip::FreeSlip => lbm_boundary::Slip::FreeSlip,
        };
        match wall.scheme.unwrap_or_default() {
            Scheme::HalfWay => Self::HalfWay(slip),
            Scheme::OnGrid => Self::OnGrid(slip),
            Scheme::Modified => Self::Modified,
            Scheme::Interpolated => Self::Interpolated(slip),
            Scheme::Extrapolated => Self::Extrapolated,
            Scheme::AsPrinted => Self::AsPrinted,
        }
    }
}

impl Side {
    /// The side at a time, with depths from the height `lowest_m` on; not a number where a value is missing, which the check of a
    /// scenario refuses.
    pub fn kind_at(&self, time_s: f64, lowest_m: f64, gravity_m_s2: f64) -> SideKind {
        self.kind_with(&mut MadeWaves::default(), time_s, lowest_m, gravity_m_s2)
    }

    /// [`Self::kind_at`] with the waves that were made for the time before, which are made anew where the depth has changed.
    pub fn kind_with(&self, made: &mut MadeWaves, time_s: f64, lowest_m: f64, gravity_m_s2: f64) -> SideKind {
        let given = |value: Option<f64>| value.unwrap_or(f64::NAN);
        // The height above the lowest cell of the bed, from which lattices count levels.
        let mut above_m = self.level_m(time_s).map(|level_m| level_m - lowest_m);
        let mut velocity_m_s = self.velocity_m_s(time_s);
        if let (Some(wave), Some(still_depth_m)) = (self.wave(), above_m)
            && let Some(wave) = made.on(wave, still_depth_m, gravity_m_s2)
        {
            above_m = Some(still_depth_m + wave.eta_m(time_s));
            velocity_m_s = Some(velocity_m_s.unwrap_or_default() + wave.velocity_m_s(time_s));
        }
        match *self {
            Self::Wall(wall) => SideKind::Wall(wall.into()),
            Self::Periodic {} => SideKind::Periodic,
            Self::Inflow { .. } => SideKind::Inflow { velocity_m_s: given(velocity_m_s), level_m: above_m },
            Self::Outflow {} => SideKind::Outflow,
            Self::Discharge { ramp_s, .. } => {
                SideKind::Discharge { discharge_m3_s: given(self.discharge_m3_s(time_s)), ramp_s }
            }
            Self::Level { .. } => SideKind::Level { level_m: given(above_m) },
            Self::Characteristic { .. } => SideKind::Characteristic {
                level_m: given(above_m),
                velocity_m_s: velocity_m_s.unwrap_or_default(),
            },
            Self::Sponge { width_m } => SideKind::Sponge { width_m },
        }
    }
}

impl Wind {
    /// Kinematic stress on water of a density, m²/s².
    ///
    /// # Errors
    /// With the value that is out of range.
    pub fn stress_m2_s2(&self, density_kg_m3: f64) -> Result<[f64; 2], lbm_core::Error> {
        wind_stress_m2_s2(self.velocity_m_s(), density_kg_m3)
    }

    /// The wind over the water, as it pushes hulls.
    pub fn over_water(&self) -> hydro_forces::Wind {
        hydro_forces::Wind {
            velocity_m_s: self.velocity_m_s().into(),
            surface_drag: wind_drag(self.speed_m_s),
            density_kg_m3: AIR_KG_M3,
        }
    }

    fn velocity_m_s(&self) -> [f64; 2] {
        let (sin, cos) = self.towards_deg.to_radians().sin_cos();
        [cos, sin].map(|part| self.speed_m_s * part)
    }
}

impl Coriolis {
    /// The parameter `f`, 1/s.
    ///
    /// # Errors
    /// For a latitude that is out of range.
    pub(crate) fn parameter(&self) -> Result<f64, lbm_core::Error> {
        self.latitude_deg.map_or(Ok(self.parameter_1_s.unwrap_or_default()), coriolis_1_s)
    }
}

impl Scenario {
    /// Wind, rotation of the earth and friction as the scenario gives them.
    pub fn forcing(&self) -> Forcing {
        let Self { wind, coriolis, friction, .. } = *self;
        Forcing { wind, coriolis, friction, density_kg_m3: self.water.density_kg_m3 }
    }
}

impl Forcing {
    /// Forces on the water.
    ///
    /// # Errors
    /// With the value that is out of range.
    pub fn forces(&self) -> Result<Forces, lbm_core::Error> {
        let wind = self.wind.map(|wind| wind.stress_m2_s2(self.density_kg_m3)).transpose()?;
        let coriolis = self.coriolis.map(|coriolis| coriolis.parameter()).transpose()?;
        Ok(Forces {
            wind_m2_s2: wind.unwrap_or_default(),
            coriolis_1_s: coriolis.unwrap_or_default(),
            manning_s_m13: self.friction.map_or(0.0, |friction| friction.manning_s_m13),
            ..Forces::default()
        })
    }
}

impl From<Acts> for rigid_sim::Acts {
    fn from(acts: Acts) -> Self {
        match acts {
            Acts::Both => Self::Both,
            Acts::Pull => Self::Pull,
            Acts::Push => Self::Push,
        }
    }
}

impl From<Sleep> for rigid_sim::Sleeping {
    fn from(Sleep { speed_m_s, after_s, wake_m_s2 }: Sleep) -> Self {
        Self { speed_m_s, after_s, wake_m_s2 }
    }
}

impl From<WavePressure> for waves::WavePressure {
    fn from(pressure: WavePressure) -> Self {
        match pressure {
            WavePressure::FromLevel => Self::FromLevel,
            WavePressure::Decaying => Self::Decaying,
        }
    }
}

impl From<Cut> for SurfaceCut {
    fn from(cut: Cut) -> Self {
        match cut {
            Cut::Centroid => Self::Centroid,
            Cut::Corners => Self::Corners,
        }
    }
}

impl From<&Body> for Coefficients {
    fn from(body: &Body) -> Self {
        Self { drag: body.drag, lift: body.lift, alpha: body.alpha }
    }
}

impl SkinFriction {
    /// The friction on a hull that is `mesh_length_m` long.
    ///
    /// # Errors
    /// With the value that is out of range.
    pub fn on(&self, mesh_length_m: f64) -> Result<hydro_forces::SkinFriction, hydro_forces::Error> {
        let length_m = self.length_m.unwrap_or(mesh_length_m);
        let fresh_m2_s = hydro_forces::SkinFriction::FRESH_WATER_M2_S;
        hydro_forces::SkinFriction::new(length_m, self.viscosity_m2_s.unwrap_or(fresh_m2_s))
    }
}

impl Slamming {
    /// The slamming on a body of a mass.
    ///
    /// # Errors
    /// With the value that is out of range.
    pub fn on(&self, mass_kg: f64) -> Result<hydro_forces::Slamming, hydro_forces::Error> {
        hydro_forces::Slamming::new(mass_kg, self.bound_m_s2, self.power)
    }
}

impl From<&Coupling> for RimForce {
    fn from(coupling: &Coupling) -> Self {
        Self { push_m_s: coupling.k_push, pull_m_s: coupling.k_pull }
    }
}

impl Scenario {
    /// The rasterizer of the bodies; its callers set the samples of a cell.
    ///
    /// # Errors
    /// With the value of the grid that is out of range.
    pub fn rasterizer(&self) -> Result<Rasterizer, mask_raster::Error> {
        let Grid { cells: [nx, ny], cell_size_m } = self.grid;
        Rasterizer::new(mask_raster::Grid { nx, ny, cell_size_m: cell_size_m as f32, origin_m: Vec2::ZERO })
    }
}

impl From<&Part> for Coefficients {
    fn from(part: &Part) -> Self {
        Self { drag: part.drag, lift: part.lift, alpha: part.alpha }
    }
}

impl Wave {
    /// The wave on water of a depth and gravity.
    ///
    /// # Errors
    ///
    /// With the value that is out of range.
    pub fn on(&self, depth_m: f64, gravity_m_s2: f64) -> Result<waves::Wave, hydro_forces::Error> {
        match *self {
            Self::Crests { amplitude_m, length_m, speed_m_s, power, towards_deg, phase_deg } => {
                let train = WaveTrain { amplitude_m, length_m, towards_deg, phase_deg };
                waves::Wave::crests(train, speed_m_s, power)
            }
            Self::Airy { amplitude_m, length_m, towards_deg, phase_deg } => {
                let train = WaveTrain { amplitude_m, length_m, towards_deg, phase_deg };
                waves::Wave::airy(train, depth_m, gravity_m_s2)
            }
            Self::Stokes { amplitude_m, length_m, towards_deg, phase_deg } => {
                let train = WaveTrain { amplitude_m, length_m, towards_deg, phase_deg };
                waves::Wave::stokes2(train, depth_m, gravity_m_s2)
            }
        }
    }
}

/// The waves of a side as they were made last, and for which depth, m.
#[derive(Debug, Clone, Default)]
pub struct MadeWaves(Option<(f64, waves::WaveMaker)>);

impl MadeWaves {
    /// The waves on a depth; none where there are no such waves.
    fn on(&mut self, wave: &WaveMaker, depth_m: f64, gravity_m_s2: f64) -> Option<&waves::WaveMaker> {
        if self.0.as_ref().is_none_or(|(made_for_m, _)| *made_for_m != depth_m) {
            self.0 = wave.on(depth_m, gravity_m_s2).ok().map(|made| (depth_m, made));
        }
        self.0.as_ref().map(|(_, made)| made)
    }
}

impl WaveMaker {
    /// The wave maker at a side with still water of a depth.
    ///
    /// # Errors
    ///
    /// With the value that is out of range.
    pub fn on(&self, depth_m: f64, gravity_m_s2: f64) -> Result<waves::WaveMaker, hydro_forces::Error> {
        match *self {
            Self::Sine { height_m, period_s } => {
                waves::WaveMaker::sine(height_m, period_s, depth_m, gravity_m_s2)
            }
            Self::Cnoidal { height_m, period_s } => {
                waves::WaveMaker::cnoidal(height_m, period_s, depth_m, gravity_m_s2)
            }
            Self::Solitary { height_m, crest_s } => {
                waves::WaveMaker::solitary(height_m, crest_s, depth_m, gravity_m_s2)
            }
            Self::Irregular { height_m, period_s, seed } => {
                let mut random = repeat::random(seed);
                let random = || repeat::fraction(&mut random);
                waves::WaveMaker::irregular(height_m, period_s, random, depth_m, gravity_m_s2)
            }
        }
    }
}

impl Hull {
    /// Generates its mesh: meters, x ahead, y to port, lowest point at `z = 0`, middle at `x = y = 0`.
    pub fn mesh(&self) -> Mesh {
        match *self {
            Self::Speedboat { length_m, beam_m, depth_m } => {
                hulls::speedboat(length_m as f32, beam_m as f32, depth_m as f32)
            }
            Self::Box { length_m, beam_m, depth_m } => {
                hulls::cuboid(length_m as f32, beam_m as f32, depth_m as f32)
            }
            Self::Parabolic { length_m, beam_m, depth_m, fullness, sections, points } => {
                hulls::parabolic(&Parabolic {
                    length_m: length_m as f32,
                    beam_m: beam_m as f32,
                    depth_m: depth_m as f32,
                    fullness: fullness as f32,
                    sections,
                    points,
                })
            }
            Self::Prism { ref outline_m, height_m } => hulls::prism(&outline(outline_m), height_m as f32),
            Self::Propeller { radius_m, hub_radius_m, blades, skew, height_m } => {
                let (radius_m, hub_radius_m) = (radius_m as f32, hub_radius_m as f32);
                let outline = hulls::propeller(radius_m, hub_radius_m, blades, skew as f32, BLADE_POINTS);
                hulls::prism(&outline, height_m as f32)
            }
            Self::Sphere { radius_m, subdivisions } => hulls::sphere(radius_m as f32, subdivisions),
        }
    }
}

/// An outline in single precision.
pub(super) fn outline(outline_m: &[[f64; 2]]) -> Vec<Vec2> {
    outline_m.iter().map(|&[x, y]| Vec2::new(x as f32, y as f32)).collect()
}
