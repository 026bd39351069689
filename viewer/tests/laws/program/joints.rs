//! Joints: what cannot be joined, and records of those that are.

use viewer::sim::records::JointRow;

use crate::setup::{boxed, estela, pool};

/// What cannot be joined is refused before the run, with the key, the bodies and what would be right.
#[test]
fn joints_that_cannot_be_met_are_refused_with_their_key() {
    let bodies = [
        boxed("boat", "[6.0, 6.0]", ""),
        boxed("pier", "[14.0, 6.0, 1.0]", "fixed = true"),
        boxed("quay", "[14.0, 9.0, 1.0]", "fixed = true"),
        boxed("liner", "[6.0, 9.0]", "radiation.estimate = \"ellipsoid\""),
        boxed("tender", "[9.0, 6.0]", ""),
    ];
    let refused = |more: &str, key: &str, parts: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let moored = more.strip_prefix("mooring ").map(|line| format!("mooring = [{line}]\n"));
        let joint =
            if moored.is_none() { format!("[[joint]]\nname = \"j\"\n{more}\n") } else { String::new() };
        let text =
            pool(&[&joint, &bodies[0], moored.as_deref().unwrap_or(""), &bodies[1..].concat()].concat());
        std::fs::write(folder.path().join("pool.toml"), text).unwrap();
        let output = estela(folder.path(), &["check", "pool.toml"]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{more}: {message}");
        assert!(message.contains(&format!("pool.toml: {key}: ")), "{more}: {message}");
        parts.iter().for_each(|part| assert!(message.contains(part), "{message} does not say {part:?}"));
    };
    let boat = "body = \"boat\"\n";
    let j = |kind: &str, more: &str| format!("kind = \"{kind}\"\n{boat}{more}");
    refused(&j("ball", "to_at_m = [6, 6, 4]"), "joint.0.to_at_m", &["`j`", "2.444 m apart", "leave it out"]);
    refused(&j("rope", "to_at_m = [6, 9, 2]\nlength_m = 2"), "joint.0.length_m", &["`j`", "at least 3.0"]);
    refused(&j("rod", "to_at_m = [6, 9, 2]\nlength_m = 4"), "joint.0.length_m", &["it must be 3.0"]);
    refused(
        &j("rod", "to = \"tender\"\nat_m = [1.5, 0, 0]\nto_at_m = [-1.5, 0, 0]"),
        "joint.0.length_m",
        &["`j`", "at one place", "ball"],
    );
    refused(&j("ball", "to = \"boot\""), "joint.0.to", &["`boot`", "boat, liner, pier, quay, tender"]);
    refused(&j("ball", "to = \"boat\""), "joint.0.to", &["the body itself"]);
    refused(&j("hinge", ""), "joint.0.axis", &["missing", "[0, 0, 1]"]);
    refused(&j("hinge", "axis = [0, 0, 0]"), "joint.0.axis", &["no direction"]);
    refused(&j("ball", "axis = [0, 0, 1]"), "joint.0.axis", &["ball", "hinge or slider"]);
    refused(
        &j("rope", "to_at_m = [6, 9, 2]\nstiffness_n_m = 5"),
        "joint.0.stiffness_n_m",
        &["rope", "only a spring"],
    );
    refused(&j("rope", ""), "joint.0.to_at_m", &["missing", "rope to the ground"]);
    refused(&j("spring", "to = \"pier\""), "joint.0.stiffness_n_m", &["missing"]);
    refused(
        &j("spring", "to_at_m = [6, 9, 2]\nstiffness_n_m = 5\nlength_m = 2\npretension_n = 3"),
        "joint.0.pretension_n",
        &["length_m", "one of the two"],
    );
    refused(
        &j("spring", "to_at_m = [6, 9, 2]\nstiffness_n_m = 5\nacts = \"pull\"\npretension_n = -3"),
        "joint.0.pretension_n",
        &["0 or above"],
    );
    let hinge = |more: &str| j("hinge", &format!("axis = [0, 0, 1]\n{more}"));
    let slider = |more: &str| j("slider", &format!("axis = [0, 0, 1]\n{more}"));
    let at = |points: &str| format!("drive = {{ schedule = [{points}] }}");
    refused(&j("ball", "limits_deg = [-5, 5]"), "joint.0.limits_deg", &["ball", "only a hinge has it"]);
    refused(&hinge("limits_m = [-5, 5]"), "joint.0.limits_m", &["hinge", "only a slider has it"]);
    refused(&j("fixed", "drive = {}"), "joint.0.drive", &["fixed", "only a hinge or slider has it"]);
    refused(
        &hinge("limits_deg = [35, -35]"),
        "joint.0.limits_deg",
        &["[35, -35]", "below the second", "[-35, 35]"],
    );
    refused(&hinge("limits_deg = [5, 35]"), "joint.0.limits_deg", &["0, where the joint is at the start"]);
    refused(&hinge("limits_deg = [-5, 175]"), "joint.0.limits_deg", &["175", "from -1.7e2 to 1.7e2"]);
    refused(&slider("limits_m = [0, nan]"), "joint.0.limits_m", &["NaN", "finite"]);
    let points = "{ time_s = 0, angle_deg = 0 }, { time_s = 2, angle_deg = 40 }";
    refused(
        &hinge(&format!("limits_deg = [-35, 35]\n{}", at(points))),
        "joint.0.drive.schedule.1.angle_deg",
        &["40", "within limits_deg, from -35 to 35"],
    );
    refused(&slider(&at(points)), "joint.0.drive.schedule.0.angle_deg", &["slider", "offset_m"]);
    refused(&hinge(&at("{ time_s = 0 }")), "joint.0.drive.schedule.0.angle_deg", &["missing", "hinge"]);
    refused(
        &hinge(&at("{ time_s = 2, angle_deg = 0 }, { time_s = 2, angle_deg = 5 }")),
        "joint.0.drive.schedule.1.time_s",
        &["2", "must rise"],
    );
    refused(&slider(&at("{ time_s = 0, offset_m = inf }")), "joint.0.drive.schedule.0.offset_m", &["finite"]);
    refused(&hinge("drive = { max_torque_n_m = -1 }"), "joint.0.drive.max_torque_n_m", &["-1", "0 or above"]);
    refused(&hinge("drive = { max_force_n = 1 }"), "joint.0.drive.max_force_n", &["hinge", "max_torque_n_m"]);
    refused(&slider("drive = { frequency_hz = 0 }"), "joint.0.drive.frequency_hz", &["0", "above 0"]);
    refused(
        &slider("drive = { damping_ratio = -0.5 }"),
        "joint.0.drive.damping_ratio",
        &["-0.5", "0 or above"],
    );
    refused(
        "kind = \"ball\"\nbody = \"pier\"\nto = \"quay\"",
        "joint.0.body",
        &["nothing that a joint could move"],
    );
    refused("kind = \"ball\"\nbody = \"liner\"", "joint.0.body", &["`liner` has radiation"]);
    refused("mooring { length_m = 1.0 }", "body.boat.mooring.0.length_m", &["at least 1.556"]);
    refused(
        "mooring { length_m = 1.0, stiffness_n_m = 50 }",
        "body.boat.mooring.0.length_m",
        &["at least 1.556"],
    );
    refused(
        "mooring { stiffness_n_m = 1000, pretension_n = 5000 }",
        "body.boat.mooring.0.pretension_n",
        &["1.556 m apart", "-3.444 m long", "at most 1555.6 N"],
    );
    refused("mooring { pretension_n = 4 }", "body.boat.mooring.0.pretension_n", &["stiffness_n_m"]);
    refused("mooring { released_at_s = -1 }", "body.boat.mooring.0.released_at_s", &["-1", "above 0"]);
    refused(&j("ball", "released_at_s = 0"), "joint.0.released_at_s", &["0", "above 0"]);
    refused("mooring { anchor_m = [40, 0] }", "body.boat.mooring.0.anchor_m", &["outside the domain"]);
}

