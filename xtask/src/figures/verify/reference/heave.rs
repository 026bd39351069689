//! Heave of a vertical cylinder let go in shallow water: linear shallow water around and under it, in finite volumes of
//! one dimension, and the body.
//!
//! With the level `η`, the flux `q` outwards through a ring and the heave `z` of the body, upwards,
//! `A ∂t η + Δq = A ∂t b`, `∂t q = −g w ℓ ∂η/∂r`, where `A` is the area of a volume, `ℓ` the length of a ring, `w` the water
//! under the hull (`H − T`) or beside it (`H`), and `b = T − z` the submerged thickness.
//! The body's mass is that of what it displaces, and the head carries it: `M z̈ = ρ g (∫ η dA − A_hull z)`.

use std::f64::consts::PI;

/// Model of the water under a hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::verify) enum Under {
    /// The head is a free variable and the displaced volume its source.
    SoftHead,
    /// The column is the hull's and the head is what keeps it so: `q = −ż A(r)`, which gives the body the added mass
    /// `ρ Σ A(r)² Δr / (ℓ w)`, `ρ π R⁴ / 8 w` for a disc (Bocchi 2020).
    RigidLid,
}

impl Under {
    /// The value of `coupling.hull`.
    pub(in crate::verify) fn key(self) -> &'static str {
        match self {
            Self::SoftHead => "soft",
            Self::RigidLid => "lid",
        }
    }
}

/// A cylinder let go at rest in water at rest.
#[derive(Debug, Clone, Copy)]
pub(in crate::verify) struct Heave {
    pub(in crate::verify) depth_m: f64,
    pub(in crate::verify) radius_m: f64,
    pub(in crate::verify) draft_m: f64,
    /// Height above its place at rest from which it is let go; small.
    pub(in crate::verify) raised_m: f64,
}

/// Figures of a motion that are compared.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::verify) struct Record {
    /// Times at which the body passes its place at rest, s.
    pub(in crate::verify) crossings_s: Vec<f64>,
    /// Time and height of the first trough, s and m.
    pub(in crate::verify) trough: [f64; 2],
}

impl Record {
    /// Reads crossings and trough from heights at equal intervals of time, the first at time 0.
    pub(in crate::verify) fn read(heights_m: &[f64], time_step_s: f64) -> Self {
        let crossing = |(n, pair): (usize, &[f64])| {
            (pair[0] * pair[1] < 0.0).then(|| (n as f64 + pair[0] / (pair[0] - pair[1])) * time_step_s)
        };
        let lowest = heights_m.windows(3).position(|z| z[1] < 0.0 && z[0] > z[1] && z[1] <= z[2]);
        // The vertex of a parabola through three heights.
        let trough = lowest.map_or([f64::NAN; 2], |n| {
            let [a, b, c] = [heights_m[n], heights_m[n + 1], heights_m[n + 2]];
            let (slope, bend) = (0.5 * (c - a), a - 2.0 * b + c);
            [(n as f64 + 1.0 - slope / bend) * time_step_s, b - 0.5 * slope * slope / bend]
        });
        Self { crossings_s: heights_m.windows(2).enumerate().filter_map(crossing).collect(), trough }
    }
}

/// Shape of the volumes: rings about a disc, or strips beside a long plate, which has a solution in closed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Disc,
    #[cfg(test)]
    Plate,
}

impl Shape {
    /// Area within a distance from the middle, and length of its edge; per meter of a plate.
    fn within(self, r: f64) -> [f64; 2] {
        match self {
            Self::Disc => [PI * r * r, 2.0 * PI * r],
            #[cfg(test)]
            Self::Plate => [2.0 * r, 2.0],
        }
    }
}

impl Heave {
    /// The motion over a time, extrapolated from two grids, the finer with `2 cells` volumes under the hull. The scheme is of
    /// second order.
    ///
    /// # Panics
    ///
    /// If the two grids see different numbers of crossings.
    pub(in crate::verify) fn record(&self, under: Under, seconds: f64, cells: usize) -> Record {
        self.record_behind(under, seconds, cells, 0.0)
    }

