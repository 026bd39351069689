//! The level of the water at each place without its waves.

use glam::DVec2;
use lbm_core::Lattice;
use rayon::prelude::*;

use super::Fields;
use super::cells::Cells;
use super::pools::{Pool, Pools};
use crate::checkpoint::Error;
use crate::codec::coded;

/// Steps after which the water is looked at: few beside the times by which its levels are delayed, many beside what a look takes.
pub(super) const STEPS_PER_LOOK: u64 = 32;

/// Times that a level is delayed.
const STAGES: usize = 4;

/// A level that is delayed once and more often: by
///
/// ```text
/// H(s) = (1 + 4 T s) / (1 + T s)⁴
/// ```
///
/// which follows one that rises or falls steadily without lag.
type Delayed = [f64; STAGES];

/// Time constants of what the level of a place is apart from its pool's, in times that a long wave takes through the pool, `L / √(g h)`: of a pool with a side that holds its level and so sends
/// waves back, and of others.
///
/// A hull that displaces water below a level that lags behind the water's does work on it, `ρ g ∫ η a dη̄` (`Work::levels_j`): it feeds all that oscillates, and any
/// delay lags somewhere. `H` does at `ω T < 2.24`, and leads, that is takes a little, beyond. The slowest free oscillation of water is that of a quarter of a wave between a wall and a
/// level that is held, `ω = ½ π √(g h) / L`, else of half a wave between walls.
const CROSSINGS: [f64; 2] = [1.5, 0.75];

/// Least time constant, in `√(depth / g)`, that of the levels of pools. A hull that bobs moves the mean level of a basin, and what it displaces with that would do work on its own wave, as many parts
/// of the energy of that wave as there are parts of the basin under hulls. `H` has hundredths of what is faster than `1 / T`: periods of hulls
/// are longer than `2π √(draft / g)`.
const LEAST: f64 = 6.0;

/// The levels of the water at each place without its waves, as sums of two.
///
/// - *The pool's*: that imposed at its sides, in the mean of those that impose one, or else the mean of its water, as of a chamber that fills.
///   Neither answers to a free oscillation of the water: one that has both ends closed does not change the mean.
/// - *What the place is apart from that*, on a river, by the wind, or where a dam has broken. It is delayed by the time that long waves take to even it out.
///
/// Where solids part pools or join them, the sum goes on from where it is at each place.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct SlowLevels {
    /// Elevation of each cell above the level of its pool, delayed once and more often, `[ny][nx]`, m.
    apart_m: [Vec<f32>; STAGES],
    /// Whether that of a cell is known: it had water when it was looked at.
    known: Vec<bool>,
    pools: Vec<PoolLevel>,
    /// The number of the pool of each cell, where there are several.
    of_cell: Vec<u32>,
}

coded!(SlowLevels { apart_m, known, pools, of_cell });

/// Memory for looks.
#[derive(Debug, Default)]
pub(super) struct Memory {
    fields: Fields,
    before: Vec<PoolLevel>,
    means_m: Vec<f64>,
    /// Level of each pool now, and the part by which what is apart goes on.
    now: Vec<(f64, f64)>,
}

/// The level of a pool.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PoolLevel {
    delayed_m: Delayed,
    is_imposed: bool,
    /// Time constants of its level, and of what places are apart from it, s.
    times_s: [f64; 2],
    depth_m: f64,
}

coded!(PoolLevel { delayed_m, is_imposed, times_s, depth_m });

/// The slow level at a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// Elevation above the still level, m.
    pub(crate) eta_m: f64,
    /// By how much it is about to rise until the next look, m.
    pub(super) rise_m: f64,
    /// Mean depth of the pool, m.
    pub(super) depth_m: f64,
}

/// Water that is looked at.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) pools: &'a Pools,
    pub(super) lattice: &'a Lattice,
    pub(super) solid: &'a [bool],
    /// Elevations imposed at the sides west, east, south and north, m.
    pub(super) imposed_m: [Option<f64>; 4],
    /// Which of them hold their level.
    pub(super) held: [bool; 4],
}

