use lbm_core::Lattice;
use lbm_core::d2q9::{C, OPPOSITE, Q, W};

use crate::classify::Owner;
use crate::motion::LatticeMotion;
use crate::node::Node;
use crate::open::Outer;
use crate::overflow::{HIGHEST, spill};
use crate::solids::Solids;
use crate::{Exchange, Ledger, Load};

/// A water cell with what its links need to know of it.
pub(crate) struct Inside<'a> {
    /// Its stored populations.
    pub(crate) f: [f32; Q],
    /// Its depth, and that at rest.
    pub(crate) h: f32,
    pub(crate) rest_depth: f32,
    pub(crate) outer: &'a Outer,
}

/// Writes the populations of a cell's links and accounts for them.
pub(crate) fn rebuild(
    lattice: &mut Lattice,
    outer: &Outer,
    solids: &Solids,
    ledger: &mut Ledger,
    node: &Node,
) {
    let f = lattice.populations(node.water);
    // Summed such that mirrored and turned cells get the same bits.
    let eta = f[0] + ((f[1] + f[5]) + (f[3] + f[7])) + ((f[2] + f[6]) + (f[4] + f[8]));
    let inside = Inside { f, h: node.rest_depth + eta, rest_depth: node.rest_depth, outer };
    // A pair of opposite populations along an axis at rest.
    let resting_pair = 2.0 * f64::from(node.rest_population);
    let mut values = [0.0f32; Q - 1];
    let mut account = Account::new(Owner::Across, node, solids);
    for (link, value) in node.links.iter().zip(&mut values) {
        if link.owner != account.owner {
            account.close(ledger);
            account = Account::new(link.owner, node, solids);
        }
        let q = usize::from(link.q);
        let velocity = account.wall_velocity(q);
        *value = link.entering(lattice, node.water, &inside, velocity);
        let entering = f64::from(*value);
        let (mass, along) = if node.is_unknown(q) {
            let leaving = f64::from(f[OPPOSITE[q]]);
            (entering - leaving, entering + leaving + f64::from(W[q]) * resting_pair)
        } else {
            let replaced = entering - f64::from(lattice.population(q, link.origin));
            (replaced, replaced)
        };
        account.book(q, mass, along, velocity);
    }
    account.close(ledger);
    if inside.h > HIGHEST * inside.rest_depth
        && let Some(label) = node.drives(solids)
    {
        let mut at_rest = f[0];
        ledger.solids[usize::from(label)].mass += spill(&mut at_rest, inside.h, inside.rest_depth);
        lattice.set_population(0, node.water, at_rest);
    }
    for (link, &value) in node.links.iter().zip(&values) {
        lattice.set_population(usize::from(link.q), link.origin, value);
    }
}

/// What links of one cell exchange with one owner.
struct Account<'a> {
    owner: Owner,
    motion: &'a LatticeMotion,
    /// The cell's place from the owner's centre, and the velocity that the owner would have there.
    arm: [f64; 2],
    velocity: [f64; 2],
    gained: Exchange,
    /// Momentum that the mass which passed the wall carried along with it, and its moment about the centre.
    carried: Load,
}

impl<'a> Account<'a> {
    fn new(owner: Owner, node: &Node, solids: &'a Solids) -> Self {
        let motion = solids.motion(owner.label());
        let place = node.place();
        Self {
            owner,
            motion,
            arm: [place[0] - motion.centre[0], place[1] - motion.centre[1]],
            velocity: motion.velocity(place),
            gained: Exchange::default(),
            carried: Load::default(),
        }
    }

    /// Velocity of the owner half a link against `q` from the cell.
    fn wall_velocity(&self, q: usize) -> [f64; 2] {
        let half = 0.5 * self.motion.angvel;
        [self.velocity[0] + half * f64::from(C[q][1]), self.velocity[1] - half * f64::from(C[q][0])]
    }

    /// The water gains `mass`, and the momentum `along` in the direction of `q`.
    fn book(&mut self, q: usize, mass: f64, along: f64, velocity: [f64; 2]) {
        let e = C[q].map(f64::from);
        self.gained.add(&Exchange { mass, momentum: [e[0] * along, e[1] * along] });
        if velocity != [0.0; 2] {
            let [x, y] = [self.arm[0] - 0.5 * e[0], self.arm[1] - 0.5 * e[1]];
            let force = [velocity[0] * mass, velocity[1] * mass];
            self.carried.add(&Load { force, torque: x * force[1] - y * force[0] });
        }
    }

    /// Enters the sums into the ledger. The impulse on a solid is `Σ (e_s − u_w) f_s − (e_q − u_w) f_q` (Wen et al. 2014)
    /// over its links: minus the momentum that the water gained, less what the mass that passed the wall carries along
    /// with it. What acts along a link has the same moment at the cell as at the wall.
    fn close(&self, ledger: &mut Ledger) {
        let Some(account) = ledger.account(self.owner) else { return };
        account.add(&self.gained);
        if let Owner::Solid(label) = self.owner {
            let [x, y] = self.gained.momentum;
            let torque = self.arm[1] * x - self.arm[0] * y;
            let load = &mut ledger.loads[usize::from(label)];
            load.add(&Load { force: [-x, -y], torque });
            load.add(&self.carried);
        }
    }
}
