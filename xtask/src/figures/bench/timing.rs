//! Median times of several works, and pools of threads.

use std::time::{Duration, Instant};

pub(super) fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// Median times of one call of each of `works`, s, and the least number of calls: in turns, so that all meet the same disturbances, `rounds` of them of at
/// least a `burst` each.
pub(super) fn medians<const N: usize>(
    works: [&mut dyn FnMut(); N],
    rounds: usize,
    burst: Duration,
) -> ([f64; N], usize) {
    medians_timed(works.map(|work| || timed(&mut *work)), rounds, burst)
}

/// The same of works that time themselves.
pub(super) fn medians_timed<W: FnMut() -> Duration, const N: usize>(
    mut works: [W; N],
    rounds: usize,
    burst: Duration,
) -> ([f64; N], usize) {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..rounds {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let begin = Instant::now();
            while begin.elapsed() < burst {
                times.push(work().as_secs_f64());
            }
        }
    }
    let least = times.iter().map(Vec::len).min().unwrap_or(0);
    (times.map(median), least)
}

/// Median times of works over so many runs, taken in turns after one that is not timed.
pub(super) fn median_times<const N: usize>(mut works: [&mut dyn FnMut(); N], runs: usize) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    works.iter_mut().for_each(|work| work());
    for _ in 0..runs {
        for (work, times) in works.iter_mut().zip(&mut times) {
            times.push(timed(&mut *work).as_secs_f64());
        }
    }
    times.map(median)
}

pub(super) fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

pub(super) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
