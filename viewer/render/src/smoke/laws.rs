//! Rays through smoke against closed forms.

use glam::Vec3;

use super::march::Smoke;
use super::over::{Nearest, jitter};
use super::ray::{Along, OPAQUE, Ray};
use super::sparse::Strip;
use crate::scene;
use crate::shading::SUN;

const N: usize = 80;
const CELL_M: f32 = 0.25;
const CORNER_M: Vec3 = Vec3::new(3.0, -5.0, 2.0);

fn middle() -> Vec3 {
    CORNER_M + Vec3::splat(0.5 * N as f32 * CELL_M)
}

/// Smoke of some concentration by place, with a way that light goes in the undiluted, m.
fn smoke(concentration: impl Fn(Vec3) -> f32, way_m: f32) -> Smoke {
    let place = |k: usize| {
        let at = [k % N, k / N % N, k / (N * N)].map(|at| at as f32 + 0.5);
        CORNER_M + Vec3::from_array(at) * CELL_M
    };
    let of = scene::Smoke {
        cells: [N; 3],
        cell_size_m: CELL_M,
        corner_m: CORNER_M,
        concentration: (0..N * N * N).map(|k| concentration(place(k))).collect(),
        extinction_1_m: 1.0 / way_m,
        albedo: 0.8,
    };
    Smoke::new(&of, SUN).unwrap()
}

/// A ball in which the smoke is undiluted; cells at its edge by the part of them inside.
fn ball(radius_m: f32, way_m: f32) -> Smoke {
    let part = move |place: Vec3| {
        let points = (0..64).filter(|k| {
            let at = [k % 4, k / 4 % 4, k / 16].map(|at| (at as f32 + 0.5) / 4.0 - 0.5);
            (place + Vec3::from_array(at) * CELL_M).distance(middle()) < radius_m
        });
        points.count() as f32 / 64.0
    };
    smoke(part, way_m)
}

fn directions() -> [Vec3; 5] {
    [Vec3::X, Vec3::NEG_Z, Vec3::new(0.3, -1.0, 0.2), Vec3::new(-1.0, 1.0, 1.0), SUN].map(Vec3::normalize)
}

fn jitters() -> [f32; 3] {
    [0.0, 0.37, 0.99]
}

/// Light that comes through: to 1 %, or none where less comes through than is seen.
fn is_within_a_hundredth(passes: f32, exact: f32) -> bool {
    (passes / exact - 1.0).abs() < 0.01 || passes == 0.0 && exact < OPAQUE
}

#[test]
fn light_falls_in_a_homogeneous_medium_by_beer_and_lambert() {
    for way_m in [2.0, 9.0, 60.0] {
        let smoke = smoke(|_| 1.0, way_m);
        for (direction, jitter) in directions().into_iter().flat_map(|d| jitters().map(|j| (d, j))) {
            let speed = 1.7;
            let from = middle() - direction * 100.0;
            // Half of the box along the ray, and up to a surface in it.
            let half_m = (0.5 * N as f32 * CELL_M / direction.abs()).min_element();
            for (reach_m, inside_m) in [(f32::INFINITY, 2.0 * half_m), (100.0 - 0.4 * half_m, 0.6 * half_m)] {
                let along = smoke.along(from, direction * speed, reach_m / speed, jitter);
                let exact = (-inside_m / way_m).exp();
                assert!(is_within_a_hundredth(along.passes, exact), "{along:?} for {exact}");
                assert!(
                    (along.scattered / (0.8 * (1.0 - exact)) - 1.0).abs() < 0.01,
                    "{along:?} for {exact}"
                );
            }
        }
        // The sun comes in from the west, where its rays are steepest.
        for depth_m in [1.0f32, 4.0] {
            let place = middle().with_x(CORNER_M.x + depth_m);
            let exact = (-depth_m / SUN.x.abs() / way_m).exp();
            let got = smoke.sunlight(place);
            assert!((got / exact - 1.0).abs() < 0.01, "{got} for {exact}");
        }
    }
}

