use lbm_core::d2q9::{C, OPPOSITE};

use super::account::cross;
use crate::ledger::{Exchange, Ledger, Load, Owner};
use crate::links::{Node, Shared};
use crate::solids::Motions;

/// Books the part that each axis' wall has of the impulse of a link into a corner, and takes it from the owner of the link, which keeps
/// its mass with what that carries. `passing` are the populations that enter and leave along it.
pub(super) fn share(
    (node, shared): (&Node, &Shared),
    passing: [f32; 2],
    motions: &Motions,
    ledger: &mut Ledger,
) {
    let s = OPPOSITE[usize::from(shared.q)];
    let passing: f64 = passing.map(f64::from).iter().sum();
    let cell = node.cell.map(usize::from);
    // The components act where the link meets the corner.
    let at_wall = |arm: [f64; 2]| [0, 1].map(|axis| arm[axis] + 0.5 * f64::from(C[s][axis]));
    for axis in (0..2).filter(|axis| shared.by_axis[*axis] != shared.owner) {
        let mut impulse = [0.0; 2];
        impulse[axis] = f64::from(C[s][axis]) * (passing + shared.at_rest);
        let back = impulse.map(|of_axis| -of_axis);
        for (owner, on_wall, on_water) in
            [(shared.by_axis[axis], impulse, back), (shared.owner, back, impulse)]
        {
            ledger.book(owner, &Exchange::at(at_wall(ledger.arm(cell)), 0.0, on_water));
            if let Owner::Solid(label) = owner {
                let torque = cross(at_wall(motions.of(label).arm(cell)), on_wall);
                ledger.loads[usize::from(label)].add(&Load { force: on_wall, torque });
            }
        }
    }
}
