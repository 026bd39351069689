//! Steady flow round a ship in a canal, in one dimension.

/// A ship in a canal of rectangular section.
///
/// In the frame of the ship the undisturbed flow `U` through the whole section becomes `V` through what the ship leaves of
/// it, and the level falls by `z` beside it: `V (1 − m − κ z/H) = U` and `z = (V² − U²) / 2g` (Schijf 1949).
/// Made dimensionless, with `F = U/√(g H)`, `v = V/√(g H)` and `z/H`.
#[derive(Debug, Clone, Copy)]
pub(in crate::verify) struct Canal {
    /// Midship section over that of the canal, `m`.
    pub(in crate::verify) blockage: f64,
    /// Water that a unit of drawdown takes from the section beside and below the ship, over the width of the canal: `κ` is 1
    /// where the ship sinks with the level and its submerged section stays the same, as Schijf has it. A model whose column
    /// under a hull falls with the level though the hull below the still level stays where it is adds to that.
    pub(in crate::verify) narrowing: f64,
}

/// Flow beside the ship.
#[derive(Debug, Clone, Copy)]
pub(in crate::verify) struct Passing {
    /// Drawdown `z/H`.
    pub(in crate::verify) drawdown: f64,
    /// Return flow past the banks over `√(g H)`, against the ship's motion.
    pub(in crate::verify) return_flow: f64,
}

impl Canal {
    /// Froude number of the depth up to which a steady subcritical flow passes the ship. With `φ = (√κ F)^⅔` it is the
    /// smaller root of `3/2 φ − φ³/2 = 1 − m`, which is `2 sin(arcsin(1 − m) / 3)`.
    pub(in crate::verify) fn limiting_froude(&self) -> f64 {
        let root = 2.0 * ((1.0 - self.blockage).asin() / 3.0).sin();
        root.powf(1.5) / self.narrowing.sqrt()
    }

    /// The subcritical flow; none above the limiting speed.
    pub(in crate::verify) fn passing(&self, froude: f64) -> Option<Passing> {
        // Beyond the limit, but for rounding, there is no root.
        if froude > self.limiting_froude() * (1.0 + 1e-12) {
            return None;
        }
        let speed = |drawdown: f64| (froude * froude + 2.0 * drawdown).sqrt();
        let surplus =
            |drawdown: f64| speed(drawdown) * (1.0 - self.blockage - self.narrowing * drawdown) - froude;
        // The surplus is 0 or less without drawdown and largest where the flow is critical.
        let critical = (2.0 * (1.0 - self.blockage) / self.narrowing - 2.0 * froude * froude) / 6.0;
        let (mut low, mut high) = (0.0, critical.max(0.0));
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if surplus(middle) < 0.0 { low = middle } else { high = middle }
        }
        let drawdown = 0.5 * (low + high);
        Some(Passing { drawdown, return_flow: speed(drawdown) - froude })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHIJF: Canal = Canal { blockage: 0.1, narrowing: 1.0 };

    #[test]
    fn without_a_ship_nothing_happens_up_to_the_critical_speed() {
        let empty = Canal { blockage: 0.0, ..SCHIJF };
        assert!((empty.limiting_froude() - 1.0).abs() < 1e-12);
        let passing = empty.passing(0.7).unwrap();
        assert!(passing.drawdown.abs() < 1e-9 && passing.return_flow.abs() < 1e-9, "{passing:?}");
        assert!(empty.passing(1.01).is_none());
    }

    /// `1 − m + F²/2 = 3/2 F^⅔` (Schijf 1949).
    #[test]
    fn the_limiting_speed_is_that_of_schijf() {
        for blockage in [0.02, 0.1, 0.3] {
            let froude = Canal { blockage, ..SCHIJF }.limiting_froude();
            let left = 1.0 - blockage + 0.5 * froude * froude;
            assert!((left - 1.5 * froude.powf(2.0 / 3.0)).abs() < 1e-12, "{blockage}: {froude}");
        }
    }

    #[test]
    fn volume_and_energy_are_kept_up_to_the_limit_where_the_flow_is_critical() {
        for narrowing in [0.8, 1.0, 1.3] {
            let canal = Canal { narrowing, ..SCHIJF };
            let limit = canal.limiting_froude();
            for froude in [0.2, 0.8 * limit, limit] {
                let Passing { drawdown, return_flow } = canal.passing(froude).unwrap();
                let (v, area) = (froude + return_flow, 1.0 - canal.blockage - narrowing * drawdown);
                assert!((v * area - froude).abs() < 1e-9, "{canal:?} at {froude}");
                assert!((drawdown - 0.5 * (v * v - froude * froude)).abs() < 1e-12);
                let of_passing = v * v * narrowing / area;
                assert!(of_passing < 1.0 + 1e-4, "{of_passing}: supercritical");
                assert!(froude < limit || (of_passing - 1.0).abs() < 1e-4, "{of_passing} at the limit");
            }
            assert!(canal.passing(1.001 * limit).is_none());
        }
    }

    /// `z/H ≈ m F² / (1 − F²)` for a small ship.
    #[test]
    fn a_small_ship_draws_the_level_down_in_proportion() {
        let canal = Canal { blockage: 1e-4, ..SCHIJF };
        let drawdown = canal.passing(0.5).unwrap().drawdown;
        assert!((drawdown / (1e-4 * 0.25 / 0.75) - 1.0).abs() < 1e-3, "{drawdown}");
    }
}
