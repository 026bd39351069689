//! Places of solids that are taken away.
//!
//! Where a wall vanishes the bed is dry, and the water beside it falls in. A lattice has no dry cells: these get a film of [`FILM`] of the depth
//! beside them at once, drawn with its momentum from the nearest water. Volume and momentum are those of before, and energy only falls: what is drawn lies above the
//! film, and what comes together has one velocity. From then on a dam breaks on either side.

use std::collections::{BTreeMap, BTreeSet};

use lbm_core::Lattice;
use lbm_core::d2q9::Q;

/// Part of the depth beside it that a dry cell gets: a dam that breaks onto it runs with a Froude number of 0.6.
const FILM: f64 = 0.3;

/// Part of its depth, or of the mean one of a dry place where that is less, that a cell of water gives at most.
const DRAWN: f64 = 0.5;

/// A cell, as `j · nx + i`, and its populations.
type Cell = (usize, [f32; Q]);

/// The populations of a place that was dry, and of the water that it is filled from.
pub(crate) struct Filled {
    pub(crate) film: Vec<Cell>,
    pub(crate) drawn: Vec<Cell>,
}

/// The cells beside one across its faces.
fn beside(k: usize, [nx, ny]: [usize; 2]) -> impl Iterator<Item = usize> {
    let (i, j) = (k % nx, k / nx);
    let all = [
        (i > 0).then(|| k - 1),
        (i + 1 < nx).then(|| k + 1),
        (j > 0).then(|| k - nx),
        (j + 1 < ny).then(|| k + nx),
    ];
    all.into_iter().flatten()
}

/// The cells that a way across faces from `cells` leads to, ring by ring, as long as `goes_on` says so of the last ring.
fn reached(
    cells: &[usize],
    size: [usize; 2],
    is_way: impl Fn(usize) -> bool,
    mut goes_on: impl FnMut(&[usize]) -> bool,
) -> Vec<usize> {
    let mut found = cells.to_vec();
    let mut is_found = BTreeSet::from_iter(cells.iter().copied());
    let mut ring = 0..found.len();
    while !ring.is_empty() && goes_on(&found[ring.clone()]) {
        for n in ring.clone() {
            found.extend(beside(found[n], size).filter(|&k| is_way(k) && is_found.insert(k)));
        }
        ring = ring.end..found.len();
    }
    found.split_off(cells.len())
}

/// The places that dry `cells` make up, each in ascending order.
pub(crate) fn places(cells: &[usize], size: [usize; 2]) -> Vec<Vec<usize>> {
    let mut left = BTreeSet::from_iter(cells.iter().copied());
    let mut places = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut place = reached(&[first], size, |k| left.contains(&k), |_| true);
        place.iter().for_each(|k| _ = left.remove(k));
        place.push(first);
        place.sort_unstable();
        places.push(place);
    }
    places
}

/// Whether water is beside a place.
pub(crate) fn is_wet(place: &[usize], size: [usize; 2], is_water: impl Fn(usize) -> bool) -> bool {
    place.iter().any(|&k| beside(k, size).any(&is_water))
}

/// Fills a dry place that water is beside, where `is_water` says so.
pub(crate) fn fill(lattice: &Lattice, place: &[usize], is_water: impl Fn(usize) -> bool) -> Filled {
    let layout = lattice.layout();
    let size = [layout.nx(), layout.ny()];
    let site = |k: usize| layout.site((k % size[0]) as isize, (k / size[0]) as isize);
    let rest = |k: usize| f64::from(lattice.rest_depth(site(k)));
    let depths = depths(place, size, (rest, |k: usize| is_water(k).then(|| f64::from(lattice.eta(site(k))))));
    let sum: f64 = depths.iter().sum();
    let mean = sum / place.len() as f64;
    let share = |k: usize| (rest(k) + f64::from(lattice.eta(site(k)))).min(mean);
    let mut shares = 0.0;
    let donors = reached(place, size, &is_water, |ring| {
        shares += ring.iter().filter(|&&k| is_water(k)).map(|&k| share(k)).sum::<f64>();
        DRAWN * shares < FILM * sum
    });
    let part = (FILM * sum / shares).min(DRAWN);
    let mut momentum = [0.0; 2];
    let drawn = donors.into_iter().map(|k| {
        let (site, given) = (site(k), part * share(k));
        let m = lattice.moments(site);
        momentum = [momentum[0] + given * f64::from(m.u), momentum[1] + given * f64::from(m.v)];
        let [before, after] =
            [0.0, given].map(|given| lattice.equilibrium(site, (f64::from(m.eta) - given) as f32, m.u, m.v));
        let f = lattice.populations(site);
        (k, std::array::from_fn(|q| f[q] + (after[q] - before[q])))
    });
    let drawn: Vec<Cell> = drawn.collect();
    let volume = part * shares;
    let [u, v] = momentum.map(|m| (m / volume) as f32);
    let film = place.iter().zip(&depths).map(|(&k, depth)| {
        let eta = volume / sum * depth - rest(k);
        (k, lattice.equilibrium(site(k), eta as f32, u, v))
    });
    Filled { film: film.collect(), drawn }
}

/// Depths of the cells of a place, from their depths at `rest` and the elevation of the water beside them, continued inwards.
fn depths(
    place: &[usize],
    size: [usize; 2],
    (rest, eta): (impl Fn(usize) -> f64, impl Fn(usize) -> Option<f64>),
) -> Vec<f64> {
    let mut known: BTreeMap<usize, f64> = BTreeMap::new();
    let mut left = place.to_vec();
    while !left.is_empty() {
        let of_water = |k: usize| {
            let around = beside(k, size).filter_map(|k| known.get(&k).copied().or_else(|| eta(k)));
            let (count, sum) = around.fold((0.0, 0.0), |(count, sum), eta| (count + 1.0, sum + eta));
            (count > 0.0).then(|| sum / count)
        };
        let layer: Vec<(usize, f64)> = left.iter().filter_map(|&k| Some((k, of_water(k)?))).collect();
        left.retain(|k| layer.binary_search_by_key(k, |of| of.0).is_err());
        known.extend(layer);
    }
    known.into_iter().map(|(k, eta)| (rest(k) + eta).max(FILM * rest(k))).collect()
}
