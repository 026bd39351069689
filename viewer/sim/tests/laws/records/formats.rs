//! Tables, fields and summaries come back as they were written.

use std::collections::BTreeMap;

use proptest::prelude::*;
use viewer_sim::World;
use viewer_sim::records::{
    AirSummary, Angular, BodyRow, Columns, Energy, FieldFrame, FieldSeries, GaugeRow, LedgerRow, Mass,
    Momentum, Pose, Recorder, RunFolder, StagesMs, Status, Summary, Table, TransectRow,
};
use viewer_sim::scenario::Scenario;

use super::{claimed, pool, read_pvd, read_vtk, recorder, rows};

fn gauge_row() -> impl Strategy<Value = GaugeRow> {
    let number = prop::num::f64::NORMAL | prop::num::f64::ZERO | prop::num::f64::SUBNORMAL;
    (prop::array::uniform5(number), ".*").prop_map(|([t_s, h_m, eta_m, u_m_s, v_m_s], gauge)| GaugeRow {
        t_s,
        gauge: gauge.into(),
        h_m,
        eta_m,
        u_m_s,
        v_m_s,
    })
}

proptest! {
    #[test]
    fn rows_come_back_to_the_last_digit_whatever_the_name(written in prop::collection::vec(gauge_row(), 0..20)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gauges.csv");
        let mut table = Table::create(&path).unwrap();
        written.iter().for_each(|row| table.write(row).unwrap());
        table.flush().unwrap();
        prop_assert_eq!(rows::<GaugeRow>(&path), written);
    }
}

proptest! {
    #[test]
    fn fields_come_back_bit_for_bit(nx in 1..9_usize, ny in 1..9_usize, seed in any::<u32>(), time_s in 0.0..1e4_f64) {
        let folder = tempfile::tempdir().unwrap();
        let value = |k: usize, salt: u32| ((k as u32 + 1).wrapping_mul(seed ^ salt) as f32).sin();
        let field = |salt| (0..nx * ny).map(|k| value(k, salt)).collect::<Vec<f32>>();
        let [h_m, eta_m, u_m_s, v_m_s, bed_m] = [1, 2, 3, 4, 5].map(field);
        let label: Vec<u16> = (0..nx * ny).map(|k| (k as u32 ^ seed) as u16).collect();
        let frame = FieldFrame {
            time_s, cells: [nx, ny], cell_size_m: 0.25,
            h_m: &h_m, eta_m: &eta_m, u_m_s: &u_m_s, v_m_s: &v_m_s, bed_m: &bed_m, label: &label,
        };
        FieldSeries::create(&claimed(folder.path())).unwrap().write(&frame).unwrap();
        let image = read_vtk(&folder.path().join("fields/0000.vti"));
        prop_assert_eq!(&image.attributes["WholeExtent"], &format!("0 {nx} 0 {ny} 0 0"));
        prop_assert_eq!(&image.attributes["Spacing"], "0.25 0.25 1");
        prop_assert_eq!((&image.attributes["byte_order"][..], &image.attributes["header_type"][..]), ("LittleEndian", "UInt64"));
        prop_assert_eq!([image.floats("h_m"), image.floats("eta_m"), image.floats("u_m_s"), image.floats("v_m_s")], [h_m, eta_m, u_m_s, v_m_s]);
        prop_assert_eq!(image.floats("bed_m"), bed_m);
        prop_assert_eq!(image.labels(), label);
    }
}

