use crate::sim::TowReading;

/// Mean values of what a carriage measures.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Means {
    pub(super) resistance_n: f64,
    pub(super) sinkage_m: f64,
    pub(super) trim_deg: f64,
    pub(super) side_force_n: f64,
    pub(super) yaw_moment_n_m: f64,
}

/// Means over the last part of a run, and over its two halves.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Measurement {
    /// Begin of the first half, begin and end of the second, s.
    edges_s: [f64; 3],
    /// Sums over the halves, and their steps.
    halves: [([f64; 5], u32); 2],
}

impl Measurement {
    /// A measurement from one time to another.
    pub(super) fn between([from_s, to_s]: [f64; 2]) -> Self {
        Self { edges_s: [from_s, 0.5 * (from_s + to_s), to_s], halves: Default::default() }
    }

    /// Adds a step; one before the measurement begins is left out.
    pub(super) fn add(&mut self, time_s: f64, state: &TowReading) {
        let TowReading { measured, side_force_n, yaw_moment_n_m, .. } = *state;
        let values =
            [measured.resistance_n, measured.sinkage_m, measured.trim_deg, side_force_n, yaw_moment_n_m];
        let [from_s, middle_s, _] = self.edges_s;
        if time_s < from_s {
            return;
        }
        let (sums, steps) = &mut self.halves[usize::from(time_s >= middle_s)];
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        *steps += 1;
    }

    /// Begin and end of the measurement, s.
    pub(super) fn window_s(&self) -> [f64; 2] {
        [self.edges_s[0], self.edges_s[2]]
    }

    /// Means over both halves.
    pub(super) fn means(&self) -> Means {
        let [(early, before), (late, after)] = self.halves;
        Means::of(std::array::from_fn(|i| early[i] + late[i]), before + after)
    }

    /// The largest change of resistance, sinkage and trim from the first half to the second, over their mean or over the values
    /// that count as small, whichever is larger.
    pub(super) fn change(&self, small: &Means) -> f64 {
        let [early, late] = self.halves.map(|(sums, steps)| Means::of(sums, steps));
        let mean = self.means();
        let change = |of: fn(&Means) -> f64| {
            (of(&late) - of(&early)).abs() / of(&mean).abs().max(of(small)).max(f64::MIN_POSITIVE)
        };
        [change(|m| m.resistance_n), change(|m| m.sinkage_m), change(|m| m.trim_deg)]
            .into_iter()
            .fold(0.0, f64::max)
    }
}

impl Means {
    fn of(sums: [f64; 5], steps: u32) -> Self {
        let [resistance_n, sinkage_m, trim_deg, side_force_n, yaw_moment_n_m] =
            sums.map(|sum| sum / f64::from(steps.max(1)));
        Self { resistance_n, sinkage_m, trim_deg, side_force_n, yaw_moment_n_m }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Measured;

    fn state(resistance_n: f64) -> TowReading {
        let measured = Measured { speed_m_s: 1.0, resistance_n, sinkage_m: 0.2, trim_deg: 0.0 };
        TowReading { measured, side_force_n: -1.0, yaw_moment_n_m: 3.0, carriage_n: 0.0, mean: measured }
    }

    #[test]
    fn the_last_part_is_measured_and_its_halves_are_compared() {
        let mut measurement = Measurement::between([10.0, 20.0]);
        for i in 0..200 {
            let time_s = 0.1 * f64::from(i) + 0.05;
            let resistance_n = if time_s < 10.0 {
                1e6
            } else if time_s < 15.0 {
                90.0
            } else {
                110.0
            };
            measurement.add(time_s, &state(resistance_n));
        }
        let means = measurement.means();
        assert!(
            (means.resistance_n - 100.0).abs() < 1e-9 && (means.sinkage_m - 0.2).abs() < 1e-12,
            "{means:?}"
        );
        assert!((means.side_force_n + 1.0).abs() < 1e-12 && (means.yaw_moment_n_m - 3.0).abs() < 1e-12);
        assert!((measurement.change(&Means::default()) - 0.2).abs() < 1e-9);
        let small = Means { resistance_n: 2000.0, ..Means::default() };
        assert!((measurement.change(&small) - 0.01).abs() < 1e-9);
        assert_eq!(measurement.window_s(), [10.0, 20.0]);
    }
}
