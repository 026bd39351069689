//! Particles that the air carries and that push it.

use lbm_core::{Air, AirMoments};

use super::boundary::AirBoundary;
use super::drag::ParticleKind;
use super::ledger::{ParticleLedger, ParticleTotals};

/// Particles in air, such as ash or sparks: each stands for many alike that move together. The air drags them along, and they drag it,
/// with the same momentum.
///
/// ```text
/// m dv/dt = m (u − v) / τ_p + m a e_z,   τ_p = τ_S / (1 + 0.15 Re^0.687),   Re = |u − v| d / ν
/// ```
///
/// with `m`, `τ_S` (Stokes), `d / ν` and `a`, the weight less the buoyancy, of their [`ParticleKind`] (Schiller and Naumann 1933, up to
/// Re = 1000; added mass and history are left out, which is right for particles far denser than air). The velocity `u` of the air is
/// interpolated between the eight cells around a particle, or those of them that are air, and these get the momentum that the particle
/// loses to drag, by the same weights `w`. Over a step the two velocities come closer as `exp(−(1 + m Σ w²/ρ) Δt / τ_p)`, the exact solution
/// for a particle alone in air at rest around it, so no mass and no time of response is unstable. Particles act in turn, in the order in
/// which they came: the same bits for any number of threads.
///
/// Particles stay at walls and solids that they reach, and are gone; so are those that leave through open sides.
///
/// A time step is [`Self::step`], then [`AirBoundary::apply`], then [`Air::step`].
///
/// ```
/// use lbm_boundary::{AirBoundary, AirParticles, Particle, ParticleKind};
/// use lbm_core::{Air, Ends};
///
/// let mut air = Air::builder([8, 8, 8]).build()?;
/// let boundary = AirBoundary::builder().build(&mut air)?;
/// let ash = ParticleKind { mass: 51.2, stokes_time: 20.0, reynolds: 0.0, acceleration: 0.0, lasts: u32::MAX };
/// let mut particles = AirParticles::new(vec![ash]);
/// particles.add(Particle { kind: 0, age: 0, position: [4.0; 3], velocity: [0.011, 0.0, 0.0] });
/// for _ in 0..1000 {
///     particles.step(&mut air, &boundary);
///     assert!(air.step());
/// }
/// // A tenth of the mass of the air: both have an eleventh of its momentum in the end.
/// assert!((particles.all()[0].velocity[0] - 0.001).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct AirParticles {
    kinds: Vec<ParticleKind>,
    all: Vec<Particle>,
    /// Momentum that the air is still to get: what rounding of its populations left.
    owed: [f64; 3],
    ledger: ParticleLedger,
}

/// A particle, in cells and steps.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Particle {
    /// Number of its kind.
    pub kind: u16,
    /// Steps since it was added.
    pub age: u32,
    /// Place of the particle, in cells; the center of cell (0, 0, 0) is at ½ along each axis.
    pub position: [f64; 3],
    /// Velocity of the particle.
    pub velocity: [f64; 3],
}

/// State of [`AirParticles`] that does not follow from their kinds.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AirParticlesState {
    /// The particles, in the order in which they came.
    pub particles: Vec<Particle>,
    /// Momentum that the air is still to get.
    pub owed: [f64; 3],
}

/// What becomes of a particle.
enum Fate {
    Stays,
    Settles,
    Leaves,
}

impl AirParticles {
    /// An empty set of particles, of kinds that are numbered from 0.
    pub fn new(kinds: Vec<ParticleKind>) -> Self {
        Self { kinds, all: Vec::new(), owed: [0.0; 3], ledger: ParticleLedger::default() }
    }

