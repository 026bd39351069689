use std::hint::black_box;
use std::time::Duration;

use hydro_forces::{Cut, Exchanges};

use super::row::Row;
use super::timing::{medians, pool};

#[path = "../../../../hydro-forces/benches/cases/mod.rs"]
mod cases;

use cases::Case;

/// Edges of an octant: 8 n² triangles, from 10³ to 10⁷.
const SIZES: [u32; 7] = [11, 35, 45, 57, 112, 354, 1118];
/// Repetitions of each case, and the minimum time of one.
const ROUNDS: usize = 8;
const BURST: Duration = Duration::from_millis(50);

/// Nanoseconds a triangle, half of them wet, with the reaction: on one thread against the plain loop, on two against one,
/// and triangles cut at their corners against those cut at their centroids.
pub(super) fn measure() -> Vec<Row> {
    SIZES.iter().flat_map(|&n| sphere(n)).collect()
}

fn sphere(n: u32) -> Vec<Row> {
    let case = Case::new(n);
    case.check();
    let triangles = case.hull.triangle_count();
    // From a thread of the pool, as a program calls that runs its steps there.
    let (times, runs) = pool(2).install(|| {
        let (mut kept, mut exchanges) = (Vec::new(), [(); 4].map(|()| Exchanges::default()));
        let [centroid, by_centroid, corners, by_corners] = &mut exchanges;
        medians(
            [
                &mut || {
                    black_box(case.plain(&mut kept));
                },
                &mut || {
                    black_box(case.ours(Cut::Centroid, centroid));
                },
                &mut || {
                    black_box(case.parallel(Cut::Centroid, by_centroid));
                },
                &mut || {
                    black_box(case.ours(Cut::Corners, corners));
                },
                &mut || {
                    black_box(case.parallel(Cut::Corners, by_corners));
                },
            ],
            ROUNDS,
            BURST,
        )
    });
    let [plain, one, two, corners, two_corners] = times.map(|time| 1e9 * time / triangles as f64);
    let row = |case: &str, threads, value, bound| {
        let case = format!("{triangles} triangles{case}, {runs} runs");
        Row { bench: "forces", case, threads, value, unit: "ns each", bound }
    };
    vec![
        row(" / plain loop", 1, one, plain),
        row(" / one thread", 2, two, one),
        row(" cut at corners / at centroids", 1, corners, one),
        row(" cut at corners / one thread", 2, two_corners, corners),
    ]
}
