//! Replays: the scenario of a run and what was done to it, from which the run comes out again with the same bits.

use std::path::{Path, PathBuf};

use glam::{DVec2, DVec3};
use hydro_forces::waves::Splash;

use super::codec::{Coded, Frame, Malformed, coded};
use super::scenario::{self, Origin, Scenario};
use super::{Helm, World};
use super::{bounded, checkpoint};

const FRAME: Frame = Frame {
    magic: *b"ESTELARP",
    // To be increased with any change of the layout.
    version: 1,
};

/// Greatest length of a file that is read: hours of deeds in every step.
const MOST_BYTES: usize = 1 << 28;

/// Interference of a user with a world between two steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// Steers a body, as [`World::steer`].
    Steer {
        /// Name of the body.
        body: String,
        /// Thrust and rudder.
        helm: Helm,
    },
    /// Pulls a body, or lets go, as [`World::pull`].
    Pull(Option<Pull>),
    /// Carries a solid to another place, or lets go, as [`World::carry`].
    Carry(Option<Carry>),
    /// Splashes the water, as [`World::splash`].
    Splash(Splash),
    /// Changes a parameter, as [`World::set`].
    Set {
        /// Key of the parameter.
        key: String,
        /// Value of the parameter from now on.
        value: f64,
    },
}

/// A pull on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Pull {
    /// Name of the body.
    pub body: String,
    /// The point that is pulled, in the mesh's frame, m.
    pub body_point_m: DVec3,
    /// Place that it is pulled to, m.
    pub target_m: DVec3,
}

/// A solid on its way to another place.
#[derive(Clone, Debug, PartialEq)]
pub struct Carry {
    /// Name of the solid.
    pub body: String,
    /// Place to which its center of mass is to come, seen from above, m.
    pub target_m: DVec2,
}

impl Deed {
    /// Applies the deed to a world. A deed on a body or a parameter that the world does not have does nothing.
    pub fn act_on(&self, world: &mut World) {
        match self {
            Self::Steer { body, helm } => _ = world.steer(body, *helm),
            Self::Pull(pull) => _ = world.pull(pull.as_ref().map(Pull::parts)),
            Self::Carry(carry) => _ = world.carry(carry.as_ref().map(Carry::parts)),
            Self::Splash(splash) => _ = world.splash(splash),
            Self::Set { key, value } => _ = world.set(key, *value),
        }
    }
}

impl Pull {
    /// Name of the body, and the two places, as [`World::pull`] takes them.
    pub fn parts(&self) -> (&str, DVec3, DVec3) {
        (&self.body, self.body_point_m, self.target_m)
    }
}

impl Carry {
    /// Name of the solid, and the place, as [`World::carry`] takes them.
    pub fn parts(&self) -> (&str, DVec2) {
        (&self.body, self.target_m)
    }
}

/// Reason for which a replay cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The file cannot be read or written.
    #[error("{}: {source}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Error of the file system.
        source: std::io::Error,
    },
    /// The file is not one of this version, cut short or damaged.
    #[error("{}: {source}", .file.display())]
    Content {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: checkpoint::Error,
    },
    /// The scenario in it cannot be simulated.
    #[error("{}: {source}", .file.display())]
    Scenario {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: scenario::Error,
    },
}

/// A run that can be played again.
///
/// ```
/// use viewer_sim::scenario::Scenario;
/// use viewer_sim::{Deed, Helm, Replay, World};
///
/// let scenario = Scenario::load("speedboat", &[])?;
/// let helm = Helm { thrust: Some(0.5), angle_deg: Some(10.0) };
/// let deeds = vec![(3, Deed::Steer { body: "boat".into(), helm })];
/// let folder = std::env::temp_dir().join(format!("estela-replay-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let path = folder.join("turn.replay");
/// Replay { scenario, deeds, steps: 6 }.write(&path)?;
///
/// let replay = Replay::read(&path)?;
/// let mut world = World::new(&replay.scenario)?;
/// replay.play(&mut world, replay.steps);
/// assert_eq!(world.propelled().next().map(|(_, _, helm)| helm), Some(helm));
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The scenario that is simulated.
    pub scenario: Scenario,
    /// Changes by hand, each with the step before which it was made, in order.
    pub deeds: Vec<(u64, Deed)>,
    /// Steps from its start to its end.
    pub steps: u64,
}

/// What stands in the file.
struct Content {
    name: String,
    /// A scenario file with the changes, its paths absolute.
    scenario: String,
    deeds: Vec<(u64, Deed)>,
    steps: u64,
}

coded!(Content { name, scenario, deeds, steps });
coded!(Pull { body, body_point_m, target_m });
coded!(Carry { body, target_m });

