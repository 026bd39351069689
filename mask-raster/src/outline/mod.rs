//! The outlines of bodies, seen along z, and where lines between cells cross them.

mod chord;
mod outlines;

pub use outlines::Outlines;
