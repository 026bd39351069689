//! Steps of a world, as bodies per second.
#![allow(missing_docs, reason = "criterion's macros make public items")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use glam::DVec3;
use rigid_sim::{Collider, Error, MassProperties, RigidBodyBuilder, Static, World};
use std::hint::black_box;

/// `count` balls on the ground in a square, so close that neighbors touch.
fn balls(count: u32, touching: bool) -> Result<World, Error> {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0)?);
    let side = f64::from(count).sqrt().ceil();
    let apart = if touching { 1.0 } else { 1.5 };
    for i in 0..count {
        let i = f64::from(i);
        let place = DVec3::new(i % side * apart, (i / side).floor() * apart, 0.5);
        let body = RigidBodyBuilder::dynamic()
            .mass_properties(MassProperties::from_sphere(0.5, 1.0)?)
            .collider(Collider::ball(0.5)?)
            .center_of_mass(place);
        world.insert(body.build()?);
    }
    Ok(world)
}

/// A body that nothing touches, of three different moments.
fn free(count: u32) -> Result<World, Error> {
    let mut world = World::new(DVec3::ZERO);
    let mass = MassProperties::from_box(DVec3::new(1.0, 2.0, 3.0), 1.0)?;
    for _ in 0..count {
        world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).angvel(DVec3::ONE).build()?);
    }
    Ok(world)
}

fn steps(criterion: &mut Criterion) {
    let worlds =
        [("free", free(200)), ("balls apart", balls(200, false)), ("balls touching", balls(200, true))];
    let mut group = criterion.benchmark_group("step");
    group.throughput(Throughput::Elements(200)).sample_size(20);
    for (name, world) in worlds {
        let mut world = world.expect("the values are in range");
        (0..50).for_each(|_| drop(world.step(0.01)));
        group.bench_function(name, |bencher| {
            bencher.iter_batched_ref(
                || world.clone(),
                |world| black_box(world.step(0.01)),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
