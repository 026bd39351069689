//! Reference solutions of shallow water with floating bodies, in SI units and `f64`: closed forms, quadratures, and a
//! radial finite-volume solver. They share no code with the lattice.

mod beam;
mod canal;
mod heave;
mod hull;
mod shallow;
mod slender;

pub(super) use beam::{resistance_n, sinkage_m};
pub(super) use canal::Canal;
pub(super) use heave::{Heave, Record, Under};
pub(super) use hull::ParabolicHull;
pub(super) use shallow::Shallow;
pub(super) use slender::{Squat, squat, thin_ship_resistance_n};
