/// What a wall does to the water along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Slip {
    /// The water sticks: populations return whence they came (bounce-back).
    #[default]
    NoSlip,
    /// The water glides: populations are mirrored at the wall (specular reflection).
    FreeSlip,
}

/// Where the wall stands, and so which populations it returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scheme {
    /// Half a cell beyond the last water cell: what leaves is what returns, so mass is kept exactly; second order.
    #[default]
    HalfWay,
    /// On the last water cell, as the dynamic-boundaries paper prints it (Eq. 10 and 14): each unknown takes the
    /// opposite (mirrored) population of the same cell after streaming. First order, and keeps mass only in a steady
    /// state; the [`crate::Ledger`] says how much went.
    OnGrid,
}

/// A kind of wall: of a side or of the solids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wall {
    /// No slip or free slip.
    pub slip: Slip,
    /// Half-way or on-grid.
    pub scheme: Scheme,
}

impl Wall {
    /// Half-way no-slip wall.
    pub const NO_SLIP: Self = Self { slip: Slip::NoSlip, scheme: Scheme::HalfWay };
    /// Half-way free-slip wall.
    pub const FREE_SLIP: Self = Self { slip: Slip::FreeSlip, scheme: Scheme::HalfWay };
}
