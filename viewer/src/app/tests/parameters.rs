//! Sliders of parameters: what the world takes while it runs, and what it takes at its start.

use egui::accesskit::Role;

use super::*;
use crate::app::controls::{Page, Request};
use crate::render::{Backend, Renderer};
use crate::scene::{Invented, Look, View};
use crate::sim::{Deed, World};

const THRUST: &str = "body.boat.propeller.thrust_n";

fn bits(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    world.save(&mut bytes).unwrap();
    bytes
}

fn slide(harness: &mut Harness<'_, Bench>, label: &str, to: f64) {
    harness.get_by_role_and_label(Role::Slider, label).set_value_accesskit(to);
    harness.run_steps(3);
}

fn seek(harness: &mut Harness<'_, Bench>, step: u64) {
    harness.state_mut().controls.commands.push(Command::Seek(step));
    harness.run_steps(2);
    assert_eq!(harness.state().snapshot.step, step);
}

#[test]
fn a_slider_changes_the_running_world_and_reset_puts_it_back() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Parameters");
    seek(&mut harness, 10);
    let label = format!("{THRUST} (N)");
    slide(&mut harness, &label, 1200.0);
    assert_eq!(harness.state().engine.world().parameter(THRUST), Some(1200.0));
    assert_eq!((harness.state().snapshot.opened, harness.state().snapshot.step), (1, 10), "it goes on");
    slide(&mut harness, &label, 1500.0);
    slide(&mut harness, "solver.tau", 0.8);
    seek(&mut harness, 40);
    let mut world = World::new(&pool(&[])).unwrap();
    (0..10).for_each(|_| _ = world.step());
    world.set(THRUST, 1500.0).unwrap();
    world.set("solver.tau", 0.8).unwrap();
    (10..40).for_each(|_| _ = world.step());
    assert!(bits(harness.state().engine.world()) == bits(&world));
    click(&mut harness, &format!("Reset {THRUST}"));
    assert_eq!(harness.state().engine.world().parameter(THRUST), Some(900.0));
    assert!(harness.query_by_label(&format!("Reset {THRUST}")).is_none(), "there is nothing to put back");
    harness.get_by_label("Reset solver.tau");
}

#[test]
fn the_past_has_the_parameters_that_it_had_and_a_replay_has_them_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool.replay");
    let mut bench = Bench::new(&[]);
    let mut states = Vec::new();
    for step in 0..=120u64 {
        bench.controls.commands.push(Command::Seek(step));
        bench.carry_out();
        let set = |key: &str, value| Command::Set { key: key.into(), value };
        match step {
            20 => bench.controls.commands.push(set(THRUST, 3000.0)),
            50 => bench.controls.commands.push(set("solver.tau", 0.9)),
            90 => bench.controls.commands.push(set(THRUST, 100.0)),
            _ => {}
        }
        bench.carry_out();
        states.push(bits(bench.engine.world()));
    }
    bench.controls.commands.push(Command::SaveReplay(path.clone()));
    let check = |bench: &mut Bench| {
        for step in [119, 55, 10, 33, 100, 21, 89, 120, 1] {
            bench.controls.commands.push(Command::Seek(step));
            bench.carry_out();
            assert!(bits(bench.engine.world()) == states[step as usize], "step {step}");
            let thrust_n = if step <= 20 {
                900.0
            } else if step <= 90 {
                3000.0
            } else {
                100.0
            };
            let shown = bench.snapshot.parameters.iter().find(|(_, of)| of.key == THRUST).unwrap();
            assert_eq!((shown.0, shown.1.value), (thrust_n, 900.0), "step {step}");
            assert_eq!(bench.engine.world().parameter(THRUST), Some(thrust_n));
        }
    };
    check(&mut bench);
    bench.controls.open(path.to_string_lossy().into_owned(), Vec::new());
    bench.carry_out();
    assert_eq!(bench.snapshot.opened, 2, "{:?}", bench.snapshot.log);
    check(&mut bench);
    bench.controls.commands.push(Command::Restart);
    bench.carry_out();
    assert_eq!(bench.engine.world().parameter(THRUST), Some(900.0));
}

#[test]
fn a_value_that_the_lattice_does_not_carry_is_refused_in_one_sentence() {
    let mut harness = window(Bench::new(&[]));
    for (key, value, remedy) in
        [("solver.tau", 0.4, "above 0.5"), (THRUST, 1e9, "at most"), ("water.level_m", 3.0, "start over")]
    {
        harness.state_mut().controls.commands.push(Command::Set { key: key.into(), value });
        harness.run_steps(3);
        let line = harness.state().snapshot.log.last().unwrap().clone();
        assert!(line.is_error && line.text.contains(key) && line.text.contains(remedy), "{line:?}");
        assert!(harness.query_all_by_label_contains(&line.text).next().is_some(), "the status line says it");
    }
    assert_eq!(harness.state().engine.world().parameters(), World::new(&pool(&[])).unwrap().parameters());
}

#[test]
fn dragging_a_slider_leaves_one_change_a_step() {
    let mut bench = Bench::new(&[]);
    for k in 0..5 {
        let value = 1000.0 + 100.0 * f64::from(k);
        bench.controls.commands.push(Command::Set { key: THRUST.into(), value });
        bench.carry_out();
    }
    assert_eq!(bench.engine.deeds(), [(0, Deed::Set { key: THRUST.into(), value: 1400.0 })]);
}