impl Coded for Deed {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Steer { body, helm } => {
                0u8.encode(out);
                (body.clone(), *helm).encode(out);
            }
            Self::Pull(pull) => {
                1u8.encode(out);
                pull.encode(out);
            }
            Self::Splash(Splash { center_m, radius_m, froude }) => {
                2u8.encode(out);
                (*center_m, (*radius_m, *froude)).encode(out);
            }
            Self::Set { key, value } => {
                3u8.encode(out);
                (key.clone(), *value).encode(out);
            }
            Self::Carry(carry) => {
                4u8.encode(out);
                carry.encode(out);
            }
        }
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        match u8::decode(input)? {
            0 => Coded::decode(input).map(|(body, helm)| Self::Steer { body, helm }),
            1 => Coded::decode(input).map(Self::Pull),
            2 => {
                let (center_m, (radius_m, froude)): (DVec2, (f64, f64)) = Coded::decode(input)?;
                Ok(Self::Splash(Splash { center_m, radius_m, froude }))
            }
            3 => Coded::decode(input).map(|(key, value)| Self::Set { key, value }),
            4 => Coded::decode(input).map(Self::Carry),
            _ => Err(Malformed("a deed of no kind")),
        }
    }
}

impl Replay {
    /// Ending of the names of replays.
    pub const ENDING: &str = "replay";

    /// Whether a file is named as replays are.
    pub fn is_named(name: &str) -> bool {
        Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case(Self::ENDING))
    }

    /// Takes the steps of a world of [`Self::scenario`] until one, with what was done before each. A state that the world cannot go
    /// on from is reported by its steps, which this does not read.
    pub fn play(&self, world: &mut World, until: u64) {
        let done = self.deeds.partition_point(|(step, _)| *step < world.steps());
        let mut deeds = self.deeds[done..].iter().peekable();
        while world.steps() < until {
            let step = world.steps();
            while let Some((_, deed)) = deeds.next_if(|(before, _)| *before <= step) {
                deed.act_on(world);
            }
            // What it reports was answered when it was recorded.
            let _ = world.step();
        }
    }

    /// Writes it into a file, which is complete or absent.
    ///
    /// # Errors
    /// [`ReplayError::File`]; [`ReplayError::Scenario`] for one that cannot be written as a file.
    pub fn write(&self, path: &Path) -> Result<(), ReplayError> {
        let Self { scenario, deeds, steps } = self;
        let text =
            scenario.to_toml().map_err(|source| ReplayError::Scenario { file: path.to_owned(), source })?;
        let name = scenario.origin.name.clone();
        let mut bytes = Vec::new();
        Content { name, scenario: text, deeds: deeds.clone(), steps: *steps }.encode(&mut bytes);
        let mut file = Vec::new();
        let written = FRAME.write(&bytes, &mut file).and_then(|()| whole_file::write(path, &file));
        written.map_err(|source| ReplayError::File { file: path.to_owned(), source })
    }

    /// Reads a file. Bytes of any kind are read or refused.
    ///
    /// # Errors
    /// [`ReplayError`], with the name of the file.
    pub fn read(path: &Path) -> Result<Self, ReplayError> {
        let file = || path.to_owned();
        let bytes =
            bounded::read(path, MOST_BYTES).map_err(|source| ReplayError::File { file: file(), source })?;
        let Content { name, scenario, deeds, steps } =
            Self::parse(&bytes).map_err(|source| ReplayError::Content { file: file(), source })?;
        let origin = Origin { name, folder: None };
        let scenario = Scenario::parse(&scenario, origin, &[])
            .map_err(|source| ReplayError::Scenario { file: file(), source })?;
        Ok(Self { scenario, deeds, steps })
    }

    fn parse(file: &[u8]) -> Result<Content, checkpoint::Error> {
        let bytes = FRAME.read(file)?;
        let rest = &mut &bytes[..];
        let content = Content::decode(rest).map_err(|Malformed(what)| checkpoint::Error::state(what))?;
        if !rest.is_empty() {
            return Err(checkpoint::Error::state("it goes on behind its end"));
        }
        if content.name.chars().any(char::is_control) {
            return Err(checkpoint::Error::state("the name of its scenario is no name of a file"));
        }
        if !content.deeds.is_sorted_by_key(|(step, _)| *step) {
            return Err(checkpoint::Error::state("its deeds are in no order"));
        }
        Ok(content)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Bytes of any kind, bare and in a sound frame.
        #[test]
        fn bytes_of_any_kind_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(Replay::parse(&bytes).is_err());
            let mut framed = Vec::new();
            FRAME.write(&bytes, &mut framed).unwrap();
            // Some bytes are a content, of which no scenario can be read.
            if let Ok(Content { scenario, .. }) = Replay::parse(&framed) {
                prop_assert!(Scenario::parse(&scenario, Origin::default(), &[]).is_err());
            }
        }
    }
}
