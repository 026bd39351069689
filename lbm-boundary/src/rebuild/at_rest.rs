//! Mass added to or taken from the population at rest of a cell: no momentum goes with it; over a sloping bed it takes the form of volume
//! in balance there.

use lbm_core::{Lattice, Site};

use crate::ledger::Exchange;

/// Masses per cell small enough to be returned at once, ten times the rounding of a depth.
pub(super) const SMALL: f64 = 1e-6;

/// Adds `mass`; returns what the water gained after rounding.
#[inline(always)]
pub(super) fn give(at_rest: &mut f32, mass: f64) -> f64 {
    let before = f64::from(*at_rest);
    *at_rest = (before + mass) as f32;
    f64::from(*at_rest) - before
}

/// Adds `mass` to each of the `cells` (`j · nx + i`) and `account`; returns what the water gained after rounding.
pub(super) fn give_each(
    lattice: &mut Lattice,
    cells: impl Iterator<Item = usize>,
    mass: f64,
    (account, middle): (&mut Exchange, [f64; 2]),
) -> f64 {
    let nx = lattice.layout().nx();
    let mut given = 0.0;
    for k in cells {
        let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
        let mut at_rest = lattice.population(0, site);
        given += give(&mut at_rest, mass);
        lattice.set_population(0, site, at_rest);
        account.add(&of_bed(lattice, site, mass, middle));
    }
    account.mass += given;
    given
}

/// Settles `mass` that was given to a cell where the bed slopes ([`Lattice::settle_volume`]); returns the momentum of that with its
/// moment about the `middle` of the grid.
#[inline]
pub(super) fn of_bed(lattice: &mut Lattice, site: Site, mass: f64, [x, y]: [f64; 2]) -> Exchange {
    let momentum = lattice.settle_volume(site, mass as f32).map(f64::from);
    let (i, j) = lattice.layout().cell(site);
    Exchange::at([i as f64 + 0.5 - x, j as f64 + 0.5 - y], 0.0, momentum)
}

/// Largest depth of water beside a moving solid, in depths at rest: the water above it flows over the solid.
///
/// Water in front of a solid that closes a dock, or a blade that closes on a wall, can only rise, without bound: in front of a
/// propeller that drifted towards a wall at 0.1 m/s the last cell of 1 m deep water rose to 2.5 m, and then broke through
/// between the blades faster than any lattice allows. A shock to twice the depth is about what the scheme tolerates, and no
/// solid that it tolerates pushes a higher one.
const MAX_DEPTH: f32 = 2.0;

/// Whether the water of a cell flows over a moving solid.
#[inline(always)]
pub(super) fn overflows(h: f32, rest_depth: f32) -> bool {
    h > MAX_DEPTH * rest_depth
}

/// Takes the water above the largest depth out of a cell of depth `h`; returns what the water gained, a negative mass.
#[cold]
pub(super) fn spill(at_rest: &mut f32, h: f32, rest_depth: f32) -> f64 {
    let before = *at_rest;
    *at_rest -= h - MAX_DEPTH * rest_depth;
    f64::from(*at_rest) - f64::from(before)
}
