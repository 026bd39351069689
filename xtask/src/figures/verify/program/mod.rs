//! Shipped scenarios, run by the program itself.

pub(super) mod propeller;
pub(super) mod shipped;
