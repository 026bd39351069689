//! The CPU and the GPU draw the same picture.

use super::scenes::{basin_with_boat, chase, over_basin, staged};
use glam::Vec3;
use viewer::render::{Backend, Picture, Renderer};
use viewer::scene::{Field, Invented, Look, Scene, Smoke, Speck, Station, View, ViewKind};

/// Largest difference of a channel, in steps of a byte, that counts as equal: the GPU rounds samples to bytes before
/// it averages them.
const STEP: u8 = 3;
/// Fraction of the pixels that may differ by more: on edges the two snap corners to different grids; most where there are two hundred
/// spheres.
const EDGES: f64 = 0.0025;
/// Largest mean difference of a channel over the picture, in steps of a byte.
const MEAN: f64 = 0.30;

struct Difference {
    beyond: f64,
    mean: f64,
}

fn difference(a: &Picture, b: &Picture) -> Difference {
    assert_eq!(a.size(), b.size());
    let channels = |p: [u8; 4], q: [u8; 4]| [0, 1, 2].map(|c| p[c].abs_diff(q[c]));
    let (mut beyond, mut sum) = (0.0, 0.0);
    for (p, q) in a.pixels().iter().zip(b.pixels()) {
        let apart = channels(*p, *q);
        beyond += f64::from(u8::from(apart.iter().any(|&d| d > STEP)));
        sum += apart.iter().map(|&d| f64::from(d)).sum::<f64>();
    }
    let count = f64::from(a.width() * a.height());
    Difference { beyond: beyond / count, mean: sum / (3.0 * count) }
}

fn is_equal(a: &Picture, b: &Picture) -> bool {
    let Difference { beyond, mean } = difference(a, b);
    println!("{:.3} % of the pixels beyond {STEP} steps, mean {mean:.3} steps", 100.0 * beyond);
    beyond <= EDGES && mean <= MEAN
}

fn views() -> Vec<View> {
    let size = [403, 227]; // no multiple of anything
    let of = |look, kind| View { look, kind, size, ..View::default() };
    let follow = |from| ViewKind::Follow { body: "boat".into(), from };
    vec![
        of(Look::Water, ViewKind::Overview),
        of(Look::Water, chase()),
        of(Look::Water, ViewKind::Top),
        of(Look::Ripples, follow(Station::Astern)),
        of(Look::Slab, chase()),
        View { vertical_scale: 2.5, ..of(Look::Slab, ViewKind::Overview) },
        View { field: Field::Speed, ..of(Look::Slab, ViewKind::Overview) },
        View { hide_water: true, ..of(Look::Water, ViewKind::Overview) },
        of(Look::Science, ViewKind::Top),
        View { field: Field::Depth, ..of(Look::Science, follow(Station::Above)) },
    ]
}

fn on_both(scene: &Scene, view: &View, [cpu, gpu]: [&mut Renderer; 2]) {
    let (on_cpu, on_gpu) = (cpu.draw(scene, view), gpu.draw(scene, view));
    assert_ne!(gpu.device(), "CPU", "the GPU failed");
    assert!(is_equal(&on_cpu, &on_gpu), "{}: {view:?}", scene.title);
}

fn both() -> [Renderer; 2] {
    let gpu = Renderer::new(Backend::Gpu { allow_software: true }).unwrap();
    println!("{}", gpu.device());
    [Renderer::new(Backend::Cpu).unwrap(), gpu]
}

#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn every_view_is_the_same_on_both() {
    let [mut cpu, mut gpu] = both();
    for view in views() {
        on_both(&basin_with_boat(), &view, [&mut cpu, &mut gpu]);
    }
}

#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn shipped_scenarios_are_the_same_on_both() {
    let [mut cpu, mut gpu] = both();
    for name in viewer::sim::scenario::shipped::names() {
        let until_s = match name {
            "speedboat" => 5.0,
            "bridge" => 3.0,
            "smoke" => 2.0,
            _ => 1.0,
        };
        let (scene, view) = staged(name, until_s);
        let mut looks = vec![Look::Water, Look::Ripples, Look::Science];
        if !looks.contains(&view.look) {
            looks.push(view.look);
        }
        for look in looks {
            on_both(&scene, &View { look, size: [480, 270], ..view.clone() }, [&mut cpu, &mut gpu]);
        }
    }
}

