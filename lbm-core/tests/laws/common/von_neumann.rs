//! Von Neumann analysis: the uniform streams in which the linearized scheme is stable.
//!
//! A disturbance `f̂ exp(i k·x)` of a uniform stream becomes `A f̂` in a step, with
//! `A = diag(exp(−i k·e_q)) J` and `J = ∂(collision)/∂f` at the stream's equilibrium (Sterling & Chen 1996). The scheme
//! is stable where no `A` has an eigenvalue beyond the unit circle.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use lbm_core::Collision;
use lbm_core::d2q9::{C, Q};

use super::{collide, equilibrium};

type Real = [[f64; Q]; Q];

/// Real and imaginary part.
#[derive(Clone)]
struct Complex {
    re: Real,
    im: Real,
}

/// Angles of the stream to the lattice; the others follow by symmetry.
const ANGLES_DEG: [f64; 3] = [0.0, 22.5, 45.0];

/// Whether no disturbance of a stream with this gravity number `g h / e²` and Froude number grows, of all wave vectors on a
/// grid of `π / waves`.
pub(crate) fn is_stable(collision: Collision, gravity_number: f64, froude: f64, waves: i32) -> bool {
    let speed = froude * gravity_number.sqrt();
    ANGLES_DEG.into_iter().all(|angle| {
        let (sin, cos) = angle.to_radians().sin_cos();
        let stream = equilibrium(gravity_number, 1.0, speed * cos, speed * sin);
        let jacobian = jacobian(collision, gravity_number, stream);
        // −k gives the complex conjugate.
        let mut vectors = (0..=waves).flat_map(|x| (1 - waves..=waves).map(move |y| [x, y]));
        vectors.all(|k| {
            let k = k.map(|n| std::f64::consts::PI * f64::from(n) / f64::from(waves));
            is_bounded(amplification(&jacobian, k))
        })
    })
}

/// The largest Froude number below which all are stable, to 0.02; `None` if water at rest is not.
pub(crate) fn largest_froude(collision: Collision, gravity_number: f64, waves: i32) -> Option<f64> {
    let froude = |n: u32| f64::from(n) / 50.0;
    (0..=60).map(froude).take_while(|&froude| is_stable(collision, gravity_number, froude, waves)).last()
}

/// Jacobian by central differences; the error is of the order of 10⁻¹⁰.
fn jacobian(collision: Collision, gravity: f64, stream: [f64; Q]) -> Real {
    let step = 1e-5;
    let mut jacobian = [[0.0; Q]; Q];
    for k in 0..Q {
        let moved = |by: f64| {
            let mut f = stream;
            f[k] += by;
            collide(collision, gravity, f)
        };
        let (more, less) = (moved(step), moved(-step));
        for q in 0..Q {
            jacobian[q][k] = (more[q] - less[q]) / (2.0 * step);
        }
    }
    jacobian
}

fn amplification(jacobian: &Real, k: [f64; 2]) -> Complex {
    let phase = |q: usize| -(k[0] * f64::from(C[q][0]) + k[1] * f64::from(C[q][1]));
    let times = |factor: fn(f64) -> f64| -> Real {
        std::array::from_fn(|q| jacobian[q].map(|entry| factor(phase(q)) * entry))
    };
    Complex { re: times(f64::cos), im: times(f64::sin) }
}

/// Whether the powers of the matrix stay bounded, by squaring it: the norm of power 2²⁰ distinguishes an eigenvalue of 1
/// from one of 1 + 10⁻⁵, without computing eigenvalues.
fn is_bounded(mut a: Complex) -> bool {
    for _ in 0..20 {
        a = square(&a);
        let norm = a.re.iter().chain(&a.im).flatten().map(|x| x * x).sum::<f64>().sqrt();
        if norm < 1.0 {
            return true;
        }
        if norm.is_nan() || norm > 1e4 {
            return false;
        }
    }
    true
}

fn square(a: &Complex) -> Complex {
    let mut result = Complex { re: [[0.0; Q]; Q], im: [[0.0; Q]; Q] };
    for i in 0..Q {
        for k in 0..Q {
            let (x, y) = (a.re[i][k], a.im[i][k]);
            for j in 0..Q {
                result.re[i][j] += x * a.re[k][j] - y * a.im[k][j];
                result.im[i][j] += x * a.im[k][j] + y * a.re[k][j];
            }
        }
    }
    result
}
