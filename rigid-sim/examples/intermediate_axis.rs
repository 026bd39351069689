//! A book thrown with a spin about its middle axis: it turns over again and again, and its constants stay.
//!
//! Prints the number of flips in 100 s and how far angular momentum and energy are off at the end.

use glam::DVec3;
use rigid_sim::{Error, MassProperties, RigidBodyBuilder, World};

fn main() -> Result<(), Error> {
    let mass = MassProperties::from_box(DVec3::new(0.02, 0.10, 0.15), 0.5)?;
    let mut world = World::new(DVec3::ZERO);
    let book = world.insert(
        RigidBodyBuilder::dynamic().mass_properties(mass).angvel(DVec3::new(0.01, 6.0, 0.0)).build()?,
    );
    let (momentum, energy) = (world[book].angular_momentum(), world[book].kinetic_energy_j());

    let (mut flips, mut up) = (0, true);
    for _ in 0..10_000 {
        let _ = world.step(0.01);
        let along = (world[book].rotation() * DVec3::Y).y;
        if along.abs() > 0.5 && (along > 0.0) != up {
            (flips, up) = (flips + 1, !up);
        }
    }

    let body = &world[book];
    let turned = body.rotation().inverse() * body.angvel_rad_s();
    let shown = body.rotation() * (body.mass_properties().inertia_kg_m2 * turned);
    println!("flips in 100 s:          {flips}");
    println!("angular momentum off by: {:.1e}", (shown - momentum).length() / momentum.length());
    println!("energy off by:           {:.1e}", (body.kinetic_energy_j() / energy - 1.0).abs());
    Ok(())
}
