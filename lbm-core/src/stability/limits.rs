//! Limits of stability by von Neumann analysis of the linearized operators: `examples/stability.rs` prints the tables,
//! `tests/laws/stability.rs` verifies them.

use crate::operator::Collision;
use crate::{Error, Units};

/// Largest Froude numbers by relaxation time and gravity number.
type Table = [[f64; GRAVITY_NUMBER.len()]; TAU.len()];

const TAU: [f64; 7] = [Collision::LOWEST_KNOWN_TAU, 0.51, 0.52, 0.55, 0.6, 0.7, 1.0];
/// Dense beyond a third, where BGK loses most of its range.
const GRAVITY_NUMBER: [f64; 15] = [
    0.001,
    0.01,
    0.05,
    0.1,
    0.15,
    0.2,
    0.25,
    0.3,
    0.33,
    0.34,
    0.35,
    0.37,
    0.4,
    0.5,
    Units::MAX_GRAVITY_NUMBER,
];

/// BGK.
#[rustfmt::skip]
const BGK: Table = [
    [0.32, 0.42, 0.40, 0.28, 0.24, 0.26, 0.24, 0.28, 0.22, 0.06, 0.04, 0.02, 0.00, 0.00, 0.00],
    [0.36, 0.44, 0.48, 0.48, 0.42, 0.38, 0.40, 0.36, 0.30, 0.12, 0.06, 0.04, 0.02, 0.00, 0.00],
    [0.46, 0.48, 0.54, 0.58, 0.62, 0.54, 0.48, 0.40, 0.36, 0.26, 0.14, 0.08, 0.06, 0.02, 0.00],
    [0.64, 0.66, 0.68, 0.68, 0.70, 0.64, 0.54, 0.44, 0.40, 0.40, 0.38, 0.24, 0.16, 0.08, 0.00],
    [0.82, 0.82, 0.80, 0.80, 0.78, 0.72, 0.60, 0.50, 0.46, 0.44, 0.42, 0.40, 0.36, 0.16, 0.04],
    [0.96, 0.96, 0.94, 0.92, 0.90, 0.90, 0.78, 0.64, 0.58, 0.56, 0.54, 0.50, 0.46, 0.32, 0.18],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.82, 0.74, 0.70, 0.68, 0.64, 0.58, 0.40, 0.28],
];

/// TRT, Λ = 1/4.
#[rustfmt::skip]
const TRT: Table = [
    [0.50, 0.24, 0.10, 0.08, 0.06, 0.04, 0.04, 0.04, 0.04, 0.04, 0.04, 0.04, 0.04, 0.02, 0.02],
    [0.68, 0.44, 0.22, 0.14, 0.12, 0.10, 0.10, 0.08, 0.08, 0.08, 0.08, 0.08, 0.06, 0.06, 0.06],
    [0.98, 0.54, 0.44, 0.30, 0.24, 0.22, 0.20, 0.18, 0.16, 0.16, 0.16, 0.16, 0.14, 0.14, 0.12],
    [1.00, 0.90, 0.56, 0.48, 0.46, 0.44, 0.44, 0.42, 0.42, 0.42, 0.42, 0.40, 0.40, 0.36, 0.28],
    [1.00, 1.00, 0.82, 0.66, 0.58, 0.54, 0.52, 0.50, 0.48, 0.48, 0.48, 0.46, 0.46, 0.40, 0.28],
    [1.00, 1.00, 1.00, 0.98, 0.90, 0.80, 0.74, 0.68, 0.66, 0.66, 0.64, 0.64, 0.58, 0.40, 0.28],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.82, 0.74, 0.70, 0.68, 0.64, 0.58, 0.40, 0.28],
];

/// The smallest Λ whose limits are known.
const MIN_MAGIC: f64 = 3.0 / 16.0;

