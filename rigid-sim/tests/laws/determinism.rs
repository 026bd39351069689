//! The same world gives the same bits, and an invalid body affects no other.

use crate::setups::{ball, cuboid};
use glam::{DQuat, DVec3, Vec3};
use rigid_sim::{
    Anchor, BodyHandle, Collider, Joint, JointKind, MassProperties, RigidBodyBuilder, Static, World,
};

/// A heap of boxes, balls and hulls that falls into a corner.
fn heap() -> World {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap());
    world.insert_static(Static::cuboid(DVec3::new(0.1, 5.0, 2.0), DVec3::X * 3.0, DQuat::IDENTITY).unwrap());
    let hull: Vec<Vec3> =
        [(0.5, 0.0, 0.0), (-0.4, 0.3, 0.1), (-0.4, -0.3, 0.0), (0.0, 0.0, 0.6), (0.1, 0.2, -0.4)]
            .map(|(x, y, z)| Vec3::new(x, y, z))
            .to_vec();
    for i in 0..12 {
        let k = f64::from(i);
        let body = match i % 3 {
            0 => ball(0.4, 2.0).restitution(0.5),
            1 => cuboid(DVec3::new(0.5, 0.3, 0.4), 3.0),
            _ => RigidBodyBuilder::dynamic()
                .mass_properties(MassProperties::from_convex_hull(&hull, 2.0).unwrap())
                .collider(Collider::convex_hull(&hull).unwrap()),
        };
        let place = DVec3::new((k * 0.7).sin(), (k * 1.3).cos(), 1.0 + 0.8 * k);
        world.insert(
            body.center_of_mass(place).linvel(DVec3::X).angvel(DVec3::new(0.3, k, -1.0)).build().unwrap(),
        );
    }
    world
}

/// Every bit of every body's state.
fn bits(world: &World) -> Vec<u64> {
    let values = world.bodies().flat_map(|(_, body)| {
        let parts = [body.center_of_mass_m(), body.linvel_m_s(), body.angular_momentum()];
        parts.into_iter().flat_map(|v| v.to_array()).chain(body.rotation().to_array())
    });
    values.map(f64::to_bits).collect()
}

#[test]
fn two_runs_agree_bit_for_bit() {
    let (mut first, mut second) = (heap(), heap());
    let mut contacts = 0;
    for _ in 0..500 {
        let (a, b) = (first.step(0.01), second.step(0.01));
        assert_eq!(a, b);
        assert_eq!(bits(&first), bits(&second));
        contacts += a.contacts;
    }
    assert!(contacts > 1000, "the heap must touch for the law to be tried");
}

/// Ten heaps far apart, each an island or more, and a chain beside each of which the last link drags a box over the ground, so that there is work for several threads.
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let many = || {
        let mut world = World::default();
        world.insert_static(Static::ground(0.0).unwrap());
        for k in 0..100 {
            let (column, layer) = (f64::from(k % 10), f64::from(k / 10));
            let half = DVec3::new(0.5, 0.4, 0.3);
            let at = DVec3::new(5.0 * column, 0.05 * (layer * 1.7 + column).sin(), 0.4 + 0.65 * layer);
            let body = cuboid(half, 3.0).center_of_mass(at).angvel(DVec3::Z * 0.1 * layer);
            world.insert(body.build().unwrap());
        }
        for k in 0..10 {
            let mut before = None;
            for link in 0..5 {
                let at = DVec3::new(
                    5.0 * f64::from(k) + 0.4 * f64::from(link),
                    20.0,
                    0.35 + 0.3 * f64::from(k % 3),
                );
                let body = cuboid(DVec3::new(0.15, 0.3, 0.3), 3.0).center_of_mass(at);
                let body = world.insert(body.linvel(DVec3::Y * f64::from(k * link)).build().unwrap());
                let at = |body: BodyHandle, x: f64| Anchor::Body(body, DVec3::X * x);
                if let Some(before) = before.replace(body) {
                    let joint = Joint::new(JointKind::Ball, at(before, 0.2), at(body, -0.2));
                    world.insert_joint(joint).unwrap();
                }
            }
        }
        world
    };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = many();
            let contacts: usize = (0..60).map(|_| world.step(1.0 / 60.0).contacts).sum();
            assert!(contacts > 60 * 64, "enough for several threads: {contacts}");
            bits(&world)
        })
    };
    let one = run(1);
    assert_eq!(run(2), one);
    assert_eq!(run(3), one);
}

#[test]
fn a_clone_continues_with_the_same_bits() {
    let mut first = heap();
    (0..200).for_each(|_| drop(first.step(0.01)));
    let mut second = first.clone();
    for _ in 0..200 {
        let _ = first.step(0.01);
        let _ = second.step(0.01);
    }
    assert_eq!(bits(&first), bits(&second));
}

#[test]
fn a_body_whose_force_is_no_number_is_frozen_and_the_others_go_on() {
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let mut world = heap();
        (0..100).for_each(|_| drop(world.step(0.01)));
        let sick = BodyHandle::new(4, 0);
        let place = world[sick].center_of_mass_m();
        world[sick].add_force(DVec3::X * bad);
        let report = world.step(0.01);
        assert_eq!(report.quarantined, [sick], "force {bad}");
        for step in 0..300 {
            if step % 10 == 0 {
                world[sick].add_torque(DVec3::X * bad);
            }
            assert!(
                world.step(0.01).quarantined.is_empty(),
                "a frozen body is reported once, and no other body is"
            );
        }
        assert!(world[sick].is_quarantined());
        assert_eq!(world[sick].center_of_mass_m(), place);
        assert_eq!(world[sick].linvel_m_s(), DVec3::ZERO);
        let healthy = world.bodies().filter(|(h, _)| *h != sick);
        for (handle, body) in healthy {
            assert!(!body.is_quarantined());
            assert!(body.center_of_mass_m().is_finite() && body.rotation().is_finite(), "{handle:?}");
        }
    }
}

#[test]
fn a_body_that_flies_out_of_all_bounds_is_frozen_where_it_last_was() {
    let mut world = World::new(DVec3::ZERO);
    let place = DVec3::new(1.0, 2.0, 3.0);
    let body = world.insert(ball(0.5, 1.0).center_of_mass(place).linvel(DVec3::X * 9e8).build().unwrap());
    assert_eq!(world.step(2.0).quarantined, [body]);
    assert_eq!(world[body].center_of_mass_m(), place);
    assert_eq!(world[body].linvel_m_s(), DVec3::ZERO);
}
