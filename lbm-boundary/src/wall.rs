/// What a wall does to the water along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Slip {
    /// The water sticks: populations return whence they came (bounce-back).
    #[default]
    NoSlip,
    /// The water glides: populations are mirrored at the wall (specular reflection).
    FreeSlip,
}

/// A kind of wall, of a side or of a solid: where it stands, and so which populations it returns.
///
/// A wall that moves with `u_w` adds `w_q h (e_q − e_s)·u_w / 3` to a population that left as `s` and returns as `q`
/// (Ladd 1994; `2 w_q h e_q·u_w / 3` for bounce-back), with `h` the depth of the water cell and `u_w` taken in the
/// middle of the link. What a kind does not keep of the mass by itself goes back to the water along the wall: at sides in every
/// step, at solids a sixty-fourth of it in each ([`crate::Boundary::apply`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wall {
    /// Half a cell beyond the last water cell: what leaves is what returns, so a wall at rest keeps mass exactly;
    /// second order.
    HalfWay(Slip),
    /// On the last water cell, as the dynamic-boundaries paper prints it (Eq. 10 and 14): each unknown takes the
    /// opposite (mirrored) population of the same cell after streaming. The water slips past a
    /// no-slip wall in proportion to the force on it: the paper calls it first order; in a straight channel that is an
    /// error of second order, several times that of [`Self::Modified`]. By itself it keeps mass only in a steady state.
    OnGrid(Slip),
    /// On the last water cell, no slip: modified bounce-back (dynamic-boundaries paper, Eq. 11 and 13, after Ashyraliyev
    /// 2004; printed with misplaced signs). For a wall to the north `f7 = f3`, `f8 = f4 − ½ (f1 − f5)`, `f6 = f2 + ½
    /// (f1 − f5)`: both components of `Σ e f` vanish at the wall's cell, and with `u_w` they are `h u_w` (as Zou & He
    /// 1997), along straight walls: a convex corner leaves one unknown, too few for both, and a concave one two that face
    /// each other. Second order; keeps mass as [`Self::OnGrid`] does. At corners and in gaps one cell wide it is that.
    Modified,
    /// Anywhere between the last water cell and the solid's, no slip: linearly interpolated bounce-back (Bouzidi,
    /// Firdaouss, Lallemand 2001, Eq. 5) with the distance of [`crate::Mask::distance`], half-way where there is none.
    /// Second order for curved walls; keeps mass only as far as the distance is ½.
    Interpolated,
    /// Anywhere between the last water cell and the solid's, no slip: non-equilibrium extrapolation (Guo, Zheng, Shi
    /// 2002). The solid's cell holds the equilibrium of the velocity that, interpolated, is that of the wall, and the
    /// non-equilibrium part of the water. Distance as for [`Self::Interpolated`]. Second order; does not keep mass.
    Extrapolated,
    /// The on-grid no-slip walls of the dynamic-boundaries paper exactly as its Tables 1 and 2 print them, to show what the
    /// flaw does: the four diagonal adjacencies have each other's names, so that at a corner the unknown population keeps
    /// the arbitrary value that the paper gives it (here that of still water), and this value overwrites the known
    /// opposite one. Walls do not drive the water, and no mass is given back. The methods of the axes run before those of
    /// the diagonals. For solids; a side is on-grid, and gives no mass back either.
    AsPrinted,
}

impl Wall {
    /// Half-way no-slip wall.
    pub const NO_SLIP: Self = Self::HalfWay(Slip::NoSlip);
    /// Half-way free-slip wall.
    pub const FREE_SLIP: Self = Self::HalfWay(Slip::FreeSlip);

    /// See [`crate::SideKind`]: walls that hold the water before those that let it glide.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Self::HalfWay(Slip::NoSlip) => 0,
            Self::OnGrid(Slip::NoSlip) => 1,
            Self::Modified => 2,
            Self::Interpolated => 3,
            Self::Extrapolated => 4,
            Self::AsPrinted => 5,
            Self::HalfWay(Slip::FreeSlip) => 6,
            Self::OnGrid(Slip::FreeSlip) => 7,
        }
    }
}

impl Default for Wall {
    fn default() -> Self {
        Self::NO_SLIP
    }
}
