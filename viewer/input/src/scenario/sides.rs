use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::WaveMaker;
use super::series::{self, Series};

/// The four sides of the domain.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Sides {
    /// Low x.
    pub west: Side,
    /// High x.
    pub east: Side,
    /// Low y.
    pub south: Side,
    /// High y.
    pub north: Side,
}

impl Sides {
    /// A side by its name, to be changed.
    pub fn named_mut(&mut self, name: &str) -> Option<&mut Side> {
        match name {
            "west" => Some(&mut self.west),
            "east" => Some(&mut self.east),
            "south" => Some(&mut self.south),
            "north" => Some(&mut self.north),
            _ => None,
        }
    }

    /// The four sides with their names in a scenario file.
    pub fn named(&self) -> [(&'static str, &Side); 4] {
        [("west", &self.west), ("east", &self.east), ("south", &self.south), ("north", &self.north)]
    }
}

/// The wall of a side or of a solid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Wall {
    /// Condition for the velocity along it.
    pub slip: Slip,
    /// Scheme by which it returns populations; when left out `interpolated` for a body with free slip, else `half-way`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheme: Option<Scheme>,
}

impl Wall {
    /// The wall of a body, with its scheme.
    pub(crate) fn of_body(self) -> Self {
        let scheme = match self.slip {
            Slip::NoSlip => Scheme::HalfWay,
            Slip::FreeSlip => Scheme::Interpolated,
        };
        Self { scheme: self.scheme.or(Some(scheme)), ..self }
    }
}

/// Schemes by which a wall returns populations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Scheme {
    /// Half-way bounce-back, half a cell beyond the last water cell: conserves mass exactly.
    #[default]
    HalfWay,
    /// On-grid bounce-back on the last water cell: first order.
    OnGrid,
    /// Modified bounce-back on the last water cell: second order; for no-slip walls.
    Modified,
    /// Interpolated bounce-back at the body's outline (half a cell out at sides): second order. With free slip nothing rubs however the wall lies to the grid; by the
    /// others the steps of an oblique or round one hold the water nearly as no slip does.
    Interpolated,
    /// Non-equilibrium extrapolation at the body's outline (half a cell out at sides): second order; for no-slip walls.
    Extrapolated,
    /// On-grid bounce-back with the diagonals exchanged, as the dynamic-boundaries paper prints it, to show its effect; for
    /// no-slip walls.
    AsPrinted,
}

/// Kind of one side.
///
/// Where waves are to leave, take `sponge` or `characteristic`: at normal incidence they send back less than 1 % of a wave's
/// energy. In still water `outflow` sends back some 15 % at any angle, an `inflow` with a level 20 %, and `level`, `discharge` and
/// an `inflow` without one 98 % or more: to waves these are walls. An `inflow` without level sends back even more of what runs
/// against its stream: 125 % at a Froude number of 0.1. `characteristic` with the stream's depth and velocity brings in the same
/// water and lets waves leave. `estela check` and runs warn where a scenario has bodies that make waves.
/// [`lbm_boundary::SideKind`] has the figures by angle and in streams.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Side {
    /// A solid wall.
    Wall(Wall),
    /// Joined to the opposite side, which must be periodic too: the water and its waves go out here and come in there. Bodies do not: a hull that
    /// crosses the side displaces water inside alone, and once outside it has no effect on the water, which it meets as it is at the side.
    Periodic {},
    /// Inflow of a given velocity; waves that reach it come back, see above.
    Inflow {
        /// Speed across the side, into the domain when positive; must be given here or in `series`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        velocity_m_s: Option<f64>,
        /// Level imposed there; that of the water inside when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level_m: Option<f64>,
        /// Values over time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        series: Option<Series>,
    },
    /// Inflow of a given discharge, distributed over the side by depth, of which all comes in and no more; waves that reach it come back, see above.
    Discharge {
        /// Volume per second, into the domain when positive; must be given here or in `series`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        discharge_m3_s: Option<f64>,
        /// Time over which it rises from zero at the start.
        #[serde(default)]
        ramp_s: f64,
        /// Values over time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        series: Option<Series>,
    },
    /// Zero-gradient outflow, for a stream that leaves everywhere; with friction over a bed that falls a river comes to its normal depth there. No water enters, so waves in still water pump it out, and
    /// the level is not held. `level` holds it but reflects waves; `characteristic` holds it and lets them leave.
    Outflow {},
    /// Outflow at an imposed level, from which waves come back upside down, nearly whole in still water. Water that an eddy
    /// draws in enters from rest at that level.
    Level {
        /// The imposed level; must be given here or in `series`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level_m: Option<f64>,
        /// Values over time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        series: Option<Series>,
    },
    /// Characteristic side: waves leave, head on with less than 1 % of their energy reflected, at 45° with 4 %, and what enters
    /// is that of a far state.
    Characteristic {
        /// Level of the far state; must be given here or in `series`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level_m: Option<f64>,
        /// Speed of the far state across the side, into the domain when positive; 0 when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        velocity_m_s: Option<f64>,
        /// Waves that it sends in, head on, as a wave maker that lets out what comes back. They are simulated waves, unlike those of
        /// `[[wave]]`. Let the sides beside it be walls or periodic: along an open one the waves run out and lose their height.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wave: Option<WaveMaker>,
        /// Values over time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        series: Option<Series>,
    },
    /// Sponge: a strip in which the flow relaxes to still water, so that waves decay instead of being reflected.
    Sponge {
        /// Width of the strip.
        width_m: f64,
    },
}

