use lbm_core::Site;
use lbm_core::d2q9::{C, OPPOSITE};

use super::link::Link;
use super::surroundings::{Place, Surroundings};
use crate::ledger::Owner;
use crate::solids::Motions;
use crate::spec::Wall;

/// A link into the corner between two walls, whose impulse is shared: the wall across x has its x component, the wall across y the
/// other one. The corner itself belongs to one of them alone, or to a third.
///
/// The corner has the velocity of either wall across that: both drive the water on all of their faces, of which the sixth of a cell beside the corner is this link's, and
/// what passes there is mass of that wall.
///
/// Half of the pressure that diagonal links carry is that on the cells beside their own: a wall that ends at another one has the last
/// sixth of a cell from this link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shared {
    /// Cell from which the population enters, and its direction.
    pub(crate) origin: Site,
    pub(crate) q: u8,
    /// Sum of its populations at rest.
    pub(crate) at_rest: f64,
    /// Whose links it is among.
    pub(crate) owner: Owner,
    /// Whose the x and the y component are.
    pub(crate) by_axis: [Owner; 2],
}

impl Shared {
    /// Velocities of the walls across x and y where the link of a `cell` meets them.
    pub(crate) fn velocities(&self, cell: [usize; 2], motions: &Motions) -> [[f64; 2]; 2] {
        self.by_axis.map(|owner| {
            let motion = motions.of(owner.label());
            motion.velocity(self.at_wall(motion.arm(cell)))
        })
    }

    /// Where the link of a cell at the end of an `arm` meets the corner.
    pub(crate) fn at_wall(&self, arm: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| arm[axis] - 0.5 * f64::from(C[usize::from(self.q)][axis]))
    }
}

/// Those among the links of a water cell; walls as printed exchange by other rules.
pub(super) fn shared(around: &Surroundings<'_>, cell: [usize; 2], links: &[Link]) -> Vec<Shared> {
    let [i, j] = cell.map(|c| c as isize);
    let wall_at = |e| match around.across([i, j], e) {
        Place::Wall(wall, owner) if wall != Wall::AsPrinted => Some(owner),
        _ => None,
    };
    let of_link = |link: &Link| {
        let [dx, dy] = C[OPPOSITE[usize::from(link.q)]].map(|c| c as isize);
        wall_at([dx, dy]).filter(|_| dx != 0 && dy != 0)?;
        let by_axis = [wall_at([dx, 0])?, wall_at([0, dy])?];
        let shared =
            Shared { origin: link.origin, q: link.q, at_rest: link.at_rest, owner: link.owner, by_axis };
        (by_axis != [link.owner; 2]).then_some(shared)
    };
    links.iter().filter_map(of_link).collect()
}
