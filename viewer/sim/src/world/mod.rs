//! The coupled world: its subsystems and what others read of them.

mod books;
mod build;
mod checkpoint;
mod clock;
mod energy;
mod foresee;
mod hands;
mod idle_keys;
mod loads;
mod measuring;
mod motion;
mod parameters;
mod react;
mod readings;
mod remedy;
mod report;
mod step;
mod stiff_bodies;
mod strays;
mod windage;

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec2;
use hydro_forces::Hull;
use mask_raster::{CellMask, WetCell};

use super::air::Air;
use super::bodies::{Bodies, BodyReading, BodySurface, Centers, JointReading, TowReading};
use super::coupling::{Coupling, Impulse, Projection};
use super::hulls::Mesh;
use super::memory::Triangles;
use super::name::Name;
use super::scenario::Sides;
use super::water::{Fields, Water};
use books::Books;
pub use books::{AngularBalance, MassBalance, MomentumBalance};
pub use build::passed_by_waves;
pub use checkpoint::Checkpoint;
use clock::Clock;
pub use clock::Stages;
pub use energy::{Dissipation, Energies, EnergyBalance, Work};
pub use loads::{BodyLoad, LoadKind};
pub use parameters::Parameter;
use readings::Readings;
pub use readings::{GaugeReading, TransectReading};
pub use report::StepReport;

/// Shallow water and the bodies in it, advanced together.
///
/// World coordinates: the domain's lower-left corner is the origin, a flat bed is at the datum `z = 0`, the still level
/// at `z = water.level_m` of the scenario.
#[derive(Debug)]
pub struct World {
    identity: Identity,
    clock: Clock,
    water: Water,
    /// Air over the water, if the scenario has any.
    air: Option<Air>,
    bodies: Bodies,
    projection: Projection,
    coupling: Coupling,
    readings: Readings,
    books: Books,
    findings: Findings,
}

/// Which scenario it is of.
#[derive(Debug)]
struct Identity {
    title: Arc<str>,
    /// Hashes of all that determines the world's evolution: of the bodies that are there from the start, and with each that enters later.
    fingerprints: Vec<u64>,
}

/// What the user should know of a run.
#[derive(Debug, Default)]
struct Findings {
    warnings: Vec<String>,
    /// Number of warnings about the set-up, which come first.
    of_set_up: usize,
    max_froude: f64,
    /// Whether water beyond the scheme's stability was warned of.
    warned_of_speed: bool,
    /// Whether water under hulls beyond the bounds of its inertia was warned of.
    warned_of_column: bool,
}

impl Findings {
    fn warn(&mut self, message: String) {
        self.warnings.push(message);
    }

    /// Warns by a text that begins in a way, unless one does so already.
    fn warn_once(&mut self, begin: &str, rest: impl FnOnce() -> String) {
        if !self.warnings.iter().any(|text| text.starts_with(begin)) {
            self.warn([begin, &rest()].concat());
        }
    }

    fn extend(&mut self, messages: impl IntoIterator<Item = String>) {
        self.warnings.extend(messages);
    }
}

impl World {
    /// One line that describes the scenario.
    pub fn title(&self) -> &str {
        &self.identity.title
    }

    /// Simulated time, s.
    pub fn time_s(&self) -> f64 {
        self.clock.time_s()
    }

    /// Simulated time of a step, s.
    pub fn time_step_s(&self) -> f64 {
        self.clock.time_step_s
    }

    /// Number of steps taken.
    pub fn steps(&self) -> u64 {
        self.clock.steps
    }

    /// Wall time spent in each stage of the steps.
    pub fn stages(&self) -> &Stages {
        &self.clock.stages
    }

    /// Adds the wall time that another process took for the steps until now.
    pub fn add_stages(&mut self, earlier: Stages) {
        self.clock.stages += earlier;
    }

    /// The air over the water, if the scenario has any.
    pub fn air(&self) -> Option<&Air> {
        self.air.as_ref()
    }

    /// Cells along x and y.
    pub fn cells(&self) -> [usize; 2] {
        let cells = self.water.fluid.cells();
        [cells.nx, cells.ny]
    }

    /// Side of a cell, m.
    pub fn cell_size_m(&self) -> f64 {
        self.water.fluid.cells().cell_size_m
    }

    /// Largest Froude number that is stable in water of depth `depth_m`.
    pub fn stable_froude(&self, depth_m: f64) -> f64 {
        self.water.fluid.lattice.stable_froude(depth_m)
    }

