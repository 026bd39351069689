//! Foam for pictures: made where waves break, at hulls and behind propellers, carried by the water, and gone in a few seconds.
//!
//! It is no part of the physics, and nothing in the simulation reads it. It follows from the states that a run goes through, at
//! most [`LONGEST_S`] of simulated time apart, whether pictures are drawn of them or not; so a run that goes on from a
//! checkpoint takes it along.

mod sources;

use glam::Vec2;
use rayon::prelude::*;

use sources::{DENSEST, PER_CELL};

use crate::scene::{WaterSheet, around};
use crate::sim::World;
use crate::sim::codec::coded;
use crate::staging::instant::sheet;

/// Longest simulated time between two states that foam is computed from, s.
const LONGEST_S: f64 = 0.1;
/// Rate at which foam decays, 1/s.
const DECAY: f32 = 0.65;
/// Less is none.
const LEAST: f32 = 1e-4;

/// The foam on the water of a world.
#[derive(Debug, Default)]
pub struct Foam {
    state: FoamState,
    water: WaterSheet,
    next: Vec<f32>,
    rates: Vec<f32>,
}

/// What foam has to know of the past.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct FoamState {
    /// Steps of the world until now.
    steps: u64,
    /// `[ny · PER_CELL][nx · PER_CELL]`, x fastest; empty at the start.
    density: Vec<f32>,
}

coded!(FoamState { steps, density });

#[cfg(feature = "window")]
impl FoamState {
    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.density[..])
    }
}

impl Foam {
    /// Brings the foam up to the present state of `world`. To be called after every step: the same calls give the same
    /// foam.
    pub fn watch(&mut self, world: &World) {
        if world.steps() < self.state.steps {
            self.state = FoamState::default();
        }
        let steps = world.steps() - self.state.steps;
        let together = (LONGEST_S / world.time_step_s()).max(1.0) as u64;
        if steps < together {
            return;
        }
        self.state.steps = world.steps();
        sheet(world, &mut self.water);
        let [nx, ny] = world.cells();
        self.state.density.resize(nx * ny * PER_CELL * PER_CELL, 0.0);
        let dt_s = (steps as f64 * world.time_step_s()) as f32;
        carry(&self.water, &self.state.density, &mut self.next, dt_s);
        sources::breaking(&self.water, &mut self.next, &mut self.rates, dt_s);
        for surface in world.surfaces() {
            sources::hull(&self.water, &surface, &mut self.next, dt_s);
            sources::race(&self.water, &surface, &mut self.next, dt_s);
        }
        clear_solids(&self.water, &mut self.next);
        std::mem::swap(&mut self.state.density, &mut self.next);
    }

    /// Puts the foam on a sheet of the same world.
    pub fn write(&self, water: &mut WaterSheet) {
        water.foam.per_cell = PER_CELL;
        water.foam.density.clone_from(&self.state.density);
        water.foam.density.resize(water.nx * water.ny * PER_CELL * PER_CELL, 0.0);
    }

    pub(crate) fn state(&self) -> &FoamState {
        &self.state
    }

    /// Goes on from a state of the same world; `None` if it is none.
    pub(crate) fn from_state(state: FoamState, world: &World) -> Option<Self> {
        let [nx, ny] = world.cells();
        let length = nx * ny * PER_CELL * PER_CELL;
        let sound = state.steps <= world.steps()
            && (state.density.is_empty() || state.density.len() == length)
            && state.density.iter().all(|density| (0.0..=DENSEST).contains(density));
        sound.then(|| Self { state, ..Self::default() })
    }
}

/// Carries foam with the water for a time, by which it decays: what is at a place was upstream of it (semi-Lagrangian, midpoint
/// rule).
fn carry(water: &WaterSheet, from: &[f32], to: &mut Vec<f32>, dt_s: f32) {
    let [width, height] = [water.nx, water.ny].map(|cells| cells * PER_CELL);
    let per_m = PER_CELL as f32 / water.cell_size_m;
    let kept = (-DECAY * dt_s).exp();
    let fastest = water.velocity_m_s.iter().map(|u| u.length_squared()).fold(0.0, f32::max).sqrt();
    let reach = (fastest * dt_s * per_m).ceil() as usize + 1;
    let is_clean: Vec<bool> =
        from.chunks(width).map(|row| row.iter().all(|density| *density <= LEAST)).collect();
    to.resize(from.len(), 0.0);
    to.par_chunks_mut(width).enumerate().for_each(|(j, row)| {
        if is_clean[j.saturating_sub(reach)..(j + reach + 1).min(height)].iter().all(|clean| *clean) {
            row.fill(0.0);
            return;
        }
        for (i, density) in row.iter_mut().enumerate() {
            let here = Vec2::new(i as f32, j as f32) + 0.5;
            let velocity = |at: Vec2| water.velocity_m_s(at / PER_CELL as f32);
            let middle = here - velocity(here) * (0.5 * dt_s * per_m);
            let origin = here - velocity(middle) * (dt_s * per_m);
            let carried = kept * bilinear(from, [width, height], origin);
            *density = if carried > LEAST { carried } else { 0.0 };
        }
    });
}

