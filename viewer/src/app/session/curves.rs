//! Curves over time: what bodies and gauges did since the start.

use crate::sim::{BodyReading, GaugeReading};

/// Most instants of a curve; beyond, every other one is dropped and they are taken half as often.
const INSTANTS: usize = 2048;

/// What is drawn of a body over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    Heel,
    Trim,
    Draft,
    Speed,
}

impl Quantity {
    pub(crate) const ALL: [Self; 4] = [Self::Heel, Self::Trim, Self::Draft, Self::Speed];

    /// Its name and unit.
    pub(crate) fn label(self) -> [&'static str; 2] {
        match self {
            Self::Heel => ["heel", "°"],
            Self::Trim => ["trim", "°"],
            Self::Draft => ["draft", "m"],
            Self::Speed => ["speed", "m/s"],
        }
    }

    /// Least height of a plot of it: less is no motion but rounding.
    pub(crate) fn least(self) -> f64 {
        match self {
            Self::Heel | Self::Trim => 0.1,
            Self::Draft | Self::Speed => 0.01,
        }
    }

    /// Its value.
    pub(crate) fn of(self, body: &BodyReading) -> f64 {
        match self {
            Self::Heel => body.heel_deg,
            Self::Trim => body.trim_deg,
            Self::Draft => body.draft_m,
            Self::Speed => body.linvel_m_s.truncate().length(),
        }
    }
}

/// Quantities of the bodies and elevations at the gauges, at steps that are evenly spaced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Curves {
    every: u64,
    instants: Vec<Instant>,
}

#[derive(Clone, Debug)]
struct Instant {
    step: u64,
    time_s: f64,
    /// Values of each body by its label.
    bodies: Vec<(u16, [f32; Quantity::ALL.len()])>,
    gauges: Vec<f32>,
}

impl Curves {
    pub(crate) fn new() -> Self {
        Self { every: 1, instants: Vec::new() }
    }

    /// Whether the state after a step is to be recorded.
    pub(crate) fn wants(&self, step: u64) -> bool {
        step.is_multiple_of(self.every) && self.instants.last().is_none_or(|last| last.step < step)
    }

    pub(crate) fn record(
        &mut self,
        (step, time_s): (u64, f64),
        bodies: impl Iterator<Item = BodyReading>,
        gauges: impl Iterator<Item = GaugeReading>,
    ) {
        let values = |body: &BodyReading| Quantity::ALL.map(|quantity| quantity.of(body) as f32);
        let bodies = bodies.map(|body| (body.label, values(&body))).collect();
        let gauges = gauges.map(|gauge| gauge.eta_m as f32).collect();
        self.instants.push(Instant { step, time_s, bodies, gauges });
        if self.instants.len() > INSTANTS {
            self.every *= 2;
            let every = self.every;
            self.instants.retain(|instant| instant.step.is_multiple_of(every));
        }
    }

    /// Forgets what is later than a step.
    pub(crate) fn forget_after(&mut self, step: u64) {
        self.instants.retain(|instant| instant.step <= step);
    }

    /// Writes one quantity of the body of a label over time, s.
    pub(crate) fn write_body(&self, label: u16, quantity: Quantity, points: &mut Vec<[f64; 2]>) {
        let at = Quantity::ALL.iter().position(|of| *of == quantity).unwrap_or_default();
        let of_body = |instant: &Instant| {
            instant.bodies.iter().find(|(of, _)| *of == label).map(|(_, values)| values[at])
        };
        self.write(points, of_body);
    }

    /// Writes the elevation at the gauge of an index over time, s and m.
    pub(crate) fn write_gauge(&self, index: usize, points: &mut Vec<[f64; 2]>) {
        self.write(points, |instant| instant.gauges.get(index).copied());
    }

    fn write(&self, points: &mut Vec<[f64; 2]>, value: impl Fn(&Instant) -> Option<f32>) {
        points.clear();
        let all = self.instants.iter();
        points.extend(all.filter_map(|instant| Some([instant.time_s, f64::from(value(instant)?)])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(eta_m: f64) -> GaugeReading {
        GaugeReading { name: "".into(), h_m: 1.0, eta_m, u_m_s: 0.0, v_m_s: 0.0 }
    }

    #[test]
    fn long_runs_are_thinned_evenly_from_the_start_to_now() {
        let mut curves = Curves::new();
        for step in 0..10_000u64 {
            if curves.wants(step) {
                let time_s = 0.01 * step as f64;
                curves.record((step, time_s), std::iter::empty(), std::iter::once(gauge(time_s)));
            }
        }
        let mut points = Vec::new();
        curves.write_gauge(0, &mut points);
        assert!(points.len() > INSTANTS / 2 && points.len() <= INSTANTS, "{}", points.len());
        let gap_s = points[1][0] - points[0][0];
        assert!(points.windows(2).all(|pair| (pair[1][0] - pair[0][0] - gap_s).abs() < 1e-9));
        assert!(points.iter().all(|[time_s, eta_m]| (time_s - eta_m).abs() < 1e-4));
        assert_eq!(points[0][0], 0.0);
        assert!(points[points.len() - 1][0] > 99.9 - gap_s);
    }

    #[test]
    fn a_gauge_that_was_placed_late_has_a_curve_from_then_on() {
        let mut curves = Curves::new();
        curves.record((0, 0.0), std::iter::empty(), [gauge(1.0)].into_iter());
        curves.record((1, 0.1), std::iter::empty(), [gauge(2.0), gauge(3.0)].into_iter());
        let mut points = Vec::new();
        curves.write_gauge(1, &mut points);
        assert_eq!(points, [[0.1, 3.0]]);
        curves.forget_after(0);
        curves.write_gauge(0, &mut points);
        assert_eq!(points, [[0.0, 1.0]]);
    }
}