/// TRT, Λ = 3/16.
#[rustfmt::skip]
const TRT_SMALL_MAGIC: Table = [
    [0.52, 0.30, 0.12, 0.08, 0.08, 0.06, 0.06, 0.04, 0.04, 0.04, 0.04, 0.04, 0.04, 0.02, 0.02],
    [0.70, 0.46, 0.26, 0.18, 0.14, 0.12, 0.12, 0.10, 0.10, 0.10, 0.08, 0.08, 0.08, 0.06, 0.04],
    [0.98, 0.56, 0.46, 0.38, 0.30, 0.26, 0.24, 0.20, 0.20, 0.20, 0.18, 0.18, 0.18, 0.14, 0.08],
    [1.00, 0.90, 0.58, 0.50, 0.48, 0.46, 0.46, 0.44, 0.44, 0.44, 0.44, 0.42, 0.42, 0.38, 0.22],
    [1.00, 1.00, 0.84, 0.68, 0.60, 0.56, 0.54, 0.52, 0.50, 0.50, 0.50, 0.50, 0.48, 0.40, 0.28],
    [1.00, 1.00, 1.00, 0.98, 0.92, 0.84, 0.76, 0.70, 0.68, 0.68, 0.66, 0.64, 0.56, 0.40, 0.28],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.82, 0.74, 0.70, 0.68, 0.64, 0.58, 0.40, 0.28],
];

/// Central moments, `bulk_tau` = 0.6.
#[rustfmt::skip]
const CENTRAL_MOMENTS_OF_0_6: Table = [
    [0.56, 0.64, 0.66, 0.52, 0.46, 0.48, 0.52, 0.64, 0.64, 0.62, 0.62, 0.12, 0.06, 0.02, 0.00],
    [0.66, 0.72, 0.72, 0.54, 0.50, 0.50, 0.56, 0.66, 0.70, 0.68, 0.66, 0.20, 0.10, 0.04, 0.00],
    [0.76, 0.80, 0.84, 0.64, 0.58, 0.56, 0.60, 0.68, 0.72, 0.70, 0.66, 0.30, 0.16, 0.06, 0.00],
    [0.88, 0.90, 0.96, 0.98, 0.92, 0.82, 0.78, 0.74, 0.72, 0.70, 0.68, 0.62, 0.30, 0.12, 0.00],
    [0.96, 0.96, 0.98, 0.98, 1.00, 0.92, 0.82, 0.76, 0.74, 0.70, 0.68, 0.64, 0.56, 0.20, 0.00],
    [1.00, 1.00, 1.00, 1.00, 1.00, 0.96, 0.84, 0.78, 0.74, 0.70, 0.64, 0.56, 0.44, 0.22, 0.00],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.90, 0.78, 0.72, 0.68, 0.60, 0.48, 0.36, 0.14, 0.00],
];

/// Central moments, `bulk_tau` = 0.7.
#[rustfmt::skip]
const CENTRAL_MOMENTS_OF_0_7: Table = [
    [0.60, 0.66, 0.90, 0.70, 0.62, 0.62, 0.64, 0.66, 0.64, 0.62, 0.62, 0.42, 0.12, 0.04, 0.00],
    [0.68, 0.74, 0.90, 0.74, 0.66, 0.64, 0.64, 0.68, 0.70, 0.68, 0.66, 0.52, 0.20, 0.08, 0.00],
    [0.78, 0.82, 0.94, 0.80, 0.70, 0.68, 0.68, 0.70, 0.72, 0.70, 0.66, 0.62, 0.28, 0.10, 0.00],
    [0.90, 0.92, 0.96, 1.00, 0.88, 0.80, 0.76, 0.74, 0.72, 0.70, 0.68, 0.62, 0.54, 0.20, 0.00],
    [0.98, 0.98, 0.98, 1.00, 1.00, 0.98, 0.86, 0.78, 0.72, 0.70, 0.68, 0.62, 0.56, 0.32, 0.00],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.82, 0.74, 0.70, 0.68, 0.64, 0.58, 0.40, 0.00],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.96, 0.80, 0.72, 0.70, 0.66, 0.58, 0.50, 0.28, 0.00],
];

/// Central moments, `bulk_tau` = 1.
#[rustfmt::skip]
const CENTRAL_MOMENTS_OF_1: Table = [
    [0.68, 0.80, 1.00, 0.98, 0.80, 0.70, 0.64, 0.58, 0.56, 0.56, 0.56, 0.54, 0.52, 0.12, 0.06],
    [0.78, 0.84, 1.00, 1.00, 0.88, 0.80, 0.72, 0.66, 0.64, 0.62, 0.62, 0.60, 0.52, 0.18, 0.10],
    [0.86, 0.92, 1.00, 1.00, 0.92, 0.82, 0.78, 0.74, 0.72, 0.70, 0.66, 0.60, 0.52, 0.26, 0.12],
    [0.96, 0.98, 1.00, 1.00, 1.00, 0.88, 0.80, 0.74, 0.72, 0.70, 0.66, 0.62, 0.52, 0.30, 0.14],
    [1.00, 1.00, 1.00, 1.00, 1.00, 0.94, 0.84, 0.76, 0.72, 0.70, 0.68, 0.62, 0.54, 0.32, 0.16],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.90, 0.78, 0.72, 0.70, 0.68, 0.62, 0.54, 0.36, 0.20],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.82, 0.74, 0.70, 0.68, 0.64, 0.58, 0.40, 0.28],
];

