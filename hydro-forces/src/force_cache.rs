use crate::{Exchange, ForceModel, Forces, Hull, Motion, WaterSurface};

/// The last forces on a hull, given again as long as nothing has changed: what Lazo et al. (§3.4) do with
/// bodies at rest.
///
/// The rule is exact: model, motion and still level are equal to those of the last call, and so is the
/// generation of the water. What is given then has the bits that computing would have given, for the price of a
/// comparison. (Bodies above the water need none of this: [`ForceModel::forces`] tests their bounding sphere.)
#[derive(Debug, Clone, Default)]
pub struct ForceCache {
    last: Option<(ForceModel, Motion, f64, u64)>,
    forces: Forces,
    exchanges: Vec<Exchange>,
}

impl ForceCache {
    /// [`ForceModel::forces_exchanging`] of `model`, or its last result.
    ///
    /// `generation` stands for the state of the water: the caller changes it whenever level or velocity change
    /// anywhere under the hull. One cache belongs to one hull; a motion that is not finite is never remembered.
    pub fn forces(
        &mut self,
        model: &ForceModel,
        hull: &Hull,
        motion: &Motion,
        surface: &(impl WaterSurface + ?Sized),
        still_level_m: f64,
        generation: u64,
    ) -> &Forces {
        let now = Some((*model, *motion, still_level_m, generation));
        if self.last != now {
            let exchanges = &mut self.exchanges;
            exchanges.clear();
            let keep = |several: &[Exchange]| exchanges.extend_from_slice(several);
            self.forces = model.forces_exchanging(hull, motion, surface, still_level_m, keep);
            self.last = now;
        }
        &self.forces
    }

    /// What goes back into the water by the last call of [`forces`](Self::forces).
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }
}
