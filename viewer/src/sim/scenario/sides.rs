use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Scheme by which it returns populations.
    pub scheme: Scheme,
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
    /// Interpolated bounce-back at the body's outline (half a cell out at sides): second order; for no-slip walls.
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
/// energy. In still water `outflow` sends back some 15 % at any angle, an `inflow` with a depth 20 %, and `depth`, `discharge` and
/// an `inflow` without depth 98 % or more: to waves these are walls. [`lbm_boundary::SideKind`] has the figures by angle and
/// in streams.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Side {
    /// A solid wall.
    Wall(Wall),
    /// Joined to the opposite side, which must be periodic too.
    Periodic {},
    /// Inflow of a given velocity.
    Inflow {
        /// Speed across the side, into the domain when positive.
        velocity_m_s: f64,
        /// Depth imposed there; that of the water inside when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth_m: Option<f64>,
    },
    /// Inflow of a given discharge, distributed over the side by depth.
    Discharge {
        /// Volume per second, into the domain when positive.
        discharge_m3_s: f64,
        /// Time over which it rises from zero at the start.
        #[serde(default)]
        ramp_s: f64,
    },
    /// Zero-gradient outflow, for a stream that leaves everywhere. No water enters, so waves in still water pump it out, and
    /// the level is not held. `depth` holds it but reflects waves; `characteristic` holds it and lets them leave.
    Outflow {},
    /// Outflow at an imposed depth, from which waves come back upside down, nearly whole in still water. Water that an eddy
    /// draws in enters from rest at that depth.
    Depth {
        /// The imposed depth.
        depth_m: f64,
    },
    /// Characteristic side: waves leave, head on with less than 1 % of their energy reflected, at 45° with 4 %, and what enters
    /// is that of a far state.
    Characteristic {
        /// Depth of the far state.
        depth_m: f64,
        /// Its speed across the side, into the domain when positive.
        #[serde(default)]
        velocity_m_s: f64,
    },
    /// Sponge: a strip in which the flow relaxes to still water, so that waves decay instead of being reflected.
    Sponge {
        /// Width of the strip.
        width_m: f64,
    },
}

impl Side {
    /// The depth imposed there, if any.
    pub fn depth_m(&self) -> Option<f64> {
        match *self {
            Self::Inflow { depth_m, .. } => depth_m,
            Self::Depth { depth_m } | Self::Characteristic { depth_m, .. } => Some(depth_m),
            _ => None,
        }
    }
}

impl Side {
    /// What the side does to waves that should leave through it, if it is an outlet that does not let them.
    pub(crate) fn fault_with_waves(&self) -> Option<&'static str> {
        match self {
            Self::Outflow {} => {
                Some("reflects some 15 % of their energy, and in still water they pump the water out there")
            }
            Self::Depth { .. } => Some("reflects them, in still water nearly whole"),
            _ => None,
        }
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
