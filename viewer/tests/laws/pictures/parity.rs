//! The CPU and the GPU draw the same picture.

use super::scenes::{basin_with_boat, chase};
use viewer::render::{Backend, Picture, Renderer};
use viewer::scene::{View, ViewKind};

/// Largest difference of a channel, in steps of a byte, that counts as equal: the GPU rounds samples to bytes before
/// it averages them.
const STEP: u8 = 3;
/// Fraction of the pixels that may differ by more: on edges the two snap corners to different grids.
const EDGES: f64 = 0.002;
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

fn views() -> [View; 5] {
    let size = [403, 227]; // no multiple of anything
    [
        View { size, ..View::default() },
        View { size, kind: chase(), ..View::default() },
        View { size, kind: chase(), vertical_scale: 2.5, ..View::default() },
        View { size, hide_water: true, ..View::default() },
        View { size, kind: ViewKind::Top, ..View::default() },
    ]
}

#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn every_view_is_the_same_on_both() {
    let scene = basin_with_boat();
    let mut cpu = Renderer::new(Backend::Cpu).unwrap();
    let mut gpu = Renderer::new(Backend::Gpu { allow_software: true }).unwrap();
    println!("{}", gpu.device());
    for view in views() {
        let (on_cpu, on_gpu) = (cpu.draw(&scene, &view), gpu.draw(&scene, &view));
        assert_ne!(gpu.device(), "CPU", "the GPU failed");
        assert!(is_equal(&on_cpu, &on_gpu), "{view:?}");
    }
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
        let mut higher = scene.clone();
        higher.water.level_m.iter_mut().for_each(|level| *level += 0.02);
        let same = is_equal(&picture, &renderer.draw(&higher, &view));
        assert_eq!(same, view.hide_water, "2 cm more water: {view:?}");
    }
}
