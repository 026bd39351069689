/// A body that a steady thrust moves from rest through water at rest, against a drag `k v²`: `m dv/dt = T − k v²`.
///
/// ```
/// let launch = hydro_forces::Launch { thrust_n: 400.0, mass_kg: 1000.0, drag_kg_m: 100.0 };
/// // It comes up to √(T/k).
/// assert!((launch.speed_m_s(1000.0) - 2.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Launch {
    /// Thrust `T`, N, above 0.
    pub thrust_n: f64,
    /// Mass `m`, kg, above 0.
    pub mass_kg: f64,
    /// Drag over the square of the speed, `k = ½ ρ C_d A`, kg/m, above 0.
    pub drag_kg_m: f64,
}

impl Launch {
    /// Speed that it comes up to, and the time in which it would with the acceleration of the start.
    fn scales(&self) -> (f64, f64) {
        let fastest_m_s = (self.thrust_n / self.drag_kg_m).sqrt();
        (fastest_m_s, self.mass_kg * fastest_m_s / self.thrust_n)
    }

    /// Speed at a time after the start, m/s: `v tanh(t/s)`, with `v = √(T/k)` and `s = m v/T`.
    pub fn speed_m_s(&self, time_s: f64) -> f64 {
        let (fastest_m_s, rise_s) = self.scales();
        fastest_m_s * (time_s / rise_s).tanh()
    }

    /// Way until a time after the start, m: `v s ln cosh(t/s)`.
    pub fn way_m(&self, time_s: f64) -> f64 {
        let (fastest_m_s, rise_s) = self.scales();
        let times = time_s / rise_s;
        // Without the cosine, which overflows.
        fastest_m_s * rise_s * (times + (-2.0 * times).exp().ln_1p() - std::f64::consts::LN_2)
    }

    /// Time at which a way is covered, s: `s arcosh(exp(x / (v s)))`.
    pub fn time_to_cover_s(&self, way_m: f64) -> f64 {
        let (fastest_m_s, rise_s) = self.scales();
        let ways = way_m / (fastest_m_s * rise_s);
        // arcosh y = ln y + ln(1 + √(1 − 1/y²)).
        rise_s * (ways + (-(-2.0 * ways).exp_m1()).sqrt().ln_1p())
    }
}

/// A body that falls on to shallow water.
///
/// The water under it takes part of its momentum at once: the added mass of a strip of half-width `a` on water of depth `h` is `ρ a²/(3 h)` on
/// each unit of area (von Kármán's impact, with the water's motion that of long waves). Continuity takes the water out through the rim.
///
/// ```
/// let fall = hydro_forces::Fall {
///     strikes_m_s: 10.0, mass_kg: 1000.0, area_m2: 4.0, rim_m: 8.0, half_width_m: 1.0,
/// };
/// // 1000 · 1² · 4 / (3 · 2) = 667 kg of water on 1000 kg; 10 · 0.6 m/s on 4 m² leave through 8 m · 2 m.
/// assert!((fall.efflux_m_s(1000.0, 2.0) - 1.5).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fall {
    /// Speed `V` downward at which it strikes the water, m/s.
    pub strikes_m_s: f64,
    /// Mass `m`, kg, above 0.
    pub mass_kg: f64,
    /// Area `A` that meets the water, m².
    pub area_m2: f64,
    /// Length `P` of the rim of that area, m, above 0.
    pub rim_m: f64,
    /// Half of its width, `a`, m.
    pub half_width_m: f64,
}

impl Fall {
    /// Speed at which water of a density and depth `h` leaves through the rim, m/s: `V m/(m + ρ a² A/(3 h)) A/(P h)`.
    pub fn efflux_m_s(&self, density_kg_m3: f64, depth_m: f64) -> f64 {
        let added_kg = density_kg_m3 * self.half_width_m.powi(2) * self.area_m2 / (3.0 * depth_m);
        let goes_on_m_s = self.strikes_m_s * self.mass_kg / (self.mass_kg + added_kg);
        goes_on_m_s * self.area_m2 / (self.rim_m * depth_m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_way_are_those_of_the_law_of_motion() {
        let launch = Launch { thrust_n: 3000.0, mass_kg: 3000.0, drag_kg_m: 375.0 };
        let (mut speed, mut way) = (0.0, 0.0);
        let step_s = 1e-4;
        for step in 1..=100_000 {
            let middle = speed + 0.5 * step_s * (3000.0 - 375.0 * speed * speed) / 3000.0;
            way += step_s * middle;
            speed += step_s * (3000.0 - 375.0 * middle * middle) / 3000.0;
            if step % 20_000 == 0 {
                let time_s = f64::from(step) * step_s;
                assert!((launch.speed_m_s(time_s) - speed).abs() < 1e-6, "{time_s}");
                assert!((launch.way_m(time_s) - way).abs() < 1e-6, "{time_s}");
                assert!((launch.time_to_cover_s(way) - time_s).abs() < 1e-6, "{time_s}");
            }
        }
        assert!(launch.way_m(1e9).is_finite() && launch.way_m(0.0).abs() < 1e-12);
    }
}
