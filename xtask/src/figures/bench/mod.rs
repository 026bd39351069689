//! How fast the kernels are, as ratios to what this machine could do at best, measured in the same run.

mod air;
mod bodies;
mod boundary;
mod bounds;
mod forces;
mod hull;
mod lbm;
mod masks;
mod pictures;
mod row;
mod smoke;
mod table1;
mod timing;

use std::path::Path;

use clap::ValueEnum;
use row::Row;

use crate::json;
use crate::shell::{cargo, run};

/// A bench by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Name {
    /// The sweep of the shallow water lattice.
    Lbm,
    /// Moving solids and open sides.
    Boundary,
    /// Rasterization, from triangles to labels and depths.
    Masks,
    /// The water's forces on triangle meshes.
    Forces,
    /// Rigid bodies and their contacts, beside rapier3d.
    Bodies,
    /// Whole steps of worlds with many bodies.
    Table1,
    /// Whole steps under one hull, soft and a rigid lid.
    Hull,
    /// The sweep of air with smoke, and pictures of it.
    Smoke,
    /// Pictures of water and of fields on the CPU.
    Pictures,
}

impl Name {
    /// Crate whose criterion benches belong to it.
    fn package(self) -> &'static str {
        match self {
            Self::Lbm => "lbm-core",
            Self::Boundary => "lbm-boundary",
            Self::Masks => "mask-raster",
            Self::Forces => "hydro-forces",
            Self::Bodies => "rigid-sim",
            Self::Table1 | Self::Hull | Self::Smoke | Self::Pictures => "viewer",
        }
    }
}

/// Runs benches, prints their tables and writes their rows as JSON; all benches if none is named.
pub(crate) fn bench(
    names: &[Name],
    sizes: &[usize],
    traversals: &[usize],
    criterion: bool,
    file: Option<&Path>,
) -> Result<(), String> {
    let names = if names.is_empty() { Name::value_variants() } else { names };
    let mut rows = Vec::new();
    println!(
        "{:<8} {:<46} {:>7} {:>9} {:<8} {:>9} {:>6}",
        "bench", "case", "threads", "value", "unit", "bound", "ratio"
    );
    for name in names {
        let measured = match name {
            Name::Lbm => lbm::measure(sizes, traversals),
            Name::Boundary => boundary::measure(),
            Name::Masks => masks::measure(),
            Name::Forces => forces::measure(),
            Name::Bodies => bodies::measure(),
            Name::Table1 => table1::measure(),
            Name::Hull => hull::measure(),
            Name::Pictures => pictures::measure(),
            Name::Smoke => [air::measure(), smoke::measure()].concat(),
        };
        measured.iter().for_each(Row::print);
        rows.extend(measured);
    }
    json::write(file, rows.iter().map(Row::to_json).collect())?;
    for name in names.iter().filter(|_| criterion) {
        run(cargo(&["bench", "--package", name.package(), "--bench", "*", "--", "--noplot"]))?;
    }
    Ok(())
}
