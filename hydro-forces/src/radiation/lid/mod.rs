//! Bodies that lie on shallow water as rigid lids: inertia of the water under all of them together.

mod block;
mod search;

use glam::DVec3;

use block::MOTIONS;
pub use block::{LidBlock, LidBody};
use search::Search;

use super::matrix::{Matrix6, Vector6, join, split};
use crate::Load;

/// Change of a body's submerged thickness in a cell by each of its motions: m for a meter along, and a radian about, the axes
/// of the world.
///
/// A rigid underside `z_b(x, y)` that moves at `v` rises by `∂z_b/∂t = v_z − v·∇z_b`; the thickness above it loses that.
///
/// # Arguments
/// `covered`: the part of the cell under the body. `slope`: gradient of the thickness. `arm_m`: from the center of mass to the body's
/// surface in the cell.
pub fn thickness_rates(covered: f64, slope: [f64; 2], arm_m: DVec3) -> [f64; MOTIONS] {
    // −v_z − v·∇b
    let gradient = DVec3::new(slope[0], slope[1], covered);
    let turned = arm_m.cross(gradient);
    [-gradient.x, -gradient.y, -gradient.z, -turned.x, -turned.y, -turned.z]
}

/// Inertia of the water under bodies that are rigid lids, for loads of the water that lag by a step.
///
/// Such water answers accelerations at once, with the added mass `A` of all bodies together. A load computed in the step before
/// has `−A a(n − 1)` in it: taken as it is, it makes an oscillation that grows from step to step where the added mass
/// is greater than the bodies'. So each step adds the load `−A a(n)` that the water is about to answer with, with the
/// accelerations of
///
/// ```text
/// (M + A) a(n) = F(n − 1) + A a(n − 1)
/// ```
///
/// and takes that of the step before back. Only `A` near the true one, `M + 2 A` above it, is needed: the sum of all that is added stays the last
/// answer expected ([`Self::expected`]), so that momentum that was taken is given back.
///
/// `A` is kept as blocks of 6 × 6 ([`LidBlock`]), for each body and those beside it whose water it moves: time and memory grow with the number of bodies, where each has few
/// beside it. The accelerations are found by conjugate gradients from those that each body has by itself, which are exact for bodies far from each other.
#[derive(Debug, Clone, Default)]
pub struct LidInertia {
    rows: Vec<Vec<LidBlock>>,
    expected: Vec<Load>,
    search: Search,
    changes: Vec<Load>,
}

impl LidInertia {
    /// Creates that of so many bodies, whose motions no water answers.
    pub fn new(bodies: usize) -> Self {
        Self { rows: vec![Vec::new(); bodies], expected: vec![Load::default(); bodies], ..Self::default() }
    }

    /// Makes room for one more body.
    pub fn push(&mut self) {
        self.rows.push(Vec::new());
        self.expected.push(Load::default());
    }

    /// Sets what one motion of a body has to do with all motions of all: the loads, with the opposite sign, by which water answers its unit
    /// acceleration, of the bodies that have any.
    ///
    /// # Panics
    /// If there is no such body or motion.
    pub fn set(&mut self, body: usize, motion: usize, loads: &[(u32, Vector6)]) {
        for k in 0..self.rows[body].len() {
            let other = self.rows[body][k].other;
            if loads.iter().all(|(of, _)| *of != other) {
                self.write(body, motion, other, [0.0; MOTIONS]);
            }
        }
        for &(other, load) in loads {
            self.write(body, motion, other, load);
        }
        let is_left = |block: &LidBlock| block.matrix.as_flattened().iter().any(|value| *value != 0.0);
        let gone: Vec<u32> =
            self.rows[body].iter().filter(|block| !is_left(block)).map(|block| block.other).collect();
        for other in gone {
            self.rows[body].retain(|block| block.other != other);
            self.rows[other as usize].retain(|block| block.other as usize != body);
        }
    }

    /// Writes a row and a column, which are the same.
    fn write(&mut self, body: usize, motion: usize, other: u32, load: Vector6) {
        let of_motion = self.block(body, other);
        of_motion[motion] = load;
        let of_load = self.block(other as usize, body as u32);
        (0..MOTIONS).for_each(|k| of_load[k][motion] = load[k]);
    }

