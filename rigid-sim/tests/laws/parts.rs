//! Bodies of several convex parts: hollows stay open, and collisions of them obey the laws of others.

use std::f32::consts::{PI, TAU};

use glam::{DQuat, DVec3, Quat, Vec3};
use rigid_sim::{Collider, Error, MassProperties, RigidBody, RigidBodyBuilder, Static, World};

use crate::setups::{ball, box_mesh};

type Mesh = (Vec<Vec3>, Vec<[u32; 3]>);

/// A trough along y: walls 1 m thick and 2 m high over a floor of 1 m, 4 m wide, 3 m long, its underside in the middle at the origin.
fn trough() -> Mesh {
    let outline =
        [(-2.0, 0.0), (2.0, 0.0), (2.0, 3.0), (1.0, 3.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, 3.0), (-2.0, 3.0)];
    let end = |y: f32| outline.map(|(x, z)| Vec3::new(x, y, z));
    let vertices = [end(-1.5), end(1.5)].concat();
    // The outline is counter-clockwise seen from −y.
    let caps = [[0, 1, 5], [1, 4, 5], [1, 3, 4], [1, 2, 3], [0, 5, 6], [0, 6, 7]];
    let sides = (0..8).flat_map(|i| {
        let j = (i + 1) % 8;
        [[i, j + 8, j], [i, i + 8, j + 8]]
    });
    let caps = caps.into_iter().flat_map(|[a, b, c]| [[a, b, c], [c + 8, b + 8, a + 8]]);
    (vertices, caps.chain(sides).collect())
}

fn body((vertices, triangles): &Mesh, colliders: Vec<Collider>) -> RigidBodyBuilder {
    let mass = MassProperties::from_mesh(vertices, triangles, 500.0).unwrap();
    colliders.into_iter().fold(RigidBodyBuilder::dynamic().mass_properties(mass), RigidBodyBuilder::collider)
}

fn parts() -> Vec<Collider> {
    let (vertices, triangles) = trough();
    Collider::convex_parts(&vertices, &triangles).unwrap()
}

