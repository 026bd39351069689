//! Pictures of shipped scenarios on the CPU, with all that is written on them.

use std::hint::black_box;

use viewer::render::{Backend, Notes, Picture, Renderer};
use viewer::scene::{Field, Look, Scene, View, ViewKind};
use viewer::sim::World;
use viewer::sim::scenario::Scenario;
use viewer::staging::{self, Extras, Foam, Past, Residual, Tracks};

use super::row::Row;
use super::timing::{median, pool, timed};

/// Scenarios and the time of their pictures, s.
const SCENES: [(&str, f64); 2] = [("speedboat", 14.0), ("bridge", 8.2)];
const SMALL: [u32; 2] = [960, 540];
const LARGE: [u32; 2] = [1920, 1080];
/// Pictures of each size.
const PICTURES: [usize; 2] = [21, 9];
/// What a picture of 960 × 540 may take on two threads, ms: water, and the map of a field.
const WATER_MS: f64 = 25.0;
const MAP_MS: f64 = 12.0;
/// Pixels of the large pictures to one of the small ones: the most that the former may take to the latter.
const PIXELS: f64 = 4.0;

/// Medians against what a small picture may take, and against what the small one took, all looks of a scene in turns.
pub(super) fn measure() -> Vec<Row> {
    let staged = SCENES.map(|(name, until_s)| pool(2).install(|| staged(name, until_s)));
    let with_threads = |threads| {
        let scenes = SCENES.iter().zip(&staged);
        scenes.flat_map(move |((name, _), (scene, view))| of_scene(name, scene, view, threads))
    };
    [1, 2].into_iter().flat_map(with_threads).collect()
}

fn of_scene(name: &str, scene: &Scene, own: &View, threads: usize) -> Vec<Row> {
    let water = |look| View { look, ..own.clone() };
    let map = |field| View { look: Look::Science, field, kind: ViewKind::Top, ..own.clone() };
    let cases = [
        ("water", water(Look::Water), WATER_MS),
        ("ripples", water(Look::Ripples), WATER_MS),
        ("map of the level", map(Field::Level), MAP_MS),
        ("map of the speed", map(Field::Speed), MAP_MS),
    ];
    let mut small_ms = [0.0; 4];
    let mut rows = Vec::new();
    for (size, count) in [SMALL, LARGE].into_iter().zip(PICTURES) {
        let views = cases.each_ref().map(|(_, view, _)| View { size, ..view.clone() });
        let values = pool(threads).install(|| medians_ms(scene, views, count));
        for (k, value) in values.into_iter().enumerate() {
            let (look, _, limit_ms) = &cases[k];
            let bound = if size == SMALL { *limit_ms } else { PIXELS * small_ms[k] };
            let case = format!("{name}: {look}, {} × {} ({count} pictures)", size[0], size[1]);
            rows.push(Row { bench: "pictures", case, threads, value, unit: "ms", bound });
        }
        small_ms = values;
    }
    rows
}

/// Median times of pictures of some views, each by a renderer of its own, in turns after two that are not timed.
fn medians_ms<const N: usize>(scene: &Scene, views: [View; N], count: usize) -> [f64; N] {
    let mut of_views = views.map(|view| {
        let renderer = Renderer::new(Backend::Cpu).unwrap_or_else(|error| panic!("{error}"));
        (view, renderer, Picture::filled([0, 0], [0; 4]), Vec::new())
    });
    for turn in 0..count + 2 {
        for (view, renderer, picture, times_ms) in &mut of_views {
            let took = timed(|| renderer.draw_into(black_box(picture), scene, view, &Notes::default()));
            if turn >= 2 {
                times_ms.push(1e3 * took.as_secs_f64());
            }
        }
    }
    of_views.map(|(.., times_ms)| median(times_ms))
}

/// A shipped scenario at a time, with its foam, and its view.
fn staged(name: &str, until_s: f64) -> (Scene, View) {
    let scenario = Scenario::load(name, &[]).unwrap_or_else(|error| panic!("{error}"));
    let mut world = World::new(&scenario).unwrap_or_else(|error| panic!("{error}"));
    let (mut foam, mut scene) = (Foam::default(), Scene::default());
    while world.time_s() < until_s {
        let report = world.step();
        assert!(report.trouble.is_none(), "{report:?}");
        foam.watch(&world);
    }
    let past = Past { foam: &foam, tracks: &Tracks::default(), residual: &Residual::default() };
    staging::stage(&world, past, Extras::default(), &mut scene);
    (scene, staging::view(&scenario))
}
