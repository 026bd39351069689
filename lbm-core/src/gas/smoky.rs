//! The collision of a gas and of what it carries, in one cell.

use pulp::Simd;

use super::d3q19;
use super::model::{Gas, Pairs, Relaxed};
use super::scalar::{MAGIC, directions, is_number, relax, sound_squared, total};
use crate::engine::{Float, Model, Vector, in_memory, unrolled};

/// Populations of a cell: those of the gas, then those of the smoke.
pub(super) const Q: usize = d3q19::Q + SMOKE;

/// Populations of the smoke.
pub(super) const SMOKE: usize = 7;

/// Directions of all populations.
pub(super) const C: [[i32; 3]; Q] = {
    let mut c = [[0; 3]; Q];
    let smoke = directions::<3, SMOKE>();
    let mut q = 0;
    while q < Q {
        c[q] = if q < d3q19::Q { d3q19::C[q] } else { smoke[q - d3q19::Q] };
        q += 1;
    }
    c
};

/// Turbulent Schmidt number: eddy viscosity over eddy diffusivity.
const SCHMIDT: f32 = 0.7;

/// `c_s²` of the smoke.
const SOUND_SQUARED: f32 = sound_squared(3) as f32;

/// The model of [`crate::Air`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Smoky {
    pub(super) gas: Gas,
    /// `τ⁻ − ½` of the smoke.
    pub(super) odd: f32,
    /// Acceleration along z at a concentration of 1.
    pub(super) buoyancy: f32,
}

impl Model<Q> for Smoky {
    const VELOCITIES: [[i8; 3]; Q] = in_memory(&C);

    const AT_REST: &'static [usize] = &[0, d3q19::Q];

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
        let (gas, mut smoke) = parts(&f);
        let pairs = Pairs::new(gas);
        let c = total(&smoke);
        let simd = c.simd;
        let valid = simd.and_m32s(self.gas.is_valid_cell(&pairs), is_number(c));

        let push = c * (self.buoyancy * self.gas.rest_density);
        let Relaxed { velocity, omega } = self.gas.relax(&mut f, &pairs, [None, None, Some(push)]);

        let rates = if self.gas.eddy > 0.0 {
            let eddies = c.splat(1.0) / omega - self.gas.tau;
            let odd = eddies * (1.0 / (3.0 * SCHMIDT * SOUND_SQUARED)) + self.odd;
            // 1 / (Λ / x + ½) and 1 / (x + ½).
            [odd / (odd * 0.5 + MAGIC as f32), c.splat(1.0) / (odd + 0.5)]
        } else {
            [c.splat(self.odd / (0.5 * self.odd + MAGIC as f32)), c.splat(1.0 / (self.odd + 0.5))]
        };
        relax::<_, _, _, true>(&mut smoke, c, velocity, rates);
        #[allow(
            clippy::manual_memcpy,
            reason = "a copy of the slice is a call, and leaves the populations in memory"
        )]
        for q in 0..SMOKE {
            f[d3q19::Q + q] = smoke[q];
        }
        (f, valid)
    }

    #[inline(always)]
    fn is_valid<S: Simd>(&self, f: [Vector<S>; Q], _: &[&[f32]; 3], _: usize) -> S::m32s {
        let (gas, smoke) = parts(&f);
        let c = total(&smoke);
        c.simd.and_m32s(self.gas.is_valid_cell(&Pairs::new(gas)), is_number(c))
    }
}

/// The populations of the gas and those of the smoke.
#[inline(always)]
pub(super) fn parts<R: Copy>(f: &[R; Q]) -> ([R; d3q19::Q], [R; SMOKE]) {
    let gas = unrolled!(q in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18] => f[q]);
    (gas, unrolled!(q in [0 1 2 3 4 5 6] => f[d3q19::Q + q]))
}

/// The populations of smoke that has settled in a flow.
pub(super) fn settled(concentration: f32, velocity: [f32; 3]) -> [f32; SMOKE] {
    let mut f = [0.0; SMOKE];
    relax::<_, _, _, false>(&mut f, concentration, velocity, [1.0; 2]);
    f
}
