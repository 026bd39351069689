use std::collections::VecDeque;
use std::f64::consts::PI;

use glam::DVec3;

use super::damping::require_dissipative;
use super::matrix::{Matrix6, Vector6, join, split};
use crate::error::{require, require_finite, require_positive};
use crate::{Error, Load, Motion};

/// Fraction of the largest damping in a mode that may be missing at a frequency: potential-flow codes are off by some per
/// cent near irregular frequencies.
const NOISE: f64 = 0.05;

/// Radiation damping against frequency, as potential-flow codes tabulate it: body axes, about the
/// center of mass, linear between the frequencies, zero at 0 and beyond the last.
#[derive(Debug, Clone, PartialEq)]
pub struct DampingCurve {
    frequencies_rad_s: Vec<f64>,
    damping: Vec<Matrix6>,
}

impl DampingCurve {
    /// `damping[k]` (N s/m, N s, N m s) at `frequencies_rad_s[k]`.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] if there are not as many matrices as frequencies,
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if the frequencies do not rise from above 0, a value is not finite, or a matrix
    /// would give energy to some motion. In each mode 5 % of its largest damping are tolerated as the error of a code.
    pub fn new(frequencies_rad_s: &[f64], damping: &[Matrix6]) -> Result<Self, Error> {
        let expected = frequencies_rad_s.len();
        if damping.len() != expected {
            return Err(Error::ShapeMismatch { what: "damping", expected, got: damping.len() });
        }
        let mut last = 0.0;
        for &frequency in frequencies_rad_s {
            require(frequency > last, "a frequency", frequency, "above the one before, the first above 0")?;
            last = frequency;
        }
        for &element in damping.iter().flatten().flatten() {
            require_finite("an element of the damping", element)?;
        }
        let most: [f64; 6] =
            std::array::from_fn(|k| damping.iter().fold(0.0, |most, matrix| matrix[k][k].max(most)));
        for matrix in damping {
            require_dissipative(matrix, |k| NOISE * most[k])?;
        }
        let mut curve = Self { frequencies_rad_s: frequencies_rad_s.to_vec(), damping: damping.to_vec() };
        curve.frequencies_rad_s.insert(0, 0.0);
        curve.damping.insert(0, [[0.0; 6]; 6]);
        Ok(curve)
    }

    /// Element `[row][column]` of the retardation function `K(t) = 2/π ∫ B(ω) cos ω t dω` (Ogilvie
    /// 1964), exact for the curve's straight pieces.
    fn retardation(&self, row: usize, column: usize, time_s: f64) -> f64 {
        let pieces = self.frequencies_rad_s.windows(2).zip(self.damping.windows(2));
        let integral: f64 = pieces
            .map(|(frequency, matrix)| {
                let (from, to) = (frequency[0], frequency[1]);
                let (low, high) = (matrix[0][row][column], matrix[1][row][column]);
                if time_s == 0.0 {
                    return (low + high) / 2.0 * (to - from);
                }
                let ends = high * (to * time_s).sin() - low * (from * time_s).sin();
                let slope = (high - low) / (to - from);
                ends / time_s + slope * ((to * time_s).cos() - (from * time_s).cos()) / (time_s * time_s)
            })
            .sum();
        2.0 / PI * integral
    }
}

/// Steps that a memory covers at most: with more its sums would take longer than the rest of a simulation.
const MOST_STEPS: f64 = 1e6;

/// Greatest number of pieces of the damping's elements that are integrated for a memory, over all its steps: some seconds.
const MOST_PIECES: usize = 200_000_000;

/// The memory of the waves that a body made: the load `−∫₀^∞ K(τ) v(t − τ) dτ` (Cummins 1962). It goes with the added mass
/// at infinite frequency.
#[derive(Debug, Clone)]
pub struct RadiationMemory {
    /// Row, column and K(n Δt) Δt with the weights of the trapezoidal rule, where K is not zero.
    kernels: Vec<(usize, usize, Vec<f64>)>,
    /// Velocities in body axes, the newest first.
    past: VecDeque<Vector6>,
    length: usize,
}