impl Side {
    /// Values of the side over time, if it has any.
    pub fn series(&self) -> Option<&Series> {
        match self {
            Self::Inflow { series, .. }
            | Self::Discharge { series, .. }
            | Self::Level { series, .. }
            | Self::Characteristic { series, .. } => series.as_ref(),
            _ => None,
        }
    }

    pub(super) fn series_mut(&mut self) -> Option<&mut Series> {
        match self {
            Self::Inflow { series, .. }
            | Self::Discharge { series, .. }
            | Self::Level { series, .. }
            | Self::Characteristic { series, .. } => series.as_mut(),
            _ => None,
        }
    }

    /// The value of a key of this side, to be changed. `None` where the file does not give it, or where the side has a series.
    pub fn value_mut(&mut self, key: &str) -> Option<&mut f64> {
        if self.series().is_some() {
            return None;
        }
        match (key, self) {
            (
                "velocity_m_s",
                Self::Inflow { velocity_m_s: value, .. } | Self::Characteristic { velocity_m_s: value, .. },
            )
            | (
                "level_m",
                Self::Inflow { level_m: value, .. }
                | Self::Level { level_m: value, .. }
                | Self::Characteristic { level_m: value, .. },
            )
            | ("discharge_m3_s", Self::Discharge { discharge_m3_s: value, .. }) => value.as_mut(),
            ("width_m", Self::Sponge { width_m }) => Some(width_m),
            _ => None,
        }
    }

    /// The waves that it sends, if any.
    pub fn wave(&self) -> Option<&WaveMaker> {
        match self {
            Self::Characteristic { wave, .. } => wave.as_ref(),
            _ => None,
        }
    }

    /// Times at which its values are given; the start if they are constant.
    pub fn times_s(&self) -> &[f64] {
        self.series().map_or(&[0.0], |series| &series.time_s)
    }

    /// The level imposed there at a time, if any.
    pub fn level_m(&self, time_s: f64) -> Option<f64> {
        let constant = match *self {
            Self::Inflow { level_m, .. }
            | Self::Level { level_m, .. }
            | Self::Characteristic { level_m, .. } => level_m,
            _ => return None,
        };
        let list = self.series().and_then(|series| series.level_m.as_ref());
        series::at(constant, self.series(), list, time_s)
    }

    /// The velocity imposed there at a time, if any.
    pub fn velocity_m_s(&self, time_s: f64) -> Option<f64> {
        let constant = match *self {
            Self::Inflow { velocity_m_s, .. } | Self::Characteristic { velocity_m_s, .. } => velocity_m_s,
            _ => return None,
        };
        let list = self.series().and_then(|series| series.velocity_m_s.as_ref());
        series::at(constant, self.series(), list, time_s)
    }

    /// The discharge imposed there at a time, if any.
    pub fn discharge_m3_s(&self, time_s: f64) -> Option<f64> {
        let Self::Discharge { discharge_m3_s, .. } = *self else { return None };
        let list = self.series().and_then(|series| series.discharge_m3_s.as_ref());
        series::at(discharge_m3_s, self.series(), list, time_s)
    }

    /// The time of the largest inflow or outflow that is prescribed.
    pub fn fastest_s(&self) -> f64 {
        let flow = |time_s: f64| {
            let [velocity, discharge] = [self.velocity_m_s(time_s), self.discharge_m3_s(time_s)];
            velocity.or(discharge).unwrap_or_default().abs()
        };
        self.times_s().iter().copied().fold(0.0, |a, b| if flow(b) > flow(a) { b } else { a })
    }
}

impl Default for Side {
    fn default() -> Self {
        Self::Wall(Wall::default())
    }
}

/// Conditions for the velocity along a wall.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Slip {
    /// The water at the wall moves with it.
    NoSlip,
    /// The water slides along the wall without friction.
    #[default]
    FreeSlip,
}