impl Seen<'_> {
    /// Elevation imposed on a pool by the sides that it touches, m.
    fn imposed_m(&self, pool: &Pool) -> Option<f64> {
        let touching =
            self.imposed_m.iter().zip(pool.touches).filter_map(|(m, touches)| m.filter(|_| touches));
        let (sum_m, count) = touching.fold((0.0, 0), |(sum_m, count), m| (sum_m + m, count + 1));
        (count > 0).then(|| sum_m / f64::from(count))
    }

    /// The level of a pool whose water has a mean elevation, m.
    fn level(&self, pool: &Pool, mean_m: f64) -> PoolLevel {
        let (eta_m, is_imposed) = self.imposed_m(pool).map_or((mean_m, false), |eta_m| (eta_m, true));
        // A pool that is nearly dry is as one of a hundredth of its depth.
        let still_m = pool.still_depth_m();
        let (depth_m, gravity_m_s2) =
            ((still_m + eta_m).max(0.01 * still_m), self.lattice.units().gravity_m_s2());
        let least_s = LEAST * (depth_m / gravity_m_s2).sqrt();
        let is_held = self.held.iter().zip(pool.touches).any(|(held, touches)| *held && touches);
        let apart_s = CROSSINGS[usize::from(!is_held)] * pool.length_m / (depth_m * gravity_m_s2).sqrt();
        PoolLevel {
            delayed_m: [eta_m; STAGES],
            is_imposed,
            times_s: [least_s, least_s.max(apart_s)],
            depth_m,
        }
    }
}

impl SlowLevels {
    pub(super) fn is_due(&self, steps: u64) -> bool {
        steps.is_multiple_of(STEPS_PER_LOOK) || self.known.is_empty()
    }

    /// Looks at the water, by a time after it was looked at last.
    pub(super) fn look(&mut self, seen: Seen<'_>, memory: &mut Memory, time_s: f64) {
        let Seen { pools, lattice, solid, .. } = seen;
        let cells = Cells::of(lattice);
        let Memory { fields, before, means_m, now } = memory;
        let [eta_m, u_m_s, v_m_s] = fields.each().map(|field| {
            field.resize(cells.nx * cells.ny, 0.0);
            &mut field[..]
        });
        let everything = lbm_core::Region::new(0..cells.nx, 0..cells.ny);
        lattice.write_fields(everything, [&mut *eta_m, u_m_s, v_m_s], solid);
        pools.write_means_m(eta_m, cells.nx, means_m);
        if !means_m.iter().all(|mean_m| mean_m.is_finite()) {
            // Of water that fails, which its step tells, nothing is to stay.
            return;
        }
        std::mem::swap(&mut self.pools, before);
        self.pools.clear();
        self.pools.extend(pools.all().iter().zip(&*means_m).map(|(pool, mean_m)| seen.level(pool, *mean_m)));
        now.clear();
        now.extend(self.pools.iter().map(|level| (level.delayed_m[0], time_s / (level.times_s[1] + time_s))));
        self.go_on_from(before, pools);
        for (level, (now_m, _)) in self.pools.iter_mut().zip(&*now) {
            delay(&mut level.delayed_m, *now_m, time_s / (level.times_s[0] + time_s));
        }
        let (nx, of_cell) = (cells.nx, &self.of_cell);
        self.known.resize(solid.len(), false);
        self.apart_m.iter_mut().for_each(|stage_m| stage_m.resize(solid.len(), 0.0));
        let [a, b, c, d] = &mut self.apart_m;
        let stages = a
            .par_chunks_mut(nx)
            .zip(b.par_chunks_mut(nx))
            .zip(c.par_chunks_mut(nx).zip(d.par_chunks_mut(nx)));
        let rows =
            stages.zip(self.known.par_chunks_mut(nx)).zip(eta_m.par_chunks(nx).zip(solid.par_chunks(nx)));
        rows.enumerate().for_each(|(j, ((((a, b), (c, d)), known), (eta_m, solid)))| {
            for i in 0..nx {
                if solid[i] {
                    known[i] = false;
                    continue;
                }
                let number = of_cell.get(j * nx + i).map_or(0, |number| *number as usize);
                let (level_m, part) = now[number];
                let (now_m, part) = (eta_m[i] - level_m as f32, if known[i] { part as f32 } else { 1.0 });
                known[i] = true;
                a[i] += part * (now_m - a[i]);
                b[i] += part * (a[i] - b[i]);
                c[i] += part * (b[i] - c[i]);
                d[i] += part * (c[i] - d[i]);
            }
        });
    }

