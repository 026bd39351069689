//! The outlines of bodies, seen along z, and where lines between cells cross them.

mod cells;
mod outlines;
mod segment;
#[cfg(test)]
mod tests;

pub use outlines::Outlines;
