//! Tests that need private access: faults planted in shaders, and the CPU as the replacement of a GPU.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "../../../tests/laws/setup/adapter.rs"]
mod adapter;
#[path = "../../../tests/laws/setup/comparison.rs"]
mod comparison;
mod fallback;
mod faults;
#[path = "../../../tests/laws/setup/freedom.rs"]
mod freedom;
#[path = "../../../tests/laws/setup/meshes.rs"]
mod meshes;
#[path = "../../../tests/laws/setup/section.rs"]
mod section;
#[cfg(feature = "translation-tests")]
mod translation;
