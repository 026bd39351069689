//! Triangles cut along the level and the sides of cells.

use super::polygon::Polygon;
use super::rows::{Integrals, Rows};
use glam::DVec3;

/// Adds what of a triangle lies below the level to the cells, each part to its own.
#[inline(never)]
pub(super) fn cut_triangle(corners: [DVec3; 3], rows: &mut Rows) {
    let [columns, lines] = rows.size();
    let [mut rest, mut other, mut strip, mut part] = [(); 4].map(|()| Polygon::default());
    rest.set_triangle(corners);
    rest.split::<2>(0.0, &mut other, &mut strip);
    std::mem::swap(&mut rest, &mut other);
    let (mut y, last) = between(rest.range::<1>(), lines);
    rest.split::<1>(y, &mut strip, &mut other);
    std::mem::swap(&mut rest, &mut other);
    while y < last {
        rest.split::<1>(y + 1.0, &mut strip, &mut other);
        std::mem::swap(&mut rest, &mut other);
        let (mut x, last) = between(strip.range::<0>(), columns);
        strip.split::<0>(x, &mut part, &mut other);
        std::mem::swap(&mut strip, &mut other);
        while x < last {
            strip.split::<0>(x + 1.0, &mut part, &mut other);
            std::mem::swap(&mut strip, &mut other);
            let [area, height_m] = part.integrals();
            let found = Integrals { height_m, facing_down: -area, under: (-area).max(0.0) };
            rows.add_to_cell([x as usize, y as usize], found);
            x += 1.0;
        }
        y += 1.0;
    }
}

/// Cells from one coordinate to another of those that there are: the first of them, and the end.
fn between([from, to]: [f64; 2], cells: f64) -> (f64, f64) {
    (from.floor().max(0.0), to.ceil().min(cells))
}
