use serde::{Deserialize, Serialize};

/// What the four borders of the domain do.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
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

/// A wall of a side or a solid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wall {
    /// Whether water sticks to it.
    pub slip: Slip,
    /// How it returns populations.
    pub scheme: Scheme,
}

/// How a wall returns populations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Scheme {
    /// Half a cell beyond the last cell of water: keeps mass exactly.
    #[default]
    HalfWay,
    /// On the last cell of water, plain bounce-back: first order.
    OnGrid,
    /// On the last cell of water, modified bounce-back: second order; for no-slip walls.
    Modified,
    /// Where the outline of a body stands between two cells (half a cell out at sides), interpolated bounce-back: second
    /// order; for no-slip walls.
    Interpolated,
    /// Where the outline of a body stands between two cells (half a cell out at sides), non-equilibrium extrapolation:
    /// second order; for no-slip walls.
    Extrapolated,
    /// On-grid bounce-back with the diagonals confused, as the dynamic-boundaries paper prints it, to show what that does;
    /// for no-slip walls.
    AsPrinted,
}

/// What one border does.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Side {
    /// A solid wall.
    Wall(Wall),
    /// Joined to the opposite side, which must be periodic too.
    Periodic {},
    /// Water comes in.
    Inflow {
        /// Speed across the side, into the domain when positive.
        velocity_m_s: f64,
        /// Depth held there; taken from the water inside when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth_m: Option<f64>,
    },
    /// A discharge comes in, shared over the side by depth.
    Discharge {
        /// Volume a second, into the domain when positive.
        discharge_m3_s: f64,
        /// Time over which it rises from nothing at the start.
        #[serde(default)]
        ramp_s: f64,
    },
    /// Water leaves: zero gradient. None comes in, and nothing holds the level; where it matters `depth` is better.
    Outflow {},
    /// Water leaves at a depth that is held; what an eddy draws in was still at that depth before.
    Depth {
        /// The depth.
        depth_m: f64,
    },
    /// Waves leave without coming back: what would come in is that of a far state.
    Characteristic {
        /// Depth of the far state.
        depth_m: f64,
        /// Its speed across the side, into the domain when positive.
        #[serde(default)]
        velocity_m_s: f64,
    },
    /// Open water: a strip in which the flow relaxes to still water, and still water beyond, so that waves fade instead
    /// of coming back.
    Sponge {
        /// Width of the strip.
        width_m: f64,
    },
}

impl Side {
    /// The depth that is held there, where one is.
    pub fn depth_m(&self) -> Option<f64> {
        match *self {
            Self::Inflow { depth_m, .. } => depth_m,
            Self::Depth { depth_m } | Self::Characteristic { depth_m, .. } => Some(depth_m),
            _ => None,
        }
    }
}

impl Default for Side {
    fn default() -> Self {
        Self::Wall(Wall::default())
    }
}

/// Whether water sticks to a wall.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slip {
    /// The water at the wall is at rest.
    NoSlip,
    /// The water glides along it.
    #[default]
    FreeSlip,
}
