//! Room for the picture, and for what is read: in small windows, and beside plots.

use super::*;
use crate::app::controls::Page;

#[test]
fn a_small_window_has_a_menu_in_place_of_rows_of_buttons_and_pages_are_inside_it() {
    let mut harness = window_of([480.0, 360.0], Bench::new(&[]));
    let picture = harness.get_by_label("picture").rect();
    assert!(picture.top() < 50.0, "{picture}: the buttons take too many rows");
    assert!(harness.query_by_label("Help").is_none());
    click(&mut harness, "Step");
    assert_eq!(harness.state().snapshot.step, 1);
    click(&mut harness, "Menu");
    click(&mut harness, "Parameters");
    assert_eq!(harness.state().controls.page, Some(Page::Parameters));
    harness.run_steps(3);
    for page in Page::ALL {
        harness.state_mut().controls.page = Some(page);
        harness.run_steps(3);
        let picture = harness.get_by_label("picture").rect();
        assert!(picture.width() > 150.0 && picture.height() > 150.0, "{page:?}: {picture}");
        // All that is beside the picture begins there.
        let closes = harness.get_by_label("Close").rect();
        assert!(
            closes.left() > picture.right() && closes.right() <= 480.0,
            "{page:?}: {closes} beside {picture}"
        );
    }
}

/// Between two panels there would be no picture.
#[test]
fn a_page_takes_the_place_of_the_readings_where_there_is_no_room_for_both() {
    for (width, both) in [(800.0, false), (1120.0, true)] {
        let mut harness = window_of([width, 500.0], Bench::new(&[]));
        assert!(harness.query_by_label("heel").is_some(), "{width}");
        harness.state_mut().controls.page = Some(Page::Books);
        harness.run_steps(3);
        assert_eq!(harness.query_by_label("heel").is_some(), both, "{width}");
        assert!(harness.get_by_label("picture").rect().width() > 300.0, "{width}");
    }
}

#[test]
fn a_wide_window_has_all_buttons() {
    let harness = window(Bench::new(&[]));
    assert!(harness.query_by_label("Menu").is_none() && harness.query_by_label("Help").is_some());
}

/// The names of curves stand above their plot, and hide nothing of it.
#[test]
fn curves_have_their_names_above_the_plot() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.shows_readings = false;
    harness.state_mut().controls.page = Some(Page::Curves);
    harness.state_mut().go(Command::PlaceGauge(glam::DVec2::new(4.0, 4.0)));
    harness.run_steps(3);
    let title = harness.get_by_label("level at gauges, m").rect();
    for name in ["middle", "gauge 1"] {
        let at = harness.get_by_label(name).rect();
        assert!(at.top() >= title.bottom() && at.top() < title.bottom() + 12.0, "{name}: {at} under {title}");
        // Not in a corner of the plot.
        assert!(at.left() < title.left() + 120.0, "{name}: {at} under {title}");
        // The sign of the curve is in the line of its name.
        assert!(at.width() > 16.0 + 5.0 * name.len() as f32, "{name}: {at}");
    }
}

/// From the first picture on.
#[test]
fn a_page_is_as_wide_as_what_is_on_it() {
    for (page, button) in
        [(Page::Records, "Change folder"), (Page::Scenarios, "Open"), (Page::Text, "as it runs")]
    {
        let mut bench = Bench::new(&[]);
        bench.controls.page = Some(page);
        let harness = window(bench);
        let button = harness.get_by_label(button).rect();
        assert!(button.right() < 1276.0 && button.left() > 960.0, "{page:?}: {button}");
    }
}

/// Names of readings are beside their values, when one comes that is longer than those before, too.
#[test]
fn a_long_name_of_a_reading_is_not_over_its_value() {
    let mut harness = window(Bench::new(&[
        "body.pier={ hull = { kind = \"box\", length_m = 1, beam_m = 1, depth_m = 4 }, fixed = true, position_m = [17, 3, 1] }",
    ]));
    let long = "metacentric height";
    harness.state_mut().controls.choose(Some("pier".into()));
    harness.run_steps(4);
    assert!(harness.query_by_label(long).is_none());
    harness.state_mut().controls.choose(Some("boat".into()));
    while harness.query_by_label(long).is_none() {
        harness.step();
    }
    let [name, place] = [long, "place"].map(|name| harness.get_by_label(name).rect());
    let value = harness.state().snapshot.centers.map(|centers| centers.gm_m).unwrap();
    let value = harness.get_by_label(&format!("+{}", crate::app::panels::fine(value, "m"))).rect();
    assert!(name.right() <= value.left() && place.left() == name.left(), "{name} {value}");
}
