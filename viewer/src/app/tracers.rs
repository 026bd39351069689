//! Tracers that ride with the water, so that its flow is seen in motion. They move by the velocities of the simulation and by its time.

use glam::Vec2;

use crate::scene::WaterSheet;

/// Number of tracers.
const COUNT: usize = 500;
/// Places of a trail, the present one with those before, a step from each other.
const TRAIL: usize = 16;
/// Moves after which a tracer begins anew elsewhere.
const LIFE: u32 = 120;
/// Part of a cell that is moved in one step at most: trails bend with the flow, however much time is between two pictures.
const STEP_CELLS: f32 = 0.5;
/// Most steps for one picture: where there would be more, the tracers begin anew, and ride for that many.
const MOST_STEPS: f32 = 64.0;
/// Places that are tried for a tracer before it waits for the next picture.
const TRIES: usize = 8;

/// A tracer with its trail, latest first, m.
#[derive(Clone, Debug)]
pub(crate) struct Tracer {
    pub(crate) trail: [Vec2; TRAIL],
    age: u32,
}

/// Tracers on the water.
#[derive(Debug, Default)]
pub(crate) struct Tracers {
    pub(crate) all: Vec<Tracer>,
    time_s: f64,
    /// Number of places that were tried so far.
    tried: u32,
}

impl Tracers {
    /// Moves them with the water to a time, s. Where time goes back, or on too far, they begin anew. The flow is that at this time all
    /// the way.
    pub(crate) fn follow(&mut self, water: &WaterSheet, time_s: f64) {
        if water.velocity_m_s.is_empty() {
            return self.all.clear();
        }
        let passed_s = (time_s - std::mem::replace(&mut self.time_s, time_s)) as f32;
        let speeds = water.velocity_m_s.iter().map(|velocity| velocity.length());
        let fastest_m_s = speeds.filter(|speed| speed.is_finite()).fold(0.0, f32::max);
        let steps = (passed_s * fastest_m_s / (STEP_CELLS * water.cell_size_m)).ceil().max(1.0);
        let is_known = self.all.len() == COUNT && passed_s >= 0.0;
        if !is_known || steps > MOST_STEPS {
            self.all.clear();
            for n in 0..COUNT as u32 {
                let tracer = self.new_one(water, n % LIFE);
                self.all.push(tracer);
            }
        }
        if !is_known || passed_s == 0.0 {
            return;
        }
        let step_s = passed_s / steps;
        let velocity_m_s = |at: Vec2| water.velocity_m_s((at - water.origin_m) / water.cell_size_m);
        for n in 0..COUNT {
            let tracer = &mut self.all[n];
            tracer.age += 1;
            let mut rides = tracer.age < LIFE;
            for _ in 0..steps.min(MOST_STEPS) as usize {
                // Second order, by the velocity halfway.
                let halfway = tracer.trail[0] + 0.5 * step_s * velocity_m_s(tracer.trail[0]);
                let at = tracer.trail[0] + step_s * velocity_m_s(halfway);
                rides &= water.is_open(at);
                if !rides {
                    self.all[n] = self.new_one(water, 0);
                    break;
                }
                tracer.trail.rotate_right(1);
                tracer.trail[0] = at;
            }
        }
    }

