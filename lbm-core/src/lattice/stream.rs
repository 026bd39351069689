use super::Lattice;
use crate::Error;
use crate::d2q9::Q;

/// Most velocities that are tried, each by a rounding of `f32` faster than the one before.
const TRIES: usize = 512;

/// Most steps until one of them no longer changes.
const STEPS: usize = 16;

impl Lattice {
    /// The populations of a uniform stream over a level bed, `depth_m` deep, in this lattice's units and operator above the still
    /// depth `rest_depth_m`: steps leave them as they are, to the last bit. The velocity is met to 3e-5 of it.
    ///
    /// Equilibrium as [`Self::set_cell_m`] sets it is rounded to 32 bits, and collisions go on to change its last digits, in each cell
    /// the same: by up to 2e-7 of the stream's momentum, which a balance of momentum then finds.
    ///
    /// # Errors
    /// Those of [`crate::LatticeBuilder::build`] for a lattice of that still depth.
    pub fn stream_m(
        &self,
        rest_depth_m: f64,
        depth_m: f64,
        velocity_m_s: [f64; 2],
    ) -> Result<[f32; Q], Error> {
        let builder = Self::builder(1, 1, *self.units()).collision(self.collision()).policy(self.policy());
        let builder = builder.smagorinsky(self.smagorinsky().unwrap_or(0.0));
        let mut cell = builder.rest_depth_m(rest_depth_m).build()?;
        for nudge in 0..TRIES {
            let faster = 1.0 + nudge as f64 * f64::from(f32::EPSILON) / 2.0;
            cell.set_cell_m(0, 0, depth_m, velocity_m_s.map(|c| c * faster));
            if let Some(steady) = cell.settled() {
                return Ok(steady);
            }
        }
        cell.set_cell_m(0, 0, depth_m, velocity_m_s);
        Ok(cell.populations(cell.layout().site(0, 0)))
    }

    /// Steps the only cell, among others like it, until its populations no longer change.
    fn settled(&mut self) -> Option<[f32; Q]> {
        let layout = *self.layout();
        for step in 0..STEPS {
            let before = self.populations(layout.site(0, 0));
            for j in -1..=1 {
                (-1..=1).for_each(|i| self.set_populations(layout.site(i, j), before));
            }
            if !self.step() {
                return None;
            }
            let after = self.populations(layout.site(0, 0));
            if after == before {
                return Some(before);
            }
            // Where τ is near ½ rounding goes to and fro.
            if step % 4 == 3 {
                let between = std::array::from_fn(|q| 0.5 * (before[q] + after[q]));
                self.set_populations(layout.site(0, 0), between);
            }
        }
        None
    }
}
