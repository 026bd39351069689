//! The state of a body between two steps, but for its rigid body; bodies that wait to enter.

mod late;

use glam::DVec3;
use hydro_forces::Load;

use super::afloat::{Afloat, Helm, Warned};
use super::body::{Body, Driven, Kind, Solid};
use super::hull::HullState;
use super::radiation::{Radiation, RadiationState};
use super::towing::{Towing, TowingState};
use crate::checkpoint::Error;
use crate::codec::{Coded, Malformed, coded};
use crate::water::{Fluid, MeanLevel};
pub(super) use late::{Entry, Late};

/// A body but for its rigid body.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BodyState {
    force_n: DVec3,
    torque_n_m: DVec3,
    hull: HullState,
    kind: KindState,
    is_removed: bool,
    lost_at_s: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
enum KindState {
    Afloat(Box<AfloatState>),
    Fixed,
    Driven(DrivenState),
}

#[derive(Debug, Clone, PartialEq)]
struct AfloatState {
    helm: Helm,
    towing: Option<TowingState>,
    radiation: Option<RadiationState>,
    is_outside: bool,
    mean_level: MeanLevel,
    warned: Warned,
}

#[derive(Debug, Clone, PartialEq)]
struct DrivenState {
    has_left: bool,
    is_stopped: bool,
}

coded!(BodyState { force_n, torque_n_m, hull, kind, is_removed, lost_at_s });
coded!(AfloatState { helm, towing, radiation, is_outside, mean_level, warned });
coded!(DrivenState { has_left, is_stopped });

impl Coded for KindState {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Afloat(afloat) => {
                0u8.encode(out);
                afloat.encode(out);
            }
            Self::Fixed => 1u8.encode(out),
            Self::Driven(driven) => {
                2u8.encode(out);
                driven.encode(out);
            }
        }
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        match u8::decode(input)? {
            0 => Coded::decode(input).map(|state| Self::Afloat(Box::new(state))),
            1 => Ok(Self::Fixed),
            2 => Coded::decode(input).map(Self::Driven),
            _ => Err(Malformed("a body of a kind that there is not")),
        }
    }
}

impl Body {
    pub(super) fn checkpoint(&self) -> BodyState {
        let kind = match &self.kind {
            Kind::Afloat(afloat) => KindState::Afloat(Box::new(afloat.state())),
            Kind::Solid(Solid::Fixed) => KindState::Fixed,
            Kind::Solid(Solid::Driven(Driven { has_left, is_stopped, .. })) => {
                KindState::Driven(DrivenState { has_left: *has_left, is_stopped: *is_stopped })
            }
        };
        BodyState {
            force_n: self.force_n,
            torque_n_m: self.torque_n_m,
            hull: self.hull.state(),
            kind,
            is_removed: self.is_removed,
            lost_at_s: self.lost_at_s,
        }
    }

    pub(super) fn restore(&mut self, state: &BodyState, fluid: &Fluid) -> Result<(), Error> {
        match (&mut self.kind, &state.kind) {
            (Kind::Afloat(afloat), KindState::Afloat(state)) => afloat.restore(state)?,
            (Kind::Solid(Solid::Fixed), KindState::Fixed) => {}
            (Kind::Solid(Solid::Driven(driven)), KindState::Driven(state)) => {
                (driven.has_left, driven.is_stopped) = (state.has_left, state.is_stopped);
            }
            _ => return Err(Error::state(format!("body.{} moves in another way", self.name))),
        }
        (self.force_n, self.torque_n_m) = (state.force_n, state.torque_n_m);
        (self.is_removed, self.lost_at_s) = (state.is_removed, state.lost_at_s);
        self.hull.restore(&state.hull, fluid)
    }
}

impl Afloat {
    fn state(&self) -> AfloatState {
        AfloatState {
            helm: self.helm,
            towing: self.towing.as_ref().map(Towing::checkpoint),
            radiation: self.radiation.as_ref().map(Radiation::state),
            is_outside: self.is_outside,
            mean_level: self.mean_level,
            warned: self.warned,
        }
    }

    fn restore(&mut self, state: &AfloatState) -> Result<(), Error> {
        match (&mut self.towing, &state.towing) {
            (Some(towing), Some(state)) => towing.restore(state)?,
            (None, None) => {}
            _ => return Err(Error::state("a carriage is missing, or one too many")),
        }
        match (&mut self.radiation, &state.radiation) {
            (Some(radiation), Some(state)) => radiation.restore(state)?,
            (None, None) => {}
            _ => return Err(Error::state("radiation is missing, or one too many")),
        }
        if !state.mean_level.is_finite() {
            return Err(Error::state("a mean level that is not finite"));
        }
        self.mean_level = state.mean_level;
        (self.helm, self.is_outside, self.warned) = (state.helm, state.is_outside, state.warned);
        self.added = Load::default();
        Ok(())
    }
}
