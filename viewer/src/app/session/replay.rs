//! Replays: the scenario of a run and what was done to it, from which the run comes out again with the same bits.

use std::path::Path;

use glam::DVec2;
use hydro_forces::waves::Splash;

use super::command::{Deed, Pull};
use crate::sim::CheckpointError;
use crate::sim::codec::{Coded, Frame, Malformed, coded};
use crate::sim::scenario::{Origin, Scenario};
use crate::whole_file;

const FRAME: Frame = Frame {
    magic: *b"ESTELARP",
    // To be increased with any change of the layout.
    version: 1,
};

/// How the names of replays end.
pub(crate) const ENDING: &str = "replay";

/// A run that can be played again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Replay {
    pub(super) scenario: Scenario,
    /// Each with the step before which it was done, in order.
    pub(super) deeds: Vec<(u64, Deed)>,
    /// Steps from its start to its end.
    pub(super) steps: u64,
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
            _ => Err(Malformed("a deed of no kind")),
        }
    }
}

impl Replay {
    /// Whether a file is named as replays are.
    pub(crate) fn is_named(name: &str) -> bool {
        Path::new(name).extension().is_some_and(|ending| ending == ENDING)
    }

    /// Writes it into a file.
    pub(super) fn write(
        path: &Path,
        scenario: &Scenario,
        deeds: &[(u64, Deed)],
        steps: u64,
    ) -> Result<(), String> {
        let text = scenario.to_toml().map_err(|error| error.to_string())?;
        let name = scenario.origin.name.clone();
        let mut bytes = Vec::new();
        Content { name, scenario: text, deeds: deeds.to_vec(), steps }.encode(&mut bytes);
        let mut file = Vec::new();
        let written = FRAME.write(&bytes, &mut file).and_then(|()| whole_file::write(path, &file));
        written.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = std::fs::read(path).map_err(|error| at(&error))?;
        let Content { name, scenario, deeds, steps } = Self::parse(&file).map_err(|error| at(&error))?;
        let origin = Origin { name, folder: None };
        let scenario = Scenario::parse(&scenario, origin, &[]).map_err(|error| at(&error))?;
        Ok(Self { scenario, deeds, steps })
    }

    fn parse(file: &[u8]) -> Result<Content, CheckpointError> {
        let bytes = FRAME.read(file)?;
        let rest = &mut &bytes[..];
        let content = Content::decode(rest).map_err(|Malformed(what)| CheckpointError::state(what))?;
        if !rest.is_empty() {
            return Err(CheckpointError::state("it goes on behind its end"));
        }
        if !content.deeds.is_sorted_by_key(|(step, _)| *step) {
            return Err(CheckpointError::state("its deeds are in no order"));
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
