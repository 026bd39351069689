//! Bodies that enter or leave while a run goes on.

use crate::setup::{boxed, estela, pool};

/// A gate that is lifted: rows of the body end, the run says when in `check`, and goes on from a checkpoint with the same bytes.
#[test]
fn a_run_that_removes_a_body_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let gate = boxed("gate", "[11.0, 8.0, 2.0]", "fixed = true\nremoved_at_s = 0.5");
    let text = pool(&format!("{gate}{}", boxed("raft", "[16.0, 8.0]", "removed_at_s = 1.4")));
    std::fs::write(folder.path().join("gate.toml"), text).unwrap();
    let estela = |arguments: &[&str]| {
        let output = estela(folder.path(), arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(estela(&["check", "gate.toml"]).contains("removed at 0.5 s"));
    estela(&["run", "gate.toml", "--until=2", "--out=whole", "--quiet"]);
    estela(&["run", "gate.toml", "--until=0.9", "--checkpoint=0.7", "--out=parts", "--quiet"]);
    estela(&["resume", "parts", "--until=2", "--quiet"]);
    for name in ["bodies.csv", "gauges.csv"] {
        let [whole, parts] =
            ["whole", "parts"].map(|out| std::fs::read(folder.path().join(out).join(name)).unwrap());
        assert!(whole == parts, "{name}");
    }
    let rows = std::fs::read_to_string(folder.path().join("whole/bodies.csv")).unwrap();
    let last = |body: &str| {
        let mut rows = rows.lines().filter(|line| line.split(',').nth(1) == Some(body));
        rows.next_back().and_then(|row| row.split(',').next()).unwrap().parse::<f64>().unwrap()
    };
    for (body, at_s) in [("gate", 0.5), ("raft", 1.4)] {
        assert!((last(body) - at_s).abs() < 0.05, "{body} until {} s", last(body));
    }
}

/// Rows of the body begin, `check` says when, it is taken out again, and the run goes on from a checkpoint with the same bytes.
#[test]
fn a_run_in_which_a_body_enters_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let comes = boxed("comes", "[11.0, 8.0]", "enters_at_s = 0.5\nremoved_at_s = 1.4");
    std::fs::write(
        folder.path().join("pool.toml"),
        pool(&format!("{comes}{}", boxed("raft", "[16.0, 10.0]", ""))),
    )
    .unwrap();
    let estela = |arguments: &[&str]| {
        let output = estela(folder.path(), arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let checked = estela(&["check", "pool.toml"]);
    assert!(
        checked.contains("comes is let down on to the water at 0.5 s, at [11, 8] m")
            && checked.contains("raft"),
        "{checked}"
    );
    estela(&["run", "pool.toml", "--until=2", "--out=whole", "--quiet"]);
    for until in ["0.4", "0.9"] {
        let parts = format!("parts-{until}");
        estela(&[
            "run",
            "pool.toml",
            &format!("--until={until}"),
            "--checkpoint=0.3",
            &format!("--out={parts}"),
            "--quiet",
        ]);
        estela(&["resume", &parts, "--until=2", "--quiet"]);
        let [whole, parts] =
            ["whole", &parts].map(|out| std::fs::read(folder.path().join(out).join("bodies.csv")).unwrap());
        assert!(whole == parts, "{until}");
    }
    let rows = std::fs::read_to_string(folder.path().join("whole/bodies.csv")).unwrap();
    let times = rows.lines().filter(|line| line.split(',').nth(1) == Some("comes"));
    let times: Vec<f64> = times.map(|row| row.split(',').next().unwrap().parse().unwrap()).collect();
    assert!((times[0] - 0.5).abs() < 0.03 && (times[times.len() - 1] - 1.4).abs() < 0.03, "{times:?}");
}

/// What cannot enter is refused with its key and what would be right; what never will is warned of.
#[test]
fn what_cannot_enter_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pier = boxed("pier", "[16.0, 8.0, 2.5]", "fixed = true");
    let check = |place: &str, more: &str, joint: &str| {
        let text = pool(&format!("{joint}{}{pier}", boxed("late", place, more)));
        std::fs::write(folder.path().join("pool.toml"), text).unwrap();
        let output = estela(folder.path(), &["check", "pool.toml"]);
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    };
    let line = "[[joint]]\nname = \"line\"\nkind = \"rope\"\nbody = \"late\"\nto_at_m = [1.0, 1.0, 0.0]\n";
    for (place, more, joint, words) in [
        ("[8.0, 8.0]", "enters_at_s = -1.0", "", &["enters_at_s: -1", "above 0"][..]),
        ("[8.0, 8.0]", "enters_at_s = inf", "", &["enters_at_s: inf", "to 1e12"]),
        (
            "[8.0, 8.0]",
            "enters_at_s = 2.0\nremoved_at_s = 2.0",
            "",
            &["enters_at_s: 2", "before removed_at_s = 2"],
        ),
        (
            "[8.0, 8.0, 3.0]",
            "enters_at_s = 2.0\nfixed = true",
            "",
            &["enters_at_s", "`fixed`", "floats free", "without fixed, motion, tow, mooring and joint"],
        ),
        (
            "[8.0, 8.0]",
            "enters_at_s = 2.0\nmotion = { velocity_m_s = [0.1, 0.0] }",
            "",
            &["enters_at_s", "`motion`"],
        ),
        ("[8.0, 8.0]", "enters_at_s = 2.0\ntow = { speed_m_s = 0.5 }", "", &["enters_at_s", "`tow`"]),
        (
            "[8.0, 8.0]",
            "enters_at_s = 2.0\nmooring = [{ at_m = [0.0, 0.0, 0.0] }]",
            "",
            &["enters_at_s", "`mooring`"],
        ),
        ("[8.0, 8.0]", "enters_at_s = 2.0", line, &["enters_at_s", "`joint`"]),
        (
            "[15.0, 8.0]",
            "enters_at_s = 2.0",
            "",
            &["body.late.position_m", "inside body.pier, which is fixed"],
        ),
        ("[1.0, 8.0]", "enters_at_s = 2.0", "", &["body.late.position_m", "beyond the domain"]),
    ] {
        let (done, said) = check(place, more, joint);
        assert!(!done, "{more}: {said}");
        words.iter().for_each(|word| assert!(said.contains(word), "{said:?} does not say {word:?}"));
    }
    let (done, said) = check("[8.0, 8.0]", "enters_at_s = 30.0", "");
    assert!(done && said.contains("the run ends at 9 s (duration_s) without it"), "{said}");
}