#[test]
fn the_ends_of_the_colors_are_what_the_run_needs_or_fixed_or_hold_a_part_of_the_water() {
    let mut harness = window(Bench::new(&[]));
    seek(&mut harness, 40);
    {
        let view = harness.state_mut().controls.eye.base_mut();
        (view.look, view.field) = (crate::scene::Look::Science, crate::scene::Field::Speed);
    }
    click(&mut harness, "Parameters");
    let ends = |harness: &Harness<'_, Bench>| harness.state().controls.eye.base().field_range;
    assert_eq!(ends(&harness), None);
    assert!(harness.query_by_label("first").is_none());
    click(&mut harness, "fixed ends of the colors");
    let within = |harness: &Harness<'_, Bench>| {
        let (low, high) = ends(harness).unwrap();
        let water = &harness.state().snapshot.scene.water;
        let speeds = crate::scene::values(water, crate::scene::Field::Speed);
        let speeds: Vec<f32> = speeds.into_iter().filter(|speed| speed.is_finite()).collect();
        let held = speeds.iter().filter(|speed| (low..=high).contains(*speed)).count();
        held as f32 / speeds.len() as f32
    };
    let most = within(&harness);
    assert!((0.98..1.0).contains(&most), "{most}");
    click(&mut harness, "90 %");
    let fewer = within(&harness);
    assert!((0.89..most).contains(&fewer), "{fewer}");
    click(&mut harness, "100 %");
    assert_eq!(within(&harness), 1.0);
    click(&mut harness, "fixed ends of the colors");
    assert_eq!(ends(&harness), None);
    assert!(harness.state().sent.iter().all(|sent| matches!(sent, Command::Seek(_))), "no part of the run");
}

/// What draws the window is chosen on this page; a graphics device that was lost is told of over the picture and among the messages, with the way back.
#[test]
fn a_lost_graphics_device_is_told_of_and_tried_again() {
    let mut harness = window(Bench::new(&[]));
    let loss = "The graphics device was lost (a test): the window goes on drawing on the processor";
    let tell = |harness: &mut Harness<'_, Bench>| {
        harness.state_mut().controls.loss = Some(loss.into());
        harness.state_mut().controls.commands.push(Command::Blame(loss.into()));
        harness.run_steps(3);
    };
    tell(&mut harness);
    harness.get_by_label(loss);
    harness.get_by_label(&format!("·  {loss}"));
    click(&mut harness, "Go on");
    assert!(harness.query_by_label(loss).is_none(), "it was read");
    tell(&mut harness);
    click(&mut harness, "Try the GPU again");
    assert_eq!(harness.state_mut().controls.requests.pop(), Some(Request::DrawBy { gpu: true }));
    harness.state_mut().controls.loss = None;
    harness.state_mut().controls.page = Some(Page::Messages);
    harness.run_steps(3);
    assert_eq!(harness.query_all_by_label(loss).count(), 2, "each time");
    harness.state_mut().controls.page = Some(Page::Parameters);
    for (device, other, gpu) in [("CPU", "GPU", true), ("a card (vulkan)", "CPU", false)] {
        harness.state_mut().device = device;
        harness.run_steps(3);
        harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, "renderer").click();
        harness.run_steps(3);
        harness.get_by_role_and_label(egui::accesskit::Role::Button, other).click();
        harness.run_steps(3);
        assert_eq!(harness.state_mut().controls.requests.pop(), Some(Request::DrawBy { gpu }));
    }
}

/// Each has a switch of its own, where there is such a thing.
#[test]
fn what_is_invented_is_left_out_one_by_one() {
    let mut harness = window(Bench::new(&["body.boat.fittings=motorboat"]));
    click(&mut harness, "Parameters");
    let shown = |harness: &Harness<'_, Bench>| {
        let view = harness.state().controls.eye.base();
        (view.look, view.invented.fittings)
    };
    assert_eq!(shown(&harness), (Look::Water, true));
    click(&mut harness, "fittings");
    assert_eq!(shown(&harness), (Look::Water, false));
    click(&mut harness, "ripples");
    assert_eq!(shown(&harness), (Look::Ripples, false));
    let picture = |fittings| {
        let mut render = Renderer::new(Backend::Cpu).unwrap().overlay(false);
        let invented = Invented { fittings, ..Invented::ALL };
        let view =
            View { invented, size: [160, 90], ..harness.state().controls.view(&harness.state().snapshot).0 };
        render.draw(&harness.state().snapshot.scene, &view)
    };
    assert!(picture(false) != picture(true), "they are drawn all the same");
    click(&mut harness, "ripples");
    click(&mut harness, "fittings");
    assert_eq!(shown(&harness), (Look::Water, true));
    for name in ["clouds", "haze", "grain of the sand", "pattern of the foam", "fittings"] {
        click(&mut harness, name);
    }
    assert_eq!(harness.state().controls.eye.base().invented, Invented::NONE);
    assert!(harness.state().sent.is_empty(), "the world does not see it");
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Parameters");
    assert!(harness.query_by_label("fittings").is_none());
}
