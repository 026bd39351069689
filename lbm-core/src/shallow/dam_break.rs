use super::surge_m_s;
use crate::Error;

/// Water at rest beside deeper water at rest, from the moment when nothing is between them any more: the exact solution of the
/// shallow-water equations over a level bed (Stoker 1957, Water Waves, §10.8).
///
/// A bore runs into the shallow water and a rarefaction into the deep. Between them the water has one depth `h` and runs with the
/// speed
///
/// ```text
/// u = (h − h₀) √(½ g (1/h + 1/h₀)) = 2 (√(g h₁) − √(g h))
/// ```
///
/// with the depths `h₀` and `h₁` before; the bore runs with `u h / (h − h₀)`.
///
/// ```
/// let dam = lbm_core::DamBreak::new(8.0, 4.0, 9.81)?;
/// assert!((dam.depth_m() - 5.815).abs() < 1e-3 && (dam.speed_m_s() - 2.612).abs() < 1e-3);
/// assert!((dam.bore_m_s() - 8.366).abs() < 1e-3);
/// # Ok::<(), lbm_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DamBreak {
    deep_m: f64,
    shallow_m: f64,
    depth_m: f64,
    speed_m_s: f64,
    gravity_m_s2: f64,
}

impl DamBreak {
    /// Water of depth `deep_m` beside water of depth `shallow_m`, m, under `gravity_m_s2`.
    ///
    /// # Errors
    /// [`Error::NotFinite`] and [`Error::OutOfRange`] unless all are finite and above 0 and the deep water is the deeper.
    pub fn new(deep_m: f64, shallow_m: f64, gravity_m_s2: f64) -> Result<Self, Error> {
        Error::require_positive("depth of the shallow water [m]", shallow_m)?;
        Error::require_positive("gravity [m/s²]", gravity_m_s2)?;
        Error::require_positive("depth of the deep water [m]", deep_m)?;
        Error::require(
            deep_m > shallow_m,
            "depth of the deep water [m]",
            deep_m,
            "above that of the shallow water",
        )?;
        let through_rarefaction = |h: f64| -surge_m_s(deep_m, h, gravity_m_s2);
        let through_bore = |h: f64| surge_m_s(shallow_m, h, gravity_m_s2);
        // One speed falls with the depth and the other rises.
        let (mut low, mut high) = (shallow_m, deep_m);
        for _ in 0..100 {
            let h = 0.5 * (low + high);
            if through_bore(h) < through_rarefaction(h) { low = h } else { high = h }
        }
        Ok(Self { deep_m, shallow_m, depth_m: low, speed_m_s: through_bore(low), gravity_m_s2 })
    }

    /// Depth of the deep water, m.
    pub fn deep_m(&self) -> f64 {
        self.deep_m
    }

    /// Depth of the shallow water, m.
    pub fn shallow_m(&self) -> f64 {
        self.shallow_m
    }

    /// Depth between bore and rarefaction, m.
    pub fn depth_m(&self) -> f64 {
        self.depth_m
    }

    /// Speed there, towards the shallow water, m/s.
    pub fn speed_m_s(&self) -> f64 {
        self.speed_m_s
    }

    /// Speed of the bore, m/s.
    pub fn bore_m_s(&self) -> f64 {
        self.speed_m_s * self.depth_m / (self.depth_m - self.shallow_m)
    }

    /// Speeds of the rarefaction's two ends, m/s: the head, which runs into the deep water and so is negative, and the tail.
    pub fn rarefaction_m_s(&self) -> [f64; 2] {
        [-self.wave_m_s(self.deep_m), self.speed_m_s - self.wave_m_s(self.depth_m)]
    }

    /// Froude number `u / √(g h)` between bore and rarefaction, the greatest anywhere.
    pub fn froude(&self) -> f64 {
        self.speed_m_s / self.wave_m_s(self.depth_m)
    }

    /// Depth, m, and speed, m/s, at `x_m` from where the dam was, towards the shallow water, `time_s` after it broke.
    pub fn at(&self, x_m: f64, time_s: f64) -> [f64; 2] {
        let [head, tail] = self.rarefaction_m_s();
        let c = self.wave_m_s(self.deep_m);
        if x_m <= head * time_s {
            [self.deep_m, 0.0]
        } else if x_m <= tail * time_s {
            let along = x_m / time_s;
            [(2.0 * c - along).powi(2) / (9.0 * self.gravity_m_s2), 2.0 / 3.0 * (c + along)]
        } else if x_m <= self.bore_m_s() * time_s {
            [self.depth_m, self.speed_m_s]
        } else {
            [self.shallow_m, 0.0]
        }
    }

    fn wave_m_s(&self, depth_m: f64) -> f64 {
        (self.gravity_m_s2 * depth_m).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Over a length that no wave has left: the volume that was there, and the momentum that the pressures at both ends gave.
        #[test]
        fn volume_and_momentum_are_those_of_the_equations(shallow in 0.05f64..5.0, more in 0.01f64..10.0) {
            let (deep, g, time) = (shallow + more, 9.81, 2.0);
            let dam = DamBreak::new(deep, shallow, g).unwrap();
            let end = 1.1 * time * dam.bore_m_s().max(-dam.rarefaction_m_s()[0]);
            let cells = 40_000;
            let (mut volume, mut momentum) = (0.0, 0.0);
            for i in 0..cells {
                let [h, u] = dam.at(((f64::from(i) + 0.5) / f64::from(cells) * 2.0 - 1.0) * end, time);
                volume += h * 2.0 * end / f64::from(cells);
                momentum += h * u * 2.0 * end / f64::from(cells);
            }
            let given = 0.5 * g * (deep * deep - shallow * shallow) * time;
            prop_assert!((volume / (end * (deep + shallow)) - 1.0).abs() < 1e-4, "{volume}");
            prop_assert!((momentum / given - 1.0).abs() < 1e-2, "{momentum} for {given}");
        }
    }

    #[test]
    fn depths_that_are_no_dam_are_refused() {
        for [deep, shallow] in [[1.0, 1.0], [1.0, 2.0], [1.0, 0.0], [f64::NAN, 1.0], [f64::INFINITY, 1.0]] {
            assert!(DamBreak::new(deep, shallow, 9.81).is_err(), "{deep}, {shallow}");
        }
        let error = DamBreak::new(1.0, 2.0, 9.81).unwrap_err();
        assert_eq!(
            error.to_string(),
            "depth of the deep water [m] = 1: must be above that of the shallow water"
        );
    }
}
