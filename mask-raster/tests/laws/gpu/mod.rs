//! Masks on a GPU. Tests that need an adapter are ignored; `--include-ignored` runs them.

mod backend;
mod depth_pass;
mod parity;