#[test]
fn a_recorder_that_is_flushed_leaves_readable_files_after_every_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut world = pool();
    let every_s = 2.5 * world.time_step_s();
    let mut recorder = recorder(folder.path(), Some(every_s));
    let (mut bodies, mut gauges) = (Vec::new(), Vec::new());
    for step in 0..=10 {
        recorder.record(&world).unwrap();
        recorder.flush().unwrap();
        bodies.extend(world.bodies().map(|state| BodyRow::new(world.time_s(), state)));
        gauges.extend(world.gauges().map(|reading| GaugeRow::new(world.time_s(), reading)));
        assert_eq!(rows::<BodyRow>(&folder.path().join("bodies.csv")), bodies);
        assert_eq!(rows::<GaugeRow>(&folder.path().join("gauges.csv")), gauges);
        let frames = read_pvd(&folder.path().join("fields.pvd"));
        // Frames are due at 0, 2.5, 5, 7.5 and 10 steps.
        let due: Vec<u64> = [0, 3, 5, 8, 10].into_iter().filter(|at| *at <= step).collect();
        assert_eq!(
            frames.iter().map(|(t, _)| (t / world.time_step_s()).round() as u64).collect::<Vec<_>>(),
            due
        );
        for (_, file) in frames {
            read_vtk(&folder.path().join(file));
        }
        let _ = world.step();
    }
    assert_eq!((bodies.len(), gauges.len()), (11, 22));
}

#[test]
fn fields_are_those_of_the_world() {
    let folder = tempfile::tempdir().unwrap();
    let mut world = pool();
    (0..5).for_each(|_| drop(world.step()));
    recorder(folder.path(), Some(1.0)).record(&world).unwrap();
    let image = read_vtk(&folder.path().join("fields/0000.vti"));
    let fields = world.fields();
    assert_eq!((image.floats("u_m_s"), image.floats("v_m_s")), (fields.u_m_s.clone(), fields.v_m_s.clone()));
    assert_eq!(image.labels(), world.labels());
    assert!(image.labels().contains(&1), "the boat is nowhere in the mask");
    assert_eq!(image.floats("eta_m"), fields.eta_m);
    for (h, eta) in image.floats("h_m").iter().zip(&fields.eta_m) {
        assert!((h - 2.0 - eta).abs() < 1e-6);
    }
}

#[test]
fn an_earlier_runs_rows_and_frames_are_gone_from_the_lists() {
    let folder = tempfile::tempdir().unwrap();
    let world = pool();
    for _ in 0..2 {
        let mut recorder = recorder(folder.path(), Some(1.0));
        recorder.record(&world).unwrap();
        recorder.flush().unwrap();
    }
    assert_eq!(rows::<BodyRow>(&folder.path().join("bodies.csv")).len(), 1);
    assert_eq!(read_pvd(&folder.path().join("fields.pvd")).len(), 1);
}

#[test]
fn a_summary_comes_back_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summary.json");
    let pose = Pose {
        position_m: [1.0, 0.1, -3.0],
        rotation: [0.0, 0.0, 0.6, 0.8],
        velocity_m_s: [0.0; 3],
        angular_velocity_rad_s: [0.0; 3],
        draft_m: 0.3,
        heel_deg: -1.0,
        trim_deg: 2.0,
        heading_deg: 73.7,
        submerged_volume_m3: 0.6,
    };
    let summary = Summary {
        scenario: "floating".into(),
        title: "Floating \"at\" rest".into(),
        status: Status::Unstable,
        failure: Some("unstable".into()),
        cells: [80, 60],
        cell_size_m: 0.25,
        time_step_s: 0.015625,
        steps: 7,
        simulated_s: 0.125,
        wall_s: 0.5,
        mlups: 12.5,
        steps_per_s: 14.0,
        real_time_factor: 0.1,
        threads: 2,
        backend: "cpu".into(),
        max_froude: 0.3,
        stages_ms: StagesMs { fluid: 0.1, ..StagesMs::default() },
        mass: Mass { initial_m3: 600.0, residual_relative: 1e-17, ..Mass::default() },
        momentum: Momentum { final_n_s: [-0.0, 1e300], ..Momentum::default() },
        angular_momentum: Angular { residual_n_m_s: -2.5, ..Angular::default() },
        energy: Energy { dissipated_j: 0.125, ..Energy::default() },
        air: Some(AirSummary { smoke_m3: 0.25, ..AirSummary::default() }),
        bodies: BTreeMap::from([("boat".into(), pose)]),
        towed: BTreeMap::new(),
        quarantined: Default::default(),
        warnings: vec!["müde".into()],
        columns: Columns::from([("gauges.csv".into(), BTreeMap::from([("h_m".into(), "m, depth".into())]))]),
    };
    let read = || serde_json::from_slice::<Summary>(&std::fs::read(&path).unwrap()).unwrap();
    let mut recorder = recorder(folder.path(), None);
    let running = Summary { status: Status::Running, failure: None, ..summary.clone() };
    recorder.summarize(running.clone()).unwrap();
    recorder.flush().unwrap();
    assert_eq!(read(), running);
    recorder.finish(&summary).unwrap();
    assert_eq!(read(), summary);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "a draft is left");
}

