/// Velocity of the water along a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Slip {
    /// No slip: the water has the wall's velocity. Populations return along their links (bounce-back).
    #[default]
    NoSlip,
    /// Free slip: no friction. Populations are mirrored at the wall (specular reflection), or return from one that moves along with the water
    /// ([`Wall::Interpolated`]).
    FreeSlip,
}

/// Kind of a wall, of a side or of a solid: its place between the water's and the solid's cells, and the populations that it
/// returns.
///
/// A wall that moves with `u_w` adds `w_q h (e_q − e_s)·u_w / 3` to a population that leaves as `s` and returns as `q`
/// (Ladd 1994; `2 w_q h e_q·u_w / 3` for bounce-back), with `h` the depth of the water cell and `u_w` the wall's velocity at
/// half the link. Mass that a kind does not conserve by itself is returned to the water along the wall: at sides in every
/// step, at solids a sixty-fourth of it per step ([`crate::Boundary::apply`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Wall {
    /// A wall half a cell beyond the last water cell. Every population that leaves returns, so a wall at rest conserves mass
    /// exactly, one of free slip over a bed to rounding; second order.
    HalfWay(Slip),
    /// A wall on the last water cell, as printed in the dynamic-boundaries paper (Eq. 10 and 14): each unknown population
    /// is the opposite (mirrored) one of the same cell after streaming. Water slips past a no-slip wall in proportion to
    /// the force on it. The paper calls the wall first order; in a straight channel its error is of second order, several
    /// times that of [`Self::Modified`]. By itself it conserves mass only in a steady state.
    OnGrid(Slip),
    /// A no-slip wall on the last water cell: modified bounce-back (dynamic-boundaries paper, Eq. 11 and 13, after
    /// Ashyraliyev 2004; printed there with misplaced signs). For a wall to the north `f7 = f3`, `f8 = f4 − ½ (f1 − f5)`,
    /// `f6 = f2 + ½ (f1 − f5)`: both components of `Σ e f` vanish in the wall's cell, and with `u_w` they are `h u_w` (as
    /// Zou & He 1997). That holds along straight walls; a convex corner has one unknown population, too few for both
    /// components, and a concave one has two that face each other. Second order; conserves mass as [`Self::OnGrid`] does,
    /// which it is at corners and in gaps one cell wide.
    Modified,
    /// A wall anywhere between the last water cell and the solid's: linearly interpolated bounce-back (Bouzidi,
    /// Firdaouss, Lallemand 2001, Eq. 5) with the link distance of [`crate::Mask::distance`], ½ where there is none.
    /// Second order for curved walls; conserves mass only where the link distance is ½.
    ///
    /// With free slip the wall has the water's own velocity along it, `u_w + ((u − u_w)·t) t`, with the tangent `t` of the wall where the link meets it: nothing rubs, in
    /// whichever direction the wall runs; but for cells where walls meet or leave a gap one cell wide, where it is as without slip. Reflection at the sides of cells ([`Self::HalfWay`]) does so along the grid alone: the steps of an oblique wall
    /// stop the water as a rough wall does, nearly as no slip.
    Interpolated(Slip),
    /// A no-slip wall anywhere between the last water cell and the solid's: non-equilibrium extrapolation (Guo, Zheng, Shi
    /// 2002). The solid's cell holds the equilibrium of the velocity for which interpolation gives the wall's velocity at
    /// the wall, and the non-equilibrium part of the water. Link distance as for [`Self::Interpolated`]. Second order; does
    /// not conserve mass.
    Extrapolated,
    /// The on-grid no-slip wall of the dynamic-boundaries paper exactly as its Tables 1 and 2 print it, to show the effect of
    /// their error: the names of the four diagonal adjacencies are swapped, so that at a corner the unknown population keeps
    /// the arbitrary value that the paper gives it (here that of still water), and this value overwrites the known opposite
    /// one. The rules of the axes are applied before those of the diagonals. Moving walls do not drive the water, and no
    /// mass is returned. For solids; a side of this kind is on-grid, and returns no mass either.
    AsPrinted,
}

impl Wall {
    /// Half-way no-slip wall.
    pub const NO_SLIP: Self = Self::HalfWay(Slip::NoSlip);
    /// Half-way free-slip wall.
    pub const FREE_SLIP: Self = Self::HalfWay(Slip::FreeSlip);

    /// Whether water slips along it freely.
    pub(crate) fn slips(self) -> bool {
        matches!(
            self,
            Self::HalfWay(Slip::FreeSlip) | Self::OnGrid(Slip::FreeSlip) | Self::Interpolated(Slip::FreeSlip)
        )
    }

    /// Order in which walls claim a corner ([`crate::SideKind::rank`]): no slip before free slip.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Self::HalfWay(Slip::NoSlip) => 0,
            Self::OnGrid(Slip::NoSlip) => 1,
            Self::Modified => 2,
            Self::Interpolated(Slip::NoSlip) => 3,
            Self::Extrapolated => 4,
            Self::AsPrinted => 5,
            Self::HalfWay(Slip::FreeSlip) => 6,
            Self::OnGrid(Slip::FreeSlip) => 7,
            Self::Interpolated(Slip::FreeSlip) => 8,
        }
    }
}

impl Default for Wall {
    fn default() -> Self {
        Self::NO_SLIP
    }
}

/// Kinds of the solids' walls: one for all, and exceptions by label.
#[derive(Debug, Clone, Default)]
pub(crate) struct SolidWalls {
    pub(crate) default: Wall,
    /// The first entry of a label counts.
    pub(crate) exceptions: Vec<(u16, Wall)>,
}

impl SolidWalls {
    #[inline]
    pub(crate) fn of(&self, label: u16) -> Wall {
        let exception = self.exceptions.iter().find(|(of, _)| *of == label);
        exception.map_or(self.default, |&(_, wall)| wall)
    }

    /// Whether some walls overwrite populations that are known.
    pub(crate) fn overwrite(&self) -> bool {
        self.default == Wall::AsPrinted || self.exceptions.iter().any(|(_, wall)| *wall == Wall::AsPrinted)
    }
}
