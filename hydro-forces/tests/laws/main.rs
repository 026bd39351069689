//! Laws that water forces on hulls obey, held on random closed meshes, poses and waters.

#![allow(clippy::unwrap_used, reason = "a law whose case cannot be set up has failed")]

mod archimedes;
mod areas;
mod drag;
mod exchange;
mod float_pose;
mod floating;
mod flow;
mod froude_krylov;
mod gather_scatter;
mod hemisphere;
mod inputs;
mod lanes;
mod materials;
mod memory;
mod meshes;
mod plain;
mod plain_parity;
mod radiation;
mod real_meshes;
mod robustness;
mod sinking;
mod slamming;
mod stability;
mod symmetry;
mod waves;
mod windage;
