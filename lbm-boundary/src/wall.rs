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
/// middle of the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wall {
    /// Half a cell beyond the last water cell: what leaves is what returns, so a wall at rest keeps mass exactly;
    /// second order.
    HalfWay(Slip),
    /// On the last water cell, as the dynamic-boundaries paper prints it (Eq. 10 and 14): each unknown takes the
    /// opposite (mirrored) population of the same cell after streaming. First order, and keeps mass only in a steady
    /// state; the [`crate::Ledger`] says how much went.
    OnGrid(Slip),
}

impl Wall {
    /// Half-way no-slip wall.
    pub const NO_SLIP: Self = Self::HalfWay(Slip::NoSlip);
    /// Half-way free-slip wall.
    pub const FREE_SLIP: Self = Self::HalfWay(Slip::FreeSlip);
}

impl Default for Wall {
    fn default() -> Self {
        Self::NO_SLIP
    }
}
