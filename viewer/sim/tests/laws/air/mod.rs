//! Air with smoke over the water: its books, what bodies are to it, what it refuses, its files.

mod afloat;
mod books;
mod chimney;
mod particles;
mod refusals;

pub(crate) use chimney::{ashes, chimney};
