use pulp::Simd;

use super::d3q19::{C, Q, W};
use crate::engine::{Float, Model, Vector, in_memory, unrolled};
use crate::operator::{check_smagorinsky, smagorinsky_factor};
use crate::{Collision, Error};

/// Pairs of opposite directions.
const PAIRS: usize = 9;

/// Number of pairs that lie along an axis; they are the first ones.
const AXES: usize = 3;

/// Number of pairs that do not.
const DIAGONALS: usize = PAIRS - AXES;

/// `[value of pair 0, value of pair 1, …]`
macro_rules! pairs {
    ($k:ident => $value:expr) => {
        unrolled!($k in [0 1 2 3 4 5 6 7 8] => $value)
    };
}

/// The model of [`crate::Lattice3`]: a gas under an acceleration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Driven {
    pub(super) gas: Gas,
    pub(super) acceleration: [f32; 3],
}

impl Model<Q> for Driven {
    const VELOCITIES: [[i8; 3]; Q] = in_memory(&C);

    #[inline(always)]
    fn inputs(&self, _: usize, _: usize) -> [&[f32]; 3] {
        [&[]; 3]
    }

    #[inline(always)]
    fn collide<S: Simd>(
        &self,
        mut f: [Vector<S>; Q],
        _: &[&[f32]; 3],
        _: usize,
    ) -> ([Vector<S>; Q], S::m32s) {
        let pairs = Pairs::new(f);
        let valid = self.gas.is_valid_cell(&pairs);
        let density = pairs.above + self.gas.rest_density;
        let force = unrolled!(axis in [0 1 2] => Some(density * self.acceleration[axis]));
        self.gas.relax(&mut f, &pairs, force);
        (f, valid)
    }

    #[inline(always)]
    fn is_valid<S: Simd>(&self, f: [Vector<S>; Q], _: &[&[f32]; 3], _: usize) -> S::m32s {
        self.gas.is_valid_cell(&Pairs::new(f))
    }
}

/// The collision of a gas: BGK or TRT, an eddy viscosity, a bulk viscosity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gas {
    pub(super) rest_density: f32,
    pub(super) tau: f32,
    /// ω⁻, or ω⁺ if `None`.
    pub(super) odd: Option<f32>,
    /// As in [`crate::operator::Smagorinsky`]; 0 for none.
    pub(super) eddy: f32,
    /// The rate at which the trace of the stress relaxes, which sets the bulk viscosity; ω⁺ if `None`.
    pub(super) bulk: Option<f32>,
}

impl Gas {
    /// The collision of these parameters, around a density at rest.
    ///
    /// # Errors
    /// As [`super::Lattice3Builder::build`].
    pub(super) fn new(collision: Collision, smagorinsky: f64, density: f64) -> Result<Self, Error> {
        collision.check()?;
        let tau = collision.tau();
        let odd = match collision {
            Collision::Bgk { .. } => None,
            Collision::Trt { magic, .. } => Some((1.0 / (magic / (tau - 0.5) + 0.5)) as f32),
            Collision::CentralMoments { .. } => {
                return Err(Error::NotSupported {
                    what: "central moments in three dimensions",
                    instead: "take BGK or TRT",
                });
            }
        };
        check_smagorinsky(smagorinsky)?;
        Error::require_positive("density", density)?;
        let eddy = smagorinsky_factor(smagorinsky);
        Ok(Self { rest_density: density as f32, tau: tau as f32, odd, eddy, bulk: None })
    }