    /// [`Self::record`] of a soft hull whose displaced water is a time behind its motion: `A ∂t η(t) + Δq = A ∂t b(t − behind)`.
    pub(in crate::verify) fn record_behind(
        &self,
        under: Under,
        seconds: f64,
        cells: usize,
        behind_s: f64,
    ) -> Record {
        let [coarse, fine] = [cells, 2 * cells].map(|cells| {
            let (heights, time_step) = self.heights(under, Shape::Disc, seconds, (cells, behind_s));
            Record::read(&heights, time_step)
        });
        let finest = |coarse: f64, fine: f64| fine + (fine - coarse) / 3.0;
        assert_eq!(coarse.crossings_s.len(), fine.crossings_s.len(), "crossings at the end of the time");
        let crossings = coarse.crossings_s.iter().zip(&fine.crossings_s);
        Record {
            crossings_s: crossings.map(|(coarse, fine)| finest(*coarse, *fine)).collect(),
            trough: [0, 1].map(|i| finest(coarse.trough[i], fine.trough[i])),
        }
    }

    /// Heights of the body and the interval between them. The domain is so large that no wave returns from its end.
    fn heights(
        &self,
        under: Under,
        shape: Shape,
        seconds: f64,
        (cells, behind_s): (usize, f64),
    ) -> (Vec<f64>, f64) {
        const GRAVITY: f64 = 9.81;
        const COURANT: f64 = 0.5;
        let Self { depth_m: depth, radius_m: radius, draft_m: draft, raised_m } = *self;
        let wave_speed = (GRAVITY * depth).sqrt();
        let dr = radius / cells as f64;
        let dt = COURANT * dr / wave_speed;
        let reach = cells + (0.6 * wave_speed * seconds / dr) as usize;
        let area: Vec<f64> = (0..reach)
            .map(|i| shape.within((i + 1) as f64 * dr)[0] - shape.within(i as f64 * dr)[0])
            .collect();
        let water = |i: usize| if i < cells { depth - draft } else { depth };
        // At the rim half of the way to the next center lies under the hull.
        let conductance: Vec<f64> = (1..reach)
            .map(|i| {
                let mean = 2.0 / (1.0 / water(i - 1) + 1.0 / water(i));
                GRAVITY * mean * shape.within(i as f64 * dr)[1] / dr
            })
            .collect();
        let hull_area = shape.within(radius)[0];
        // Masses and forces over the density of the water.
        let added: f64 = match under {
            Under::SoftHead => 0.0,
            Under::RigidLid => {
                let rings = conductance.iter().take(cells).enumerate();
                rings.map(|(i, g)| shape.within((i + 1) as f64 * dr)[0].powi(2) * GRAVITY / g).sum()
            }
        };
        let mass = hull_area * draft + added;
        let (mut level, mut flux) = (vec![0.0; reach], vec![0.0; reach - 1]);
        let (mut height, mut velocity) = (raised_m, 0.0);
        let mut heights = vec![height];
        // Half a step ahead of the heights; the body rests before.
        let mut velocities: Vec<f64> = Vec::new();
        let behind = behind_s / dt;
        let (whole, part) = (behind.floor() as usize, behind.fract());
        for step in 0..(seconds / dt).ceil() as usize {
            // Velocities are half a step ahead of the levels.
            let interval = if step == 0 { 0.5 * dt } else { dt };
            let head = match under {
                Under::SoftHead => level.iter().zip(&area).take(cells).map(|(eta, area)| eta * area).sum(),
                Under::RigidLid => hull_area * level[cells],
            };
            velocity += interval * GRAVITY * (head - hull_area * height) / mass;
            for (i, q) in flux.iter_mut().enumerate() {
                *q -= interval * conductance[i] * (level[i + 1] - level[i]);
            }
            if under == Under::RigidLid {
                flux[..cells].fill(0.0);
                flux[cells - 1] = -velocity * hull_area;
            }
            height += dt * velocity;
            velocities.push(velocity);
            let before = |steps: usize| velocities.iter().rev().nth(steps).map_or(0.0, |velocity| *velocity);
            let displacing = (1.0 - part) * before(whole) + part * before(whole + 1);
            let first = if under == Under::RigidLid { cells } else { 0 };
            for i in first..reach {
                let inwards = if i > 0 { flux[i - 1] } else { 0.0 };
                let outwards = if i + 1 < reach { flux[i] } else { 0.0 };
                level[i] -= dt * (outwards - inwards) / area[i];
                if i < cells {
                    level[i] -= dt * displacing;
                }
            }
            heights.push(height);
        }
        (heights, dt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Under a rigid lid a plate is a damped oscillator: `(M + M_a) z̈ + ρ g A (R/c) ż + ρ g A z = 0`, `M_a = 2 ρ R³ / 3 w`.
    #[test]
    fn a_long_plate_under_a_lid_is_a_damped_oscillator() {
        let plate = Heave { depth_m: 3.0, radius_m: 1.5, draft_m: 0.6, raised_m: 0.04 };
        let Heave { depth_m: h, radius_m: r, draft_m: t, raised_m } = plate;
        let mass = 2.0 * r * t + 2.0 * r.powi(3) / (3.0 * (h - t));
        let stiffness = 9.81 * 2.0 * r / mass;
        let decay = 0.5 * stiffness * r / (9.81 * h).sqrt();
        let turn = (stiffness - decay * decay).sqrt();
        let exact =
            |s: f64| raised_m * (-decay * s).exp() * ((turn * s).cos() + decay / turn * (turn * s).sin());
        let error = |cells: usize| {
            let (heights, dt) = plate.heights(Under::RigidLid, Shape::Plate, 3.0, (cells, 0.0));
            let errors = heights.iter().enumerate().map(|(n, z)| (z - exact(n as f64 * dt)).abs());
            errors.fold(0.0, f64::max) / raised_m
        };
        let [coarse, fine] = [20, 40].map(error);
        assert!(fine < 1e-3, "{fine}");
        assert!(coarse / fine > 3.0, "{coarse}, {fine}: not of second order");
    }

    /// Compares two cylinders with solvers of the same equations that were written apart from this one.
    #[test]
    fn two_cylinders_move_as_others_found() {
        let cylinder =
            |[depth_m, radius_m, draft_m, raised_m]: [f64; 4]| Heave { depth_m, radius_m, draft_m, raised_m };
        let large = cylinder([6.0, 2.5, 1.2, 0.08]);
        let small = cylinder([3.0, 1.5, 0.6, 0.04]);
        let (soft, lid) = (Under::SoftHead, Under::RigidLid);
        for (heave, under, crossings, trough) in [
            (large, soft, [0.615, 2.016, 3.354], [1.176, -0.0432]),
            (large, lid, [0.658, 1.990, 3.277], [1.257, -0.0561]),
            (small, soft, [0.441, 1.589, 2.629], [0.805, -0.0168]),
            (small, lid, [0.490, 1.487, 2.433], [0.925, -0.0257]),
        ] {
            let got = heave.record(under, 3.6 * (heave.radius_m / 2.5f64).sqrt(), 100);
            let errors = got.crossings_s.iter().zip(crossings).map(|(got, wanted)| (got - wanted).abs());
            assert!(got.crossings_s.len() >= 3 && errors.fold(0.0, f64::max) < 1.5e-3, "{under:?}: {got:?}");
            assert!((got.trough[0] - trough[0]).abs() < 1.5e-3, "{under:?}: {got:?}");
            assert!((got.trough[1] - trough[1]).abs() < 1.5e-4, "{under:?}: {got:?}");
        }
    }

    #[test]
    fn two_grids_agree_on_what_finer_ones_give() {
        let heave = Heave { depth_m: 6.0, radius_m: 2.5, draft_m: 1.2, raised_m: 0.08 };
        for under in [Under::SoftHead, Under::RigidLid] {
            let [coarse, fine] = [25, 100].map(|cells| heave.record(under, 3.6, cells));
            let errors = coarse.crossings_s.iter().zip(&fine.crossings_s).map(|(a, b)| (a / b - 1.0).abs());
            assert!(errors.fold(0.0, f64::max) < 2e-3, "{under:?}: {coarse:?}, {fine:?}");
            assert!(
                (coarse.trough[1] / fine.trough[1] - 1.0).abs() < 4e-3,
                "{under:?}: {coarse:?}, {fine:?}"
            );
        }
    }

    #[test]
    fn crossings_and_trough_of_a_cosine() {
        let heights: Vec<f64> = (0..500).map(|n| (0.02 * f64::from(n) + 0.005).cos()).collect();
        let record = Record::read(&heights, 0.02);
        let crossings = [0.5 * PI, 1.5 * PI, 2.5 * PI].map(|s| s - 0.005);
        let errors = record.crossings_s.iter().zip(crossings).map(|(a, b)| (a - b).abs());
        assert!(record.crossings_s.len() == 3 && errors.fold(0.0, f64::max) < 1e-4, "{record:?}");
        assert!((record.trough[0] - PI + 0.005).abs() < 1e-4 && (record.trough[1] + 1.0).abs() < 1e-6);
    }
}
