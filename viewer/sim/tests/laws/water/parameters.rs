//! Parameters that a running world takes.

use viewer_sim::World;
use viewer_sim::scenario::{Origin, Scenario};

/// A stream with all that has parameters: wind, friction, eddy viscosity, sides of all kinds with values, a propeller, smoke.
const STREAM: &str = r#"
    title = "stream"
    duration_s = 9.0
    grid = { cells = [60, 30], cell_size_m = 0.5 }
    water = { level_m = 2.0 }
    wind = { speed_m_s = 10.0, towards_deg = 20.0 }
    friction = { manning_s_m13 = 0.02 }
    # Otherwise the depths at sides set the time step.
    solver = { collision = "central-moments", tau = 0.6, smagorinsky = 0.1, time_step_s = 0.025 }
    sides.west = { kind = "inflow", velocity_m_s = 0.4 }
    sides.east = { kind = "level", level_m = 2.0 }
    sides.south = { kind = "sponge", width_m = 3.0 }
    sides.north = { kind = "characteristic", level_m = 2.0, velocity_m_s = 0.05 }
    [body.boat]
    hull = { kind = "box", length_m = 3.0, beam_m = 1.5, depth_m = 1.0 }
    mass_kg = 2000.0
    position_m = [12.0, 7.0]
    propeller = { position_m = [-1.2, 0.0, 0.1], thrust_n = 900.0 }
    [air]
    cells = [20, 10, 10]
    cell_size_m = 1.5
    fastest_flow_m_s = 4.0
    tau = 0.6
    smagorinsky = 0.1
    buoyancy_m_s2 = 1.0
    source = [{ position_m = [9.0, 8.0, 6.0], radius_m = 3.0, smoke_m3_s = 0.5 }]
"#;

fn scenario(changes: &[String]) -> Scenario {
    let origin = Origin { name: "stream.toml".into(), folder: None };
    Scenario::parse(STREAM, origin, changes).unwrap_or_else(|error| panic!("{error}"))
}

/// All numbers of the state after some steps.
fn state(world: &mut World) -> Vec<u64> {
    for _ in 0..40 {
        assert_eq!(world.step(), Default::default());
    }
    let fields = world.fields();
    let water = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s].into_iter().flatten().map(|x| f64::from(*x));
    let bodies = world.bodies().flat_map(|body| {
        [body.position_m, body.linvel_m_s].into_iter().flat_map(|v| v.to_array()).collect::<Vec<_>>()
    });
    let smoke = world.air().unwrap().balance().given_m3;
    water.chain(bodies).chain([smoke]).map(f64::to_bits).collect()
}

/// Each one, set before the first step, is that of a scenario which says so; and it matters.
#[test]
fn a_parameter_that_is_set_at_the_start_is_that_of_the_scenario() {
    let unchanged = state(&mut World::new(&scenario(&[])).unwrap());
    let parameters = World::new(&scenario(&[])).unwrap().parameters();
    let keys: Vec<&str> = parameters.iter().map(|parameter| &*parameter.key).collect();
    let expected = [
        "solver.tau",
        "solver.smagorinsky",
        "wind.speed_m_s",
        "wind.towards_deg",
        "friction.manning_s_m13",
        "sides.west.velocity_m_s",
        "sides.east.level_m",
        "sides.south.width_m",
        "sides.north.velocity_m_s",
        "sides.north.level_m",
        "body.boat.propeller.thrust_n",
        "air.source.0.smoke_m3_s",
    ];
    assert_eq!(keys, expected);
    for parameter in parameters {
        let value = 1.1 * parameter.value;
        let mut set = World::new(&scenario(&[])).unwrap();
        set.set(&parameter.key, value).unwrap();
        assert_eq!(set.parameter(&parameter.key), Some(value));
        let change = format!("{}={value:?}", parameter.key);
        let mut given = World::new(&scenario(&[change])).unwrap();
        let set = state(&mut set);
        assert!(set == state(&mut given), "{}", parameter.key);
        assert!(set != unchanged, "{} has no effect", parameter.key);
    }
}

/// What was changed on the way stays in the books.
#[test]
fn the_books_of_volume_and_momentum_hold_through_changes() {
    let mut world = World::new(&scenario(&[])).unwrap();
    for parameter in world.parameters() {
        for _ in 0..20 {
            assert_eq!(world.step(), Default::default());
        }
        world.set(&parameter.key, 1.2 * parameter.value).unwrap();
    }
    for _ in 0..100 {
        assert_eq!(world.step(), Default::default());
    }
    let (mass, momentum) = (world.mass(), world.momentum());
    assert!(mass.through_borders_m3.abs() > 0.1, "{mass:?}");
    assert!(mass.residual_relative().abs() < 1e-6, "{mass:?}");
    assert!(momentum.residual_relative() < 1e-5, "{momentum:?}");
}

#[test]
fn what_a_running_world_does_not_take_is_refused_and_changes_nothing() {
    let mut world = World::new(&scenario(&[])).unwrap();
    for (key, value, says) in [
        ("water.level_m", 3.0, "start over"),
        ("body.raft.propeller.thrust_n", 3.0, "start over"),
        ("solver.tau", 0.5, "above 0.5"),
        ("solver.smagorinsky", 0.7, "0.5"),
        ("wind.speed_m_s", 90.0, "0 to 80"),
        ("wind.speed_m_s", f64::NAN, "finite"),
        ("friction.manning_s_m13", -0.1, "0 or above"),
        ("sides.west.velocity_m_s", 1e3, "speed"),
        ("sides.east.level_m", -1.0, "above 0"),
        ("sides.south.width_m", 0.0, "width"),
    ] {
        let before = world.parameters();
        let error = world.set(key, value).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{key}: ")) && error.contains(says), "{error}");
        assert_eq!(world.parameters(), before);
    }
    let mut other = World::new(&scenario(&[])).unwrap();
    assert!(state(&mut world) == state(&mut other));
}

/// Wind and friction that have just changed: what is saved then goes on as the world itself does.
#[test]
fn a_world_whose_wind_has_changed_goes_on_with_the_same_bits() {
    let [mut through, mut resumed] = [(); 2].map(|()| World::new(&scenario(&[])).unwrap());
    for _ in 0..20 {
        let _ = through.step();
    }
    for world in [&mut through, &mut resumed] {
        world.set("wind.speed_m_s", 30.0).unwrap();
        world.set("friction.manning_s_m13", 0.1).unwrap();
    }
    let mut file = Vec::new();
    through.save(&mut file).unwrap();
    resumed.load(&file[..]).unwrap();
    assert!(state(&mut through) == state(&mut resumed));
}