#[test]
fn a_ball_takes_light_by_its_chords_and_scatters_the_suns_once() {
    let radius_m = 7.0;
    for way_m in [5.6, 16.8] {
        let smoke = ball(radius_m, way_m);
        for (direction, jitter) in directions().into_iter().flat_map(|d| jitters().map(|j| (d, j))) {
            for beside in [0.0, 0.3, 0.6] {
                let aside = direction.any_orthonormal_vector() * (beside * radius_m);
                let chord_m = 2.0 * radius_m * (1.0 - beside * beside).sqrt();
                let depth = chord_m / way_m;
                let from = middle() + aside - direction * 40.0;
                let along = smoke.along(from, direction, f32::INFINITY, jitter);
                let exact = (-depth).exp();
                assert!(is_within_a_hundredth(along.passes, exact), "{along:?} for {exact}");
                // From the sun, ∫ σ exp(−2 σ s) ds; towards it, σ d exp(−σ d).
                let seen = |direction: Vec3| {
                    let from = middle() + aside - direction * 40.0;
                    smoke.along(from, direction, f32::INFINITY, jitter).sunlit / 0.8
                };
                if direction == SUN.normalize() {
                    let [lit, against] = [0.5 * (1.0 - (-2.0 * depth).exp()), depth * exact];
                    let [from_sun, to_sun] = [seen(-direction), seen(direction)];
                    assert!((from_sun / lit - 1.0).abs() < 0.01, "from the sun {from_sun} for {lit}");
                    assert!((to_sun / against - 1.0).abs() < 0.01, "towards the sun {to_sun} for {against}");
                }
            }
        }
        // The shadow behind it, outside the box too.
        for away_m in [8.0, 30.0] {
            let got = smoke.sunlight(middle() - SUN * away_m);
            let exact = (-2.0 * radius_m / way_m).exp();
            // Sunlight goes from plane to plane, which smears the shadow: its middle has a part of what is beside it.
            assert!((got - exact).abs() < 0.01 * exact.max(0.2), "{got} for {exact}");
        }
        assert_eq!(smoke.sunlight(middle() + SUN * 8.0), 1.0);
    }
}

/// What blocks without smoke are skipped by is not seen: with a trace of it everywhere no step is longer than a cell.
#[test]
fn skipping_empty_space_changes_nothing() {
    let puffs = |place: Vec3| {
        let of = |at: Vec3| (1.5 - place.distance(at)).max(0.0);
        of(middle() + Vec3::new(-5.0, 1.0, 3.0)) + of(middle() + Vec3::new(4.0, -2.0, -4.0))
    };
    let [skipped, whole] = [smoke(puffs, 0.7), smoke(|place| puffs(place) + 2e-5, 0.7)];
    let mut seen = 0;
    for k in 0..4000 {
        let [a, b, c] = [0.618, 0.755, 0.57].map(|part: f32| 2.0 * (k as f32 * part).fract() - 1.0);
        let direction = Vec3::new(a, b, c).normalize();
        let aside = direction.any_orthonormal_vector() * (6.0 * c);
        let from = middle() + aside - direction * 30.0;
        let [of, with] = [&skipped, &whole].map(|smoke| smoke.along(from, direction, f32::INFINITY, 1.0));
        assert!((of.passes - with.passes).abs() < 0.03, "{of:?}, {with:?}");
        seen += usize::from(of.passes < 0.9);
    }
    assert!(seen > 100, "{seen}");
}

/// Errors of the steps along neighboring rays follow each other, which is seen as bands, unless the first step is jittered.
#[test]
fn jittered_starts_leave_no_bands() {
    let smoke = ball(5.0, 3.0);
    let direction = Vec3::new(0.2, 1.0, 0.1).normalize();
    let ray = |x: usize| middle() - direction * 30.0 + Vec3::Z * (0.01 * x as f32 - 4.8);
    let passes = |x: usize, jitter: f32| smoke.along(ray(x), direction, f32::INFINITY, jitter).passes;
    let errors = |jitter: &dyn Fn(usize) -> f32| -> Vec<f32> {
        let exact = |x: usize| (0..64).map(|k| passes(x, (k as f32 + 0.5) / 64.0)).sum::<f32>() / 64.0;
        (0..400).map(|x| passes(x, jitter(x)) - exact(x)).collect()
    };
    // Of neighbors, over that of each with itself.
    let correlation = |errors: &[f32]| {
        let product = |by: usize| errors.iter().zip(&errors[by..]).map(|(a, b)| a * b).sum::<f32>();
        product(1) / product(0)
    };
    let [banded, jittered] = [errors(&|_| 1.0), errors(&|x| jitter([x as u32, 7]))];
    assert!(correlation(&banded) > 0.4, "{}", correlation(&banded));
    assert!(correlation(&jittered) < 0.1, "{}", correlation(&jittered));
    assert!(jittered.iter().any(|error| error.abs() > 1e-4), "there is an error to be seen");
}

