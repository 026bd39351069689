//! Checkpoints: the state of a world between two steps, from which it continues with the same bits.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use super::books::Books;
use super::readings::TransectsState;
use super::{Findings, World};
use crate::Error;
use crate::air::{Air, AirState};
use crate::bodies::{BodiesState, Radiation};
use crate::codec::{Coded, Frame, Malformed, checksum, coded};
use crate::coupling::CouplingState;
use crate::scenario::{self, Bed, Body, Origin, Scenario};
use crate::water::WaterState;
use crate::{bounded, checkpoint};

const FRAME: Frame = Frame {
    magic: *b"ESTELAWD",
    // To be increased with any change of the layout, and of what a step makes of a state.
    version: 22,
};

/// The state of a [`World`] between two steps, in memory.
///
/// What follows from the scenario or from the rest is no part of it: meshes, masses, link geometry, masks, fields, forces. Nor is
/// the wall time of the [stages](World::stages).
///
/// ```
/// use viewer_sim::World;
/// use viewer_sim::scenario::Scenario;
///
/// let scenario = Scenario::load("floating", &["grid.cells=[80, 60]".into()])?;
/// let mut world = World::new(&scenario)?;
/// world.step();
/// let mut file = Vec::new();
/// world.save(&mut file)?;
/// world.step();
///
/// let mut other = World::new(&scenario)?;
/// other.load(&file[..])?;
/// other.step();
/// assert_eq!(other.checkpoint(), world.checkpoint());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    fingerprint: u64,
    water: WaterState,
    air: Option<AirState>,
    bodies: BodiesState,
    coupling: CouplingState,
    books: Books,
    transects: TransectsState,
    findings: FindingsState,
}

coded!(Checkpoint { fingerprint, water, air, bodies, coupling, books, transects, findings });

/// The findings of the run itself; those of the set-up are found again.
#[derive(Debug, Clone, PartialEq)]
struct FindingsState {
    warnings: Vec<String>,
    max_froude: f64,
    warned_of_speed: bool,
    warned_of_column: bool,
}

coded!(FindingsState { warnings, max_froude, warned_of_speed, warned_of_column });

impl Checkpoint {
    /// Writes the checkpoint, with a checksum.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut body = Vec::new();
        self.encode(&mut body);
        FRAME.write(&body, out)
    }

    /// Reads a checkpoint; what comes after it is left in `input`. Bytes of any kind are read or refused, and memory is
    /// taken in proportion to their number.
    ///
    /// # Errors
    /// [`checkpoint::Error`] if they are not a checkpoint of this version, cut short, or damaged.
    pub fn read(input: impl Read) -> Result<Self, checkpoint::Error> {
        let body = FRAME.read(input)?;
        let bytes = &mut &body[..];
        let checkpoint = Self::decode(bytes).map_err(|Malformed(what)| checkpoint::Error::state(what))?;
        if bytes.is_empty() {
            Ok(checkpoint)
        } else {
            Err(checkpoint::Error::state("it goes on behind its end"))
        }
    }
}

impl World {
    /// The state between two steps, in memory.
    pub fn checkpoint(&self) -> Checkpoint {
        let Findings { warnings, of_set_up, max_froude, warned_of_speed, warned_of_column } = &self.findings;
        Checkpoint {
            fingerprint: self.fingerprint(self.bodies.all.len()).unwrap_or_default(),
            water: self.water.state(),
            air: self.air.as_ref().map(Air::state),
            bodies: self.bodies.state(),
            coupling: self.coupling.state(&self.projection),
            books: self.books,
            transects: self.readings.transects.state(),
            findings: FindingsState {
                warnings: warnings[*of_set_up..].to_vec(),
                max_froude: *max_froude,
                warned_of_speed: *warned_of_speed,
                warned_of_column: *warned_of_column,
            },
        }
    }

