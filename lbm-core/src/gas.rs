use pulp::Simd;

use crate::d3q19::{C, Q, W};
use crate::grid::in_memory;
use crate::model::Model;
use crate::real::{Lanes, Real};

/// Pairs of opposite directions.
pub(crate) const PAIRS: usize = 9;

/// The model of [`crate::Lattice3`]: BGK or TRT, an eddy viscosity, an acceleration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gas {
    pub(crate) rest_density: f32,
    pub(crate) tau: f32,
    /// ω⁻, or ω⁺ if `None`.
    pub(crate) odd: Option<f32>,
    /// As in [`crate::operator::Smagorinsky`]; 0 for none.
    pub(crate) eddy: f32,
    pub(crate) acceleration: [f32; 3],
}

impl Model<Q> for Gas {
    const VELOCITIES: [[i8; 3]; Q] = in_memory(&C);

    #[inline(always)]
    fn inputs(&self, _: usize, _: usize) -> [&[f32]; 3] {
        [&[]; 3]
    }

    #[inline(always)]
    fn collide<S: Simd>(&self, mut f: [Lanes<S>; Q], _: &[&[f32]; 3], _: usize) -> [Lanes<S>; Q] {
        let zero = f[0].splat(0.0);
        let (mut sum, mut difference) = ([zero; PAIRS], [zero; PAIRS]);
        let mut above = f[0];
        for k in 0..PAIRS {
            let (forth, back) = (f[1 + k], f[1 + k + PAIRS]);
            sum[k] = forth + back;
            difference[k] = forth - back;
            above = above + sum[k];
        }
        let momentum = momentum(zero, &difference);
        let density = above + self.rest_density;
        let inverse = zero.splat(1.0) / density;
        let [x, y, z] = momentum;
        let square = ((x * x + y * y) + z * z) * inverse * 1.5;

        // What the sums deviate from equilibrium by, and the squares of the stress that makes.
        let mut rest = [zero; PAIRS];
        let mut along = [zero; PAIRS];
        for k in 0..PAIRS {
            along[k] = project(zero, C[1 + k], momentum);
            let equilibrium = above + (along[k] * along[k] * inverse * 4.5 - square);
            rest[k] = sum[k] - equilibrium * (2.0 * W[1 + k]);
        }
        let omega = if self.eddy > 0.0 {
            let magnitude = stress_squared(zero, &rest).sqrt();
            let root = ((magnitude * inverse) * self.eddy + self.tau * self.tau).sqrt();
            zero.splat(2.0) / (root + self.tau)
        } else {
            zero.splat(1.0 / self.tau)
        };
        let omega_odd = self.odd.map_or(omega, |odd| zero.splat(odd));
        let mut gain = [zero; 3];
        for axis in 0..3 {
            gain[axis] = density * self.acceleration[axis];
        }

        // The diagonal pairs first; those along the axes then take what is left of the momentum after rounding.
        let mut left = [x + gain[0], y + gain[1], z + gain[2]];
        let mut moving = zero;
        for k in (0..PAIRS).rev() {
            let half = (sum[k] - rest[k] * omega) * 0.5;
            let odd = if k < 3 {
                left[k]
            } else {
                let weight = 6.0 * W[1 + k];
                let equilibrium = along[k] * weight;
                let push = project(zero, C[1 + k], gain) * weight;
                difference[k] + (equilibrium - difference[k]) * omega_odd + push
            };
            let odd = odd * 0.5;
            let (forth, back) = (half + odd, half - odd);
            if k >= 3 {
                let carried = forth - back;
                for axis in 0..3 {
                    match C[1 + k][axis] {
                        1 => left[axis] = left[axis] - carried,
                        -1 => left[axis] = left[axis] + carried,
                        _ => {}
                    }
                }
            }
            moving = moving + (forth + back);
            f[1 + k] = forth;
            f[1 + k + PAIRS] = back;
        }
        f[0] = above - moving;
        f
    }

    /// Positive density, and a speed below a cell a step.
    #[inline(always)]
    fn is_well<S: Simd>(&self, f: [Lanes<S>; Q], _: &[&[f32]; 3], _: usize) -> S::m32s {
        let simd = f[0].simd;
        let zero = f[0].splat(0.0);
        let mut difference = [zero; PAIRS];
        let mut density = f[0] + self.rest_density;
        for k in 0..PAIRS {
            difference[k] = f[1 + k] - f[1 + k + PAIRS];
            density = density + (f[1 + k] + f[1 + k + PAIRS]);
        }
        let [x, y, z] = momentum(zero, &difference);
        let speed = (x * x + y * y) + z * z;
        let there = simd.greater_than_f32s(density.values, zero.values);
        simd.and_m32s(there, simd.less_than_f32s(speed.values, (density * density).values))
    }
}

/// `c·v`, written as sums, for directions of −1, 0 and 1.
#[inline(always)]
fn project<R: Real>(zero: R, c: [i32; 3], v: [R; 3]) -> R {
    let mut sum = zero;
    for axis in 0..3 {
        match c[axis] {
            1 => sum = sum + v[axis],
            -1 => sum = sum - v[axis],
            _ => {}
        }
    }
    sum
}

/// `Σ c f`, from the differences of the pairs.
#[inline(always)]
fn momentum<R: Real>(zero: R, difference: &[R; PAIRS]) -> [R; 3] {
    let mut momentum = [zero; 3];
    for k in 0..PAIRS {
        for axis in 0..3 {
            match C[1 + k][axis] {
                1 => momentum[axis] = momentum[axis] + difference[k],
                -1 => momentum[axis] = momentum[axis] - difference[k],
                _ => {}
            }
        }
    }
    momentum
}

/// `Π Π` of the stress `Π = Σ c c f`, from what the sums of the pairs deviate from equilibrium by.
#[inline(always)]
fn stress_squared<R: Real>(zero: R, rest: &[R; PAIRS]) -> R {
    let mut squared = zero;
    for a in 0..3 {
        for b in a..3 {
            let mut stress = zero;
            for k in 0..PAIRS {
                match C[1 + k][a] * C[1 + k][b] {
                    1 => stress = stress + rest[k],
                    -1 => stress = stress - rest[k],
                    _ => {}
                }
            }
            let twice = if a == b { 1.0 } else { 2.0 };
            squared = squared + stress * stress * twice;
        }
    }
    squared
}