impl RadiationMemory {
    /// A memory of `duration_s` for steps of `time_step_s`. The retardation function should have decayed by its end: some tens
    /// of seconds for ships.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if the step is not above 0, or the duration is shorter or above a million of it.
    pub fn new(curve: &DampingCurve, time_step_s: f64, duration_s: f64) -> Result<Self, Error> {
        require_positive("time_step_s", time_step_s)?;
        let within = (time_step_s..=MOST_STEPS * time_step_s).contains(&duration_s);
        require(within, "duration_s", duration_s, "from one to a million times time_step_s")?;
        let length = (duration_s / time_step_s).round() as usize;
        let used = |k: usize| curve.damping.iter().any(|matrix| matrix[k / 6][k % 6] != 0.0);
        let pieces = curve.damping.len() * (0..36).filter(|k| used(*k)).count().max(1);
        let few = "shorter, or the table of fewer frequencies: its steps times the table's elements must be below 2e8";
        require(length <= MOST_PIECES / pieces, "duration_s", duration_s, few)?;
        let mut kernels = Vec::new();
        for (row, column) in (0..36).filter(|k| used(*k)).map(|k| (k / 6, k % 6)) {
            let mut kernel: Vec<f64> = (0..=length)
                .map(|n| curve.retardation(row, column, n as f64 * time_step_s) * time_step_s)
                .collect();
            kernel[0] /= 2.0;
            kernel[length] /= 2.0;
            kernels.push((row, column, kernel));
        }
        Ok(Self { kernels, past: VecDeque::with_capacity(length + 1), length })
    }

    /// Whether any of these motions, counted from 0 (surge) to 5 (yaw), makes waves or feels those of others.
    pub fn has_any(&self, modes: &[usize]) -> bool {
        self.kernels.iter().any(|(row, column, _)| modes.contains(row) || modes.contains(column))
    }

    /// Stores the present velocity, relative to water that moves at `water_m_s`, and returns the load of the memory; to be
    /// called once a step. A motion that is not finite counts as rest.
    #[must_use = "the load acts on the body"]
    pub fn step(&mut self, motion: &Motion, water_m_s: DVec3) -> Load {
        let rotation = motion.rotation.normalize();
        let back = rotation.inverse();
        let now = join(back * (motion.linvel_m_s - water_m_s), back * motion.angvel_rad_s);
        if self.past.len() > self.length {
            self.past.pop_back();
        }
        self.past.push_front(if now.iter().all(|v| v.is_finite()) { now } else { [0.0; 6] });
        let mut load = [0.0; 6];
        for (row, column, kernel) in &self.kernels {
            load[*row] -= kernel.iter().zip(&self.past).map(|(k, v)| k * v[*column]).sum::<f64>();
        }
        let (force, torque) = split(load);
        Load { force_n: rotation * force, torque_n_m: rotation * torque }
    }

    /// The velocities that the memory holds, in body axes relative to the water, the newest first: its state between two steps.
    pub fn state(&self) -> Vec<[f64; 6]> {
        self.past.iter().copied().collect()
    }