#[test]
fn parts_fill_the_mesh_and_a_convex_one_is_whole() {
    let (vertices, triangles) = trough();
    let convexity = Collider::convexity(&vertices, &triangles).unwrap();
    assert!((convexity - 8.0 / 12.0).abs() < 1e-6, "{convexity}");
    assert_eq!(parts().len(), 3);
    let cube: Vec<Vec3> =
        (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    assert!((Collider::convexity(&cube, &faces).unwrap() - 1.0).abs() < 1e-6);
    assert_eq!(Collider::convex_parts(&cube, &faces).unwrap().len(), 1);
}

/// Several meshes as one.
fn together(meshes: impl IntoIterator<Item = Mesh>) -> Mesh {
    meshes.into_iter().fold(Mesh::default(), |(mut vertices, mut triangles), (more, faces)| {
        let first = vertices.len() as u32;
        vertices.extend(more);
        triangles.extend(faces.iter().map(|triangle| triangle.map(|i| i + first)));
        (vertices, triangles)
    })
}

/// What a section (m, from the z axis and along it, counter-clockwise with z up) passes in a turn about z of some steps.
fn turned_about_z(section: &[[f32; 2]], steps: usize, first_angle: f32) -> Mesh {
    let place = |step: usize| {
        let (sine, cosine) = (TAU * step as f32 / steps as f32 + first_angle).sin_cos();
        section.iter().map(move |&[r, z]| Vec3::new(r * cosine, r * sine, z))
    };
    let count = section.len();
    let sides = (0..steps * count).flat_map(|i| {
        let (step, side) = (i / count, i % count);
        let at = |step: usize, side: usize| (step % steps * count + side % count) as u32;
        let [a, b, c, d] = [at(step, side), at(step + 1, side), at(step + 1, side + 1), at(step, side + 1)];
        [[a, b, c], [a, c, d]]
    });
    ((0..steps).flat_map(place).collect(), sides.collect())
}

/// A ring of bars about z: regular, its corners and those of its hole on circles, m, half a meter high.
fn ring(bars: usize, [hole_m, outer_m]: [f32; 2]) -> Mesh {
    let section = [[hole_m, 0.0], [outer_m, 0.0], [outer_m, 0.5], [hole_m, 0.5]];
    turned_about_z(&section, bars, TAU / 8.0)
}

/// A frame of 4 × 4 m with a hole of 2 × 2 m, half a meter high, its middle over the origin.
fn frame() -> Mesh {
    let (mut vertices, triangles) = ring(4, [2_f32.sqrt(), 8_f32.sqrt()]);
    vertices.iter_mut().for_each(|v| *v = Vec3::new(v.x.round(), v.y.round(), v.z));
    (vertices, triangles)
}

fn turned((vertices, triangles): Mesh, turn: Vec3) -> Mesh {
    let turn = Quat::from_scaled_axis(turn);
    (vertices.iter().map(|&v| turn * v).collect(), triangles)
}

/// Places, of those given, at which something is of a body with the colliders.
fn filled(colliders: &[Collider], places: &[Vec3]) -> Vec<bool> {
    let mut world = World::new(DVec3::ZERO);
    let solid = colliders.iter().cloned().fold(ball(1e-6, 1.0), RigidBodyBuilder::collider);
    let solid = world.insert(solid.center_of_mass(DVec3::ZERO).build().unwrap());
    let probe =
        |place: &Vec3| world.insert(ball(1e-5, 1.0).center_of_mass(place.as_dvec3()).build().unwrap());
    let probes: Vec<_> = places.iter().map(probe).collect();
    let touched: Vec<_> =
        world.overlaps().into_iter().filter(|pair| pair.0 == solid).map(|pair| pair.1).collect();
    probes.iter().map(|probe| touched.contains(probe)).collect()
}

/// Places evenly in a box about the origin, none on a round number.
fn lattice(half_m: Vec3, counts: [usize; 3]) -> Vec<Vec3> {
    let place = move |n: usize| {
        let steps = Vec3::new(
            (n % counts[0]) as f32,
            (n / counts[0] % counts[1]) as f32,
            (n / counts[0] / counts[1]) as f32,
        );
        let counts = Vec3::from(counts.map(|count| count as f32));
        half_m * (2.0 * (steps + Vec3::new(0.43, 0.53, 0.47)) / counts - 1.0)
    };
    (0..counts.iter().product()).map(place).collect()
}

/// A frame in any attitude, of one piece or of bars, is its four bars: all places in them are filled, and none in the hole.
#[test]
fn a_frame_is_its_bars() {
    let bar = |low: [f32; 2], high: [f32; 2]| {
        box_mesh(Vec3::new(low[0], low[1], 0.0), Vec3::new(high[0], high[1], 0.5))
    };
    let bars = together([
        bar([-2.0, -2.0], [2.0, -1.0]),
        bar([-2.0, 1.0], [2.0, 2.0]),
        bar([-2.0, -1.0], [-1.0, 1.0]),
        bar([1.0, -1.0], [2.0, 1.0]),
    ]);
    let places = lattice(Vec3::new(2.4, 2.4, 0.8), [19, 21, 3]);
    let is_in = |p: &Vec3| {
        let across = p.x.abs().max(p.y.abs());
        across > 1.0 && across < 2.0 && p.z > 0.0 && p.z < 0.5
    };
    let expected: Vec<bool> = places.iter().map(is_in).collect();
    let turns =
        [Vec3::ZERO, 0.35 * Vec3::Z, 0.25 * PI * Vec3::Z, 0.5 * PI * Vec3::X, Vec3::new(0.4, 0.9, -0.7)];
    for (mesh, turn) in [(bars, Vec3::ZERO)].into_iter().chain(turns.map(|turn| (frame(), turn))) {
        let ((vertices, triangles), places) = (turned(mesh, turn), turned((places.clone(), vec![]), turn).0);
        let parts = Collider::convex_parts(&vertices, &triangles).unwrap();
        assert_eq!(parts.len(), 4, "turned by {turn}");
        assert!(filled(&parts, &places) == expected, "turned by {turn}");
    }
}

/// Rings and tori: as much of a lattice is filled as their volume, and nothing near the middle of the hole.
#[test]
fn rings_and_tori_are_few_parts_about_their_hole() {
    let tube = |steps: usize, radius_m: f32| -> Vec<[f32; 2]> {
        let angle = |i: usize| TAU * i as f32 / steps as f32;
        (0..steps).map(|i| [2.0 + radius_m * angle(i).cos(), radius_m * angle(i).sin()]).collect()
    };
    let rings = [8, 12, 16, 24, 32].map(|bars| (format!("ring of {bars}"), ring(bars, [1.5, 2.0])));
    let tori = [(24, 12), (64, 32)].map(|(around, about)| {
        (format!("torus of {around}"), turned_about_z(&tube(about, 0.5), around, 0.0))
    });
    for (name, mesh) in rings.into_iter().chain(tori) {
        for turn in [Vec3::ZERO, Vec3::new(0.4, 0.9, -0.7)] {
            let (vertices, triangles) = turned(mesh.clone(), turn);
            let parts = Collider::convex_parts(&vertices, &triangles).unwrap();
            let half_m = Vec3::new(2.6, 2.6, 0.5);
            let places = lattice(half_m, [24, 24, 8]);
            let full = filled(&parts, &turned((places.clone(), vec![]), turn).0);
            let volume_m3 = f64::from(8.0 * half_m.element_product())
                * full.iter().filter(|full| **full).count() as f64
                / places.len() as f64;
            let times = volume_m3 / volume(&mesh);
            assert!(parts.len() <= 33, "{name}: {} parts", parts.len());
            assert!((0.97..1.06).contains(&times), "{name}, turned by {turn}: {times}");
            let open = places.iter().zip(&full).filter(|(p, _)| p.truncate().length() < 1.1);
            assert!(open.clone().count() > 300 && open.into_iter().all(|(_, full)| !full), "{name}");
        }
    }
}

/// By tetrahedra from the origin.
fn volume((vertices, triangles): &Mesh) -> f64 {
    let of = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|i| vertices[i as usize].as_dvec3());
        a.dot(b.cross(c)) / 6.0
    };
    triangles.iter().map(of).sum()
}

