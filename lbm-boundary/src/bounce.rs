use lbm_core::Layout;
use lbm_core::d2q9::{C, OPPOSITE, Q, W};

use crate::classify::Owner;
use crate::motion::LatticeMotion;
use crate::node::Node;
use crate::{Exchange, Ledger, Load};

/// Half-way bounce-back at moving walls, cell by cell.
///
/// Along a link the velocity of a rigid wall is the same everywhere, `e_q·(ω × e_q) = 0`: that at the cell's middle
/// drives all links of the cell.
pub(crate) struct Bounce {
    /// From a cell's place in memory to that of population `s` in it, and of the opposite one in the neighbour along `s`.
    leaving: [usize; Q],
    entering: [usize; Q],
}

/// What cells exchange with one solid.
#[derive(Default)]
pub(crate) struct Sums {
    gained: Exchange,
    /// Angular momentum gained about the solid's centre.
    turned: f64,
    /// Momentum that the mass which passed the wall carried along with it, and its moment about the centre.
    carried: Load,
}

impl Bounce {
    pub(crate) fn new(layout: &Layout) -> Self {
        let middle = layout.site(0, 0);
        let offset = |slot: usize| slot.wrapping_sub(layout.slot(0, middle));
        Self {
            leaving: std::array::from_fn(|s| offset(layout.slot(s, middle))),
            entering: std::array::from_fn(|s| offset(layout.slot(OPPOSITE[s], layout.neighbour(middle, s)))),
        }
    }

    /// Writes the unknown populations of a cell whose place in `f` is `at`, next to a solid that moves with `motion`.
    #[inline]
    pub(crate) fn apply(
        &self,
        f: &mut [f32],
        at: usize,
        node: &Node,
        motion: &LatticeMotion,
        sums: &mut Sums,
    ) {
        let here: [f32; Q] = std::array::from_fn(|q| f[at + self.leaving[q]]);
        let pairs = [1, 2, 3, 4].map(|q| here[q] + here[q + 4]);
        let eta = here[0] + ((pairs[0] + pairs[2]) + (pairs[1] + pairs[3]));
        let [x, y] = node.place();
        let arm = [x - motion.centre[0], y - motion.centre[1]];
        let [u, v] = motion.velocity([x, y]);
        // w_q h (2 e_q·u_w) / 3 for q = 1 to 4; the others are opposite.
        let k = f64::from(node.rest_depth + eta) * (2.0 / 3.0);
        let [east, north] = [k * u, k * v];
        let diagonal = [0.25 * (east + north), 0.25 * (north - east)];
        let drive = [east, diagonal[0], north, diagonal[1]].map(|drive| drive as f32);
        let pair = 2.0 * f64::from(node.rest_population);

        let (mut mass, mut along, mut through, mut squares) = (0.0, [0.0; 2], [0.0; 2], 0.0);
        let mut adjacent = node.adjacency;
        while adjacent != 0 {
            let s = adjacent.trailing_zeros() as usize + 1;
            adjacent &= adjacent - 1;
            let drive = if s > 4 { drive[s - 5] } else { -drive[s - 1] };
            let entering = here[s] + drive;
            f[at.wrapping_add(self.entering[s])] = entering;
            let [leaving, entering] = [here[s], entering].map(f64::from);
            let e = C[OPPOSITE[s]].map(f64::from);
            let (gained, exchanged) = (entering - leaving, entering + leaving + f64::from(W[s]) * pair);
            mass += gained;
            squares += (e[0] * e[0] + e[1] * e[1]) * gained;
            for axis in 0..2 {
                along[axis] += e[axis] * exchanged;
                through[axis] += e[axis] * gained;
            }
        }
        sums.gained.add(&Exchange { mass, momentum: along });
        sums.turned += arm[0] * along[1] - arm[1] * along[0];
        // Of Σ m u_w, with the wall half a link from the cell: u_w = (u, v) + ω × (−e / 2).
        let half = 0.5 * motion.angvel;
        let force = [u * mass + half * through[1], v * mass - half * through[0]];
        let at_wall = 0.5 * (through[0] * v - through[1] * u - half * squares);
        let torque = arm[0] * force[1] - arm[1] * force[0] - at_wall;
        sums.carried.add(&Load { force, torque });
    }
}

impl Sums {
    /// Enters the sums into the ledger. The impulse on a solid is `Σ (e_s − u_w) f_s − (e_q − u_w) f_q` (Wen et al. 2014)
    /// over its links: minus the momentum that the water gained, less what the mass that passed the wall carries along
    /// with it. What acts along a link has the same moment at the cell as at the wall.
    pub(crate) fn book(&self, owner: Owner, ledger: &mut Ledger) {
        let Some(account) = ledger.account(owner) else { return };
        account.add(&self.gained);
        if let Owner::Solid(label) = owner {
            let [x, y] = self.gained.momentum;
            let load = &mut ledger.loads[usize::from(label)];
            load.add(&Load { force: [-x, -y], torque: -self.turned });
            load.add(&self.carried);
        }
    }
}
