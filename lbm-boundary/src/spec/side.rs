use std::fmt;

use super::wall::Wall;

/// One of the four sides of the domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// Direction of the cell next inside.
    pub(crate) fn inner(self) -> usize {
        match self {
            Self::West => 1,
            Self::East => 5,
            Self::South => 3,
            Self::North => 7,
        }
    }

    /// Directions of the populations that enter through it.
    pub(crate) fn entering(self) -> [usize; 3] {
        match self {
            Self::West => [1, 2, 8],
            Self::East => [4, 5, 6],
            Self::South => [2, 3, 4],
            Self::North => [6, 7, 8],
        }
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// The axis across the side: 0 for x, 1 for y.
    pub(crate) fn axis(self) -> usize {
        match self {
            Self::West | Self::East => 0,
            Self::South | Self::North => 1,
        }
    }

    /// Indices `j · nx + i` of the cells along the side.
    pub(crate) fn cells(self, nx: usize, ny: usize) -> impl Iterator<Item = usize> {
        let (start, step, count) = match self {
            Self::West => (0, nx, ny),
            Self::East => (nx - 1, nx, ny),
            Self::South => (0, 1, nx),
            Self::North => ((ny - 1) * nx, 1, nx),
        };
        (0..count).map(move |k| start + k * step)
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

/// Kind of a side: a wall, periodic, or open with given values beyond it.
///
/// Levels count from where the bed has height 0. A level is the same all along its side, and the depth is what the bed leaves below it.
/// Over any bed, in corners and beside walls and solids too, a lake at the level of its sides stays at rest to rounding: 0.3 m above and below the
/// still level of 4 m, over hills or random steps of 1.2 m, it flows at less than 3 µm/s. [`Outflow`](Self::Outflow) holds no level: beside it
/// rounding lowers the lake, by 9 µm in 4000 steps; and where it meets other sides than half-way no-slip walls in corners over steps of a third of the
/// depth from cell to cell, the noise of still water may grow at any level.
///
/// What comes back of the energy of a wave that leaves, measured by `tests/laws/leaving_waves.rs` with BGK, τ = 0.6,
/// `g h / e²` = 0.15, in still water: waves of 40 cells and ½ % of the depth at angles from the side's normal.
///
/// | kind | 0° | 30° | 45° | 60° |
/// | --- | --- | --- | --- | --- |
/// | [`Sponge`](Self::Sponge), 40 cells wide | 0 % | 0.1 % | 1.4 % | 8 % |
/// | [`Sponge`](Self::Sponge), 20 cells wide | 0 % | 0.6 % | 4 % | 14 % |
/// | [`Characteristic`](Self::Characteristic) | 0.4 % | 0.9 % | 4 % | 13 % |
/// | [`Outflow`](Self::Outflow), which also empties the water | 17 % | 15 % | 14 % | 16 % |
/// | [`Inflow`](Self::Inflow) with a level | 20 % | 13 % | 6 % | 1 % |
/// | [`Inflow`](Self::Inflow) without, as [`Discharge`](Self::Discharge) | 100 % | 93 % | 84 % | 69 % |
/// | [`Level`](Self::Level) | 98 % | 99 % | 101 % | 101 % |
///
/// A stream that leaves takes part of it along: of a hump head on, `Level` sends back 87 % at the Froude number 0.05, 77 % at
/// 0.1, 59 % at 0.2; `Outflow` 17, 14, 10 %; `Characteristic` less than 0.1 % at each, as in still water. Against a stream that enters at
/// the Froude numbers 0.05, 0.1, 0.2, `Inflow` without a level sends back 112, 125, 155 %: the hump comes back as high as it was, and the
/// stream stretches it, which gives it energy. `Discharge` sends back 92, 84, 69 % there, `Inflow` with a level 18, 17, 15 %, and
/// `Characteristic` less than 0.1 %. Where waves are to leave, take `Characteristic` or `Sponge`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SideKind {
    /// A wall.
    Wall(Wall),
    /// Water that leaves here enters at the opposite side, which must be periodic too.
    Periodic,
    /// Inflow with a given velocity, and with a given level or that of the cell inside.
    ///
    /// Populations beyond the side are the equilibrium of that state plus the non-equilibrium part of the cell inside
    /// (non-equilibrium extrapolation, Guo et al. 2002), without a level with the flow `h u` through the side itself. The velocity holds at any level, except in the gap in front of a
    /// solid: one of width `L` at a distance `d` that moves inwards with `W` makes the water flow off to both sides with
    /// `(U − W) L / 2d` (in a corner, to one side with twice that). Where this exceeds a quarter of the wave speed, the side
    /// is [open](Self::Characteristic) to waves, with the given velocity `U` and the mean level along the rest of the
    /// side, so that a solid can push the water before it out.
    Inflow {
        /// Velocity into the grid, m/s; negative for water that is drawn out.
        velocity_m_s: f64,
        /// Level, m; that of the cell inside if `None`.
        level_m: Option<f64>,
    },
    /// Inflow with a given discharge, at one velocity over the side's wet section and the depth of the cell inside
    /// (populations, and gaps in front of solids, as for [`Self::Inflow`]). Just that volume passes the side in each step, to rounding, but where
    /// there are gaps and in corners with an [`Inflow`](Self::Inflow), which has their links.
    Discharge {
        /// Volume per time into the grid, m³/s; negative for water that is drawn out.
        discharge_m3_s: f64,
        /// Time in which the discharge grows linearly from zero, from the lattice's first step on, s.
        ramp_s: f64,
    },
    /// Outflow with a given level at the side itself, which waves find as hard as a wall: they come back upside down. Water that enters (drawn in by an eddy, say) comes from rest at that level, and its
    /// level falls as its speed rises, `h + u² / 2g` = the depth below that level (populations as for [`Self::Inflow`]; the outgoing
    /// characteristic across the side is that of the cell inside).
    Level {
        /// Level, m.
        level_m: f64,
    },
    /// Open water of a given level and velocity, without reflection of waves at normal incidence: outgoing
    /// characteristics are those of the cell inside, incoming ones those of that water,
    /// `u_n + 2c = (u_n + 2c)_inside`, `u_n − 2c = (u_n − 2c)_beyond` with `c = √(g h)` and `u_n` outwards. The velocity
    /// along the side is that of the water upstream: of the cell inside for outflow, zero for inflow.
    Characteristic {
        /// Level of the water beyond, m.
        level_m: f64,
        /// Velocity of the water beyond, into the grid, m/s.
        velocity_m_s: f64,
    },
    /// Outflow with zero gradient, for a stream that leaves everywhere; in still water the crests of waves leave and nothing
    /// comes in for the troughs, so that the level falls. Populations beyond the side are those of the cell inside; where friction or wind act, those of a level that goes on with the slope
    /// which they keep: a river over a bed that falls comes to its normal depth, and one over a level bed keeps the depth that it has at the side. Where the water inside moves
    /// inwards, that beyond is at rest: with a zero gradient it would go on entering, ever faster. Nothing holds the
    /// water's level, so no solid may enter the grid through such a side: no water would follow it, and the stream past
    /// it would empty its wake ([`crate::Error::EntersThroughOutflow`]).
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

    /// Fraction of the energy of a wave that comes back from the side, head on in still water: the first column of the table
    /// above, 0 where waves pass. A sponge must be 20 cells wide for it.
    pub fn reflected_energy(&self) -> f64 {
        match self {
            Self::Wall(_) => 1.0,
            Self::Periodic | Self::Sponge { .. } => 0.0,
            Self::Characteristic { .. } => 0.004,
            Self::Outflow => 0.17,
            Self::Inflow { level_m: Some(_), .. } => 0.20,
            Self::Inflow { level_m: None, .. } | Self::Discharge { .. } => 1.0,
            Self::Level { .. } => 0.98,
        }
    }

    /// Order in which two sides claim their common corner, lower first: inflows, outflows, walls.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Inflow { .. } => 0,
            Self::Discharge { .. } => 1,
            Self::Level { .. } => 2,
            Self::Characteristic { .. } => 3,
            Self::Sponge { .. } => 4,
            Self::Outflow => 5,
            Self::Wall(wall) => 6 + wall.rank(),
            Self::Periodic => u8::MAX,
        }
    }
}
