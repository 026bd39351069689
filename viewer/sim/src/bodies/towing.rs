//! Bodies that a carriage tows: prescribed velocities, measured forces, and the distance to the domain's side.

use glam::{DQuat, DVec2, DVec3};
use hydro_forces::Angles;
use rigid_sim::{Guide, GuideImpulse, RigidBody};

use crate::checkpoint;
use crate::codec::coded;
use crate::scenario::{Body, Freedom, Scenario, Tow};

/// The carriage of a towed body.
#[derive(Debug)]
pub(crate) struct Towing {
    tow: Tow,
    heading_rad: f64,
    /// Height of the center of mass and trim at the start, m and degrees.
    rest: [f64; 2],
    now: Measured,
    /// Force of the water to port, N, and its moment about the vertical, N m, in the last step.
    side_force_n: f64,
    yaw_moment_n_m: f64,
    carriage_n: f64,
    history: History,
}

/// What changes of a [`Towing`] from step to step.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TowingState {
    now: Measured,
    side_force_n: f64,
    yaw_moment_n_m: f64,
    carriage_n: f64,
    history: History,
}

coded!(TowingState { now, side_force_n, yaw_moment_n_m, carriage_n, history });
coded!(Measured { speed_m_s, resistance_n, sinkage_m, trim_deg });

/// A towed body at one instant. Forces are those of the last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TowReading {
    /// The measured quantities.
    pub measured: Measured,
    /// Force of the water to port of the heading, N.
    pub side_force_n: f64,
    /// Moment of the water about the vertical through the center of mass, positive where it turns the bow to port, N m.
    pub yaw_moment_n_m: f64,
    /// Force of the carriage along the heading, N: against the resistance, and what accelerates the body, drags along what is joined to it or what it pushes, and
    /// stands against hands.
    pub carriage_n: f64,
    /// The means over the last quarter of the simulated time.
    pub mean: Measured,
}

/// Measurement of a hull in a towing tank.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Measured {
    /// Speed along the heading, m/s.
    pub speed_m_s: f64,
    /// Force of the water against the heading, N.
    pub resistance_n: f64,
    /// Depth of the center of mass below its height at the start, m.
    pub sinkage_m: f64,
    /// Change of trim since the start, positive with the bow up, degrees.
    pub trim_deg: f64,
}

impl Measured {
    fn to_array(self) -> [f64; 4] {
        [self.speed_m_s, self.resistance_n, self.sinkage_m, self.trim_deg]
    }

    fn from_array([speed_m_s, resistance_n, sinkage_m, trim_deg]: [f64; 4]) -> Self {
        Self { speed_m_s, resistance_n, sinkage_m, trim_deg }
    }
}

impl Towing {
    /// The carriage of a body that starts in this pose with its center of mass at a height.
    pub(super) fn new(tow: &Tow, heading_deg: f64, rotation: DQuat, z_m: f64) -> Self {
        Self {
            now: Measured { speed_m_s: tow.speed_at(0.0), ..Measured::default() },
            tow: tow.clone(),
            heading_rad: heading_deg.to_radians(),
            rest: [z_m, Angles::of(rotation).trim_deg],
            side_force_n: 0.0,
            yaw_moment_n_m: 0.0,
            carriage_n: 0.0,
            history: History::default(),
        }
    }

    /// The horizontal direction of the tow, a unit vector, and its key.
    pub(crate) fn course(&self) -> (DVec2, &Tow) {
        (DVec2::from_angle(self.heading_rad), &self.tow)
    }

    /// Velocity of the center of mass at the start, m/s.
    pub(super) fn start_m_s(&self) -> DVec3 {
        (DVec2::from_angle(self.heading_rad) * self.now.speed_m_s).extend(0.0)
    }

    /// What the carriage prescribes at a time.
    pub(crate) fn guide(&self, time_s: f64) -> Guide {
        let held = |motion| (!self.tow.frees(motion)).then_some(0.0);
        Guide {
            heading_rad: self.heading_rad,
            linear_m_s: [
                held(Freedom::Surge).map(|_| self.tow.speed_at(time_s)),
                held(Freedom::Sway),
                held(Freedom::Heave),
            ],
            angular_rad_s: [held(Freedom::Roll), held(Freedom::Pitch), held(Freedom::Yaw)],
        }
    }

    /// Records a step of `dt` seconds: the force and torque of the water in it, without those of a propeller, of hands, of the wind and of the earth's rotation, and the impulse of the carriage.
    pub(crate) fn record(
        &mut self,
        rigid: &RigidBody,
        (force_n, torque_n_m): (DVec3, DVec3),
        carriage: &GuideImpulse,
        dt: f64,
    ) {
        let ahead = DVec2::from_angle(self.heading_rad);
        let [rest_m, rest_deg] = self.rest;
        self.now = Measured {
            speed_m_s: ahead.dot(rigid.linvel_m_s().truncate()),
            resistance_n: -ahead.dot(force_n.truncate()),
            sinkage_m: rest_m - rigid.center_of_mass_m().z,
            trim_deg: Angles::of(rigid.rotation()).trim_deg - rest_deg,
        };
        self.side_force_n = ahead.perp_dot(force_n.truncate());
        self.yaw_moment_n_m = torque_n_m.z;
        self.carriage_n = ahead.dot(carriage.linear_n_s.truncate()) / dt;
        self.history.add(self.now.to_array());
    }