    /// Goes on from pools that may be others: a level imposed or the mean of a pool is that of the moment where it was not the same before, and what the cells are apart makes up
    /// for it.
    fn go_on_from(&mut self, before: &[PoolLevel], pools: &Pools) {
        let Self { apart_m, known, pools: levels, of_cell } = self;
        let is_same = before.len() == levels.len()
            && before.iter().zip(&*levels).all(|(was, is)| was.is_imposed == is.is_imposed);
        if is_same {
            levels.iter_mut().zip(before).for_each(|(level, before)| level.delayed_m = before.delayed_m);
            if of_cell == pools.of_cell() {
                return;
            }
        }
        let number = |of: &[u32], cell: usize| of.get(cell).map_or(0, |number| *number as usize);
        for (cell, known) in known.iter_mut().enumerate().filter(|(_, known)| **known) {
            let (was, is) = (before.get(number(of_cell, cell)), levels.get(number(pools.of_cell(), cell)));
            let (Some(was), Some(is)) = (was, is) else {
                // A solid is there now.
                *known = false;
                continue;
            };
            for (stage_m, (was_m, is_m)) in apart_m.iter_mut().zip(was.delayed_m.iter().zip(is.delayed_m)) {
                stage_m[cell] += (was_m - is_m) as f32;
            }
        }
        of_cell.clear();
        of_cell.extend_from_slice(pools.of_cell());
    }

    /// The level at a place: that of the water within a distance along both axes, m, which is of the pool there. None where no water is.
    pub(super) fn sample(&self, (at_m, reach_m): (DVec2, f64), cells: Cells, time_s: f64) -> Option<Sample> {
        let here = cells.at(at_m);
        if !self.known.get(here).copied()? {
            return None;
        }
        let number = |cell: usize| self.of_cell.get(cell).map_or(0, |number| *number as usize);
        let level = self.pools.get(number(here))?;
        let [of_pool_s, apart_s] = level.times_s;
        let range = |at_m: f64, count: usize| {
            let first = ((at_m - reach_m) / cells.cell_size_m).floor().max(0.0) as usize;
            let last = ((at_m + reach_m) / cells.cell_size_m).floor().max(0.0) as usize;
            first.min(count - 1)..last.min(count - 1) + 1
        };
        let (mut sums_m, mut count) = ([0.0; STAGES], 0_u32);
        for j in range(at_m.y, cells.ny) {
            for i in range(at_m.x, cells.nx) {
                let cell = j * cells.nx + i;
                if self.known[cell] && number(cell) == number(here) {
                    sums_m
                        .iter_mut()
                        .zip(&self.apart_m)
                        .for_each(|(sum_m, stage_m)| *sum_m += f64::from(stage_m[cell]));
                    count += 1;
                }
            }
        }
        let apart_m = sums_m.map(|sum_m| sum_m / f64::from(count.max(1)));
        let [(of_pool_m, of_pool_rate), (apart_m, apart_rate)] =
            [(level.delayed_m, of_pool_s), (apart_m, apart_s)]
                .map(|(delayed_m, of_s)| level_and_rate(delayed_m, of_s));
        let (eta_m, rise_m) = (of_pool_m + apart_m, (of_pool_rate + apart_rate) * time_s);
        Some(Sample { eta_m, rise_m, depth_m: level.depth_m })
    }

    /// Says whether a state is one of water in so many cells.
    pub(super) fn check(&self, cells: usize) -> Result<(), Error> {
        let Self { apart_m, known, pools, of_cell } = self;
        let fits = |length: usize| length == cells || known.is_empty() && length == 0;
        let is_finite = apart_m.iter().flatten().all(|m| m.is_finite())
            && pools.iter().flat_map(|pool| pool.delayed_m).all(f64::is_finite)
            && pools
                .iter()
                .all(|pool| pool.depth_m.is_finite() && pool.times_s.iter().all(|of_s| *of_s > 0.0));
        if !(fits(known.len()) && apart_m.iter().all(|stage_m| fits(stage_m.len())) && is_finite)
            || !(of_cell.is_empty() || of_cell.len() == cells)
        {
            return Err(Error::state("slow levels of other cells, or without a value"));
        }
        Ok(())
    }
}

/// Delays a level further, by a part of what it is off.
fn delay(stages_m: &mut Delayed, mut before_m: f64, part: f64) {
    for stage_m in stages_m {
        *stage_m += part * (before_m - *stage_m);
        before_m = *stage_m;
    }
}

/// The level of the stages, and its rate of change, per second.
fn level_and_rate([_, third_m, before_m, last_m]: Delayed, of_s: f64) -> (f64, f64) {
    // Of a ramp each lags by `T` behind the one before.
    let [off_m, before_off_m] = [before_m - last_m, third_m - before_m];
    let more = STAGES as f64;
    (last_m + more * off_m, (off_m + more * (before_off_m - off_m)) / of_s)
}