    fn block(&mut self, body: usize, other: u32) -> &mut Matrix6 {
        let row = &mut self.rows[body];
        let at = row.binary_search_by_key(&other, |block| block.other).unwrap_or_else(|at| {
            row.insert(at, LidBlock { other, matrix: [[0.0; MOTIONS]; MOTIONS] });
            at
        });
        &mut row[at].matrix
    }

    /// Forgets a body that is no longer there: the water does not answer its motions, nor it those of others.
    ///
    /// # Panics
    /// If there are not so many bodies.
    pub fn forget(&mut self, body: usize) {
        for LidBlock { other, .. } in std::mem::take(&mut self.rows[body]) {
            self.rows[other as usize].retain(|block| block.other as usize != body);
        }
        self.expected[body] = Load::default();
    }

    /// The added mass, the blocks of each body in the order of the others.
    pub fn rows(&self) -> &[Vec<LidBlock>] {
        &self.rows
    }

    /// Expected loads of the water's answer, about the centers of mass; to be taken back in the next step.
    pub fn expected(&self) -> &[Load] {
        &self.expected
    }

    /// Restores the [`Self::rows`] and [`Self::expected`] of another one of as many bodies; false, and nothing is changed, where they
    /// are of another number, or out of order.
    #[must_use]
    pub fn restore(&mut self, rows: &[Vec<LidBlock>], expected: &[Load]) -> bool {
        let bodies = self.rows.len();
        let is_row = |row: &Vec<LidBlock>| {
            row.is_sorted_by(|a, b| a.other < b.other)
                && row.last().is_none_or(|block| (block.other as usize) < bodies)
        };
        let fits = [rows.len(), expected.len()] == [bodies; 2] && rows.iter().all(is_row);
        if fits {
            (self.rows, self.expected) = (rows.to_vec(), expected.to_vec());
        }
        fits
    }

    /// The loads that the lids add in this step. `others` are all other loads on the bodies, gravity included.
    ///
    /// # Panics
    /// If there is not one entry for each body.
    #[must_use = "the loads act on the bodies"]
    pub fn step(&mut self, bodies: &[LidBody], others: &[Load]) -> &[Load] {
        assert_eq!([bodies.len(), others.len()], [self.rows.len(); 2], "one entry for each body");
        let Self { rows, expected, search, changes } = self;
        let known = others
            .iter()
            .zip(&*expected)
            .map(|(other, last)| join(other.force_n - last.force_n, other.torque_n_m - last.torque_n_m));
        search.find(rows, bodies, known);
        changes.clear();
        for (row, last) in rows.iter().zip(expected) {
            let mut answer = [0.0; MOTIONS];
            row.iter().for_each(|block| block.subtract(&search.accelerations, &mut answer));
            let (force_n, torque_n_m) = split(answer);
            let is_finite = force_n.is_finite() && torque_n_m.is_finite();
            let now = if is_finite { Load { force_n, torque_n_m } } else { Load::default() };
            let before = std::mem::replace(last, now);
            changes.push(Load {
                force_n: now.force_n - before.force_n,
                torque_n_m: now.torque_n_m - before.torque_n_m,
            });
        }
        changes
    }
}

impl PartialEq for LidInertia {
    fn eq(&self, other: &Self) -> bool {
        (&self.rows, &self.expected) == (&other.rows, &other.expected)
    }
}

#[cfg(test)]
mod tests {
    use glam::DMat3;

    use super::*;
    use crate::radiation::matrix::eliminate;

    const BODY: f64 = 100.0;
    const STIFFNESS: f64 = 4000.0;
    const STEP_S: f64 = 0.01;

    /// Heights of a body on a spring in water of an added mass, whose force is that of the acceleration of the step before; with what
    /// is taken to be its added mass.
    fn heights(added: f64, known: f64, steps: usize) -> Vec<f64> {
        let mut inertia = LidInertia::new(1);
        inertia.set(0, 2, &[(0, [0.0, 0.0, known, 0.0, 0.0, 0.0])]);
        let body = LidBody {
            mass_kg: BODY,
            tensor_kg_m2: DMat3::IDENTITY,
            held: Vec::new(),
            held_about: Vec::new(),
        };
        let (mut height, mut velocity, mut acceleration) = (0.1, 0.0, 0.0);
        let mut sum = 0.0;
        (0..steps)
            .map(|_| {
                let force = -STIFFNESS * height - added * acceleration;
                let others = Load { force_n: DVec3::Z * force, torque_n_m: DVec3::ZERO };
                let load = inertia.step(std::slice::from_ref(&body), &[others])[0].force_n.z;
                sum += load;
                assert!((sum - inertia.expected()[0].force_n.z).abs() <= 1e-9 * (sum.abs() + STIFFNESS));
                acceleration = (force + load) / BODY;
                velocity += acceleration * STEP_S;
                height += velocity * STEP_S;
                height
            })
            .collect()
    }

