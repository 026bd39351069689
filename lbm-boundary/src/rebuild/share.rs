use lbm_core::d2q9::{C, OPPOSITE};

use crate::ledger::{Exchange, Ledger, Load, Owner};
use crate::links::{Node, Shared};
use crate::solids::Motions;

/// What passes a link into a corner.
pub(super) struct Passing {
    /// Populations that enter and leave along it.
    pub(super) populations: [f32; 2],
    /// Mass that the walls across x and y drive into the water.
    pub(super) driven: [f64; 2],
}

/// Books the part that each axis' wall has of the impulse of a link into a corner, and of its mass, with what that carries, and takes it from the owner of the link.
pub(super) fn share(
    (node, shared): (&Node, &Shared),
    passing: &Passing,
    motions: &Motions,
    ledger: &mut Ledger,
) {
    let s = OPPOSITE[usize::from(shared.q)];
    let sum: f64 = passing.populations.map(f64::from).iter().sum();
    let cell = node.cell.map(usize::from);
    for axis in (0..2).filter(|axis| shared.by_axis[*axis] != shared.owner) {
        // The components act where the link meets the corner.
        let mut impulse = [0.0; 2];
        impulse[axis] = f64::from(C[s][axis]) * (sum + shared.at_rest);
        for (owner, sign) in [(shared.by_axis[axis], 1.0), (shared.owner, -1.0)] {
            let (on_wall, mass) = (impulse.map(|part| sign * part), sign * passing.driven[axis]);
            let on_water = on_wall.map(|part| -part);
            ledger.book(owner, &Exchange::at(shared.at_wall(ledger.arm(cell)), mass, on_water));
            if let Owner::Solid(label) = owner {
                let motion = motions.of(label);
                let arm = shared.at_wall(motion.arm(cell));
                let load = &mut ledger.loads[usize::from(label)];
                load.add(&Load::at(arm, on_wall));
                load.add(&Load::carried(mass, arm, motion));
            }
        }
    }
}
