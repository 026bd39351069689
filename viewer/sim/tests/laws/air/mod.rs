//! Air with smoke over the water: its books, what bodies are to it, what it refuses, its files.

mod afloat;
mod books;
mod chimney;
mod particles;
mod refusals;

pub(crate) use chimney::{ashes, chimney};

/// Overrides by which the air of a shipped scenario has fewer cells: as many steps of all of them take minutes.
pub(crate) fn coarser(name: &str) -> Vec<String> {
    let (cells, size_m) = match name {
        "smoke" => ("[32, 32, 48]", 0.1),
        "smoke-2d" => ("[100, 1, 125]", 0.04),
        "downburst" => ("[40, 40, 25]", 0.1),
        "boat-smoke" => ("[86, 44, 16]", 0.8),
        _ => return Vec::new(),
    };
    vec![format!("air.cells={cells}"), format!("air.cell_size_m={size_m}")]
}