/// Central moments, `bulk_tau` = 2.
#[rustfmt::skip]
const CENTRAL_MOMENTS_OF_2: Table = [
    [0.72, 1.00, 1.00, 0.98, 0.74, 0.62, 0.52, 0.46, 0.44, 0.44, 0.42, 0.42, 0.40, 0.28, 0.10],
    [0.76, 1.00, 1.00, 1.00, 0.90, 0.76, 0.64, 0.56, 0.54, 0.52, 0.52, 0.50, 0.48, 0.28, 0.10],
    [0.82, 1.00, 1.00, 1.00, 1.00, 0.90, 0.78, 0.68, 0.64, 0.62, 0.62, 0.60, 0.52, 0.28, 0.10],
    [0.96, 1.00, 1.00, 1.00, 1.00, 0.96, 0.86, 0.76, 0.72, 0.70, 0.66, 0.60, 0.52, 0.30, 0.10],
    [1.00, 1.00, 1.00, 1.00, 1.00, 0.98, 0.86, 0.78, 0.72, 0.70, 0.66, 0.60, 0.52, 0.30, 0.12],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.88, 0.78, 0.72, 0.70, 0.68, 0.62, 0.54, 0.32, 0.14],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.90, 0.78, 0.72, 0.70, 0.68, 0.62, 0.54, 0.34, 0.20],
];

/// Central moments, `bulk_tau` = `tau`.
#[rustfmt::skip]
const CENTRAL_MOMENTS_OF_ONE_TAU: Table = [
    [0.54, 0.38, 0.16, 0.12, 0.08, 0.08, 0.06, 0.04, 0.04, 0.04, 0.04, 0.02, 0.02, 0.00, 0.00],
    [0.64, 0.68, 0.44, 0.32, 0.24, 0.20, 0.16, 0.14, 0.10, 0.10, 0.08, 0.04, 0.02, 0.00, 0.00],
    [0.74, 0.78, 0.74, 0.70, 0.50, 0.40, 0.34, 0.32, 0.34, 0.32, 0.24, 0.10, 0.06, 0.02, 0.00],
    [0.88, 0.90, 0.94, 0.96, 0.78, 0.66, 0.60, 0.54, 0.50, 0.48, 0.46, 0.42, 0.20, 0.08, 0.00],
    [0.96, 0.96, 0.98, 0.98, 1.00, 0.92, 0.82, 0.76, 0.74, 0.70, 0.68, 0.64, 0.56, 0.20, 0.00],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.82, 0.74, 0.70, 0.68, 0.64, 0.58, 0.40, 0.00],
    [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 0.82, 0.74, 0.70, 0.68, 0.64, 0.58, 0.40, 0.28],
];

/// The tables of `bulk_tau` from [`Collision::SAFE_BULK_TAU`] on.
const BULK_TAU: [(f64, &Table); 4] = [
    (Collision::SAFE_BULK_TAU, &CENTRAL_MOMENTS_OF_0_6),
    (0.7, &CENTRAL_MOMENTS_OF_0_7),
    (1.0, &CENTRAL_MOMENTS_OF_1),
    (Collision::MAX_BULK_TAU, &CENTRAL_MOMENTS_OF_2),
];

impl Collision {
    /// The smallest relaxation time that limits of stability were computed for: down to ½ they are taken to fall to 0.
    pub const LOWEST_KNOWN_TAU: f64 = 0.505;