/// Rows of `joints.csv` are what the world says, and a run that was stopped goes on with the same bytes, also with rows at an interval.
#[test]
fn forces_of_joints_are_recorded_and_a_run_goes_on_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let text = pool(
        &[
            "[coupling]\nsleep = { speed_m_s = 0.05, after_s = 0.4 }\n",
            &boxed("raft", "[6.0, 6.0]", "velocity_m_s = [0.8, 0.3, 0.0]\nmooring = [{ length_m = 2.0 }]"),
            &boxed("rest", "[15.0, 6.0]", "mooring = [{}]"),
        ]
        .concat(),
    );
    std::fs::write(folder.path().join("pool.toml"), text).unwrap();
    let done = |arguments: &[&str]| {
        let output = estela(folder.path(), arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    done(&["run", "pool.toml", "--out", "whole", "--until", "4"]);
    done(&["run", "pool.toml", "--out", "halves", "--until", "2", "--checkpoint", "1"]);
    done(&["resume", "halves", "--until", "4"]);
    // Half of the way is no multiple of the interval.
    let set = ["--set", "records.every_s=0.3"];
    done(&[&["run", "pool.toml", "--out", "few", "--until", "4"], &set[..]].concat());
    done(
        &[&["run", "pool.toml", "--out", "few-halves", "--until", "2", "--checkpoint", "1"], &set[..]]
            .concat(),
    );
    done(&["resume", "few-halves", "--until", "4"]);
    let bytes_of = |run: &str, table: &str| std::fs::read(folder.path().join(run).join(table)).unwrap();
    for table in ["bodies.csv", "joints.csv"] {
        assert!(bytes_of("whole", table) == bytes_of("halves", table), "{table}");
        assert!(bytes_of("few", table) == bytes_of("few-halves", table), "{table}");
        let [all, few] = ["whole", "few"].map(|run| String::from_utf8(bytes_of(run, table)).unwrap());
        // Two bodies, or two lines, at 0, 0.3, …, 3.9 s.
        assert_eq!(few.lines().count(), 1 + 2 * 14, "{table}");
        let all: Vec<&str> = all.lines().map(|row| row.trim_end_matches('0')).collect();
        assert!(few.lines().all(|row| all.contains(&row.trim_end_matches('0'))), "{table}");
    }
    let bytes = |run: &str| bytes_of(run, "joints.csv");
    let whole = bytes("whole");
    let rows = csv::Reader::from_reader(&whole[..]).into_deserialize::<JointRow>().map(Result::unwrap);
    let rows: Vec<JointRow> = rows.filter(|row| row.joint == "raft.mooring.0").collect();
    assert!(rows.iter().any(|row| row.tension_n > 1000.0) && rows.iter().all(|row| row.tension_n >= -1e-9));
    for row in &rows {
        let force_n = row.fx_n.hypot(row.fy_n).hypot(row.fz_n);
        // The line turns a little within a step.
        assert!((force_n - row.tension_n).abs() < 0.01 * (1.0 + force_n), "{row:?}");
    }
}
