use std::fmt;

use crate::Wall;

/// A side of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// x = 0.
    West,
    /// x = nx.
    East,
    /// y = 0.
    South,
    /// y = ny.
    North,
}

impl Side {
    /// All four sides, in the order in which arrays by side are laid out.
    pub const ALL: [Self; 4] = [Self::West, Self::East, Self::South, Self::North];

    /// The side across the grid.
    pub fn opposite(self) -> Self {
        match self {
            Self::West => Self::East,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// Unit vector into the grid.
    pub fn inward(self) -> [f64; 2] {
        match self {
            Self::West => [1.0, 0.0],
            Self::East => [-1.0, 0.0],
            Self::South => [0.0, 1.0],
            Self::North => [0.0, -1.0],
        }
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::West => "west",
            Self::East => "east",
            Self::South => "south",
            Self::North => "north",
        })
    }
}

/// What happens at a side of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum SideKind {
    /// A wall.
    Wall(Wall),
    /// What leaves here enters across the grid; the side across must be periodic too.
    Periodic,
    /// Water enters with a given velocity, and with a given depth or that of the cell inside.
    ///
    /// Populations beyond the side are the equilibrium of that state plus the non-equilibrium part of the cell inside
    /// (non-equilibrium extrapolation, Guo et al. 2002). It comes in whatever the level, but in the gap before a solid: one
    /// `L` wide, at a distance `d`, that moves inwards with `W` makes it flow off to both sides with `(U − W) L / 2d` (in a
    /// corner, to one side with twice that). Where this exceeds a quarter of the speed of waves, the side is
    /// [open](Self::Characteristic) to waves, with the given velocity `U` and the mean level along the rest of the side: so
    /// a solid can push out what is before it.
    Inflow {
        /// Velocity into the grid, m/s; negative draws water out.
        velocity_m_s: f64,
        /// Depth, m; that of the cell inside if `None`.
        depth_m: Option<f64>,
    },
    /// A given discharge enters, spread over the side's wetted section with one velocity, at the depth of the cell inside
    /// (populations, and gaps before solids, as for [`Self::Inflow`]).
    Discharge {
        /// Volume per time into the grid, m³/s; negative draws water out.
        discharge_m3_s: f64,
        /// Time over which the discharge grows from nothing, linearly, from the lattice's first step on, s.
        ramp_s: f64,
    },
    /// An outflow held back by the water below: what leaves does so at the given depth. What comes in (an eddy may draw it
    /// in) stood still at that depth before, and its level falls as its speed rises, `h + u² / 2g = depth_m`
    /// (populations as for [`Self::Inflow`]; across the side the outgoing characteristic is that of the cell inside).
    Depth {
        /// Depth, m.
        depth_m: f64,
    },
    /// Open water of a given depth and velocity, without reflection of waves that leave head on: outgoing
    /// characteristics are those of the cell inside, incoming ones those of that water,
    /// `u_n + 2c = (u_n + 2c)_inside`, `u_n − 2c = (u_n − 2c)_beyond` with `c = √(g h)` and `u_n` outwards; the velocity
    /// along the side comes from where the water does.
    Characteristic {
        /// Depth of the water beyond, m.
        depth_m: f64,
        /// Its velocity into the grid, m/s.
        velocity_m_s: f64,
    },
    /// Zero gradient: populations beyond the side are those of the cell inside. Where the water inside moves inwards, that
    /// beyond stands before the side: with a gradient of zero it would go on coming in, ever faster. Nothing holds the
    /// water's level, so no solid may come in through it: no water follows, and what streams past draws off that behind it
    /// ([`crate::Error::Drained`]).
    Outflow,
    /// A strip in which the flow is relaxed towards the still water of the lattice's rest state, and that water beyond.
    Sponge {
        /// Width of the strip, m.
        width_m: f64,
    },
}

impl SideKind {
    /// Whether water can pass.
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::Wall(_) | Self::Periodic)
    }

    /// The side with the lower rank has the corner of two: what drives the water, then what it leaves by, then walls.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Inflow { .. } => 0,
            Self::Discharge { .. } => 1,
            Self::Depth { .. } => 2,
            Self::Characteristic { .. } => 3,
            Self::Sponge { .. } => 4,
            Self::Outflow => 5,
            Self::Wall(wall) => 6 + wall.rank(),
            Self::Periodic => u8::MAX,
        }
    }
}