    #[test]
    fn a_body_swings_with_the_mass_of_the_water_under_it() {
        let turn = (STIFFNESS / (BODY + 500.0)).sqrt();
        for (known, bound) in [(500.0, 2e-3), (400.0, 4e-3), (1000.0, 0.03)] {
            let heights = heights(500.0, known, 600);
            for (n, height) in (1u32..).zip(heights) {
                let exact = 0.1 * (turn * STEP_S * f64::from(n)).cos();
                assert!((height - exact).abs() < bound, "{known}, step {n}: {height} for {exact}");
            }
        }
        // Without it, or with less than half of it and the body's, it is lost.
        for known in [0.0, 180.0] {
            assert!(heights(500.0, known, 300).iter().any(|height| height.abs() > 1e3), "{known}");
        }
    }

    /// Water between two bodies: the one is pushed as the other accelerates.
    #[test]
    fn what_is_expected_is_the_answer_to_all_accelerations() {
        let mut inertia = LidInertia::new(2);
        let heave = |load: f64| [0.0, 0.0, load, 0.0, 0.0, 0.0];
        inertia.set(0, 2, &[(0, heave(3.0)), (1, heave(-1.0))]);
        inertia.set(1, 2, &[(0, heave(-1.0)), (1, heave(2.0))]);
        let free =
            LidBody { mass_kg: 1.0, tensor_kg_m2: DMat3::IDENTITY, held: Vec::new(), held_about: Vec::new() };
        let held = LidBody { held: vec![DVec3::Z], ..free.clone() };
        let push = Load { force_n: DVec3::Z * 8.0, torque_n_m: DVec3::ZERO };
        // 4 a − b = 8, −a + 3 b = 0
        let loads = inertia.clone().step(&[free.clone(), free.clone()], &[push, Load::default()]).to_vec();
        let accelerations = [24.0 / 11.0, 8.0 / 11.0];
        assert!((loads[0].force_n.z + 3.0 * accelerations[0] - accelerations[1]).abs() < 1e-12, "{loads:?}");
        assert!((loads[1].force_n.z - accelerations[0] + 2.0 * accelerations[1]).abs() < 1e-12, "{loads:?}");
        // A carriage lets the second one go nowhere.
        let loads = inertia.step(&[free, held], &[push, Load::default()]);
        assert!(
            (loads[0].force_n.z + 6.0).abs() < 1e-6 && (loads[1].force_n.z - 2.0).abs() < 1e-6,
            "{loads:?}"
        );
    }

