use std::time::Duration;

use mask_raster::{Body, CellMask, Rasterizer};

use super::lbm::pool;
use super::{Row, best_times};

#[path = "../../../mask-raster/benches/crowds/mod.rs"]
mod crowds;

use crowds::{Crowd, Moved, crowds, plain};

/// What a triangle and a covered cell may take, ns.
const TRIANGLE_NS: f64 = 10.0;
const CELL_NS: f64 = 1.0;
/// Turns of each work, and how long a turn lasts at least.
const ROUNDS: usize = 20;
const BURST: Duration = Duration::from_millis(40);

/// Crowds in which all bodies move, by one thread against the bound: a time for each triangle and one for each covered cell.
/// Then two threads against one, crowds of which half the bodies or none move against those that move, and the rasteriser
/// against a plain one.
pub(super) fn measure() -> Vec<Row> {
    crowds().iter().flat_map(crowd).collect()
}

fn crowd(crowd: &Crowd) -> [Row; 5] {
    let triangles = crowd.triangles() as f64;
    let [all, half] = [Moved::All, Moved::Half].map(|moved| [0, 1].map(|time| crowd.bodies(moved, time)));
    let none = [half[0].clone(), half[0].clone()];
    let mut masks = [(); 4].map(|()| CellMask::new());
    let [one, two, some, still] = &mut masks;
    let (mut turn, mut out) = (0, plain::Plain::default());
    let times = best_times(
        [
            &mut again(crowd, &all, 1, one),
            &mut again(crowd, &all, 2, two),
            &mut again(crowd, &half, 1, some),
            &mut again(crowd, &none, 1, still),
            &mut || {
                turn = 1 - turn;
                plain::rasterize(&crowd.grid, &all[turn], &mut out);
            },
        ],
        ROUNDS,
        BURST,
    );
    let covered = masks[0].labels().iter().filter(|&&label| label != 0).count();
    let [one, two, some, still, plain] = times.map(|time| 1e9 * time / triangles);
    let row = |case: &str, threads, value, bound| {
        let case = format!("{}{case}", crowd.name);
        Row { bench: "masks", case, threads, value, unit: "ns/tri", bound }
    };
    [
        row("", 1, one, TRIANGLE_NS + CELL_NS * covered as f64 / triangles),
        row(" / one thread", 2, two, one),
        row(", half moved / all", 1, some, one),
        row(", none moved / all", 1, still, one),
        row(" / plain rasteriser", 1, one, plain),
    ]
}

/// The rasteriser on two lists of bodies by turns.
fn again<'a>(
    crowd: &Crowd,
    bodies: &'a [Vec<Body<'a>>; 2],
    threads: usize,
    mask: &'a mut CellMask,
) -> impl FnMut() + use<'a> {
    let pool = pool(threads);
    let mut rasterizer = Rasterizer::new(crowd.grid).expect("a grid");
    let mut turn = 0;
    move || {
        turn = 1 - turn;
        pool.install(|| rasterizer.rasterize(&bodies[turn], mask)).expect("bodies");
    }
}