    /// Restores a state of this world, or of another one of the same scenario, and continues from there with the same bits.
    ///
    /// The scenario may end at another time, and have other bodies that enter later ([`Self::add`]): a state knows nothing of those that have not entered. The wall time of the [stages](Self::stages) goes on.
    ///
    /// # Errors
    /// [`checkpoint::Error::OtherScenario`], [`checkpoint::Error::State`]; the world is as before then.
    pub fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), checkpoint::Error> {
        if self.fingerprint(checkpoint.bodies.len()) != Some(checkpoint.fingerprint) {
            return Err(checkpoint::Error::OtherScenario);
        }
        let before = self.checkpoint();
        self.enter(checkpoint).inspect_err(|_| {
            let back = self.enter(&before);
            debug_assert!(back.is_ok(), "a world can go back to its own state");
        })?;
        self.enter_due();
        Ok(())
    }

    /// Writes a checkpoint, from which [`Self::load`] continues with the same bits.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: impl Write) -> io::Result<()> {
        self.checkpoint().write(out)
    }

    /// Restores a state that a world of the same scenario has saved; see [`Checkpoint::read`] and [`Self::restore`].
    ///
    /// # Errors
    /// [`checkpoint::Error`]; the world is as before then.
    pub fn load(&mut self, input: impl Read) -> Result<(), checkpoint::Error> {
        self.restore(&Checkpoint::read(input)?)
    }

    pub(super) fn enter(&mut self, state: &Checkpoint) -> Result<(), checkpoint::Error> {
        let Checkpoint { water, air, bodies, coupling, books, transects, findings, .. } = state;
        self.readings.transects.check(transects)?;
        self.water.restore(water)?;
        self.bodies.restore(bodies, &self.water.fluid)?;
        match (&mut self.air, air) {
            (Some(of), Some(state)) => of.restore(state, &self.bodies.outlines())?,
            (None, None) => {}
            _ => {
                return Err(checkpoint::Error::state(
                    "it has air where the scenario has none, or none where it has",
                ));
            }
        }
        self.water.solids.leave(self.bodies.all.iter().map(|body| body.is_removed));
        self.coupling.restore(coupling, &mut self.projection, &self.bodies, &self.water)?;
        self.clock.steps = self.water.fluid.lattice.steps();
        self.water.sea.time_s = self.clock.time_s();
        self.refresh_fields();
        self.bodies.recompute_forces(&self.water);
        self.books = *books;
        self.bodies.rigid.finds_losses = books.measured.is_some();
        self.readings.transects.restore(transects);
        let FindingsState { warnings, max_froude, warned_of_speed, warned_of_column } = findings;
        self.findings.warnings.truncate(self.findings.of_set_up);
        self.findings.extend(warnings.iter().cloned());
        self.findings.max_froude = *max_froude;
        self.findings.warned_of_speed = *warned_of_speed;
        self.findings.warned_of_column = *warned_of_column;
        Ok(())
    }

    /// The hash of a world with so many bodies that are in it or were; none where it never has so many.
    fn fingerprint(&self, bodies: usize) -> Option<u64> {
        self.identity.fingerprints.get(bodies.checked_sub(self.bodies.first())?).copied()
    }

    /// Hashes of all that determines the evolution of the world: the values of its scenario but for the end of the run, the
    /// meshes and coefficients that it names, and what the lattice was built from. The first one is of the bodies that are there from the start, each
    /// other one of one more that enters later.
    pub(super) fn fingerprints_of(&self, scenario: &Scenario) -> Result<Vec<u64>, Error> {
        let origin = Origin::default();
        let copies = Default::default();
        let mut values = Scenario { duration_s: 0.0, origin, heights: None, copies, ..scenario.clone() };
        // Of files their contents count, not their places.
        let bodies = std::mem::take(&mut values.body);
        values.bed.iter_mut().filter_map(Bed::file_mut).for_each(|file| *file = PathBuf::new());
        let mut sum = checksum(0, format!("{} {values:?}", env!("CARGO_PKG_VERSION")).as_bytes());
        sum = checksum(sum, &self.water.fluid.lattice.fingerprint().to_le_bytes());
        let of_air = self.air.as_ref().map_or(0, Air::fingerprint);
        sum = checksum(sum, &of_air.to_le_bytes());
        let (mut mesh, mut shared) = (Vec::new(), None);
        let mut sums = if self.bodies.first() == 0 { vec![sum] } else { Vec::new() };
        let entered = self.bodies.all.iter();
        let all = entered.chain(self.bodies.waiting().map(|(body, ..)| body));
        for (number, (body, (name, given))) in (1..).zip(all.zip(scenario.bodies())) {
            let unseen = bodies[name].clone();
            let mut values =
                Body { mesh: None, fittings: None, look_mesh: None, look_mesh_scale: 1.0, ..unseen };
            values.radiation.iter_mut().for_each(|radiation| radiation.coefficients = None);
            sum = checksum(sum, format!("{name} {values:?}").as_bytes());
            if shared.replace(&body.mesh.vertices).is_none_or(|last| !Arc::ptr_eq(last, &body.mesh.vertices))
            {
                mesh.clear();
                body.mesh.vertices.iter().for_each(|vertex| vertex.to_array().encode(&mut mesh));
                u32::encode_all(body.mesh.triangles.as_flattened(), &mut mesh);
            }
            sum = checksum(sum, &mesh);
            if let Some(file) = given.radiation.as_ref().and_then(|radiation| radiation.coefficients.as_ref())
            {
                let path = scenario.resolve(file);
                let read = bounded::read(&path, Radiation::MOST_BYTES);
                let bytes = read.map_err(|source| scenario::Error::Read { file: path, source })?;
                sum = checksum(sum, &bytes);
            }
            if number >= self.bodies.first() {
                sums.push(sum);
            }
        }
        Ok(sums)
    }
}