/// A strip of a picture of the ball, in whose right part a wall stands in it, and in the left one posts a pixel wide.
#[test]
fn half_the_resolution_keeps_edges_with_a_third_of_the_rays() {
    let smoke = ball(5.0, 3.0);
    const WIDTH: usize = 161;
    const ROWS: usize = 8;
    let ray = |x: usize, row: usize| {
        let place = middle() + Vec3::new(0.08 * (x as f32 - 80.0), -40.0, 0.08 * row as f32);
        (place, Vec3::Y)
    };
    let nearest: Vec<Nearest> = (0..WIDTH * ROWS)
        .map(|k| {
            let mut nearest = Nearest::default();
            let x = k % WIDTH;
            if x > 93 || x < 80 && x % 10 == 7 {
                nearest.add(1.0, 40.0);
            }
            nearest
        })
        .collect();
    let strip = Strip { nearest: &nearest, width: WIDTH, first_row: 16 };
    let through = |half: bool| -> (Vec<Along>, usize) {
        let cast = std::cell::Cell::new(0);
        let all = smoke.through_all(strip, half, |x, row| {
            cast.set(cast.get() + 1);
            ray(x, row)
        });
        (all, cast.get())
    };
    let ((all, rays), (few, fewer)) = (through(false), through(true));
    assert_eq!(rays, WIDTH * ROWS);
    assert!(fewer > rays / 4 && fewer < rays / 2, "{fewer} of {rays}");
    for (k, (all, few)) in all.iter().zip(&few).enumerate() {
        let off = (all.passes - few.passes).abs().max((all.sunlit - few.sunlit).abs());
        assert!(off < 0.04, "pixel {} of row {}: {few:?} for {all:?}", k % WIDTH, k / WIDTH);
    }
    // The wall is an edge to be kept.
    let beside = [92, 95].map(|x| all[x].passes);
    assert!(beside[1] - beside[0] > 0.15, "{beside:?}");
}

impl Smoke {
    /// What the smoke does to one ray.
    fn along(&self, from: Vec3, way: Vec3, reach: f32, jitter: f32) -> Along {
        self.along_all(&[Ray { from, way, reach, jitter }])[0]
    }
}

/// Rays share vectors, places in which are taken by others when rays end: what becomes of each is the same, to the bit.
#[test]
fn rays_do_not_know_of_those_beside_them() {
    let smoke = ball(5.0, 3.0);
    let ray = |k: usize| {
        let [a, b, c] = [0.618, 0.755, 0.57].map(|part: f32| 2.0 * (k as f32 * part).fract() - 1.0);
        let way = Vec3::new(a, b, c).normalize();
        let from = middle() + way.any_orthonormal_vector() * (9.0 * a) - way * 30.0;
        let reach = if k.is_multiple_of(3) { 29.0 + 5.0 * b } else { f32::INFINITY };
        Ray { from, way, reach, jitter: (k as f32 * 0.31).fract() }
    };
    let rays: Vec<Ray> = (0..3000).map(ray).collect();
    let all = smoke.along_all(&rays);
    let alone: Vec<Along> = rays.iter().map(|ray| smoke.along_all(&[*ray])[0]).collect();
    assert_eq!(all, alone);
    let backwards: Vec<Ray> = rays.iter().rev().copied().collect();
    let mut along = smoke.along_all(&backwards);
    along.reverse();
    assert_eq!(all, along);
    let met = all.iter().filter(|along| along.passes < 0.9).count();
    let ended = all.iter().filter(|along| along.passes == 0.0).count();
    assert!(met > 500 && met < 2500 && all.contains(&Along::CLEAR), "{met}, {ended}");
}