    /// Largest Froude number of any water cell so far: near bodies and under them in every step, elsewhere in every 64th and now. Under hulls it is
    /// that of the column ([`lbm_core::CoveredFlow`]).
    pub fn max_froude(&self) -> f64 {
        self.water.fluid.max_froude(self.coupling.thickness_m()).max(self.findings.max_froude)
    }

    /// Still level: height of the surface at rest above the datum, m.
    pub fn still_level_m(&self) -> f64 {
        self.water.fluid.still_level_m
    }

    /// Height of the bed in each cell above the datum, m: `[ny][nx]`, x fastest; none of a flat bed at the datum.
    pub fn bed_m(&self) -> Option<&[f32]> {
        self.water.fluid.heights.as_ref().map(|heights| &heights.bed_m[..])
    }

    /// The sides of the water.
    pub fn sides(&self) -> &Sides {
        &self.water.fluid.sides
    }

    /// Acceleration of gravity, m/s².
    pub fn gravity_m_s2(&self) -> f64 {
        self.water.fluid.lattice.units().gravity_m_s2()
    }

    /// Surface and velocity of the simulated water in all cells.
    ///
    /// A step brings them up to date only where it reads them itself; the others are found when they are asked for.
    pub fn fields(&self) -> &Fields {
        let fluid = &self.water.fluid;
        if fluid.has_all_fields {
            return &fluid.fields;
        }
        fluid.all_fields.get(|fields| {
            self.write_fields(fields);
        })
    }

    /// Writes the level of the water above the datum in each cell, waves by formula included, m: `[ny][nx]`, x fastest.
    pub fn write_levels(&self, level_m: &mut Vec<f32>) {
        self.water.write_levels(self.fields(), level_m);
    }

    /// Elevation of the waves by formula at a place, within the domain or beyond it, m; none in a scenario without any.
    pub fn waves_m(&self, at_m: DVec2) -> Option<f64> {
        self.water.waves_m(at_m)
    }

    /// Label of the body over each cell, `[ny][nx]`, x fastest: from 1, those that are there from the start by name, then those that enter later
    /// in their order; 0 where there is none.
    pub fn labels(&self) -> &[u16] {
        self.projection.mask().labels()
    }

    /// The bodies over each cell, as rasterized last.
    pub fn mask(&self) -> &CellMask {
        self.projection.mask()
    }

    /// Whether each cell is inside a body that is fixed or driven, `[ny][nx]`, x fastest.
    pub fn solid(&self) -> &[bool] {
        &self.water.fluid.solid
    }

    /// Whether the body of a label acts on the water as a rigid lid: false for bodies too light for one ([`crate::scenario::UnderHull`]).
    pub fn is_lid(&self, label: u16) -> bool {
        self.bodies.all.get(usize::from(label).wrapping_sub(1)).is_some_and(|body| body.is_lid())
    }

    /// Cells in which a body afloat reaches below the surface: the mean level of all water, or in mode `paper` the water's own.
    pub fn wet_section(&self) -> &[WetCell] {
        self.projection.wet()
    }

    /// Cells to which impulses were applied in the last step, each with the mean force over the step, N: the rim forces in
    /// mode `paper`, the reactions to the forces on bodies and propellers in mode `conservative`. A cell may come more than
    /// once.
    pub fn forces_on_water_n(&self) -> impl Iterator<Item = (u32, DVec2)> {
        let applied = self.coupling.impulses.applied();
        applied.map(|&(cell, impulse)| (cell, impulse / self.clock.time_step_s))
    }

    /// The bodies in the order in which they came into the world, those from the start by name; none that was removed ([`Self::remove`]).
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = BodyReading> {
        (0..self.body_count()).map(|index| self.body(index))
    }

    /// Number of points at which bodies touched each other, the ground or walls in the last step, or might have within it.
    pub fn contacts(&self) -> usize {
        self.bodies.last.moved.contacts
    }

    /// Number of bodies.
    pub fn body_count(&self) -> usize {
        self.bodies.iter().len()
    }

