use lbm_core::Lattice;

use crate::side_checks::side_cells;
use crate::{Ledger, Side, SideKind, Wall};

/// Mass that walls at sides have taken from the water by themselves and that it has still to get back, by side.
///
/// Half-way walls return what leaves and owe nothing; walls as printed give nothing back, as those of solids.
#[derive(Debug, Default)]
pub(crate) struct SideBooks {
    owed: [f64; 4],
}

impl SideBooks {
    /// Gives it to the water cells along the side in equal shares, into the population at rest: no momentum comes with it.
    /// `labels` is `[ny][nx]`, 0 for water.
    pub(crate) fn balance(
        &mut self,
        sides: &[SideKind; 4],
        labels: &[u16],
        lattice: &mut Lattice,
        ledger: &mut Ledger,
    ) {
        for (side, owed) in Side::ALL.into_iter().zip(&mut self.owed) {
            match sides[side.index()] {
                SideKind::Wall(Wall::HalfWay(_) | Wall::AsPrinted) => continue,
                SideKind::Wall(_) => {}
                _ => continue,
            }
            let account = &mut ledger.sides[side.index()];
            *owed -= account.mass;
            let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
            let water = || side_cells(side, nx, ny).filter(|&k| labels[k] == 0);
            let share = *owed / water().count().max(1) as f64;
            if share == 0.0 {
                continue;
            }
            let mut given = 0.0;
            for k in water() {
                let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
                let before = lattice.population(0, site);
                let after = (f64::from(before) + share) as f32;
                lattice.set_population(0, site, after);
                given += f64::from(after) - f64::from(before);
            }
            account.mass += given;
            *owed -= given;
        }
    }

    pub(crate) fn owed_mass(&self) -> f64 {
        self.owed.iter().sum()
    }
}
