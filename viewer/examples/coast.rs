//! A box glides to rest in a closed basin: prints how its momentum passes to the water and that none is lost.

use viewer::sim::World;
use viewer::sim::scenario::{Origin, Scenario};

const SCENARIO: &str = r#"
title = "A box glides to rest"
duration_s = 4.0
[grid]
cells = [120, 60]
cell_size_m = 0.25
[water]
level_m = 2.0
[body.box]
hull = { kind = "box", length_m = 3.0, beam_m = 1.5, depth_m = 0.8 }
mass_kg = 1500.0
position_m = [8.0, 7.5]
velocity_m_s = [3.0, 0.0, 0.0]
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let origin = Origin { name: "coast".into(), folder: None };
    let scenario = Scenario::parse(SCENARIO, origin, &[])?;
    let mut world = World::new(&scenario)?;
    println!("   t [s]   speed [m/s]   all momentum [N s]   impulse of walls [N s]   unaccounted [N s]");
    let mut next = 0.0;
    while world.time_s() < scenario.duration_s {
        if world.time_s() >= next {
            next += 0.5;
            let speed = world.bodies().next().map_or(0.0, |body| body.linvel_m_s.x);
            let books = world.momentum();
            println!(
                "{:8.2} {speed:13.3} {:20.2} {:24.2} {:19.4}",
                world.time_s(),
                books.final_n_s.x,
                books.through_borders_n_s.x,
                books.residual_n_s().x
            );
        }
        let _ = world.step();
    }
    Ok(())
}