    /// Restores a state of this memory, or of one with the same damping, step and duration.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if it holds more velocities than the memory, [`Error::NotFinite`]; nothing changes then.
    pub fn restore(&mut self, state: &[[f64; 6]]) -> Result<(), Error> {
        let (got, most) = (state.len(), self.length + 1);
        require(got <= most, "velocities in a memory", got as f64, "at most one more than its steps")?;
        state.iter().flatten().try_for_each(|v| require_finite("a velocity in a memory", *v))?;
        self.past.clear();
        self.past.extend(state);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B = ω e^(−ω) has K = 2/π (1 − t²) / (1 + t²)².
    fn curve() -> DampingCurve {
        let frequencies: Vec<f64> = (1..=3000).map(|i| f64::from(i) * 0.01).collect();
        let matrix = |w: &f64| {
            let mut b = [[0.0; 6]; 6];
            b[2][2] = w * (-w).exp();
            b[2][4] = 0.5 * b[2][2];
            b[4][4] = b[2][2];
            b
        };
        DampingCurve::new(&frequencies, &frequencies.iter().map(matrix).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn the_retardation_function_is_the_cosine_transform() {
        for time in [0.0, 0.01, 0.5, 1.0, 3.0, 20.0] {
            let expected = 2.0 / PI * (1.0 - time * time) / (1.0 + time * time).powi(2);
            assert!((curve().retardation(2, 2, time) - expected).abs() < 2e-5, "{time}");
        }
    }

    /// In a steady oscillation the memory is the damping at that frequency, and a change of added mass.
    #[test]
    fn an_oscillation_feels_the_damping_of_its_frequency() {
        let (step, frequency) = (0.01, 1.2f64);
        let mut memory = RadiationMemory::new(&curve(), step, 60.0).unwrap();
        let (mut in_phase, mut pitch, periods) = (0.0, 0.0, 4.0);
        let samples = (periods * 2.0 * PI / frequency / step) as usize;
        for n in 0..8000 + samples {
            let speed = (frequency * n as f64 * step).cos();
            let motion = Motion {
                linvel_m_s: DVec3::Z * speed,
                ..Motion::at_rest(glam::DQuat::IDENTITY, DVec3::ZERO)
            };
            let load = memory.step(&motion, DVec3::ZERO);
            if n >= 8000 {
                in_phase -= load.force_n.z * speed * 2.0 / samples as f64;
            }
            pitch += load.torque_n_m.length();
        }
        assert!((in_phase - frequency * (-frequency).exp()).abs() < 2e-3, "{in_phase}");
        assert_eq!(pitch, 0.0, "heave has no part in column 4");
    }

    #[test]
    fn a_memory_continues_from_its_state_with_the_same_bits() {
        let new = || RadiationMemory::new(&curve(), 0.1, 2.0).unwrap();
        let step = |memory: &mut RadiationMemory, n: u32| {
            let motion = Motion {
                linvel_m_s: DVec3::new(0.3, 0.1, f64::from(n).sin()),
                angvel_rad_s: DVec3::Y * f64::from(n).cos(),
                ..Motion::at_rest(glam::DQuat::from_rotation_x(0.2), DVec3::ZERO)
            };
            memory.step(&motion, DVec3::X)
        };
        // Empty, filling, and full.
        for before in [0, 7, 60] {
            let (mut memory, mut other) = (new(), new());
            for n in 0..before {
                step(&mut memory, n);
            }
            step(&mut other, 99);
            other.restore(&memory.state()).unwrap();
            for n in before..before + 30 {
                assert_eq!(step(&mut other, n), step(&mut memory, n), "{n}");
            }
            assert_eq!(other.state().len(), 21);
        }
        let mut memory = new();
        assert!(matches!(memory.restore(&[[0.0; 6]; 22]), Err(Error::OutOfRange { value: 22.0, .. })));
        assert!(matches!(memory.restore(&[[f64::NAN; 6]]), Err(Error::NotFinite { .. })));
        assert!(memory.state().is_empty());
    }

    #[test]
    fn tables_that_make_no_sense_are_refused() {
        let matrix = [[0.0; 6]; 6];
        assert!(matches!(DampingCurve::new(&[1.0], &[]), Err(Error::ShapeMismatch { .. })));
        for frequencies in [[0.0, 1.0], [2.0, 1.0], [1.0, f64::NAN]] {
            let error = DampingCurve::new(&frequencies, &[matrix; 2]);
            let message = error.unwrap_err().to_string();
            assert!(message.starts_with("a frequency "), "{message}");
        }
        let mut feeding = [[[0.0; 6]; 6]; 2];
        (feeding[0][2][2], feeding[1][2][2]) = (100.0, -4.0);
        assert!(DampingCurve::new(&[1.0, 2.0], &feeding).is_ok(), "noise");
        feeding[1][2][2] = -6.0;
        let error = DampingCurve::new(&[1.0, 2.0], &feeding).unwrap_err();
        assert!(matches!(error, Error::OutOfRange { value, .. } if (value + 6.0).abs() < 1e-9), "{error}");
        // A coupling of modes that is stronger than both.
        let mut coupled = [[[0.0; 6]; 6]; 2];
        for (matrix, coupling) in coupled.iter_mut().zip([99.0, 120.0]) {
            (matrix[1][1], matrix[2][2]) = (100.0, 100.0);
            (matrix[1][2], matrix[2][1]) = (coupling, coupling);
        }
        assert!(DampingCurve::new(&[1.0], &coupled[..1]).is_ok());
        assert!(DampingCurve::new(&[1.0, 2.0], &coupled).is_err());
        for (step, duration) in [(0.0, 1.0), (0.1, 0.05), (0.1, f64::INFINITY), (0.1, 1.1e5), (1e-300, 1e300)]
        {
            assert!(RadiationMemory::new(&curve(), step, duration).is_err());
        }
    }
}