#[test]
fn ledger_and_transects_are_recorded_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let set = [
        "grid.cells=[24, 20]",
        "grid.cell_size_m=0.5",
        "body.boat.position_m=[6.0, 5.0, 2.3]",
        "gauge=",
        "transect=[{ name = \"ahead\", from_m = [9.0, 10.0], to_m = [9.0, 0.0] }]",
    ];
    let mut world = World::new(&Scenario::load("floating", &set.map(String::from)).unwrap()).unwrap();
    world.measure_dissipation();
    let mut recorder = recorder(folder.path(), None).with_ledger(0.25).unwrap();
    recorder.record(&world).unwrap();
    let mut books = vec![LedgerRow::new(&world)];
    let mut passed = vec![TransectRow::new(0.0, world.transects().next().unwrap())];
    while world.time_s() < 1.1 {
        let _ = world.step();
        recorder.record(&world).unwrap();
        passed.push(TransectRow::new(world.time_s(), world.transects().next().unwrap()));
        if world.time_s() >= 0.25 * books.len() as f64 {
            books.push(LedgerRow::new(&world));
        }
    }
    let names = recorder.columns();
    assert!(names["ledger.csv"].len() == 55 && names["transects.csv"].len() == 6, "{names:?}");
    // Rows after a position are taken back.
    let position = recorder.position().unwrap();
    recorder.record(&world).unwrap();
    recorder.flush().unwrap();
    drop(recorder);
    let listed = RunFolder::reopen(folder.path(), "test", position.listed()).unwrap();
    Recorder::reopen(listed, &position).unwrap().flush().unwrap();
    assert_eq!(rows::<LedgerRow>(&folder.path().join("ledger.csv")), books);
    assert_eq!(rows::<TransectRow>(&folder.path().join("transects.csv")), passed);
    let last = &books[4];
    assert!(books.len() == 5 && last.water_kinetic_j > 0.0 && last.bodies_potential_j > 0.0, "{last:?}");
    assert!(last.viscosity_j > 0.0 && last.drag_j > 0.0 && last.contacts_j == 0.0, "{last:?}");
    let taken_j = last.viscosity_j + last.sponges_j + last.drag_j + last.contacts_j + last.radiation_j;
    let [left_j, gone_j] = [last.energy_residual_j, last.dissipated_j];
    assert!((gone_j - taken_j - left_j).abs() < 1e-9 * gone_j.abs(), "{last:?}");
    let energy = serde_json::to_value(Energy::from(world.energy())).unwrap();
    assert_eq!(
        (&energy["drag_j"], &energy["race_j"]),
        (&LedgerRow::new(&world).drag_j.into(), &0.0.into()),
        "{energy}"
    );
    assert!(energy["residual_j"].is_number() && serde_json::from_value::<Energy>(energy).is_ok());
    let unmeasured = serde_json::to_value(Energy::from(pool().energy())).unwrap();
    assert!(unmeasured["residual_j"].is_null() && unmeasured["viscosity_j"].is_null(), "{unmeasured}");
    assert!(serde_json::from_value::<Energy>(unmeasured).unwrap().by_kind.is_none());
    assert!(passed.iter().any(|row| row.power_w > 0.0), "the waves of the boat pass ahead");
    // The next run asks for neither.
    super::recorder(folder.path(), None).record(&pool()).unwrap();
    assert!(!folder.path().join("ledger.csv").exists() && !folder.path().join("transects.csv").exists());
}