    /// Relaxes a cell, the first populations of `f`, given its moments, under a force: what it gains of momentum in the step.
    ///
    /// With the velocity `ρ u = Σ c f + ½ F` in the equilibrium, the force enters as (Guo, Zheng, Shi 2002)
    ///
    /// ```text
    /// S_q = w_q [ (1 − ½ ω⁻) 3 c_q·F + (1 − ½ ω⁺) ( 9 (c_q·u) (c_q·F) − 3 u·F ) ]
    /// ```
    ///
    /// which is of second order in time. Of the odd part this leaves that of `Σ c f` and all of the force. What `None` says is
    /// no force along an axis is left out when this is compiled.
    #[inline(always)]
    pub(super) fn relax<S: Simd, const N: usize>(
        &self,
        f: &mut [Vector<S>; N],
        pairs: &Pairs<Vector<S>>,
        force: [Option<Vector<S>>; 3],
    ) -> Relaxed<Vector<S>> {
        let &Pairs { above, momentum, sum, difference } = pairs;
        let density = above + self.rest_density;
        let inverse = density.splat(1.0) / density;
        let half = unrolled!(axis in [0 1 2] => scaled(force[axis], 0.5));
        let [mut square, mut work] = [dot(momentum, momentum), density.splat(0.0)];
        for axis in 0..3 {
            if let Some(half) = half[axis] {
                square = square - half * half;
                work = work + (momentum[axis] + half) * half;
            }
        }
        let still = above - square * (inverse * 1.5);
        let work = work * (inverse * 3.0);

        // Non-equilibrium parts of the sums in the middle of the step, and their stress squared.
        let along = project(momentum);
        let pushed = project_some(half);
        let curved = inverse * 4.5;
        let excess = pairs!(k => {
            let square = match pushed[k] {
                Some(pushed) => along[k] * along[k] - pushed * pushed,
                None => along[k] * along[k],
            };
            sum[k] - (still + square * curved) * (2.0 * W[1 + k])
        });
        let omega = if self.eddy > 0.0 {
            let magnitude = stress_squared(excess).sqrt();
            let root = ((magnitude * inverse) * self.eddy + self.tau * self.tau).sqrt();
            root.splat(2.0) / (root + self.tau)
        } else {
            density.splat(1.0 / self.tau)
        };
        let omega_odd = match self.odd {
            Some(odd) => omega.splat(odd),
            None => omega,
        };

        // How much more the trace of the stress relaxes than the rest of it. Its populations are w_q (c² − 1): none along the axes.
        let compressed = match self.bulk {
            Some(bulk) => trace(excess) * ((omega.splat(bulk) - omega) * (1.0 / 12.0)),
            None => density.splat(0.0),
        };

        // First the diagonal pairs; those along the axes then get the rest of the momentum after rounding.
        let twice = curved * 2.0;
        let half_sum = pairs!(k => {
            let relaxed = sum[k] - excess[k] * omega;
            let relaxed = (if k < AXES { relaxed } else { relaxed - compressed }) * 0.5;
            match pushed[k] {
                Some(pushed) => {
                    let stirred = ((along[k] + pushed) * pushed) * twice - work;
                    relaxed + stirred * (2.0 * W[1 + k])
                }
                None => relaxed - work * (2.0 * W[1 + k]),
            }
        });
        let diagonal = unrolled!(k in [3 4 5 6 7 8] => {
            let weight = 6.0 * W[1 + k];
            let odd = difference[k] + (along[k] * weight - difference[k]) * omega_odd;
            match pushed[k] {
                Some(pushed) => odd * 0.5 + pushed * weight,
                None => odd * 0.5,
            }
        });
        let forth = unrolled!(k in [0 1 2 3 4 5] => half_sum[k + 3] + diagonal[k]);
        let back = unrolled!(k in [0 1 2 3 4 5] => half_sum[k + 3] - diagonal[k]);
        let carried = carried(unrolled!(k in [0 1 2 3 4 5] => forth[k] - back[k]));
        let mut moving = density.splat(0.0);
        for k in 0..DIAGONALS {
            moving = moving + (forth[k] + back[k]);
            [f[4 + k], f[4 + k + PAIRS]] = [forth[k], back[k]];
        }
        for axis in 0..3 {
            let pushed = match force[axis] {
                Some(force) => momentum[axis] + force,
                None => momentum[axis],
            };
            let odd = (pushed - carried[axis]) * 0.5;
            let [forth, back] = [half_sum[axis] + odd, half_sum[axis] - odd];
            moving = moving + (forth + back);
            [f[1 + axis], f[1 + axis + PAIRS]] = [forth, back];
        }
        f[0] = above - moving;
        let velocity = unrolled!(axis in [0 1 2] => match half[axis] {
            Some(half) => (momentum[axis] + half) * inverse,
            None => momentum[axis] * inverse,
        });
        Relaxed { velocity, omega }
    }

