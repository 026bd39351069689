use lbm_core::Lattice;
use lbm_core::d2q9::Q;

/// Populations of a cell that a solid uncovers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Refill {
    /// Equilibrium of the mean surface level of the water cells around it and the solid's velocity; where the solid's wall slips freely, of its velocity across the wall
    /// and of their mean velocity along it.
    #[default]
    Equilibrium,
    /// The equilibrium of [`Self::Equilibrium`] plus the mean of the non-equilibrium parts of the cells around, so that the
    /// stress of the flow is continued (after Caiazzo 2008, who takes it from the one neighbor along the normal).
    NonEquilibrium,
}

/// The wall of a solid that leaves a cell.
pub(super) struct Leaving {
    pub(super) velocity: [f64; 2],
    /// Unit normal where water slips along it, 0 where nothing of the solid is left beside the cell.
    pub(super) normal: Option<[f64; 2]>,
}

impl Leaving {
    /// Velocity of the water behind it, among water with a mean velocity.
    fn of_water(&self, mean: [f64; 2]) -> [f64; 2] {
        let Some(normal) = self.normal else { return self.velocity };
        let across: f64 = (0..2).map(|axis| (self.velocity[axis] - mean[axis]) * normal[axis]).sum();
        [0, 1].map(|axis| mean[axis] + across * normal[axis])
    }
}

impl Refill {
    /// Populations for a cell `[i, j]` that a solid leaves, from the nearest cells within
    /// `farthest` cells that were water and are still, as `stays` returns. `None` if there are none.
    pub(super) fn populations(
        self,
        lattice: &Lattice,
        [i, j]: [usize; 2],
        solid: &Leaving,
        farthest: isize,
        stays: impl Fn(isize, isize) -> bool,
    ) -> Option<[f32; Q]> {
        let (i, j) = (i as isize, j as isize);
        let layout = lattice.layout();
        let site = layout.site(i, j);
        let near = |r: isize| {
            (-r..=r)
                .flat_map(move |dy| (-r..=r).map(move |dx| (i + dx, j + dy)))
                .filter(|&(x, y)| stays(x, y))
        };
        // Sums of a few `f32` in `f64` do not depend on their order.
        let (mut count, mut eta, mut velocity, mut non_eq) = (0.0, 0.0, [0.0; 2], [0.0; Q]);
        for reach in 1..=farthest {
            for (x, y) in near(reach) {
                let donor = layout.site(x, y);
                count += 1.0;
                let m = lattice.moments(donor);
                eta += f64::from(m.eta);
                velocity = [velocity[0] + f64::from(m.u), velocity[1] + f64::from(m.v)];
                if self == Self::NonEquilibrium {
                    let eq = lattice.equilibrium(donor, m.eta, m.u, m.v);
                    let f = lattice.populations(donor);
                    (0..Q).for_each(|q| non_eq[q] += f64::from(f[q] - eq[q]));
                }
            }
            if count > 0.0 {
                break;
            }
        }
        if count == 0.0 {
            return None;
        }
        let mean = |sum: f64| (sum / count) as f32;
        let [u, v] = solid.of_water(velocity.map(|sum| sum / count)).map(|c| c as f32);
        let mut f = lattice.equilibrium(site, mean(eta), u, v);
        f.iter_mut().zip(non_eq).for_each(|(f, sum)| *f += mean(sum));
        Some(f)
    }
}
