//! Shortest and median times of several works, and pools of threads.

use std::time::{Duration, Instant};

pub(super) fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// Shortest time of one call of each of `works`, taken in turns so that all meet the same disturbances.
pub(super) fn best_times<const N: usize>(
    works: [&mut dyn FnMut(); N],
    rounds: usize,
    burst: Duration,
) -> [f64; N] {
    best_timed(works.map(|work| || timed(&mut *work)), rounds, burst)
}

/// Best times of works that time themselves.
pub(super) fn best_timed<W: FnMut() -> Duration, const N: usize>(
    mut works: [W; N],
    rounds: usize,
    burst: Duration,
) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (work, best) in works.iter_mut().zip(&mut best) {
            let begin = Instant::now();
            while begin.elapsed() < burst {
                *best = best.min(work().as_secs_f64());
            }
        }
    }
    best
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