    /// Positive density, and a speed below a cell a step.
    #[inline(always)]
    pub(super) fn is_valid_cell<S: Simd>(&self, pairs: &Pairs<Vector<S>>) -> S::m32s {
        let &Pairs { above, momentum: [x, y, z], .. } = pairs;
        let density = above + self.rest_density;
        let simd = density.simd;
        let speed = (x * x + y * y) + z * z;
        let positive = simd.greater_than_f32s(density.values, density.splat(0.0).values);
        simd.and_m32s(positive, simd.less_than_f32s(speed.values, (density * density).values))
    }
}

/// How a gas was relaxed.
pub(super) struct Relaxed<R> {
    /// `u` in the middle of the push.
    pub(super) velocity: [R; 3],
    /// ω⁺.
    pub(super) omega: R,
}

/// The populations of a cell as sums and differences of opposite ones, and their moments.
pub(super) struct Pairs<R> {
    /// `Σ f`: the density minus that at rest.
    pub(super) above: R,
    /// `Σ c f`.
    pub(super) momentum: [R; 3],
    sum: [R; PAIRS],
    difference: [R; PAIRS],
}

impl<R: Float> Pairs<R> {
    #[inline(always)]
    pub(super) fn new(f: [R; Q]) -> Self {
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
fn carried<R: Float>([xy, x_y, xz, x_z, yz, y_z]: [R; DIAGONALS]) -> [R; 3] {
    [(xy + x_y) + (xz + x_z), (xy - x_y) + (yz + y_z), (xz - x_z) + (yz - y_z)]
}

#[inline(always)]
fn dot<R: Float>(a: [R; 3], b: [R; 3]) -> R {
    (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]
}

/// `c·v` for a direction of each pair.
#[inline(always)]
fn project<R: Float>([x, y, z]: [R; 3]) -> [R; PAIRS] {
    [x, y, z, x + y, x - y, x + z, x - z, y + z, y - z]
}

/// As [`project`], of a vector of which some components are known to be 0.
#[inline(always)]
fn project_some<R: Float>([x, y, z]: [Option<R>; 3]) -> [Option<R>; PAIRS] {
    let [minus_y, minus_z] = [scaled(y, -1.0), scaled(z, -1.0)];
    [x, y, z, plus(x, y), plus(x, minus_y), plus(x, z), plus(x, minus_z), plus(y, z), plus(y, minus_z)]
}

#[inline(always)]
fn plus<R: Float>(a: Option<R>, b: Option<R>) -> Option<R> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (some, None) | (None, some) => some,
    }
}

#[allow(clippy::manual_map, reason = "closures would not be compiled for the surrounding instruction set")]
#[inline(always)]
fn scaled<R: Float>(a: Option<R>, factor: f32) -> Option<R> {
    match a {
        Some(a) => Some(a * factor),
        None => None,
    }
}

/// The trace of the stress `Π = Σ c c f`, from the non-equilibrium sums of the pairs.
#[inline(always)]
fn trace<R: Float>([x, y, z, xy, x_y, xz, x_z, yz, y_z]: [R; PAIRS]) -> R {
    ((x + y) + z) + (((xy + x_y) + (xz + x_z)) + (yz + y_z)) * 2.0
}

/// `Π Π` of the stress `Π = Σ c c f`, from the non-equilibrium sums of the pairs.
#[inline(always)]
fn stress_squared<R: Float>([x, y, z, xy, x_y, xz, x_z, yz, y_z]: [R; PAIRS]) -> R {
    let along_x = x + ((xy + x_y) + (xz + x_z));
    let along_y = y + ((xy + x_y) + (yz + y_z));
    let along_z = z + ((xz + x_z) + (yz + y_z));
    let across = [xy - x_y, xz - x_z, yz - y_z];
    let normal = (along_x * along_x + along_y * along_y) + along_z * along_z;
    let shear = (across[0] * across[0] + across[1] * across[1]) + across[2] * across[2];
    normal + shear * 2.0
}
