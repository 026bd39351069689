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
    /// Its mass, kg.
    pub mass_kg: f64,
    /// Its inertia about the center of mass, kg m².
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
    /// No water under so many bodies yet.
    pub fn new(bodies: usize) -> Self {
        let n = MOTIONS * bodies;
        Self { matrix: vec![vec![0.0; n]; n], expected: vec![Load::default(); bodies] }
    }

    /// Number of motions: six of each body.
    pub fn motions(&self) -> usize {
        self.matrix.len()
    }

    /// Sets the loads on all bodies, with the opposite sign, by which water answers the unit acceleration of one motion, which are those
    /// on this motion by all others as well.
    ///
    /// # Panics
    /// If there is not one load for each motion.
    pub fn set(&mut self, motion: usize, loads: &[f64]) {
        assert_eq!(loads.len(), self.motions(), "one load for each motion");
        for (other, &load) in loads.iter().enumerate() {
            (self.matrix[motion][other], self.matrix[other][motion]) = (load, load);
        }
    }

    /// The added mass, `[motion][motion]`.
    pub fn matrix(&self) -> &[Vec<f64>] {
        &self.matrix
    }

    /// What the water is about to answer, about the centers of mass; to be taken back in the next step.
    pub fn expected(&self) -> &[Load] {
        &self.expected
    }

    /// The loads to be added in this step to `others`, which are all others, gravity included.
    ///
    /// # Panics
    /// If there is not one entry for each body.
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