/// A ball smaller than the hole of a frame falls through it; a larger one comes to rest on its edges, at the height of geometry.
#[test]
fn a_small_ball_falls_through_a_frame_and_a_large_one_rests_on_it() {
    let (vertices, triangles) = frame();
    let parts = Collider::convex_parts(&vertices, &triangles).unwrap();
    for radius_m in [0.95, 1.25] {
        let mut world = World::default();
        world.insert_static(Static::ground(0.0).unwrap());
        // The origin of the frame is in the middle of its underside, 3 m over the ground.
        let held = parts.iter().cloned().fold(RigidBodyBuilder::kinematic(), RigidBodyBuilder::collider);
        let frame = world.insert(held.center_of_mass(DVec3::new(0.0, 0.0, 3.0)).build().unwrap());
        let let_go =
            world.insert(ball(radius_m, 20.0).center_of_mass(DVec3::new(0.0, 0.0, 5.5)).build().unwrap());
        for _ in 0..600 {
            assert!(world.step(0.01).quarantined.is_empty());
        }
        let at_m = world[let_go].center_of_mass_m();
        let height_m = if radius_m < 1.0 { radius_m } else { 3.5 + (radius_m * radius_m - 1.0).sqrt() };
        assert!((at_m - DVec3::new(0.0, 0.0, height_m)).length() < 0.01, "{radius_m} m: {at_m}");
        assert_eq!(world[frame].center_of_mass_m(), DVec3::new(0.0, 0.0, 3.0));
    }
}

