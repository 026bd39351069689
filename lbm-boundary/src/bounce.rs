use lbm_core::Layout;
use lbm_core::d2q9::{C, OPPOSITE, Q, W};

use crate::classify::Owner;
use crate::motion::LatticeMotion;
use crate::node::Node;
use crate::{Exchange, Ledger, Load};

/// Cells that are rebuilt side by side.
const LANES: usize = 8;

/// Half-way bounce-back at moving walls, several cells of one solid at once and without a branch.
///
/// Along a link the velocity of a rigid wall is the same everywhere, `e_q·(ω × e_q) = 0`: that at the cell's middle
/// drives all links of the cell.
pub(crate) struct Bounce {
    /// From a cell's place in memory to that of population `s` in it, and of the opposite one in the neighbour along `s`.
    leaving: [usize; Q],
    entering: [usize; Q],
    owner: Owner,
    motion: LatticeMotion,
    waiting: Batch,
    sums: Sums,
}

/// Cells that wait for others.
#[derive(Clone, Copy, Default)]
struct Batch {
    len: usize,
    at: [usize; LANES],
    adjacency: [u32; LANES],
    x: [f64; LANES],
    y: [f64; LANES],
    rest_depth: [f32; LANES],
    rest_population: [f32; LANES],
}

/// What cells exchange with one solid.
#[derive(Default)]
struct Sums {
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
            owner: Owner::Across,
            motion: LatticeMotion::default(),
            waiting: Batch::default(),
            sums: Sums::default(),
        }
    }

    /// Turns to the cells of another owner, which moves with `motion`.
    #[inline(always)]
    pub(crate) fn begin(&mut self, owner: Owner, motion: &LatticeMotion, f: &mut [f32], ledger: &mut Ledger) {
        if owner != self.owner {
            self.finish(f, ledger);
            (self.owner, self.motion) = (owner, *motion);
        }
    }

    /// Writes the unknown populations of a cell whose place in `f` is `at`, with others or when all is finished.
    #[inline(always)]
    pub(crate) fn push(&mut self, node: &Node, at: usize, f: &mut [f32]) {
        let l = self.waiting.len;
        let batch = &mut self.waiting;
        batch.at[l] = at;
        batch.adjacency[l] = u32::from(node.adjacency);
        [batch.x[l], batch.y[l]] = node.place();
        batch.rest_depth[l] = node.rest_depth;
        batch.rest_population[l] = node.rest_population;
        batch.len = (l + 1) % LANES;
        if batch.len == 0 {
            self.rebuild(f);
        }
    }

    /// Writes what waits, and enters the sums into the ledger.
    #[inline(always)]
    pub(crate) fn finish(&mut self, f: &mut [f32], ledger: &mut Ledger) {
        let len = std::mem::take(&mut self.waiting.len);
        if len > 0 {
            // Cells without links, whose populations are left as they are.
            let any = self.waiting.at[0];
            self.waiting.at[len..].fill(any);
            self.waiting.adjacency[len..].fill(0);
            self.rebuild(f);
        }
        std::mem::take(&mut self.sums).book(self.owner, ledger);
    }

    #[inline(always)]
    fn rebuild(&mut self, f: &mut [f32]) {
        let Self { leaving, entering, motion, waiting, sums, .. } = self;
        let Batch { at, x, y, rest_depth, rest_population, .. } = waiting;
        let mut here = [[0.0f32; LANES]; Q];
        for (here, leaving) in here.iter_mut().zip(leaving.iter()) {
            for l in 0..LANES {
                here[l] = f[at[l] + leaving];
            }
        }

        // w_q h (2 e_q·u_w) / 3 for q = 1 to 4; the others are opposite.
        let mut drive = [[0.0f32; LANES]; 4];
        let mut pair = [0.0; LANES];
        let [mut u, mut v, mut arm_x, mut arm_y] = [[0.0; LANES]; 4];
        for l in 0..LANES {
            let axes = (here[1][l] + here[5][l]) + (here[3][l] + here[7][l]);
            let diagonals = (here[2][l] + here[6][l]) + (here[4][l] + here[8][l]);
            let h = rest_depth[l] + (here[0][l] + (axes + diagonals));
            pair[l] = 2.0 * f64::from(rest_population[l]);
            [arm_x[l], arm_y[l]] = [x[l] - motion.centre[0], y[l] - motion.centre[1]];
            [u[l], v[l]] = motion.velocity([x[l], y[l]]);
            let k = f64::from(h) * (2.0 / 3.0);
            let [east, north] = [k * u[l], k * v[l]];
            drive[0][l] = east as f32;
            drive[1][l] = (0.25 * (east + north)) as f32;
            drive[2][l] = north as f32;
            drive[3][l] = (0.25 * (north - east)) as f32;
        }

        let mut passed = Passed::default();
        macro_rules! bounce {
            ($($s:literal)*) => {
                $(
                    let offsets = [leaving[$s], entering[$s]];
                    let (value, slot) =
                        passed.bounce::<$s>(waiting, &here[$s], &drive[($s + 3) % 4], &pair, offsets);
                    for l in 0..LANES {
                        f[slot[l]] = value[l];
                    }
                )*
            };
        }
        bounce!(1 2 3 4 5 6 7 8);
        let Passed { mass, squares, along, through } = passed;

        // Of Σ m u_w, with the wall half a link from the cell: u_w = (u, v) + ω × (−e / 2).
        let half = 0.5 * motion.angvel;
        let [mut force_x, mut force_y, mut torque, mut turned] = [[0.0; LANES]; 4];
        for l in 0..LANES {
            turned[l] = arm_x[l] * along[1][l] - arm_y[l] * along[0][l];
            force_x[l] = u[l] * mass[l] + half * through[1][l];
            force_y[l] = v[l] * mass[l] - half * through[0][l];
            let at_wall = 0.5 * (through[0][l] * v[l] - through[1][l] * u[l] - half * squares[l]);
            torque[l] = arm_x[l] * force_y[l] - arm_y[l] * force_x[l] - at_wall;
        }
        let momentum = [sum(&along[0]), sum(&along[1])];
        sums.gained.add(&Exchange { mass: sum(&mass), momentum });
        sums.turned += sum(&turned);
        sums.carried.add(&Load { force: [sum(&force_x), sum(&force_y)], torque: sum(&torque) });
    }
}

