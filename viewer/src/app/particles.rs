//! Particles that ride with the water, so that its flow is seen in motion. They move by the velocities of the simulation and by its time.

use glam::Vec2;

use crate::scene::WaterSheet;

/// Number of particles.
const COUNT: usize = 500;
/// Places of a trail, the present one with those before.
const TRAIL: usize = 8;
/// Moves after which a particle begins anew elsewhere.
const LIFE: u32 = 120;
/// Part of a cell that is moved in one step at most.
const STEP_CELLS: f32 = 0.5;
/// Most steps for one picture: where there would be more, the particles begin anew.
const MOST_STEPS: f32 = 64.0;
/// Places that are tried for a particle before it waits for the next picture.
const TRIES: usize = 8;

/// A particle with its trail, latest first, m.
#[derive(Clone, Debug)]
pub(crate) struct Particle {
    pub(crate) trail: [Vec2; TRAIL],
    age: u32,
}

/// Particles on the water.
#[derive(Debug, Default)]
pub(crate) struct Particles {
    pub(crate) all: Vec<Particle>,
    time_s: f64,
    /// Number of places that were tried so far.
    tried: u32,
}

impl Particles {
    /// Moves them with the water to a time, s. Where time goes back, or on too far, they begin anew.
    pub(crate) fn follow(&mut self, water: &WaterSheet, time_s: f64) {
        if water.velocity_m_s.is_empty() {
            return self.all.clear();
        }
        let passed_s = (time_s - std::mem::replace(&mut self.time_s, time_s)) as f32;
        let speeds = water.velocity_m_s.iter().map(|velocity| velocity.length());
        let fastest_m_s = speeds.filter(|speed| speed.is_finite()).fold(0.0, f32::max);
        let steps = (passed_s * fastest_m_s / (STEP_CELLS * water.cell_size_m)).ceil().max(1.0);
        if self.all.len() != COUNT || passed_s < 0.0 || steps > MOST_STEPS {
            self.all.clear();
            for n in 0..COUNT as u32 {
                let particle = self.new_one(water, n % LIFE);
                self.all.push(particle);
            }
            return;
        }
        if passed_s == 0.0 {
            return;
        }
        for n in 0..COUNT {
            let particle = &mut self.all[n];
            let mut at = particle.trail[0];
            for _ in 0..steps as usize {
                // Second order, by the velocity halfway.
                let halfway = at + 0.5 * passed_s / steps * velocity_m_s(water, at);
                at += passed_s / steps * velocity_m_s(water, halfway);
            }
            particle.age += 1;
            if particle.age < LIFE && is_open(water, at) {
                particle.trail.rotate_right(1);
                particle.trail[0] = at;
            } else {
                self.all[n] = self.new_one(water, 0);
            }
        }
    }

    /// A new particle, at the next place of a sequence that fills the plane evenly (Roberts 2018, `R2`).
    fn new_one(&mut self, water: &WaterSheet, age: u32) -> Particle {
        for _ in 0..TRIES {
            self.tried = self.tried.wrapping_add(1);
            let part =
                [0.754_877_666_2, 0.569_840_290_998].map(|a: f64| (f64::from(self.tried) * a).fract() as f32);
            let at = water.origin_m + Vec2::from_array(part) * water.extent_m();
            if is_open(water, at) {
                return Particle { trail: [at; TRAIL], age };
            }
        }
        Particle { trail: [water.center_m().truncate(); TRAIL], age: LIFE }
    }
}

/// Whether there is water without a body over it.
fn is_open(water: &WaterSheet, at: Vec2) -> bool {
    let cell = ((at - water.origin_m) / water.cell_size_m).floor();
    if cell.x < 0.0 || cell.y < 0.0 || cell.x >= water.nx as f32 || cell.y >= water.ny as f32 {
        return false;
    }
    let cell = cell.y as usize * water.nx + cell.x as usize;
    let is_solid = water.solid.get(cell).copied().unwrap_or(false);
    !is_solid && water.thickness_m.get(cell).is_none_or(|b| *b == 0.0)
}

/// The velocity at a place, bilinear between the middles of cells, m/s.
fn velocity_m_s(water: &WaterSheet, at: Vec2) -> Vec2 {
    let last = Vec2::new(water.nx as f32, water.ny as f32) - 1.0;
    let from = ((at - water.origin_m) / water.cell_size_m - 0.5).clamp(Vec2::ZERO, last);
    let corner = from.floor();
    let part = from - corner;
    let of = |x: f32, y: f32| {
        let (i, j) = ((corner.x + x).min(last.x) as usize, (corner.y + y).min(last.y) as usize);
        let velocity = water.velocity_m_s.get(j * water.nx + i).copied();
        velocity.filter(|velocity| velocity.is_finite()).unwrap_or_default()
    };
    of(0.0, 0.0).lerp(of(1.0, 0.0), part.x).lerp(of(0.0, 1.0).lerp(of(1.0, 1.0), part.x), part.y)
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
            let mut particles = Particles::default();
            particles.follow(&water, 0.0);
            assert_eq!(particles.all.len(), COUNT);
            let before = particles.all.clone();
            particles.follow(&water, 0.3);
            let went_on = before.iter().zip(&particles.all).filter(|(old, new)| old.age + 1 == new.age);
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
        let mut particles = Particles::default();
        particles.follow(&water, 0.0);
        let radius = |particle: &Particle| (particle.trail[0] - center).length();
        let before: Vec<(u32, f32)> = particles.all.iter().map(|of| (of.age, radius(of))).collect();
        for k in 1..=20 {
            particles.follow(&water, 0.1 * f64::from(k));
        }
        let same = particles.all.iter().zip(before).filter(|(new, (age, _))| new.age == age + 20);
        // Those that stay between the middles of cells all the way, where the velocity is exact.
        let inside = same.filter(|(_, (_, radius))| (1.0..6.5).contains(radius));
        let errors: Vec<f32> = inside.map(|(new, (_, before))| (radius(new) / before - 1.0).abs()).collect();
        assert!(errors.len() > 30 && errors.iter().all(|error| *error < 0.01), "{errors:?}");
    }

    #[test]
    fn they_stay_out_of_solids_and_begin_anew_when_time_goes_back() {
        let mut water = sheet(|_| Vec2::new(1.0, 0.0));
        water.solid = (0..40 * 30).map(|k| k % 40 > 30).collect();
        let mut particles = Particles::default();
        for k in 0..50 {
            particles.follow(&water, 0.2 * f64::from(k));
            assert!(particles.all.iter().all(|of| of.trail[0].x <= 15.51), "{k}");
        }
        assert!(particles.all.iter().any(|of| of.trail[0] != of.trail[TRAIL - 1]));
        particles.follow(&water, 1.0);
        assert!(particles.all.iter().all(|of| of.trail[0] == of.trail[TRAIL - 1]));
        particles.follow(&WaterSheet::default(), 1.1);
        assert!(particles.all.is_empty());
    }
}