    /// The Froude number `|u| / √(g h)` up to which disturbances of a uniform stream of gravity number `g h / e²` do not grow;
    /// 0 where no stream is known to be stable.
    ///
    /// Interpolated from tables computed by von Neumann analysis of the linearized operator, to 0.02, for streams at 0, 22.5
    /// and 45° to the lattice and wave vectors on a grid of `π/24`: linear between relaxation times of 0.505, 0.51, 0.52,
    /// 0.55, 0.6, 0.7 and 1, constant above 1, and decreasing to 0 at ½.
    ///
    /// For TRT there are tables for Λ = 3/16 and ¼, with linear interpolation between them. Above ¼ the limit is that of Λ
    /// = ¼ with the same odd relaxation time, which is below the true one; below 3/16 no limit is known and the result is 0.
    /// For central moments there are tables for `bulk_tau` = 0.6, 0.7, 1, 2 and `tau`, with linear interpolation between them. Between
    /// `tau` and 0.6 the limits are those of the smaller of both at `tau`, and to 0.06. Unless `bulk_tau` is 0.8 to 1.2, nothing is stable above `g h / e²` = 0.5.
    ///
    /// Smagorinsky's eddy viscosity does not change the limits: in a uniform stream it is 0. It damps disturbances once
    /// they have grown to steep shear, so that a stream beyond its limit may stay bounded, but rough.
    ///
    /// At any viscosity, no operator on nine velocities is stable beyond `Fr < 1` and `(1 + Fr) √(g h / e²) < 1`: the wave
    /// speeds `u ± √(g h)` have to lie on either side of 0, between the lattice speeds −e, 0, e (the sub-characteristic
    /// condition, Liu 1987).
    pub fn stable_froude(&self, gravity_number: f64) -> f64 {
        if gravity_number > self.gravity_number_at_rest() {
            return 0.0;
        }
        match *self {
            Self::Bgk { tau } => look_up(&BGK, tau, gravity_number),
            Self::Trt { magic, .. } if magic < MIN_MAGIC => 0.0,
            Self::Trt { tau, magic } if magic >= 0.25 => {
                look_up(&TRT, 0.5 + (tau - 0.5) * 0.25 / magic, gravity_number)
            }
            Self::Trt { tau, magic } => {
                let [low, high] = [&TRT_SMALL_MAGIC, &TRT].map(|table| look_up(table, tau, gravity_number));
                low + (magic - MIN_MAGIC) / (0.25 - MIN_MAGIC) * (high - low)
            }
            Self::CentralMoments { tau, bulk_tau } => central_moments(tau, bulk_tau, gravity_number),
        }
    }

    /// [`Self::stable_froude`] of the operator whose relaxation time is raised to [`Self::min_tau`].
    ///
    /// Iterates from 0 on: if streams up to `Fr` are stable, so are those up to the limit at the relaxation time of `Fr`.
    pub(crate) fn adapted_stable_froude(&self, gravity_number: f64) -> f64 {
        let mut froude = 0.0;
        loop {
            let Some(min_tau) = self.min_tau(froude) else { return self.stable_froude(gravity_number) };
            let next = Self::Bgk { tau: self.tau().max(min_tau) }.stable_froude(gravity_number);
            // The rest of a converging series is of the order of its last term.
            if next - froude < 1e-5 {
                return next;
            }
            froude = next;
        }
    }

    /// Largest gravity number at which water at rest is stable.
    pub(crate) fn gravity_number_at_rest(&self) -> f64 {
        match *self {
            Self::CentralMoments { bulk_tau, .. } if !is_near_one(bulk_tau) => 0.5,
            _ => Units::MAX_GRAVITY_NUMBER,
        }
    }
}