/// Takes away foam from where there is no water: it does not come out on the other side of a thin wall.
fn clear_solids(water: &WaterSheet, foam: &mut [f32]) {
    let width = water.nx * PER_CELL;
    for at in (0..water.solid.len()).filter(|at| water.solid[*at]) {
        let (i, j) = (at % water.nx * PER_CELL, at / water.nx * PER_CELL);
        (j..j + PER_CELL).for_each(|row| foam[row * width + i..row * width + i + PER_CELL].fill(0.0));
    }
}

fn bilinear(values: &[f32], size: [usize; 2], at: Vec2) -> f32 {
    let (corners, t) = around(size, at);
    let [a, b, c, d] = corners.map(|k| values[k]);
    let (south, north) = (a + (b - a) * t.x, c + (d - c) * t.x);
    south + (north - south) * t.y
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(velocity_m_s: Vec2) -> WaterSheet {
        let (nx, ny) = (60, 24);
        WaterSheet {
            nx,
            ny,
            cell_size_m: 0.5,
            level_m: vec![2.0; nx * ny],
            still_level_m: 2.0,
            velocity_m_s: vec![velocity_m_s; nx * ny],
            gravity_m_s2: 9.81,
            ..WaterSheet::default()
        }
    }

    /// Sum and middle of foam, in squares.
    fn moments(density: &[f32], width: usize) -> (f64, [f64; 2]) {
        let (mut sum, mut x, mut y) = (0.0, 0.0, 0.0);
        for (k, f) in density.iter().enumerate() {
            let f = f64::from(*f);
            sum += f;
            x += f * (k % width) as f64;
            y += f * (k / width) as f64;
        }
        (sum, [x / sum, y / sum])
    }

    #[test]
    fn foam_rides_with_the_water_at_its_speed_and_decays() {
        for velocity in [Vec2::new(1.7, 0.4), Vec2::new(-0.9, 0.0), Vec2::new(6.5, 0.3)] {
            let water = stream(velocity);
            let width = water.nx * PER_CELL;
            let mut foam = vec![0.0; width * water.ny * PER_CELL];
            for j in 18..24 {
                foam[j * width + 52..j * width + 58].fill(1.0);
            }
            let (sum, at) = moments(&foam, width);
            let (mut next, dt_s, steps) = (Vec::new(), 0.1, 12);
            for _ in 0..steps {
                carry(&water, &foam, &mut next, dt_s);
                std::mem::swap(&mut foam, &mut next);
            }
            let (left, to) = moments(&foam, width);
            let time_s = f64::from(dt_s) * f64::from(steps);
            let per_m = PER_CELL as f64 / 0.5;
            for c in 0..2 {
                let gone_m = (to[c] - at[c]) / per_m;
                let expected_m = f64::from(velocity[c]) * time_s;
                assert!(
                    (gone_m - expected_m).abs() < 0.02 + 0.01 * expected_m.abs(),
                    "{gone_m} for {expected_m} m"
                );
            }
            let expected = (-f64::from(DECAY) * time_s).exp();
            assert!(
                (left / sum - expected).abs() < 0.01,
                "{} of the foam is left, {expected} expected",
                left / sum
            );
        }
    }

    #[test]
    fn no_foam_passes_a_thin_wall() {
        let mut water = stream(Vec2::new(1.7, 0.0));
        water.solid = (0..water.nx * water.ny).map(|k| k % water.nx == 20).collect();
        let width = water.nx * PER_CELL;
        let mut foam: Vec<f32> =
            (0..width * water.ny * PER_CELL).map(|k| if k % width < 40 { 1.0 } else { 0.0 }).collect();
        let mut next = Vec::new();
        for _ in 0..10 {
            carry(&water, &foam, &mut next, 0.1);
            clear_solids(&water, &mut next);
            std::mem::swap(&mut foam, &mut next);
        }
        let beyond = |k: usize| k % width >= 42;
        assert!((0..foam.len()).filter(|k| beyond(*k)).all(|k| foam[k] == 0.0));
        assert!(foam[width * 20 + 30] > 0.1);
    }

    #[test]
    fn water_without_foam_stays_so_and_foam_at_rest_stays_where_it_is() {
        let water = stream(Vec2::ZERO);
        let width = water.nx * PER_CELL;
        let (mut foam, mut next) = (vec![0.0; width * water.ny * PER_CELL], Vec::new());
        carry(&water, &foam, &mut next, 0.1);
        assert!(next.iter().all(|density| *density == 0.0));
        foam[7 * width + 30] = 1.0;
        carry(&water, &foam, &mut next, 0.1);
        assert!((next[7 * width + 30] - (-DECAY * 0.1).exp()).abs() < 1e-6);
        assert_eq!(next.iter().filter(|density| **density > 0.0).count(), 1);
    }
}
