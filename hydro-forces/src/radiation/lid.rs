//! Bodies that lie on shallow water as rigid lids: inertia of the water under all of them together.

use glam::{DMat3, DVec3};

use super::matrix::{eliminate, join, split};
use crate::Load;

/// Motions of a body: surge, sway, heave, roll, pitch, yaw, here along and about the axes of the world.
const MOTIONS: usize = 6;

/// Mass of a carriage, as a multiple of the body's and the water's.
const CARRIAGE: f64 = 1e9;

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

/// A body as a lid, axes of the world.
#[derive(Debug, Clone, PartialEq)]
pub struct LidBody {
    /// Mass of the body, kg.
    pub mass_kg: f64,
    /// Inertia about the center of mass, kg m².
    pub tensor_kg_m2: DMat3,
    /// Directions in which a carriage holds its velocity.
    pub held: Vec<DVec3>,
    /// Axes about which a carriage holds its turning.
    pub held_about: Vec<DVec3>,
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
#[derive(Debug, Clone, PartialEq)]
pub struct LidInertia {
    /// `[motion][motion]`, six of each body.
    matrix: Vec<Vec<f64>>,
    expected: Vec<Load>,
}

impl LidInertia {
    /// A matrix of zeros for so many bodies.
    pub fn new(bodies: usize) -> Self {
        let n = MOTIONS * bodies;
        Self { matrix: vec![vec![0.0; n]; n], expected: vec![Load::default(); bodies] }
    }

    /// Number of motions: six of each body.
    pub fn motions(&self) -> usize {
        self.matrix.len()
    }

    /// Sets the row and the column of one motion: the loads on all bodies, with the opposite sign, by which water answers its unit
    /// acceleration.
    ///
    /// # Panics
    /// If there is not one load for each motion.
    pub fn set(&mut self, motion: usize, loads: &[f64]) {
        assert_eq!(loads.len(), self.motions(), "one load for each motion");
        for (other, &load) in loads.iter().enumerate() {
            (self.matrix[motion][other], self.matrix[other][motion]) = (load, load);
        }
    }

    /// Forgets a body that is no longer there: the water does not answer its motions, nor it those of others.
    ///
    /// # Panics
    /// If there are not so many bodies.
    pub fn forget(&mut self, body: usize) {
        let own = MOTIONS * body..MOTIONS * (body + 1);
        self.matrix.iter_mut().for_each(|row| row[own.clone()].fill(0.0));
        self.matrix[own].iter_mut().for_each(|row| row.fill(0.0));
        self.expected[body] = Load::default();
    }

    /// The added mass, `[motion][motion]`.
    pub fn matrix(&self) -> &[Vec<f64>] {
        &self.matrix
    }

    /// Expected loads of the water's answer, about the centers of mass; to be taken back in the next step.
    pub fn expected(&self) -> &[Load] {
        &self.expected
    }

    /// Restores the [`Self::matrix`] and [`Self::expected`] of another one of as many bodies; false, and nothing is changed, where they
    /// are of another number.
    #[must_use]
    pub fn restore(&mut self, matrix: &[Vec<f64>], expected: &[Load]) -> bool {
        let n = self.motions();
        let fits = matrix.len() == n
            && matrix.iter().all(|row| row.len() == n)
            && expected.len() == self.expected.len();
        if fits {
            (self.matrix, self.expected) = (matrix.to_vec(), expected.to_vec());
        }
        fits
    }

    /// The loads that the lids add in this step. `others` are all other loads on the bodies, gravity included.
    ///
    /// # Panics
    /// If there is not one entry for each body.
    #[must_use = "the loads act on the bodies"]
    pub fn step(&mut self, bodies: &[LidBody], others: &[Load]) -> Vec<Load> {
        let last = self.expected.clone();
        assert_eq!([bodies.len(), others.len()], [last.len(); 2], "one entry for each body");
        let known = others
            .iter()
            .zip(&last)
            .map(|(other, last)| join(other.force_n - last.force_n, other.torque_n_m - last.torque_n_m));
        let mut accelerations: Vec<f64> = known.flatten().collect();
        let mut inertia = self.matrix.clone();
        for (k, body) in bodies.iter().enumerate() {
            add_own(body, &mut inertia[MOTIONS * k..][..MOTIONS], MOTIONS * k);
        }
        let solved = eliminate(&mut inertia, &mut accelerations);
        for (body, expected) in self.expected.iter_mut().enumerate() {
            let row = |k: usize| {
                let row = self.matrix[MOTIONS * body + k].iter();
                -row.zip(&accelerations).map(|(mass, acceleration)| mass * acceleration).sum::<f64>()
            };
            let (force_n, torque_n_m) = split(std::array::from_fn(row));
            let is_finite = solved.is_some() && force_n.is_finite() && torque_n_m.is_finite();
            *expected = if is_finite { Load { force_n, torque_n_m } } else { Load::default() };
        }
        let change = |(now, last): (&Load, &Load)| Load {
            force_n: now.force_n - last.force_n,
            torque_n_m: now.torque_n_m - last.torque_n_m,
        };
        self.expected.iter().zip(&last).map(change).collect()
    }
}

/// Adds the inertia of a body, and of what holds it, to its rows, from column `first` on.
fn add_own(body: &LidBody, rows: &mut [Vec<f64>], first: usize) {
    let tensor = &body.tensor_kg_m2;
    let largest = |i: usize| (i..i + 3).map(|i| rows[i][first + i]).fold(0.0, f64::max);
    let carriage = CARRIAGE * (body.mass_kg + largest(0));
    let turning = CARRIAGE * (tensor.x_axis.x + tensor.y_axis.y + tensor.z_axis.z + largest(3));
    for i in 0..3 {
        rows[i][first + i] += body.mass_kg;
        for j in 0..3 {
            let held = |axes: &[DVec3]| axes.iter().map(|axis| axis[i] * axis[j]).sum::<f64>();
            rows[i][first + j] += carriage * held(&body.held);
            rows[3 + i][first + 3 + j] += tensor.col(j)[i] + turning * held(&body.held_about);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: f64 = 100.0;
    const STIFFNESS: f64 = 4000.0;
    const STEP_S: f64 = 0.01;

    /// Heights of a body on a spring in water of an added mass, whose force is that of the acceleration of the step before; with what
    /// is taken to be its added mass.
    fn heights(added: f64, known: f64, steps: usize) -> Vec<f64> {
        let mut inertia = LidInertia::new(1);
        let heave: Vec<f64> = (0..MOTIONS).map(|motion| if motion == 2 { known } else { 0.0 }).collect();
        inertia.set(2, &heave);
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
        let row = |here: f64, there: f64| {
            let mut row = vec![0.0; 2 * MOTIONS];
            (row[2], row[MOTIONS + 2]) = (here, there);
            row
        };
        inertia.set(2, &row(3.0, -1.0));
        inertia.set(MOTIONS + 2, &row(-1.0, 2.0));
        let free =
            LidBody { mass_kg: 1.0, tensor_kg_m2: DMat3::IDENTITY, held: Vec::new(), held_about: Vec::new() };
        let held = LidBody { held: vec![DVec3::Z], ..free.clone() };
        let push = Load { force_n: DVec3::Z * 8.0, torque_n_m: DVec3::ZERO };
        // 4 a − b = 8, −a + 3 b = 0
        let loads = inertia.clone().step(&[free.clone(), free.clone()], &[push, Load::default()]);
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