    /// Water under a chain of bodies, each of which moves that of the next one, against elimination of all together.
    #[test]
    fn accelerations_are_those_of_all_equations_together() {
        let bodies = 40;
        let mut state = 7u32;
        let mut draw = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1u32 << 24) - 0.5
        };
        let n = MOTIONS * bodies;
        let mut dense = vec![vec![0.0; n]; n];
        // Positive: each pair has more on the diagonal than beside it.
        for body in 0..bodies {
            for i in 0..MOTIONS {
                dense[MOTIONS * body + i][MOTIONS * body + i] += 8.0;
                for j in 0..(if body + 1 < bodies { MOTIONS } else { 0 }) {
                    let (here, there) = (MOTIONS * body + i, MOTIONS * (body + 1) + j);
                    let load = draw();
                    (dense[here][there], dense[there][here]) = (load, load);
                }
            }
        }
        let mut inertia = LidInertia::new(bodies);
        let motions = (0..bodies).flat_map(|body| (0..MOTIONS).map(move |motion| (body, motion)));
        for (body, motion) in motions {
            let row = &dense[MOTIONS * body + motion];
            let near = body.saturating_sub(1)..(body + 2).min(bodies);
            let loads: Vec<_> =
                near.map(|other| (other as u32, std::array::from_fn(|k| row[MOTIONS * other + k]))).collect();
            inertia.set(body, motion, &loads);
        }
        let axis = DVec3::new(0.6, 0.0, 0.8);
        let of_lids: Vec<LidBody> = (0..bodies)
            .map(|k| LidBody {
                mass_kg: 2.0,
                tensor_kg_m2: DMat3::from_diagonal(DVec3::new(1.0, 2.0, 3.0)),
                held: if k == 5 { vec![axis] } else { Vec::new() },
                held_about: Vec::new(),
            })
            .collect();
        let loads: Vec<Load> = (0..bodies)
            .map(|_| Load { force_n: DVec3::new(draw(), draw(), draw()), torque_n_m: DVec3::X * draw() })
            .collect();
        let found = inertia.step(&of_lids, &loads).to_vec();

        let mut matrix = dense.clone();
        for (k, body) in of_lids.iter().enumerate() {
            for i in 0..3 {
                matrix[MOTIONS * k + i][MOTIONS * k + i] += body.mass_kg;
                matrix[MOTIONS * k + 3 + i][MOTIONS * k + 3 + i] += body.tensor_kg_m2.col(i)[i];
                for j in 0..3 {
                    let held: f64 = body.held.iter().map(|axis| axis[i] * axis[j]).sum();
                    matrix[MOTIONS * k + i][MOTIONS * k + j] += 1e9 * 10.0 * held;
                }
            }
        }
        let mut exact: Vec<f64> = loads.iter().flat_map(|load| join(load.force_n, load.torque_n_m)).collect();
        eliminate(&mut matrix, &mut exact).unwrap();
        for (body, load) in found.iter().enumerate() {
            for (k, found) in join(load.force_n, load.torque_n_m).into_iter().enumerate() {
                let row = &dense[MOTIONS * body + k];
                let answer =
                    -row.iter().zip(&exact).map(|(mass, acceleration)| mass * acceleration).sum::<f64>();
                assert!((found - answer).abs() < 1e-7, "{body}, {k}: {found} for {answer}");
            }
        }
    }

    #[test]
    fn bodies_come_and_go() {
        let mut inertia = LidInertia::new(2);
        inertia.push();
        let load = |of: f64| [0.0, 0.0, of, 0.0, 0.0, 0.0];
        inertia.set(0, 2, &[(0, load(3.0)), (2, load(-1.0))]);
        let others = |inertia: &LidInertia, body: usize| -> Vec<u32> {
            inertia.rows()[body].iter().map(|block| block.other).collect()
        };
        assert_eq!([0, 1, 2].map(|body| others(&inertia, body)), [vec![0, 2], vec![], vec![0]]);
        // Now the water of the first is out of reach of the third.
        let mut apart = inertia.clone();
        apart.set(0, 2, &[(0, load(2.0))]);
        assert_eq!([0, 1, 2].map(|body| others(&apart, body)), [vec![0], vec![], vec![]]);
        inertia.forget(2);
        assert_eq!([0, 1, 2].map(|body| others(&inertia, body)), [vec![0], vec![], vec![]]);
        assert!(!LidInertia::new(2).restore(inertia.rows(), inertia.expected()));
        let mut same = LidInertia::new(3);
        assert!(same.restore(inertia.rows(), inertia.expected()) && same == inertia);
    }

    /// A sphere that turns about its middle, or moves along its surface, changes nothing; one that turns about another point moves.
    #[test]
    fn thickness_changes_as_the_underside_moves() {
        let radius = 2.0f64;
        for (x, y) in [(0.3, 0.4), (-1.0, 0.5), (0.0f64, 0.0f64)] {
            let depth = (radius * radius - x * x - y * y).sqrt();
            let slope = [-x / depth, -y / depth];
            let rates = thickness_rates(1.0, slope, DVec3::new(x, y, -depth));
            assert!(rates[3..].iter().all(|rate| rate.abs() < 1e-12), "{rates:?}");
            assert_eq!(rates[2], -1.0);
            let eps = 1e-6;
            let moved = |dx: f64, dy: f64| (radius * radius - (x - dx).powi(2) - (y - dy).powi(2)).sqrt();
            for (axis, change) in [moved(eps, 0.0) - depth, moved(0.0, eps) - depth].into_iter().enumerate() {
                assert!((rates[axis] - change / eps).abs() < 1e-5, "{axis}: {rates:?}");
            }
            let above = thickness_rates(1.0, slope, DVec3::new(x, y, -depth - 0.5));
            // A turn about a point 0.5 m above the middle moves that by 0.5 m.
            assert!((above[4] + 0.5 * rates[0]).abs() < 1e-12 && (above[3] - 0.5 * rates[1]).abs() < 1e-12);
        }
    }
}
