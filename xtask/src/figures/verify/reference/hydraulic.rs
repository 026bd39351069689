//! Steady flow in one dimension past a ship in a canal, section by section: Schijf's theory with the ship's own sections, for a
//! ship that is long beside the canal's width.

use hydro_forces::slender::{Canal, Channel, Sections};

use super::Under;

/// A ship in the middle of a canal.
#[derive(Debug, Clone)]
pub(in crate::verify) struct Ship {
    pub(in crate::verify) sections: Sections,
    pub(in crate::verify) channel: Channel,
    /// Under a soft head the column falls with the level as at a free surface, though the ship sinks by itself; under a rigid lid it reaches
    /// to the ship, as Schijf has it.
    pub(in crate::verify) under: Under,
}

impl Ship {
    /// Sinkage below the limiting speed of a ship that is symmetric fore and aft, m; `None` above.
    ///
    /// The water has the section `W (H − z) − S − B s` where it stores, with the fall `z` of the level and the sinkage `s`, and
    /// `W (H − z) + B z − S − B s` where it does not. The ship sinks by the mean fall over its waterplane.
    pub(in crate::verify) fn sinkage_m(&self, froude: f64) -> Option<f64> {
        let Self { sections, channel, under } = self;
        let (depth, width) = (channel.depth_m, channel.width_m?);
        let mut sinkage = 0.0;
        for _ in 0..200 {
            let (mut fall, mut plane) = (0.0, 0.0);
            for (area, beam) in sections.area_m2().iter().zip(sections.beam_m()) {
                let narrowing = match under {
                    Under::RigidLid => 1.0 - beam / width,
                    Under::SoftHead => 1.0,
                };
                let canal = Canal { blockage: (area + beam * sinkage) / (width * depth), narrowing };
                // Of the two flows at a speed the slow one.
                let slow = froude <= canal.limiting_froude()[0];
                fall += beam * slow.then(|| canal.passing(froude)).flatten()?.drawdown * depth;
                plane += beam;
            }
            sinkage = fall / plane;
        }
        Some(sinkage)
    }

    /// Froude number of the depth up to which a steady flow passes the ship.
    pub(in crate::verify) fn limiting_froude(&self) -> f64 {
        let (mut below, mut above) = (0.0, 1.0);
        for _ in 0..40 {
            let middle = 0.5 * (below + above);
            if self.sinkage_m(middle).is_some() { below = middle } else { above = middle }
        }
        below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ship of one section sinks with the level: `κ` is 1, or with storage `1 + B/W`.
    #[test]
    fn a_ship_of_one_section_is_that_of_schijf() {
        let sections = Sections::from_fn([0.0, 20.0], 10, |_| [0.1, 0.5]).unwrap();
        let channel = Channel { width_m: Some(2.0), ..Channel::default() };
        for (under, narrowing) in [(Under::RigidLid, 1.0), (Under::SoftHead, 1.25)] {
            let ship = Ship { sections: sections.clone(), channel, under };
            let canal = Canal { blockage: 0.05, narrowing };
            let got = ship.sinkage_m(0.5).unwrap();
            let exact = canal.passing(0.5).unwrap().drawdown;
            assert!((got / exact - 1.0).abs() < 1e-9, "{under:?}: {got} m, not {exact} m");
            let limit = ship.limiting_froude();
            assert!((limit - canal.limiting_froude()[0]).abs() < 5e-3, "{under:?}: {limit}");
        }
    }

    /// Section by section, in proportion where the ship is small: `∫ B z / ∫ B` with `z = m F² H / (1 − F²)`.
    #[test]
    fn a_small_ship_sinks_by_the_mean_fall() {
        let taper = |x: f64| 1.0 - (x / 10.0).powi(2);
        let sections = Sections::from_fn([-10.0, 10.0], 200, |x| [1e-4 * taper(x), 1e-3 * taper(x)]).unwrap();
        let channel = Channel { width_m: Some(1.0), ..Channel::default() };
        let got = Ship { sections, channel, under: Under::RigidLid }.sinkage_m(0.6).unwrap();
        let exact = 0.8 * 1e-4 * 0.36 / 0.64;
        assert!((got / exact - 1.0).abs() < 3e-3, "{got} m, not {exact} m");
    }
}
