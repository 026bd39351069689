use pulp::Simd;

use super::d3q19::{C, Q, W};
use crate::engine::{Lanes, Model, Real, in_memory, unrolled};

/// Pairs of opposite directions.
const PAIRS: usize = 9;

/// Of these, the first three lie along the axes.
const DIAGONALS: usize = 6;

/// `[value of pair 0, value of pair 1, …]`
macro_rules! pairs {
    ($k:ident => $value:expr) => {
        unrolled!($k in [0 1 2 3 4 5 6 7 8] => $value)
    };
}

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
        let Parts { above, momentum, sum, difference } = Parts::new(f);
        let density = above + self.rest_density;
        let inverse = density.splat(1.0) / density;
        let [x, y, z] = momentum;
        let square = ((x * x + y * y) + z * z) * (inverse * 1.5);
        let still = above - square;

        // What the sums deviate from equilibrium by, and the squares of the stress that makes.
        let along = project(momentum);
        let curved = inverse * 4.5;
        let rest = pairs!(k => sum[k] - (still + along[k] * along[k] * curved) * (2.0 * W[1 + k]));
        let omega = if self.eddy > 0.0 {
            let magnitude = stress_squared(rest).sqrt();
            let root = ((magnitude * inverse) * self.eddy + self.tau * self.tau).sqrt();
            root.splat(2.0) / (root + self.tau)
        } else {
            density.splat(1.0 / self.tau)
        };
        let omega_odd = match self.odd {
            Some(odd) => omega.splat(odd),
            None => omega,
        };
        let gain = unrolled!(axis in [0 1 2] => density * self.acceleration[axis]);
        let push = project(gain);

        // The diagonal pairs first; those along the axes then take what is left of the momentum after rounding.
        let half = pairs!(k => (sum[k] - rest[k] * omega) * 0.5);
        let diagonal = unrolled!(k in [3 4 5 6 7 8] => {
            let weight = 6.0 * W[1 + k];
            let odd = difference[k] + (along[k] * weight - difference[k]) * omega_odd + push[k] * weight;
            odd * 0.5
        });
        let forth = unrolled!(k in [0 1 2 3 4 5] => half[k + 3] + diagonal[k]);
        let back = unrolled!(k in [0 1 2 3 4 5] => half[k + 3] - diagonal[k]);
        let carried = carried(unrolled!(k in [0 1 2 3 4 5] => forth[k] - back[k]));
        let mut moving = density.splat(0.0);
        for k in 0..DIAGONALS {
            moving = moving + (forth[k] + back[k]);
            [f[4 + k], f[4 + k + PAIRS]] = [forth[k], back[k]];
        }
        for axis in 0..3 {
            let odd = (momentum[axis] + gain[axis] - carried[axis]) * 0.5;
            let [forth, back] = [half[axis] + odd, half[axis] - odd];
            moving = moving + (forth + back);
            [f[1 + axis], f[1 + axis + PAIRS]] = [forth, back];
        }
        f[0] = above - moving;
        f
    }

    /// Positive density, and a speed below a cell a step.
    #[inline(always)]
    fn is_well<S: Simd>(&self, f: [Lanes<S>; Q], _: &[&[f32]; 3], _: usize) -> S::m32s {
        let simd = f[0].simd;
        let Parts { above, momentum: [x, y, z], .. } = Parts::new(f);
        let density = above + self.rest_density;
        let speed = (x * x + y * y) + z * z;
        let there = simd.greater_than_f32s(density.values, density.splat(0.0).values);
        simd.and_m32s(there, simd.less_than_f32s(speed.values, (density * density).values))
    }
}

/// The populations of a cell as sums and differences of opposite ones.
struct Parts<R> {
    /// `Σ f`: the density above that of rest.
    above: R,
    /// `Σ c f`.
    momentum: [R; 3],
    sum: [R; PAIRS],
    difference: [R; PAIRS],
}

impl<R: Real> Parts<R> {
    #[inline(always)]
    fn new(f: [R; Q]) -> Self {
        let sum = pairs!(k => f[1 + k] + f[1 + k + PAIRS]);
        let difference = pairs!(k => f[1 + k] - f[1 + k + PAIRS]);
        let [x, y, z, diagonal @ ..] = difference;
        let [along_x, along_y, along_z] = carried(diagonal);
        let [s1, s2, s3, s4, s5, s6, s7, s8, s9] = sum;
        let above = f[0] + ((s1 + s2 + s3) + (((s4 + s5) + (s6 + s7)) + (s8 + s9)));
        Self { above, momentum: [x + along_x, y + along_y, z + along_z], sum, difference }
    }
}

/// `Σ c f` of the diagonal pairs, from their differences.
#[inline(always)]
fn carried<R: Real>([xy, x_y, xz, x_z, yz, y_z]: [R; DIAGONALS]) -> [R; 3] {
    [(xy + x_y) + (xz + x_z), (xy - x_y) + (yz + y_z), (xz - x_z) + (yz - y_z)]
}

/// `c·v` for a direction of each pair.
#[inline(always)]
fn project<R: Real>([x, y, z]: [R; 3]) -> [R; PAIRS] {
    [x, y, z, x + y, x - y, x + z, x - z, y + z, y - z]
}

/// `Π Π` of the stress `Π = Σ c c f`, from what the sums of the pairs deviate from equilibrium by.
#[inline(always)]
fn stress_squared<R: Real>([x, y, z, xy, x_y, xz, x_z, yz, y_z]: [R; PAIRS]) -> R {
    let along_x = x + ((xy + x_y) + (xz + x_z));
    let along_y = y + ((xy + x_y) + (yz + y_z));
    let along_z = z + ((xz + x_z) + (yz + y_z));
    let across = [xy - x_y, xz - x_z, yz - y_z];
    let normal = (along_x * along_x + along_y * along_y) + along_z * along_z;
    let shear = (across[0] * across[0] + across[1] * across[1]) + across[2] * across[2];
    normal + shear * 2.0
}
