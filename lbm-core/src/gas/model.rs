use pulp::Simd;

use super::d3q19::{C, Q, W};
use crate::engine::{Float, Model, Vector, in_memory, unrolled};
use crate::operator::{check_smagorinsky, smagorinsky_factor, smagorinsky_omega};
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
        if let Collision::CentralMoments { .. } = collision {
            return Err(Error::NotSupported {
                what: "central moments in three dimensions",
                instead: "take BGK or TRT",
            });
        }
        check_smagorinsky(smagorinsky)?;
        Error::require_positive("density", density)?;
        let eddy = smagorinsky_factor(smagorinsky);
        Ok(Self {
            rest_density: density as f32,
            tau: collision.tau() as f32,
            odd: collision.odd_rate(),
            eddy,
            bulk: None,
        })
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
        let mut square = dot(momentum, momentum);
        let mut work = None;
        for axis in 0..3 {
            if let Some(half) = half[axis] {
                square = square - half * half;
                work = plus(work, Some((momentum[axis] + half) * half));
            }
        }

        let omega = if self.eddy > 0.0 {
            let magnitude = stress_squared(sum, above, momentum, half, inverse).sqrt();
            smagorinsky_omega(magnitude * inverse, self.eddy, self.tau)
        } else {
            density.splat(1.0 / self.tau)
        };
        let omega_odd = match self.odd {
            Some(odd) => omega.splat(odd),
            None => omega,
        };

        // Halves of the sums: what is kept of them, and equal parts of the equilibrium for pairs along an axis and for the others.
        let (taken, kept) = (omega * 0.5, omega.splat(0.5) - omega * 0.5);
        let still = (above - square * (inverse * 1.5)) * taken;
        let still = match work {
            Some(work) => still - work * (inverse * 3.0),
            None => still,
        };
        let curved = inverse * 4.5;
        let [weight, diagonal_weight] = [2.0 * W[1], 2.0 * W[1 + AXES]];
        let bent = curved * taken;
        let (bent, diagonal_bent) = (bent * weight, bent * diagonal_weight);
        let stir = curved * 2.0;
        let (stir, diagonal_stir) = (stir * weight, stir * diagonal_weight);
        let (still, mut diagonal_still) = (still * weight, still * diagonal_weight);
        // How much more the trace of the stress relaxes than the rest of it. Its populations are w_q (c² − 1): none along the axes.
        if let Some(bulk) = self.bulk {
            let excess = trace(sum) - (above + square * inverse);
            diagonal_still = diagonal_still - excess * ((omega.splat(bulk) - omega) * (1.0 / 24.0));
        }
        let along = project(momentum);
        let pushed = project_some(half);
        let half_sum = pairs!(k => {
            let (still, bent, stir) =
                if k < AXES { (still, bent, stir) } else { (diagonal_still, diagonal_bent, diagonal_stir) };
            let kept = sum[k] * kept + still;
            match pushed[k] {
                Some(pushed) => {
                    let square = along[k] * along[k] - pushed * pushed;
                    kept + square * bent + (along[k] + pushed) * (pushed * stir)
                }
                None => kept + (along[k] * along[k]) * bent,
            }
        });

        // First the diagonal pairs; those along the axes then get the rest of the momentum after rounding.
        let (taken, kept) = (omega_odd * (3.0 * W[1 + AXES]), omega.splat(0.5) - omega_odd * 0.5);
        let diagonal = unrolled!(k in [3 4 5 6 7 8] => {
            let odd = difference[k] * kept + along[k] * taken;
            match pushed[k] {
                Some(pushed) => odd + pushed * (6.0 * W[1 + k]),
                None => odd,
            }
        });
        let forth = unrolled!(k in [0 1 2 3 4 5] => half_sum[k + 3] + diagonal[k]);
        let back = unrolled!(k in [0 1 2 3 4 5] => half_sum[k + 3] - diagonal[k]);
        let carried = carried(unrolled!(k in [0 1 2 3 4 5] => forth[k] - back[k]));
        let mut moving = sum;
        for k in 0..DIAGONALS {
            moving[AXES + k] = forth[k] + back[k];
            [f[4 + k], f[4 + k + PAIRS]] = [forth[k], back[k]];
        }
        for axis in 0..3 {
            let pushed = match force[axis] {
                Some(force) => momentum[axis] + force,
                None => momentum[axis],
            };
            let odd = (pushed - carried[axis]) * 0.5;
            let [forth, back] = [half_sum[axis] + odd, half_sum[axis] - odd];
            moving[axis] = forth + back;
            [f[1 + axis], f[1 + axis + PAIRS]] = [forth, back];
        }
        f[0] = above - total(moving);
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
        let above = f[0] + total(sum);
        Self { above, momentum: [x + along_x, y + along_y, z + along_z], sum, difference }
    }
}

