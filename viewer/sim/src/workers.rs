//! A worker that stays awake through a step.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Longest time for which a worker waits for its next task.
const LONGEST_WAIT: Duration = Duration::from_micros(200);

/// Does some work, through which another worker of the current rayon pool stays awake between the tasks that it takes over.
///
/// A worker without a task falls asleep after some microseconds, and to wake it takes as long as many a task of a step. It waits here for the next one without sleep, up to
/// [`LONGEST_WAIT`], so that it also returns where work would wait for the task in which it waits. More than one are not kept awake, as all that wait take time
/// of processors from others.
pub(crate) fn awake_during<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let is_done = AtomicBool::new(false);
    let work = |_| {
        let result = work();
        is_done.store(true, Ordering::Relaxed);
        result
    };
    let wait = |context: rayon::FnContext| {
        if context.migrated() {
            wait_for_tasks(&is_done);
        }
    };
    rayon::join_context(work, wait).0
}

/// Takes over tasks until the work is done.
fn wait_for_tasks(is_done: &AtomicBool) {
    let mut since = Instant::now();
    while !is_done.load(Ordering::Relaxed) {
        match rayon::yield_now() {
            Some(rayon::Yield::Executed) => since = Instant::now(),
            _ if since.elapsed() > LONGEST_WAIT => return,
            _ => std::thread::yield_now(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::panic::{AssertUnwindSafe, catch_unwind};

    use rayon::prelude::*;

    use super::*;

    /// Loops within loops, and longer without tasks than a worker waits.
    fn work() -> u64 {
        let sum = |from: u64| (from..from + 1000).into_par_iter().sum::<u64>();
        let before: u64 = (0..64u64).into_par_iter().map(sum).sum();
        std::thread::sleep(2 * LONGEST_WAIT);
        before + (0..64u64).into_par_iter().map(sum).sum::<u64>()
    }

    #[test]
    fn work_ends_as_without_a_worker_that_waits() {
        let wanted = work();
        assert_eq!(awake_during(work), wanted, "outside of a pool");
        for threads in 1..=4 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for _ in 0..20 {
                assert_eq!(pool.install(|| awake_during(work)), wanted, "{threads} threads");
                // One within another, as steps of worlds side by side.
                let pairs = || rayon::join(|| awake_during(|| awake_during(work)), || awake_during(work));
                assert_eq!(pool.install(pairs), (wanted, wanted), "{threads} threads");
            }
        }
    }

    #[test]
    fn work_that_panics_keeps_no_worker() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let panics = || pool.install(|| awake_during(|| panic!("planted")));
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
        assert_eq!(pool.install(|| awake_during(work)), work());
    }
}
