//! Walls, sides and solids, and the ledger of the mass that passes them.

pub(super) mod absorbing;
pub(super) mod cavity;
pub(super) mod cylinder;
pub(super) mod mass_ledger;
pub(super) mod poiseuille;
pub(super) mod reflection;
