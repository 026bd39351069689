//! Checkpoints of a run: the state of its world, with what it takes to go on with scenario, options and records.

use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::pictures::PicturesPosition;
use super::source::Source;
use crate::commands::failure::Failure;
use crate::sim::bounded;
use crate::sim::codec::{Coded, Frame, Malformed};
use crate::sim::records::{self, Instants, Position, Timings};
use crate::sim::{Checkpoint, CheckpointError, Stages};
use crate::staging::FoamState;

/// Letters of a message about the text of a checkpoint that are shown.
const LETTERS: usize = 200;

const FRAME: Frame = Frame {
    magic: *b"ESTELARC",
    // To be increased with any change of the layout.
    version: 8,
};

/// The foam of a run with pictures, which comes last.
const FOAM: Frame = Frame {
    magic: *b"ESTELAFM",
    // To be increased with any change of the layout, and of what becomes of a state.
    version: 2,
};

/// Longest wall time of a run, 30,000 years: sums of such times do not overflow.
const LONGEST: Duration = Duration::from_secs(1 << 40);

/// A run but for the state of its world.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunState {
    /// Name of the scenario in messages and records.
    pub(super) name: String,
    /// Steps at which the run ends.
    pub(super) steps: u64,
    /// Simulated time between checkpoints, and the next of them.
    pub(super) every_s: f64,
    pub(super) due: Instants,
    /// Wall time until now.
    pub(super) timings: Timings,
    pub(super) stages: Stages,
    pub(super) records: Position,
    pub(super) pictures: Option<PicturesPosition>,
    /// The text of the scenario's file, with the changes of the command line.
    pub(super) scenario: String,
    /// That file, if it has one.
    pub(super) source: Option<Source>,
}

impl RunState {
    /// Name of the checkpoint in the folder of the run.
    pub(super) const FILE: &str = "checkpoint.estela";

    /// Writes the checkpoint, which replaces the one before when all of it is on the disk.
    pub(super) fn write(
        &self,
        folder: &Path,
        world: &Checkpoint,
        foam: Option<&FoamState>,
    ) -> Result<(), Failure> {
        let path = folder.join(Self::FILE);
        let text = toml::to_string(self).map_err(std::io::Error::other);
        let written = text.and_then(|text| {
            whole_file::write_with(&path, |file| {
                FRAME.write(text.as_bytes(), &mut *file)?;
                world.write(&mut *file)?;
                if let Some(foam) = foam {
                    let mut bytes = Vec::new();
                    foam.encode(&mut bytes);
                    FOAM.write(&bytes, &mut *file)?;
                }
                file.sync()
            })
        });
        Ok(written.map_err(records::Error::at(&path))?)
    }

    /// Reads the checkpoint of a run, with that of its world and, with pictures, of the foam.
    pub(super) fn read(folder: &Path) -> Result<(Self, Checkpoint, Option<FoamState>), Failure> {
        let path = folder.join(Self::FILE);
        let file = bounded::open(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure::NoCheckpoint { folder: folder.into(), file: Self::FILE },
            _ => refused(&path)(error.into()),
        })?;
        Self::parse(BufReader::new(file)).map_err(refused(&path))
    }

    fn parse(mut input: impl Read) -> Result<(Self, Checkpoint, Option<FoamState>), CheckpointError> {
        let text = String::from_utf8(FRAME.read(&mut input)?).map_err(CheckpointError::state)?;
        // The message alone: with its line it may be of any length.
        let state: Self = toml::from_str(&text)
            .map_err(|error| CheckpointError::state(bounded::shown(error.message(), LETTERS)))?;
        if !state.wall_times().iter().all(|time| *time < LONGEST) {
            return Err(CheckpointError::state("a wall time that no run takes"));
        }
        let world = Checkpoint::read(&mut input)?;
        let foam = state.pictures.as_ref().map(|_| read_foam(&mut input)).transpose()?;
        match input.read(&mut [0])? {
            0 => Ok((state, world, foam)),
            _ => Err(CheckpointError::state("it goes on behind its end")),
        }
    }

    fn wall_times(&self) -> [Duration; 10] {
        let Timings { total, records, pictures } = self.timings;
        let Stages { fluid, mask, boundary, forces, bodies, air, total: of_steps } = self.stages;
        [total, records, pictures, fluid, mask, boundary, forces, bodies, air, of_steps]
    }
}

fn read_foam(input: impl Read) -> Result<FoamState, CheckpointError> {
    let body = FOAM.read(input)?;
    let bytes = &mut &body[..];
    let foam = FoamState::decode(bytes).map_err(|Malformed(what)| CheckpointError::state(what))?;
    if bytes.is_empty() { Ok(foam) } else { Err(CheckpointError::state("the foam goes on behind its end")) }
}

/// Names the checkpoint that is refused.
pub(super) fn refused(path: &Path) -> impl Fn(CheckpointError) -> Failure {
    let path = PathBuf::from(path);
    move |source| Failure::Checkpoint { path: path.clone(), source }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use proptest::prelude::*;

    use super::*;
    use crate::commands::{Options, Selection, run};

    /// Sums with such a time would overflow.
    #[test]
    fn wall_times_that_no_run_takes_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let selection =
            Selection { scenario: "floating".into(), steps: Some(1), quiet: true, ..Selection::default() };
        let out = Some(folder.path().into());
        let options = Options { selection, out, checkpoint: Some(1.0), ..Options::default() };
        run(&options, &AtomicBool::new(false)).unwrap();
        let (mut state, world, _) = RunState::read(folder.path()).unwrap();
        state.timings.total = LONGEST;
        state.write(folder.path(), &world, None).unwrap();
        let error = RunState::read(folder.path()).err().unwrap().to_string();
        assert!(error.contains("a wall time that no run takes"), "{error}");
    }

    proptest! {
        /// Bytes of any kind, bare and in a sound frame.
        #[test]
        fn bytes_of_any_kind_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), text in "[a-z_]{1,9} = [0-9a-z\"]{0,9}") {
            prop_assert!(RunState::parse(&bytes[..]).is_err());
            for inside in [&bytes[..], text.as_bytes()] {
                let mut framed = Vec::new();
                FRAME.write(inside, &mut framed).unwrap();
                prop_assert!(RunState::parse(&framed[..]).is_err());
            }
        }
    }
}