/// Invented parts, each of them left out alone, then all.
fn left_out() -> [Invented; 6] {
    let all = Invented::ALL;
    [
        Invented { fittings: false, ..all },
        Invented { clouds: false, ..all },
        Invented { haze: false, ..all },
        Invented { sand: false, ..all },
        Invented { foam: false, ..all },
        Invented::NONE,
    ]
}

#[test]
fn each_invented_part_can_be_left_out() {
    let (scene, view) = staged("speedboat", 5.0);
    let view = View { size: [320, 180], ..view };
    let mut renderer = Renderer::new(Backend::Cpu).unwrap();
    let whole = renderer.draw(&scene, &view);
    for invented in left_out() {
        let (water, science) =
            (View { invented, ..view.clone() }, View { look: Look::Science, ..view.clone() });
        assert!(renderer.draw(&scene, &water) != whole, "{invented:?}");
        let plain = renderer.draw(&scene, &science);
        assert!(renderer.draw(&scene, &View { invented, ..science }) == plain, "the science view has none");
    }
}

#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn what_is_left_out_is_left_out_on_both() {
    let [mut cpu, mut gpu] = both();
    let (scene, view) = staged("speedboat", 5.0);
    for invented in left_out() {
        on_both(&scene, &View { invented, size: [480, 270], ..view.clone() }, [&mut cpu, &mut gpu]);
    }
}

/// A plume with an edge, thick enough to hide what is behind its middle, around the boat.
#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn smoke_is_the_same_on_both() {
    let mut scene = Scene { smoke: plume(), ..basin_with_boat() };
    let speck = |n: u8| Speck {
        at_m: Vec3::new(8.0 + f32::from(n), 9.0, 4.0),
        radius_m: 0.3,
        color: [1.0, 0.4, 0.1],
    };
    scene.specks = (0..12).map(speck).collect();
    let [mut cpu, mut gpu] = both();
    for view in views() {
        on_both(&scene, &view, [&mut cpu, &mut gpu]);
    }
    let hangs = Scene { smoke: over_basin(2.0, |_| 1.0), ..basin_with_boat() };
    on_both(&hangs, &views()[1], [&mut cpu, &mut gpu]);
}

fn plume() -> Smoke {
    over_basin(3.0, |at| (1.0 - 2.0 * at.truncate().length() + 0.4 * (9.0 * at.z).sin()).clamp(0.0, 1.0))
}

#[test]
fn a_comparison_of_smoke_can_fail() {
    let scene = Scene { smoke: plume(), ..basin_with_boat() };
    let mut renderer = Renderer::new(Backend::Cpu).unwrap();
    let view = &views()[1];
    let picture = renderer.draw(&scene, view);
    let mut other = |change: &dyn Fn(&mut Smoke)| {
        let mut changed = scene.clone();
        change(&mut changed.smoke);
        is_equal(&picture, &renderer.draw(&changed, view))
    };
    assert!(other(&|_| {}));
    assert!(!other(&|smoke| smoke.corner_m.x += 0.25), "a cell off");
    assert!(!other(&|smoke| smoke.extinction_1_m *= 1.5), "thicker by a half");
    assert!(!other(&|smoke| smoke.albedo = 0.6), "darker");
}

#[test]
fn the_comparison_can_fail() {
    let scene = basin_with_boat();
    let mut renderer = Renderer::new(Backend::Cpu).unwrap();
    for view in views() {
        let picture = renderer.draw(&scene, &view);
        assert!(is_equal(&picture, &picture.clone()));
        let mut moved = scene.clone();
        moved.bodies[0].translation_m.x += 0.5;
        assert!(!is_equal(&picture, &renderer.draw(&moved, &view)), "a boat half a meter off: {view:?}");
        let mut steeper = scene.clone();
        steeper.water.level_m.iter_mut().for_each(|level| *level += *level - 2.0);
        let same = is_equal(&picture, &renderer.draw(&steeper, &view));
        // Of the speed neither the colors nor, in that view, much else follows from the level.
        assert!(same == view.hide_water || view.field == Field::Speed, "waves of twice the height: {view:?}");
    }
}
