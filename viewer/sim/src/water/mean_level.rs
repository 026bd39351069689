//! The mean level of the water about a hull, below which it displaces water.

use super::pools::{Pool, PoolLevels};

/// Change of the mean level, as a fraction of the depth, that counts.
///
/// A hull that stands still displaces the same until then. What it displaces then changes by a thousandth of a percent of the depth, less than a
/// ripple that the lattice tells.
const STEP: f64 = 1e-5;

/// Time constant of the mean level in `√(depth / g)`.
///
/// A hull that bobs moves the mean level of a basin, and what it displaces with that would do work on its own wave, `ρ g ∫ η a dη̄`: as many parts of the energy of that wave as
/// there are parts of the basin under hulls. The level is delayed by
///
/// ```text
/// H(s) = (1 + 4 T s) / (1 + T s)⁴
/// ```
///
/// which follows a tide that rises or falls steadily without lag, and has hundredths of what is faster than `1 / T`: periods of hulls are longer than `2π √(draft / g)`. With
/// a lag a hull displaced by its draft and what the level had fallen by in that time; under a lid that drove it.
const DELAY: f64 = 6.0;
/// Times that it is delayed.
const STAGES: usize = 4;

/// The level below which a hull displaces water: that at which the water at its place starts, and the mean of the pool in which it is from some seconds later on; of one that
/// changes steadily that of the moment.
///
/// Hulls displace water below it: below the still level a hull that has risen with a tide, or lies in a chamber whose water is higher, would displace none by its draft, make no
/// wave, and leave its water missing from a basin. Below the water's own surface it would feed on its own wave. Waves do not change the mean of a pool.
///
/// Where the water of a pool starts at different levels, as before a dam breaks, or pools are joined, as where a gate is taken out, the level of the place is apart from the mean of
/// all. Long waves even that out in the time that they take along the pool, `L / √(g h)`, and so does what it is apart fade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MeanLevel {
    /// Elevation above the still level, m.
    now_m: f64,
    /// Mean of the pool with what the place is apart, delayed once and more often, m.
    delayed_m: [f64; STAGES],
    /// Elevation of the level of the place above the mean of its pool, m.
    apart_m: f64,
    /// Mean of the pool when it was looked at last, m.
    pool_m: f64,
    /// Cells that the pool had then; none before it is looked at.
    cells: u64,
}

crate::codec::coded!(MeanLevel { now_m, delayed_m, apart_m, pool_m, cells });

impl MeanLevel {
    /// That of water at an elevation, m.
    pub(crate) fn at(eta_m: f64) -> Self {
        Self { now_m: eta_m, delayed_m: [eta_m; STAGES], apart_m: 0.0, pool_m: eta_m, cells: 0 }
    }

    pub(crate) fn is_finite(&self) -> bool {
        let Self { now_m, delayed_m, apart_m, pool_m, cells: _ } = self;
        [now_m, apart_m, pool_m].into_iter().chain(delayed_m).all(|elevation_m| elevation_m.is_finite())
    }

    /// Elevation above the still level, m.
    pub(crate) fn eta_m(&self) -> f64 {
        self.now_m
    }

    /// Goes on by a time step in a pool.
    pub(crate) fn advance(&mut self, pool: &Pool, levels: &mut PoolLevels<'_>, time_step_s: f64) {
        let is_other = self.cells != pool.cells;
        if let Some(mean_m) = levels.eta_m(pool, is_other) {
            if is_other {
                // It goes on from where it is.
                self.apart_m += self.pool_m - mean_m;
                self.cells = pool.cells;
            }
            self.pool_m = mean_m;
        }
        let depth_m = pool.still_depth_m() + self.pool_m;
        let scale_s = (depth_m / levels.gravity_m_s2()).sqrt();
        let part = |of_s: f64| time_step_s / (of_s + time_step_s);
        self.apart_m -= part(scale_s * pool.length_m / depth_m) * self.apart_m;
        let part = part(DELAY * scale_s);
        let mut before_m = self.pool_m + self.apart_m;
        for delayed_m in &mut self.delayed_m {
            *delayed_m += part * (before_m - *delayed_m);
            before_m = *delayed_m;
        }
        let [.., last_but_one_m, last_m] = self.delayed_m;
        // Of a ramp each lags by `T` behind the one before.
        let level_m = last_m + STAGES as f64 * (last_but_one_m - last_m);
        if (level_m - self.now_m).abs() > STEP * depth_m {
            self.now_m = level_m;
        }
    }
}
