use std::time::Duration;

use mask_raster::{Body, CellMask, Rasterizer};

use super::row::Row;
use super::timing::{medians_timed, pool, timed};

#[path = "../../../../mask-raster/benches/crowds/mod.rs"]
mod crowds;

use crowds::{Crowd, Moved, crowds, growing_bodies, growing_crowds, plain};

/// Time allowed for a triangle and for a covered cell, ns.
const TRIANGLE_NS: f64 = 10.0;
const CELL_NS: f64 = 1.0;
/// Repetitions of each case, and the minimum time of one.
const ROUNDS: usize = 20;
const BURST: Duration = Duration::from_millis(40);

/// Crowds in which all bodies move, by one thread against the bound: a time for each triangle and one for each covered cell.
/// Then two threads against one, crowds of which half the bodies, one or none move against those that move, and the
/// rasterizer against a plain one. Last the same bound as triangles grow ten-fold from row to row, for crowds up to the last
/// of those before, and for a single body, which covers as many cells in each row.
pub(super) fn measure() -> Vec<Row> {
    let growing: Vec<Crowd> = growing_crowds().into_iter().chain(growing_bodies()).collect();
    crowds().iter().flat_map(crowd).chain(growing.iter().flat_map(grown)).collect()
}

fn crowd(crowd: &Crowd) -> [Row; 6] {
    let [all, half, one] =
        [Moved::All, Moved::Half, Moved::One].map(|moved| [0, 1].map(|time| crowd.bodies(moved, time)));
    let none = [half[0].clone(), half[0].clone()];
    let mut masks = [(); 5].map(|()| CellMask::new());
    let [single, pair, some, few, still] = &mut masks;
    let (mut turn, mut out) = (0, plain::Plain::default());
    let (times, runs) = medians_timed::<&mut dyn FnMut() -> Duration, _>(
        [
            &mut again(crowd, &all, 1, single),
            &mut again(crowd, &all, 2, pair),
            &mut again(crowd, &half, 1, some),
            &mut again(crowd, &one, 1, few),
            &mut again(crowd, &none, 1, still),
            &mut || {
                turn = 1 - turn;
                timed(|| plain::rasterize(&crowd.grid, &all[turn], &mut out))
            },
        ],
        ROUNDS,
        BURST,
    );
    let [single, pair, some, few, still, plain] = times;
    let row = |case: &str, threads, time, bound| row(crowd, case, (threads, runs), time, bound);
    [
        row("", 1, single, bound(crowd, &masks[0])),
        row(" / one thread", 2, pair, single),
        row(", half moved / all", 1, some, single),
        row(", one moved / all", 1, few, single),
        row(", none moved / all", 1, still, single),
        row(" / plain rasterizer", 1, single, plain),
    ]
}

fn grown(crowd: &Crowd) -> [Row; 2] {
    let bodies = [0, 1].map(|time| crowd.bodies(Moved::All, time));
    let mut masks = [(); 2].map(|()| CellMask::new());
    let [single, pair] = &mut masks;
    let ([single, pair], runs) = medians_timed::<&mut dyn FnMut() -> Duration, _>(
        [&mut again(crowd, &bodies, 1, single), &mut again(crowd, &bodies, 2, pair)],
        ROUNDS,
        BURST,
    );
    [
        row(crowd, "", (1, runs), single, bound(crowd, &masks[0])),
        row(crowd, " / one thread", (2, runs), pair, single),
    ]
}

/// Time allowed for drawing a crowd into this mask, s.
fn bound(crowd: &Crowd, mask: &CellMask) -> f64 {
    let covered = mask.labels().iter().filter(|&&label| label != 0).count();
    1e-9 * (TRIANGLE_NS * crowd.triangles() as f64 + CELL_NS * covered as f64)
}

/// Times in s, medians of so many runs, printed in ns a triangle.
fn row(crowd: &Crowd, case: &str, (threads, runs): (usize, usize), time: f64, bound: f64) -> Row {
    let each = |time| 1e9 * time / crowd.triangles() as f64;
    let case = format!("{}{case}, {runs} runs", crowd.name);
    Row { bench: "masks", case, threads, value: each(time), unit: "ns/tri", bound: each(bound) }
}

/// The rasterizer on two lists of bodies by turns, timed in the pool, as in a program that runs its steps there: to call it
/// from outside takes a tenth of the time of 16,000 triangles.
fn again<'a>(
    crowd: &Crowd,
    bodies: &'a [Vec<Body<'a>>; 2],
    threads: usize,
    mask: &'a mut CellMask,
) -> impl FnMut() -> Duration + use<'a> {
    let pool = pool(threads);
    let mut rasterizer = Rasterizer::new(crowd.grid).expect("a grid");
    let mut turn = 0;
    move || {
        turn = 1 - turn;
        let mut call = || {
            rasterizer.rasterize(&bodies[turn], mask).expect("bodies");
        };
        pool.install(|| timed(&mut call))
    }
}
