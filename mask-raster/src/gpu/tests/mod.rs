//! Tests of what cannot be reached from outside: shaders that are wrong, GPUs that may be replaced.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "../../../tests/common/adapter.rs"]
mod adapter;
#[path = "../../../tests/common/comparison.rs"]
mod comparison;
mod fallback;
mod faults;
#[path = "../../../tests/common/freedom.rs"]
mod freedom;
#[path = "../../../tests/common/meshes.rs"]
mod meshes;
#[path = "../../../tests/common/section.rs"]
mod section;
mod translation;
