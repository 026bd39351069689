//! Bodies of several convex parts: hollows stay open, and collisions of them obey the laws of others.

use glam::{DQuat, DVec3, Vec3};
use rigid_sim::{Collider, Error, MassProperties, RigidBody, RigidBodyBuilder, Static, World};

use crate::setups::ball;

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

/// What would take more parts than there may be is refused, as is what encloses nothing.
#[test]
fn what_is_no_few_parts_is_refused() {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    // Six hundred tetrahedra, none beside another.
    for n in 0..600u32 {
        let at = Vec3::new((n % 10) as f32, (n / 10 % 10) as f32, (n / 100) as f32) * 2.0;
        let first = vertices.len() as u32;
        vertices.extend([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|corner| at + corner));
        triangles
            .extend([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(|triangle| triangle.map(|i| i + first)));
    }
    let refused = Collider::convex_parts(&vertices, &triangles);
    assert!(matches!(&refused, Err(Error::NoParts { times, .. }) if *times > 1.2), "{refused:?}");
    assert!(refused.unwrap_err().to_string().contains("must be 0.8 to 1.2"));
    let (vertices, mut open) = trough();
    open.pop();
    assert!(matches!(Collider::convex_parts(&vertices, &open), Err(Error::OpenMesh { .. })));
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
            let (mut energy_j, mut touched) = (start.2, 0);
            for _ in 0..400 {
                let report = world.step(0.01);
                touched += usize::from(report.contacts > 0);
                let now = sums(&world);
                assert!((now.0 - start.0).length() < 1e-9 * 4000.0, "{} of {}", now.0, start.0);
                assert!((now.1 - start.1).length() < 1e-8 * 12_000.0, "{} of {}", now.1, start.1);
                // Overlaps that go by themselves move bodies by some millimeters a second.
                assert!(now.2 < energy_j * (1.0 + 1e-3), "{} after {energy_j} J", now.2);
                energy_j = now.2;
            }
            assert!(touched > 20 && energy_j < start.2, "{touched} steps, {energy_j} of {} J", start.2);
            world.state()
        })
    };
    assert_eq!(run(1), run(4));
}