/// `Σ c f` of the diagonal pairs, from their differences.
#[inline(always)]
fn carried<R: Float>([xy, x_y, xz, x_z, yz, y_z]: [R; DIAGONALS]) -> [R; 3] {
    [(xy + x_y) + (xz + x_z), (xy - x_y) + (yz + y_z), (xz - x_z) + (yz - y_z)]
}

/// The sum over all pairs, those along the axes last: they are found last.
#[inline(always)]
fn total<R: Float>([x, y, z, xy, x_y, xz, x_z, yz, y_z]: [R; PAIRS]) -> R {
    (((xy + x_y) + (xz + x_z)) + (yz + y_z)) + ((x + y) + z)
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

/// The trace of the stress `Π = Σ c c f`, from the sums of the pairs.
#[inline(always)]
fn trace<R: Float>([x, y, z, xy, x_y, xz, x_z, yz, y_z]: [R; PAIRS]) -> R {
    ((x + y) + z) + (((xy + x_y) + (xz + x_z)) + (yz + y_z)) * 2.0
}

/// `Π Π` of the stress that is out of equilibrium in the middle of a step, `Π = Σ c c f − ⅓ (ρ − ρ₀) − (p p − h h) / ρ`, from the sums of
/// the pairs, `ρ − ρ₀`, the momentum `p`, half of the force `h`, and `1 / ρ`.
#[inline(always)]
fn stress_squared<R: Float>(
    [x, y, z, xy, x_y, xz, x_z, yz, y_z]: [R; PAIRS],
    above: R,
    momentum: [R; 3],
    half: [Option<R>; 3],
    inverse: R,
) -> R {
    let pressure = above * (1.0 / 3.0);
    let [about_z, about_y, about_x] = [xy + x_y, xz + x_z, yz + y_z];
    let along = [x + (about_z + about_y), y + (about_z + about_x), z + (about_y + about_x)];
    let [normal_x, normal_y, normal_z] = unrolled!(axis in [0 1 2] => along[axis] - pressure - carried_by(momentum, half, [axis; 2]) * inverse);
    let shear_xy = (xy - x_y) - carried_by(momentum, half, [0, 1]) * inverse;
    let shear_xz = (xz - x_z) - carried_by(momentum, half, [0, 2]) * inverse;
    let shear_yz = (yz - y_z) - carried_by(momentum, half, [1, 2]) * inverse;
    let normal = (normal_x * normal_x + normal_y * normal_y) + normal_z * normal_z;
    let shear = (shear_xy * shear_xy + shear_xz * shear_xz) + shear_yz * shear_yz;
    normal + shear * 2.0
}

/// A component of `p p − h h`.
#[inline(always)]
fn carried_by<R: Float>(momentum: [R; 3], half: [Option<R>; 3], [a, b]: [usize; 2]) -> R {
    let product = momentum[a] * momentum[b];
    match (half[a], half[b]) {
        (Some(a), Some(b)) => product - a * b,
        _ => product,
    }
}
