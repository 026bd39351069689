//! Room for the picture, and for what is read: in small windows, and beside plots.

use super::*;
use crate::app::controls::Page;

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
    }
}
