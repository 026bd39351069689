//! Softness of constraints.

use std::f64::consts::TAU;

/// Least frequency of a contact.
const CONTACT_HZ: f64 = 60.0;

/// Most that a body sags on a contact under its own loads, over the radius of the ball around it. A stack of `n` sags by `n (n + 1)` halves of it: of ten boxes by a twentieth of an edge,
/// while one of half their size on contacts as soft leans on them until it falls.
const SAG: f64 = 4e-4;

/// The frequency of contacts of bodies whose loads accelerate one by so much over the radius of the ball around it, 1/s²; of its square.
///
/// A fixed one would make the same sag of all bodies, and with that small ones soft.
pub(super) fn contact_hz(square_of_loads: f64) -> f64 {
    const LEAST: f64 = SAG * (TAU * CONTACT_HZ) * (TAU * CONTACT_HZ);
    if square_of_loads <= LEAST * LEAST {
        return CONTACT_HZ;
    }
    (square_of_loads.sqrt() / SAG).sqrt() / TAU
}

/// Sub-steps that contacts of a frequency take in a step of `dt` seconds, four in a period; none beyond those of all bodies.
pub(super) fn substeps_of(contact_hz: f64, dt: f64) -> f64 {
    if contact_hz > CONTACT_HZ { (4.0 * contact_hz * dt).ceil() } else { 0.0 }
}

/// The coefficients of a soft constraint.
///
/// Its error `C` (an overlap, a joint's gap) obeys `C̈ + 2 ζ ω Ċ + ω² C = 0`, taken implicitly over a sub-step `h`. With
/// `a₁ = 2 ζ + h ω`, `a₂ = h ω a₁`, `a₃ = 1 / (1 + a₂)` the velocity is driven to `−rate C`, `rate = ω / a₁`, by the impulse
///
/// `Δλ = −m (a₂ a₃) (Ċ + rate C) − a₃ λ`
///
/// (Catto, *Soft Constraints*, 2011; *Solver2D*, 2024; as box2d 3 and rapier have it). It does not depend on the mass and is
/// stable for any `ω`. A body that rests on one contact sags by `g/ω²`, 0.07 mm at 60 Hz and less where it is small ([`contact_hz`]). Joints that are solved directly take the rate alone, and do not
/// sag.
#[derive(Debug, Clone, Copy)]
pub(super) struct Soft {
    pub(super) rate: f64,
    pub(super) mass: f64,
    pub(super) impulse: f64,
}

impl Soft {
    /// Of a frequency (Hz), at most a quarter of the rate of sub-steps, and a damping ratio.
    fn new(frequency_hz: f64, damping_ratio: f64, h: f64) -> Self {
        let omega = TAU * frequency_hz.min(0.25 / h);
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self { rate: omega / a1, mass: a2 * a3, impulse: a3 }
    }

    /// Contacts: overdamped ten times, so that overlaps go without a bounce.
    pub(super) fn contacts(contact_hz: f64, h: f64) -> Self {
        Self::new(contact_hz, 10.0, h)
    }

    /// Joints: as stiff, and less damped.
    pub(super) fn joints(h: f64) -> Self {
        Self::new(60.0, 2.0, h)
    }
}

/// The velocity along its normal that a contact is to have, and how softly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    pub(super) velocity: f64,
    /// Part of the effective mass, and of the impulse so far, see [`Soft`].
    pub(super) mass: f64,
    pub(super) decay: f64,
}

impl Wanted {
    pub(super) fn rigid(velocity: f64) -> Self {
        Self { velocity, mass: 1.0, decay: 0.0 }
    }
}