    /// What changes from step to step.
    pub(super) fn checkpoint(&self) -> TowingState {
        let Self { now, side_force_n, yaw_moment_n_m, carriage_n, .. } = *self;
        TowingState { now, side_force_n, yaw_moment_n_m, carriage_n, history: self.history.clone() }
    }

    pub(super) fn restore(&mut self, state: &TowingState) -> Result<(), checkpoint::Error> {
        let TowingState { now, side_force_n, yaw_moment_n_m, carriage_n, history } = state.clone();
        if !history.is_valid() {
            return Err(checkpoint::Error::state("the means of a towed body are not those of any run"));
        }
        *self = Self {
            now,
            side_force_n,
            yaw_moment_n_m,
            carriage_n,
            history,
            tow: self.tow.clone(),
            heading_rad: self.heading_rad,
            rest: self.rest,
        };
        Ok(())
    }

    pub(super) fn state(&self) -> TowReading {
        let Self { now, side_force_n, yaw_moment_n_m, carriage_n, .. } = *self;
        let mean = self.history.mean_of_last_quarter().map_or(now, Measured::from_array);
        TowReading { measured: now, side_force_n, yaw_moment_n_m, carriage_n, mean }
    }
}

/// Distance that a body, with its corners in world coordinates, has ahead of it to the side that it reaches first, m.
pub fn free_way_m(scenario: &Scenario, body: &Body, corners: impl Iterator<Item = DVec3>) -> f64 {
    let ahead = DVec2::from_angle(body.heading_deg.to_radians());
    let size = scenario.size_m();
    // Along a side the direction may have a component by rounding.
    let way_m = |at: DVec3| {
        let to_side = |axis: usize| match ahead[axis] {
            along if along > 1e-9 => (size[axis] - at[axis]) / along,
            along if along < -1e-9 => -at[axis] / along,
            _ => f64::INFINITY,
        };
        to_side(0).min(to_side(1))
    };
    corners.map(way_m).fold(f64::INFINITY, f64::min).max(0.0)
}

/// Warning of a towed body, with its corners in world coordinates, whose foremost point will reach a side before the end.
pub(super) fn leaves(
    scenario: &Scenario,
    name: &str,
    body: &Body,
    corners: impl Iterator<Item = DVec3>,
) -> Option<String> {
    let tow = body.kind().afloat()?.tow.filter(|tow| tow.speed_m_s > 0.0)?;
    let free_m = free_way_m(scenario, body, corners);
    let arrival_s = tow.time_to_cover_s(free_m);
    let end_s = body.removed_at_s.map_or(scenario.duration_s, |removed_s| removed_s.min(scenario.duration_s));
    (arrival_s < end_s).then(|| {
        format!(
            "body.{name}.tow: it reaches the domain's side after {free_m:.3} m, at t = {arrival_s:.3} s, before the end of the run \
             at {} s; end it sooner (duration_s, or --until), start it farther back, or take more grid.cells",
            scenario.duration_s
        )
    })
}

/// Sums of measurements over blocks of steps, as many as it takes to separate the last quarter of a run from the rest.
#[derive(Debug, Clone, Default, PartialEq)]
struct History {
    /// Steps in a full block, a power of two.
    length: u64,
    full: Vec<[f64; 4]>,
    /// The block under way, and its steps.
    partial: ([f64; 4], u64),
}

coded!(History { length, full, partial });

impl History {
    /// Whether [`Self::add`] could have led here.
    fn is_valid(&self) -> bool {
        let length = self.length.max(1);
        length.is_power_of_two()
            && length <= 1 << 48
            && self.full.len() < Self::MOST
            && self.partial.1 < length
    }

    /// Greatest number of full blocks; then neighbors are joined.
    const MOST: usize = 512;

    fn add(&mut self, values: [f64; 4]) {
        self.length = self.length.max(1);
        let (sum, steps) = &mut self.partial;
        *sum = added(*sum, values);
        *steps += 1;
        if *steps == self.length {
            self.full.push(*sum);
            self.partial = Default::default();
        }
        if self.full.len() == Self::MOST {
            self.full = self.full.chunks_exact(2).map(|pair| added(pair[0], pair[1])).collect();
            self.length *= 2;
        }
    }

    /// The mean over the last quarter of all steps, which begins with a block.
    fn mean_of_last_quarter(&self) -> Option<[f64; 4]> {
        let last = &self.full[self.full.len() * 3 / 4..];
        let (partial, steps) = self.partial;
        let steps = steps + last.len() as u64 * self.length;
        let sum = last.iter().fold(partial, |sum, block| added(sum, *block));
        (steps > 0).then(|| sum.map(|value| value / steps as f64))
    }
}

fn added(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    std::array::from_fn(|i| a[i] + b[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_the_last_quarter() {
        let mut history = History::default();
        assert_eq!(history.mean_of_last_quarter(), None);
        for n in 1..=100_000u32 {
            history.add([f64::from(n), 1.0, 0.0, -f64::from(n)]);
            let [mean, one, _, minus] = history.mean_of_last_quarter().unwrap();
            // The numbers from ¾ n to n, to within a block.
            let off = mean - 0.875 * f64::from(n);
            assert!(off.abs() < 1.0 + 0.005 * f64::from(n) && one == 1.0 && minus == -mean, "{n}: {mean}");
        }
        assert!(history.full.len() < History::MOST);
    }
}