    /// A new tracer, at the next place of a sequence that fills the plane evenly (Roberts 2018, `R2`).
    fn new_one(&mut self, water: &WaterSheet, age: u32) -> Tracer {
        for _ in 0..TRIES {
            self.tried = self.tried.wrapping_add(1);
            let part =
                [0.754_877_666_2, 0.569_840_290_998].map(|a: f64| (f64::from(self.tried) * a).fract() as f32);
            let at = water.origin_m + Vec2::from_array(part) * water.extent_m();
            if water.is_open(at) {
                return Tracer { trail: [at; TRAIL], age };
            }
        }
        Tracer { trail: [water.center_m().truncate(); TRAIL], age: LIFE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Water that flows as `velocity` says.
    fn sheet(velocity: impl Fn(Vec2) -> Vec2) -> WaterSheet {
        let (nx, ny, cell_size_m) = (40, 30, 0.5);
        let middle = |k: usize| (Vec2::new((k % nx) as f32, (k / nx) as f32) + 0.5) * cell_size_m;
        let velocity_m_s = (0..nx * ny).map(|k| velocity(middle(k))).collect();
        WaterSheet { nx, ny, cell_size_m, velocity_m_s, ..Default::default() }
    }

    #[test]
    fn they_ride_with_a_stream_as_far_as_it_runs_and_stand_on_still_water() {
        for stream in [Vec2::ZERO, Vec2::new(0.7, -0.2)] {
            let water = sheet(|_| stream);
            let mut tracers = Tracers::default();
            tracers.follow(&water, 0.0);
            assert_eq!(tracers.all.len(), COUNT);
            let before = tracers.all.clone();
            tracers.follow(&water, 0.3);
            let went_on = before.iter().zip(&tracers.all).filter(|(old, new)| old.age + 1 == new.age);
            let mut count = 0;
            for (old, new) in went_on {
                count += 1;
                assert!((new.trail[0] - old.trail[0] - 0.3 * stream).length() < 1e-4, "{stream}");
                assert_eq!(new.trail[1], old.trail[0]);
            }
            assert!(count > COUNT / 2, "{count}");
        }
    }

    #[test]
    fn in_a_vortex_they_go_round() {
        let center = Vec2::new(10.0, 7.5);
        let water = sheet(|at| (at - center).perp() * 0.8);
        let mut tracers = Tracers::default();
        tracers.follow(&water, 0.0);
        let radius = |tracer: &Tracer| (tracer.trail[0] - center).length();
        let before: Vec<(u32, f32)> = tracers.all.iter().map(|of| (of.age, radius(of))).collect();
        for k in 1..=20 {
            tracers.follow(&water, 0.1 * f64::from(k));
        }
        let same = tracers.all.iter().zip(before).filter(|(new, (age, _))| new.age == age + 20);
        // Those that stay between the middles of cells all the way, where the velocity is exact.
        let inside = same.filter(|(_, (_, radius))| (1.0..6.5).contains(radius));
        let errors: Vec<f32> = inside.map(|(new, (_, before))| (radius(new) / before - 1.0).abs()).collect();
        assert!(errors.len() > 30 && errors.iter().all(|error| *error < 0.01), "{errors:?}");
    }

    /// With much time between two pictures, as at ten times real time, a trail is as short, and bends as the flow does.
    #[test]
    fn trails_follow_the_flow_however_much_time_passes() {
        let center = Vec2::new(10.0, 7.5);
        let water = sheet(|at| (at - center).perp() * 0.8);
        for passed_s in [0.05, 0.5, 3.0, 1e4] {
            let mut tracers = Tracers::default();
            (0..2).for_each(|k| tracers.follow(&water, passed_s * f64::from(k)));
            let mut moved = 0;
            for Tracer { trail, .. } in &tracers.all {
                let radius = |at: &Vec2| (*at - center).length();
                // Those that are between the middles of cells all the way, where the velocity is exact.
                let is_exact = (2.0..6.0).contains(&radius(&trail[TRAIL - 1]));
                for pair in trail.windows(2) {
                    assert!(pair[0].distance(pair[1]) <= 1.01 * STEP_CELLS * 0.5, "{passed_s} s: {trail:?}");
                    assert!(
                        !is_exact || (radius(&pair[0]) / radius(&pair[1]) - 1.0).abs() < 0.01,
                        "{trail:?}"
                    );
                }
                moved += usize::from(trail[0] != trail[1]);
            }
            assert!(moved > COUNT / 2, "{passed_s} s: {moved}");
        }
    }

    #[test]
    fn they_stay_out_of_solids_and_begin_anew_when_time_goes_back() {
        let mut water = sheet(|_| Vec2::new(1.0, 0.0));
        water.solid = (0..40 * 30).map(|k| k % 40 > 30).collect();
        let mut tracers = Tracers::default();
        for k in 0..50 {
            tracers.follow(&water, 0.2 * f64::from(k));
            assert!(tracers.all.iter().all(|of| of.trail[0].x <= 15.51), "{k}");
        }
        assert!(tracers.all.iter().any(|of| of.trail[0] != of.trail[TRAIL - 1]));
        tracers.follow(&water, 1.0);
        assert!(tracers.all.iter().all(|of| of.trail[0] == of.trail[TRAIL - 1]));
        tracers.follow(&WaterSheet::default(), 1.1);
        assert!(tracers.all.is_empty());
    }
}
