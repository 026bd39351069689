use super::{Channel, Sections};

/// Steady flow in one dimension past a ship in a canal of rectangular section (Schijf 1949, 17th International Navigation
/// Congress, Lisbon).
///
/// In the frame of the ship the undisturbed flow `U` through the whole section becomes `V` through what the ship leaves of it, and
/// the level falls by `z` beside it, with which the ship sinks: `V (1 − m − κ z/H) = U` and `z = (V² − U²) / 2g`. Dimensionless,
/// with `F = U/√(g H)`, `v = V/√(g H)` and `z/H`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Canal {
    /// Largest section of the ship over that of the canal, `m`, 0 to 1.
    pub blockage: f64,
    /// Water that a unit of drawdown takes from the section, over the width of the canal: `κ` is 1 where the ship sinks with the
    /// level and its submerged section stays the same, as Schijf has it; less the fraction of the width that a ship takes up
    /// which is held at its height. A model whose column under a ship falls with the level though the ship, measured from the
    /// still level, sinks too adds that fraction.
    pub narrowing: f64,
}

/// Flow beside a ship in a canal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passing {
    /// Drawdown `z/H`.
    pub drawdown: f64,
    /// Return flow past the banks over `√(g H)`, against the ship's motion.
    pub return_flow: f64,
}

impl Canal {
    /// The canal of a ship, which sinks with the level; `None` in open water and where the ship fills the canal.
    pub fn of(sections: &Sections, channel: &Channel) -> Option<Self> {
        let blockage = sections.largest_area_m2() / (channel.width_m? * channel.depth_m);
        (0.0..1.0).contains(&blockage).then_some(Self { blockage, narrowing: 1.0 })
    }

    /// Froude numbers of the depth between which no steady flow passes the ship: up to the first it is subcritical, from the
    /// second on supercritical. With `φ = (√κ F)^⅔` they are the roots of `3/2 φ − φ³/2 = 1 − m` below and above 1.
    pub fn limiting_froude(&self) -> [f64; 2] {
        // 3 φ − φ³ = 2 sin 3a with φ = 2 sin a.
        let angle = (1.0 - self.blockage).asin();
        [angle, std::f64::consts::PI - angle]
            .map(|angle| (2.0 * (angle / 3.0).sin()).powf(1.5) / self.narrowing.sqrt())
    }

    /// The flow at a Froude number below or above the limits; `None` between them.
    pub fn passing(&self, froude: f64) -> Option<Passing> {
        let Self { blockage, narrowing } = *self;
        let [slow, fast] = self.limiting_froude();
        // At a limit, but for rounding, there still is a flow.
        let (is_slow, is_fast) = (froude <= slow * (1.0 + 1e-12), froude >= fast * (1.0 - 1e-12));
        if froude < 0.0 || !(is_slow || is_fast) {
            return None;
        }
        let speed = |drawdown: f64| (froude * froude + 2.0 * drawdown).max(0.0).sqrt();
        let surplus = |drawdown: f64| speed(drawdown) * (1.0 - blockage - narrowing * drawdown) - froude;
        // The surplus is 0 or less without drawdown and largest where the flow is critical: with a drawdown for a subcritical
        // flow, with a rise for a supercritical one.
        let critical = (2.0 * (1.0 - blockage) / narrowing - 2.0 * froude * froude) / 6.0;
        let (mut without, mut with) = (0.0, critical);
        for _ in 0..200 {
            let middle = 0.5 * (without + with);
            if surplus(middle) < 0.0 { without = middle } else { with = middle }
        }
        let drawdown = 0.5 * (without + with);
        Some(Passing { drawdown, return_flow: speed(drawdown) - froude })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHIJF: Canal = Canal { blockage: 0.1, narrowing: 1.0 };

    #[test]
    fn without_a_ship_nothing_happens_at_any_speed() {
        let empty = Canal { blockage: 0.0, ..SCHIJF };
        assert!(empty.limiting_froude().iter().all(|limit| (limit - 1.0).abs() < 1e-7), "{empty:?}");
        for froude in [0.0, 0.7, 1.3] {
            let passing = empty.passing(froude).unwrap();
            assert!(passing.drawdown.abs() < 1e-9 && passing.return_flow.abs() < 1e-9, "{passing:?}");
        }
    }

    /// `1 − m + F²/2 = 3/2 F^⅔` (Schijf 1949).
    #[test]
    fn the_limits_are_those_of_schijf() {
        for blockage in [0.02, 0.1, 0.3] {
            let limits = Canal { blockage, ..SCHIJF }.limiting_froude();
            assert!(limits[0] < 1.0 && limits[1] > 1.0, "{limits:?}");
            for froude in limits {
                let left = 1.0 - blockage + 0.5 * froude * froude;
                assert!((left - 1.5 * froude.powf(2.0 / 3.0)).abs() < 1e-12, "{blockage}: {froude}");
            }
        }
    }

    #[test]
    fn volume_and_energy_are_kept_up_to_the_limits_where_the_flow_is_critical() {
        for narrowing in [0.8, 1.0, 1.3] {
            let canal = Canal { narrowing, ..SCHIJF };
            let [slow, fast] = canal.limiting_froude();
            for froude in [0.2, 0.8 * slow, slow, fast, 1.3 * fast] {
                let Passing { drawdown, return_flow } = canal.passing(froude).unwrap();
                let (v, area) = (froude + return_flow, 1.0 - canal.blockage - narrowing * drawdown);
                assert!((v * area - froude).abs() < 1e-9, "{canal:?} at {froude}");
                assert!((drawdown - 0.5 * (v * v - froude * froude)).abs() < 1e-12);
                let of_passing = v * v * narrowing / area;
                let off = if froude <= slow { of_passing - 1.0 } else { 1.0 - of_passing };
                assert!(off < 1e-4, "{of_passing} at {froude}");
                assert!(![slow, fast].contains(&froude) || off > -1e-4, "{of_passing} at the limit {froude}");
            }
            for froude in [1.001 * slow, 0.999 * fast, -0.1, f64::NAN] {
                assert_eq!(canal.passing(froude), None, "{froude}");
            }
        }
    }

    /// `z/H ≈ m F² / (1 − F²)` for a small ship, a rise above the critical speed.
    #[test]
    fn a_small_ship_moves_the_level_in_proportion() {
        let canal = Canal { blockage: 1e-4, ..SCHIJF };
        for froude in [0.5, 2.0f64] {
            let drawdown = canal.passing(froude).unwrap().drawdown;
            let exact = 1e-4 * froude * froude / (1.0 - froude * froude);
            assert!((drawdown / exact - 1.0).abs() < 1e-3, "{drawdown}");
        }
    }

    #[test]
    fn open_water_and_a_ship_too_large_are_no_canal() {
        let sections = Sections::from_fn([0.0, 4.0], 10, |_| [0.5, 1.0]).unwrap();
        let of = |width_m| Canal::of(&sections, &Channel { width_m, ..Channel::default() });
        assert_eq!(of(Some(5.0)), Some(SCHIJF));
        assert_eq!((of(None), of(Some(0.5))), (None, None));
    }
}