/// Six hundred tetrahedra, none beside another.
fn sponge() -> Mesh {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    together((0..600).map(|n| {
        let at = Vec3::new((n % 10) as f32, (n / 10 % 10) as f32, (n / 100) as f32) * 2.0;
        (corners.map(|corner| at + corner).to_vec(), faces.to_vec())
    }))
}

/// What would take more parts than there may be is refused, as is what encloses nothing.
#[test]
fn what_is_no_few_parts_is_refused() {
    let (vertices, triangles) = sponge();
    let refused = Collider::convex_parts(&vertices, &triangles);
    assert!(matches!(&refused, Err(Error::NoParts { times, parts: 1..=64 }) if *times > 1.2), "{refused:?}");
    assert!(refused.unwrap_err().to_string().contains("must be 0.8 to 1.2"));
    let (vertices, mut open) = trough();
    open.pop();
    assert!(matches!(Collider::convex_parts(&vertices, &open), Err(Error::OpenMesh { .. })));
    // Twice the same box: its volume counts twice, and its only part encloses half of that.
    let (vertices, triangles) = together([box_mesh(Vec3::ZERO, Vec3::ONE), box_mesh(Vec3::ZERO, Vec3::ONE)]);
    let refused = Collider::convex_parts(&vertices, &triangles);
    assert!(
        matches!(&refused, Err(Error::NoParts { times, parts: 1 }) if (times - 0.5).abs() < 1e-6),
        "{refused:?}"
    );
}

/// Eighty boxes in a row, a tenth of their length apart: with no more parts than there may be, some bridge a gap.
#[test]
fn there_are_no_more_parts_than_64() {
    let at = |n: usize| 1.1 * n as f32 * Vec3::X;
    let (vertices, triangles) = together((0..80).map(|n| box_mesh(at(n), at(n) + Vec3::ONE)));
    assert_eq!(Collider::convex_parts(&vertices, &triangles).unwrap().len(), 64);
}

/// A ball of radius 1 m, every other corner of which is drawn out to 3 m, with an even number of corners around.
fn urchin(around: usize) -> Mesh {
    let rows = around / 2;
    let radius_m = |row: usize, step: usize| {
        if row > 1 && row < rows - 1 && (row + step).is_multiple_of(2) { 3.0 } else { 1.0 }
    };
    let place = |i: usize| {
        let (row, step) = (i / around + 1, i % around);
        let (sine, cosine) = (PI * row as f32 / rows as f32).sin_cos();
        let angle = TAU * step as f32 / around as f32;
        radius_m(row, step) * Vec3::new(sine * angle.cos(), sine * angle.sin(), -cosine)
    };
    let count = (rows - 1) * around;
    let mut vertices: Vec<Vec3> = (0..count).map(place).collect();
    vertices.extend([-Vec3::Z, Vec3::Z]);
    let at = |row: usize, step: usize| (row * around + step % around) as u32;
    let [south, north] = [count as u32, count as u32 + 1];
    let caps = (0..around)
        .flat_map(|i| [[south, at(0, i + 1), at(0, i)], [north, at(rows - 2, i), at(rows - 2, i + 1)]]);
    let sides = (0..(rows - 2) * around).flat_map(|i| {
        let (row, step) = (i / around, i % around);
        let [a, b, c, d] = [at(row, step), at(row, step + 1), at(row + 1, step + 1), at(row + 1, step)];
        [[a, b, c], [a, c, d]]
    });
    (vertices, caps.chain(sides).collect())
}