    /// The body of a number in the order of [`Self::bodies`], from 0.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn body(&self, index: usize) -> BodyReading {
        let (body, rigid) = self.bodies.present(index);
        let (eta_m, _) = self.water.sample(rigid.center_of_mass_m().truncate());
        body.state(rigid, self.still_level_m() + eta_m)
    }

    /// The centers of a body afloat by its name, by which it is stable or not; none of one that is dry. It takes some passes over its
    /// triangles.
    pub fn centers(&self, body: &str) -> Option<Centers> {
        let (body, rigid) = self.bodies.iter().find(|(of, _)| of.name == body)?;
        body.centers(rigid, self.still_level_m())
    }

    /// Names of the bodies that are towed, and what their carriages measure.
    pub(super) fn tows(&self) -> impl Iterator<Item = (&Name, TowReading)> {
        self.bodies.iter().filter_map(|(body, _)| Some((&body.name, body.tow()?)))
    }

    /// The surfaces of the bodies where they are now, in the order of [`Self::bodies`].
    pub fn surfaces(&self) -> impl ExactSizeIterator<Item = BodySurface<'_>> {
        self.bodies.iter().map(|(body, rigid)| body.surface(rigid))
    }

    /// The mesh of each body in its own frame, as read or generated, in the order of [`Self::bodies`].
    pub fn meshes(&self) -> impl ExactSizeIterator<Item = Mesh> {
        self.bodies.iter().map(|(body, _)| Mesh {
            vertices: body.mesh.vertices.to_vec(),
            triangles: body.mesh.triangles.to_vec(),
        })
    }

    /// The surface of the body of a label that the water acts on, in its own frame.
    pub fn hull(&self, label: u16) -> Option<&Hull> {
        self.bodies.all.get(usize::from(label).wrapping_sub(1)).map(|body| &*body.hull.hull)
    }

    /// Number of triangles of all bodies.
    pub fn triangles(&self) -> usize {
        self.bodies.iter().map(|(body, _)| body.mesh.triangles.len()).sum()
    }

    /// Triangles that forces are computed on.
    pub fn hull_triangles(&self) -> Triangles {
        let mut hulls = BTreeMap::new();
        let mut of_bodies = 0;
        for (body, _) in self.bodies.iter() {
            let count = body.hull.hull.triangle_count();
            hulls.insert(Arc::as_ptr(&body.hull.hull), count);
            of_bodies += count;
        }
        Triangles { of_hulls: hulls.values().sum(), of_bodies }
    }

    /// Horizontal velocity, m/s, that the body with a label has at the center of a cell, in the height of the still level.
    ///
    /// # Panics
    /// If no body has the label.
    pub fn velocity_over(&self, label: u16, cell: u32) -> DVec2 {
        let at_m = self.water.fluid.cells().center_m(cell);
        self.bodies.velocity_at_level(label, at_m, self.still_level_m())
    }

    /// Name of a moving solid right beside a cell.
    fn solid_near(&self, cell: [usize; 2]) -> Option<&str> {
        let label = self.water.solids.moving_near(cell, self.cells())?;
        self.bodies.all.iter().find(|body| body.label == label).map(|body| &*body.name)
    }

    /// The joints in the order of the scenario, then the mooring lines by body; none that was released ([`Self::release`]), or of a body that was removed.
    pub fn joints(&self) -> impl Iterator<Item = JointReading> {
        let joints = self.bodies.joints.iter().filter(|joint| joint.acts(&self.bodies.rigid));
        joints.map(|joint| joint.read(&self.bodies.rigid, self.clock.time_step_s))
    }

    /// The gauges, in the order of the scenario.
    pub fn gauges(&self) -> impl ExactSizeIterator<Item = GaugeReading> {
        self.readings.gauges.iter().map(|gauge| gauge.read(&self.water))
    }

    /// The transects, in the order of the scenario.
    pub fn transects(&self) -> impl ExactSizeIterator<Item = TransectReading> {
        self.readings.transects.read()
    }

    /// Warnings about the set-up, and about what happened since.
    pub fn warnings(&self) -> &[String] {
        &self.findings.warnings
    }

    /// The balance of the water's volume.
    pub fn mass(&self) -> MassBalance {
        self.books.mass(&self.water, &self.coupling)
    }

    /// The balance of horizontal momentum.
    pub fn momentum(&self) -> MomentumBalance {
        self.books.momentum(&self.water, &self.bodies, self.owed())
    }

    /// The balance of angular momentum about the vertical through the middle of the domain.
    pub fn angular_momentum(&self) -> AngularBalance {
        self.books.angular(&self.water, &self.bodies, self.owed())
    }

    fn owed(&self) -> Impulse {
        self.coupling.owed(&self.bodies, self.clock.time_step_s)
    }

    /// The balance of energy, with what took it by kind where that is measured ([`Self::measure_dissipation`]). It takes a pass over all cells and the hulls'
    /// triangles, and some more where it is.
    pub fn energy(&self) -> EnergyBalance {
        let (of, at) = ((&self.water, &self.coupling), (self.clock.steps, self.clock.time_step_s));
        let through_sides_j = self.readings.transects.through_sides_j(of, at, || self.fields());
        self.books.energy((&self.water, &self.bodies, &self.coupling), through_sides_j, self.measured())
    }
}
