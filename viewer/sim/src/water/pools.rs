//! Pools: water that no solids part.

use std::ops::Range;

/// A pool.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pool {
    number: u32,
    /// Number of its cells.
    cells: u64,
    area_m2: f64,
    /// Volume of still water in it, m³.
    still_m3: f64,
    /// The sum of its extents along x and y, m.
    pub(super) length_m: f64,
    /// Whether it touches the sides west, east, south and north.
    pub(super) touches: [bool; 4],
}

impl Pool {
    /// Mean depth of still water, m.
    pub(super) fn still_depth_m(&self) -> f64 {
        self.still_m3 / self.area_m2
    }
}

/// All pools.
#[derive(Debug)]
pub(super) struct Pools {
    /// Columns of water in each row without a gap, with the number of their pool, by rows.
    runs: Vec<(Range<usize>, u32)>,
    /// The runs of each row.
    rows: Vec<Range<usize>>,
    all: Vec<Pool>,
    /// Number of the pool of each cell, where there are several.
    of_cell: Vec<u32>,
}

/// What parts water into pools.
pub(super) struct Ground<'a> {
    /// Numbers of cells along x and y.
    pub(super) size: [usize; 2],
    pub(super) cell_m: f64,
    /// Whether each cell is solid.
    pub(super) solid: &'a [bool],
    /// Whether water flows through the sides along x and y, which are periodic.
    pub(super) wraps: [bool; 2],
    pub(super) still_level_m: f64,
    /// Height of the bed in each cell, m; none of a flat one.
    pub(super) bed_m: Option<&'a [f32]>,
}

/// A number that no pool has.
const NONE: u32 = u32::MAX;

impl Pools {
    /// Finds them: water flows from a cell to those beside it along the axes, and to no other where solids touch at a corner.
    pub(super) fn find(ground: &Ground<'_>) -> Self {
        let &Ground { size: [nx, ny], cell_m, solid, wraps: [wraps_x, wraps_y], still_level_m, bed_m } =
            ground;
        let (mut runs, mut rows) = (Vec::new(), Vec::with_capacity(ny));
        for solid in solid.chunks_exact(nx) {
            let (first, mut end) = (runs.len(), 0);
            while let Some(start) = solid[end..].iter().position(|solid| !solid).map(|at| end + at) {
                end = solid[start..].iter().position(|solid| *solid).map_or(nx, |at| start + at);
                runs.push((start..end, runs.len() as u32));
            }
            rows.push(first..runs.len());
        }
        let meet = |a: &Range<usize>, b: &Range<usize>| a.start < b.end && b.start < a.end;
        for (j, row) in rows.iter().enumerate() {
            let before = if j > 0 { Some(j - 1) } else { wraps_y.then_some(ny - 1) };
            for run in row.clone() {
                for other in before.map_or(0..0, |j| rows[j].clone()) {
                    if meet(&runs[run].0, &runs[other].0) {
                        join(&mut runs, run, other);
                    }
                }
            }
            if wraps_x && row.len() > 1 && runs[row.start].0.start == 0 && runs[row.end - 1].0.end == nx {
                join(&mut runs, row.start, row.end - 1);
            }
        }
        let roots: Vec<usize> = (0..runs.len()).map(|run| root(&runs, run)).collect();
        let mut number_of = vec![NONE; runs.len()];
        let mut pools = Self { runs, rows, all: Vec::new(), of_cell: Vec::new() };
        let mut boxes: Vec<[Range<usize>; 2]> = Vec::new();
        let area_m2 = cell_m.powi(2);
        let still_m = |cells: Range<usize>| {
            let beds = bed_m.map_or(&[][..], |bed_m| &bed_m[cells.clone()]);
            cells.len() as f64 * still_level_m - beds.iter().map(|bed_m| f64::from(*bed_m)).sum::<f64>()
        };
        for (j, row) in pools.rows.iter().enumerate() {
            for run in row.clone() {
                let number = &mut number_of[roots[run]];
                if *number == NONE {
                    *number = pools.all.len() as u32;
                    pools.all.push(Pool {
                        number: *number,
                        cells: 0,
                        area_m2: 0.0,
                        still_m3: 0.0,
                        length_m: 0.0,
                        touches: [false; 4],
                    });
                    boxes.push([nx..0, ny..0]);
                }
                let (columns, of_run) = &mut pools.runs[run];
                *of_run = *number;
                let (pool, [x, y]) = (&mut pools.all[*number as usize], &mut boxes[*number as usize]);
                pool.cells += columns.len() as u64;
                pool.still_m3 += still_m(j * nx + columns.start..j * nx + columns.end) * area_m2;
                (*x, *y) =
                    (x.start.min(columns.start)..x.end.max(columns.end), y.start.min(j)..y.end.max(j + 1));
            }
        }
        for (pool, [x, y]) in pools.all.iter_mut().zip(boxes) {
            pool.area_m2 = pool.cells as f64 * area_m2;
            pool.length_m = (x.len() + y.len()) as f64 * cell_m;
            pool.touches = [x.start == 0, x.end == nx, y.start == 0, y.end == ny];
        }
        if pools.all.len() > 1 {
            pools.of_cell = vec![NONE; nx * ny];
            for (j, row) in pools.rows.iter().enumerate() {
                for (columns, number) in &pools.runs[row.clone()] {
                    pools.of_cell[j * nx + columns.start..j * nx + columns.end].fill(*number);
                }
            }
        }
        pools
    }

    pub(super) fn all(&self) -> &[Pool] {
        &self.all
    }

    /// The number of the pool of each cell, where there are several.
    pub(super) fn of_cell(&self) -> &[u32] {
        &self.of_cell
    }

    /// Writes the means of elevations, `[ny][nx]`, over each pool, m.
    pub(super) fn write_means_m(&self, eta_m: &[f32], nx: usize, means_m: &mut Vec<f64>) {
        means_m.clear();
        means_m.resize(self.all.len(), 0.0);
        for (row, eta_m) in self.rows.iter().zip(eta_m.chunks_exact(nx)) {
            for (columns, number) in &self.runs[row.clone()] {
                // Of a row in single precision, of many in double.
                means_m[*number as usize] += f64::from(eta_m[columns.clone()].iter().sum::<f32>());
            }
        }
        means_m.iter_mut().zip(&self.all).for_each(|(mean_m, pool)| *mean_m /= pool.cells as f64);
    }
}

/// The first run of the pool of a run, so far.
fn root(runs: &[(Range<usize>, u32)], mut run: usize) -> usize {
    while runs[run].1 as usize != run {
        run = runs[run].1 as usize;
    }
    run
}

fn join(runs: &mut [(Range<usize>, u32)], a: usize, b: usize) {
    let (a, b) = (root(runs, a), root(runs, b));
    runs[a.max(b)].1 = a.min(b) as u32;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall of cells that touch at corners parts a basin in two, unless one of them is left out or water flows around it through periodic sides.
    #[test]
    fn solids_that_touch_at_a_corner_part_pools() {
        let n = 6;
        for (left_out, wraps, count) in [(n, false, 2), (3, false, 1), (n, true, 1)] {
            let solid: Vec<bool> = (0..n * n).map(|k| k % n == k / n && k % n != left_out).collect();
            let ground = Ground {
                size: [n, n],
                cell_m: 1.0,
                solid: &solid,
                wraps: [wraps, false],
                still_level_m: 1.0,
                bed_m: None,
            };
            assert_eq!(Pools::find(&ground).all().len(), count, "{left_out} {wraps}");
        }
    }
}