/// Work is bounded by triangles and by faces cut, and the refusal says by which.
#[test]
fn meshes_of_too_much_work_are_refused() {
    for (around, what) in [(214, "faces cut"), (226, "triangles of a mesh")] {
        let (vertices, triangles) = urchin(around);
        let refused = Collider::convex_parts(&vertices, &triangles);
        let Err(Error::OutOfRange { what: said, value, .. }) = &refused else {
            panic!("{around}: {refused:?}")
        };
        assert!(said.contains(what) && *value < 8e6, "{refused:?}");
    }
}

/// Let fall into the trough, a ball comes to rest on its floor, between its walls; on its hull it would lie two meters higher.
#[test]
fn a_ball_rests_inside_a_trough_of_parts() {
    let (vertices, triangles) = trough();
    for (colliders, floor_m) in [(parts(), 1.0), (vec![Collider::convex_hull(&vertices).unwrap()], 3.0)] {
        let mut world = World::default();
        world.insert_static(Static::ground(0.0).unwrap());
        let mesh = (vertices.clone(), triangles.clone());
        let trough = world.insert(body(&mesh, colliders).build().unwrap());
        let held = world.insert(ball(0.4, 20.0).center_of_mass(DVec3::new(0.3, 0.2, 4.2)).build().unwrap());
        for _ in 0..600 {
            assert!(world.step(0.01).quarantined.is_empty());
        }
        let at_m = world[held].center_of_mass_m();
        assert!((at_m.z - (floor_m + 0.4)).abs() < 0.01 && at_m.x.abs() < 0.6, "{at_m}");
        assert!(world[held].linvel_m_s().length() < 0.01, "{}", world[held].linvel_m_s());
        assert!(world[trough].origin_m().length() < 0.01, "{}", world[trough].origin_m());
    }
}

fn thrown(at_m: DVec3, turn: DVec3, linvel_m_s: DVec3, angvel_rad_s: DVec3) -> RigidBody {
    let builder = body(&trough(), parts()).center_of_mass(at_m).rotation(DQuat::from_scaled_axis(turn));
    builder.linvel(linvel_m_s).angvel(angvel_rad_s).restitution(0.6).build().unwrap()
}

/// Four troughs meet in free space, hooked into one another: momentum stays, and no collision gives energy.
#[test]
fn collisions_of_compounds_keep_momentum_and_create_no_energy() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = World::new(DVec3::ZERO);
            for (n, place) in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
                let at_m = 6.0 * place - DVec3::splat(1.0);
                let turn = DVec3::new(0.4, 0.9, -0.7) * n as f64;
                let angvel = DVec3::new(0.5, -0.4, 0.8) * (n as f64 - 1.5);
                world.insert(thrown(at_m, turn, -2.0 * at_m.normalize(), angvel));
            }
            let sums = |world: &World| {
                let of = |body: &RigidBody| {
                    let about = body.center_of_mass_m().cross(body.momentum()) + body.angular_momentum();
                    (body.momentum(), about, body.kinetic_energy_j())
                };
                world
                    .bodies()
                    .map(|(_, body)| of(body))
                    .fold((DVec3::ZERO, DVec3::ZERO, 0.0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2))
            };
            let start = sums(&world);
            let (mut energy_j, mut gained_j, mut touched) = (start.2, 0.0, 0);
            for _ in 0..400 {
                let report = world.step(0.01);
                touched += usize::from(report.contacts > 0);
                let now = sums(&world);
                assert!((now.0 - start.0).length() < 1e-9 * 4000.0, "{} of {}", now.0, start.0);
                assert!((now.1 - start.1).length() < 1e-8 * 12_000.0, "{} of {}", now.1, start.1);
                // Overlaps that go by themselves move bodies by some millimeters a second.
                gained_j += (now.2 - energy_j).max(0.0);
                assert!(gained_j < 1e-3 * start.2, "{gained_j} of {} J", start.2);
                energy_j = now.2;
            }
            assert!(touched > 20 && energy_j < start.2, "{touched} steps, {energy_j} of {} J", start.2);
            world.state()
        })
    };
    assert_eq!(run(1), run(4));
}