#[inline(always)]
fn sum(lanes: &[f64; LANES]) -> f64 {
    let [a, b, c, d, e, f, g, h] = *lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// What passed the links of each cell: mass, `Σ m e²`, momentum in the direction of the links, and `Σ m e`.
#[derive(Default)]
struct Passed {
    mass: [f64; LANES],
    squares: [f64; LANES],
    along: [[f64; LANES]; 2],
    through: [[f64; LANES]; 2],
}

impl Passed {
    /// Bounces what leaves along direction `S` where the cell is adjacent to the solid there. Returns populations and the
    /// slots to write them to: else they are the cell's own, which stay.
    #[inline(always)]
    fn bounce<const S: usize>(
        &mut self,
        cells: &Batch,
        leaving: &[f32; LANES],
        drive: &[f32; LANES],
        pair: &[f64; LANES],
        [own, entering]: [usize; 2],
    ) -> ([f32; LANES], [usize; LANES]) {
        let (mut value, mut slot) = ([0.0; LANES], [0; LANES]);
        for l in 0..LANES {
            let adjacent = cells.adjacency[l] >> (S - 1) & 1 != 0;
            // Populations 5 to 8 enter against the drive of 1 to 4.
            let driven = if S > 4 { leaving[l] + drive[l] } else { leaving[l] - drive[l] };
            value[l] = if adjacent { driven } else { leaving[l] };
            slot[l] = cells.at[l].wrapping_add(if adjacent { entering } else { own });
            let [leaves, enters] = [leaving[l], value[l]].map(f64::from);
            let gained = enters - leaves;
            let exchanged = if adjacent { enters + leaves + f64::from(W[S]) * pair[l] } else { 0.0 };
            self.mass[l] += gained;
            self.squares[l] += f64::from(C[S][0] * C[S][0] + C[S][1] * C[S][1]) * gained;
            for axis in 0..2 {
                // What enters moves against S.
                match C[S][axis] {
                    1 => {
                        self.along[axis][l] -= exchanged;
                        self.through[axis][l] -= gained;
                    }
                    -1 => {
                        self.along[axis][l] += exchanged;
                        self.through[axis][l] += gained;
                    }
                    _ => {}
                }
            }
        }
        (value, slot)
    }
}

impl Sums {
    /// Enters the sums into the ledger. The impulse on a solid is `Σ (e_s − u_w) f_s − (e_q − u_w) f_q` (Wen et al. 2014)
    /// over its links: minus the momentum that the water gained, less what the mass that passed the wall carries along
    /// with it. What acts along a link has the same moment at the cell as at the wall.
    fn book(&self, owner: Owner, ledger: &mut Ledger) {
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
