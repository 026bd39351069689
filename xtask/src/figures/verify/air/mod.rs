//! Air with smoke: what carries it, what lifts it, and the books.

mod flows;
mod particles;
mod plume;
mod thermal;

pub(super) use flows::{gaussian_hill, taylor_green};
pub(super) use particles::particles;
pub(super) use plume::plume;
pub(super) use thermal::thermal;

/// The cells of a grid, x fastest.
fn each(cells: [usize; 3]) -> impl Iterator<Item = [isize; 3]> {
    let [nx, ny, nz] = cells;
    (0..nx * ny * nz).map(move |k| [k % nx, k / nx % ny, k / (nx * ny)].map(|at| at as isize))
}