impl Units {
    /// Units with the longest time step at which water of depth `depth_m` that flows at `speed_m_s` is stable: with the
    /// largest gravity number of 0.15, 0.1, 0.05 and 0.01 at which [`Collision::stable_froude`] is above its Froude
    /// number. Depth and speed are the largest ones expected.
    ///
    /// ```
    /// use lbm_core::{Collision, Units};
    ///
    /// let trt = Collision::Trt { tau: 0.6, magic: 0.25 };
    /// let slow = Units::for_flow(0.5, 4.0, 1.0, 9.81, trt)?;
    /// assert!((slow.gravity_number(4.0) - 0.15).abs() < 1e-12);
    /// // Froude number 0.8: shorter steps help TRT.
    /// let fast = Units::for_flow(0.5, 4.0, 5.0, 9.81, trt)?;
    /// assert!((fast.gravity_number(4.0) - 0.05).abs() < 1e-12);
    /// // Faster than waves.
    /// assert!(Units::for_flow(0.5, 4.0, 7.0, 9.81, trt).is_err());
    /// # Ok::<(), lbm_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFinite`] and [`Error::OutOfRange`] unless all are finite and above 0 (the speed may be 0), and for a
    /// Froude number at which the operator is not stable.
    pub fn for_flow(
        cell_size_m: f64,
        depth_m: f64,
        speed_m_s: f64,
        gravity_m_s2: f64,
        collision: Collision,
    ) -> Result<Self, Error> {
        Error::require(speed_m_s >= 0.0, "speed [m/s]", speed_m_s, "0 or above")?;
        let units = |number| Self::from_gravity_number(cell_size_m, depth_m, number, gravity_m_s2);
        collision.check()?;
        units(0.15)?;
        let froude = speed_m_s / (gravity_m_s2 * depth_m).sqrt();
        match [0.15, 0.1, 0.05, 0.01].into_iter().find(|&number| froude < collision.stable_froude(number)) {
            Some(number) => units(number),
            None => {
                let range = if froude < 1.0 {
                    "less for this operator: take a larger tau or central moments"
                } else {
                    "below 1: the lattice cannot carry water that is faster than its waves"
                };
                Err(Error::OutOfRange { what: "Froude number of the flow", value: froude, range })
            }
        }
    }
}

/// Whether the trace of the stress relaxes in about one step.
fn is_near_one(bulk_tau: f64) -> bool {
    (0.8..=1.2).contains(&bulk_tau)
}

/// Refuses still water that is unstable at rest, naming the deepest of `cells`, given with their depths in m.
pub(crate) fn require_stable_at_rest(
    cells: impl Iterator<Item = ([usize; 2], f64)>,
    units: &Units,
    collision: Collision,
) -> Result<(), Error> {
    let Some((cell, depth_m)) = cells.max_by(|a, b| a.1.total_cmp(&b.1)) else { return Ok(()) };
    let (gravity_number, most) = (units.gravity_number(depth_m), collision.gravity_number_at_rest());
    if gravity_number <= most {
        return Ok(());
    }
    let time_step_s = units.time_step_for_s(most, depth_m);
    Err(Error::TooDeep { cell, depth_m, gravity_number, most, time_step_s })
}

/// Linear between the tables of relaxation times of the trace of the stress.
fn central_moments(tau: f64, bulk_tau: f64, gravity_number: f64) -> f64 {
    if bulk_tau < tau.min(Collision::SAFE_BULK_TAU) {
        return 0.0;
    }
    let at = |table| look_up(table, tau, gravity_number);
    let first = at(BULK_TAU[0].1);
    let next = BULK_TAU[1..].iter().position(|&(node, _)| bulk_tau <= node);
    let [(from, low), (to, high)] = match next {
        _ if bulk_tau < BULK_TAU[0].0 => {
            [(tau, first.min(at(&CENTRAL_MOMENTS_OF_ONE_TAU))), (BULK_TAU[0].0, first)]
        }
        Some(next) => [BULK_TAU[next], BULK_TAU[next + 1]].map(|(node, table)| (node, at(table))),
        None => return 0.0,
    };
    low + (bulk_tau - from) / (to - from) * (high - low)
}

/// Bilinear between the entries, decreasing to 0 below the first relaxation time.
fn look_up(table: &Table, tau: f64, gravity_number: f64) -> f64 {
    let (row, t) = place(&TAU, tau);
    let (column, s) = place(&GRAVITY_NUMBER, gravity_number);
    let in_row = |row: &[f64; GRAVITY_NUMBER.len()]| row[column] + s * (row[column + 1] - row[column]);
    let [low, high] = [in_row(&table[row]), in_row(&table[row + 1])];
    let below = ((tau - 0.5) / (TAU[0] - 0.5)).clamp(0.0, 1.0);
    below * (low + t * (high - low))
}

/// The interval of `nodes` that contains `x`, and the position in it from 0 to 1; the nearest end for `x` outside.
fn place(nodes: &[f64], x: f64) -> (usize, f64) {
    let last = nodes.len() - 2;
    let interval = nodes[1..=last].iter().take_while(|&&node| node <= x).count();
    let position = (x - nodes[interval]) / (nodes[interval + 1] - nodes[interval]);
    (interval, position.clamp(0.0, 1.0))
}
