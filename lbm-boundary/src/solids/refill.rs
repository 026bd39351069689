use lbm_core::Lattice;
use lbm_core::d2q9::Q;

/// Populations of a cell that a solid uncovers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Refill {
    /// Equilibrium of the mean surface level of the water cells around it and the solid's velocity.
    #[default]
    Equilibrium,
    /// The equilibrium of [`Self::Equilibrium`] plus the mean of the non-equilibrium parts of the cells around, so that the
    /// stress of the flow is continued (after Caiazzo 2008, who takes it from the one neighbor along the normal).
    NonEquilibrium,
}

impl Refill {
    /// Populations for an uncovered cell `[i, j]` of a solid that moves with `velocity`, from the nearest cells within
    /// `farthest` cells that were water and are still, as `stays` returns. `None` if there are none.
    pub(super) fn populations(
        self,
        lattice: &Lattice,
        [i, j]: [usize; 2],
        velocity: [f64; 2],
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
        let (mut count, mut eta, mut non_eq) = (0.0, 0.0, [0.0; Q]);
        for reach in 1..=farthest {
            for (x, y) in near(reach) {
                let donor = layout.site(x, y);
                count += 1.0;
                eta += f64::from(lattice.eta(donor));
                if self == Self::NonEquilibrium {
                    let m = lattice.moments(donor);
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
        let [u, v] = velocity.map(|c| c as f32);
        let mut f = lattice.equilibrium(site, mean(eta), u, v);
        f.iter_mut().zip(non_eq).for_each(|(f, sum)| *f += mean(sum));
        Some(f)
    }
}
