//! The estela program.
fn main() {}