    /// Adds a particle, booked with the next step.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn add(&mut self, particle: Particle) {
        assert!(usize::from(particle.kind) < self.kinds.len(), "a kind of these particles");
        self.all.push(particle);
    }

    /// The particles, in the order in which they came.
    pub fn all(&self) -> &[Particle] {
        &self.all
    }

    /// Mass and momentum of all.
    pub fn totals(&self) -> ParticleTotals {
        let mut sum = ParticleTotals::default();
        self.all.iter().for_each(|of| sum.add(self.kinds[usize::from(of.kind)].mass, of.velocity));
        sum
    }

    /// The books of the last step.
    pub fn ledger(&self) -> &ParticleLedger {
        &self.ledger
    }

    /// The present state.
    pub fn state(&self) -> AirParticlesState {
        AirParticlesState { particles: self.all.clone(), owed: self.owed }
    }

    /// Restores a state of these particles, or of others of the same kinds; `false`, and nothing is changed, if it has one of a kind
    /// that they have not.
    #[must_use = "`false` means that nothing was restored"]
    pub fn restore(&mut self, state: &AirParticlesState) -> bool {
        if state.particles.iter().any(|of| usize::from(of.kind) >= self.kinds.len()) {
            return false;
        }
        self.all.clone_from(&state.particles);
        self.owed = state.owed;
        true
    }

    /// Moves the particles by a step, and gives the air what they lose.
    ///
    /// # Panics
    /// If the air has not the cells of that for which the boundary was built.
    pub fn step(&mut self, air: &mut Air, boundary: &AirBoundary) {
        let Self { kinds, all, owed, ledger } = self;
        *ledger = ParticleLedger::default();
        all.retain_mut(|particle| {
            let kind = kinds[usize::from(particle.kind)];
            if particle.age == 0 {
                ledger.added.add(kind.mass, particle.velocity);
            }
            // A solid may have come over it.
            let fate = match fate(particle, boundary) {
                Fate::Stays => {
                    advance(particle, &kind, (air, boundary), owed, ledger);
                    particle.age = particle.age.saturating_add(1);
                    if particle.age >= kind.lasts { Fate::Leaves } else { fate(particle, boundary) }
                }
                gone => gone,
            };
            match fate {
                Fate::Stays => return true,
                Fate::Settles => ledger.settled.add(kind.mass, particle.velocity),
                Fate::Leaves => ledger.left.add(kind.mass, particle.velocity),
            }
            false
        });
    }
}

/// Wraps a particle at periodic ends; says what becomes of it where it is.
fn fate(particle: &mut Particle, boundary: &AirBoundary) -> Fate {
    let around = &boundary.around;
    for axis in 0..3 {
        let (n, at) = (around.cells[axis] as f64, &mut particle.position[axis]);
        if around.periodic[axis] {
            *at = at.rem_euclid(n);
            // Of a tiny negative number.
            if *at >= n {
                *at = 0.0;
            }
        }
    }
    match around.at(particle.position.map(|at| at.floor() as isize)) {
        None => Fate::Stays,
        Some(true) => Fate::Settles,
        Some(false) => Fate::Leaves,
    }
}

/// A cell near a particle, its weight, and its moments.
type Near = ([isize; 3], f64, AirMoments);

/// Drag and weight of a step, and the way.
fn advance(
    particle: &mut Particle,
    kind: &ParticleKind,
    (air, boundary): (&mut Air, &AirBoundary),
    owed: &mut [f64; 3],
    ledger: &mut ParticleLedger,
) {
    let mut near: [Near; 8] = Default::default();
    let count = around(particle.position, boundary, air, &mut near);
    let near = &near[..count];
    let mut u = [0.0; 3];
    // `Σ w² / ρ`: by how much a push of 1 speeds up the air that the particle sees.
    let mut yields = 0.0;
    for (_, weight, moments) in near {
        (0..3).for_each(|a| u[a] += weight * f64::from(moments.velocity[a]));
        yields += weight * weight / f64::from(moments.density);
    }
    let drag = kind.drag(std::array::from_fn(|a| particle.velocity[a] - u[a]), yields);
    for axis in 0..3 {
        let before = particle.velocity[axis];
        particle.velocity[axis] += drag.gained[axis];
        particle.position[axis] += 0.5 * (before + particle.velocity[axis]);
    }
    if kind.mass == 0.0 {
        return;
    }
    ledger.weight += kind.mass * kind.acceleration;
    for &(cell, weight, _) in near {
        let wanted: [f64; 3] = std::array::from_fn(|a| owed[a] + weight * kind.mass * drag.given[a]);
        let given = air.push(cell, wanted.map(|of| of as f32));
        for axis in 0..3 {
            owed[axis] = wanted[axis] - given[axis];
            ledger.on_air[axis] += given[axis];
        }
    }
}

/// Fills in the cells of air around a place, with weights that sum up to 1; returns how many there are.
fn around(position: [f64; 3], boundary: &AirBoundary, air: &Air, near: &mut [Near; 8]) -> usize {
    let from = position.map(|at| (at - 0.5).floor());
    let (mut count, mut sum) = (0, 0.0);
    for corner in 0..8 {
        let upper: [bool; 3] = std::array::from_fn(|a| corner >> a & 1 == 1);
        let weight: f64 = (0..3)
            .map(|a| {
                let part = position[a] - 0.5 - from[a];
                if upper[a] { part } else { 1.0 - part }
            })
            .product();
        let mut cell: [isize; 3] = std::array::from_fn(|a| from[a] as isize + isize::from(upper[a]));
        for axis in (0..3).filter(|&axis| boundary.around.periodic[axis]) {
            cell[axis] = cell[axis].rem_euclid(boundary.around.cells[axis] as isize);
        }
        if weight > 0.0 && boundary.around.at(cell).is_none() {
            near[count] = (cell, weight, air.moments(cell));
            (count, sum) = (count + 1, sum + weight);
        }
    }
    near[..count].iter_mut().for_each(|(_, weight, _)| *weight /= sum);
    count
}
