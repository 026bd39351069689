//! All joints of an island, solved at once.

use super::super::mover::{Mover, Velocity};
use super::super::soft::Soft;
use super::constraint::Row;
use super::rows::JointRows;
use crate::reuse::refill;

/// Most multiplications of a factorization; the joints of an island that takes more, such as a net, are solved one after the other.
const MOST_PRODUCTS: usize = 1_000_000;

/// Most rounds in which impulses beyond their bounds are set to them.
const MOST_ROUNDS: usize = 4;

/// The constraints of the joints of an island as one system of equations,
///
/// ```text
/// (J M⁻¹ Jᵀ + S) Δλ = missing velocities − S λ
/// ```
///
/// with the softness `S` of springs, solved directly. One after the other they would take the more sweeps the heavier what hangs on light links is: with a chain of links of
/// 5 kg that holds a ship no number of sweeps is enough. (Baraff, *Linear-Time Dynamics using Lagrange Multipliers*, 1996.)
///
/// The joints are taken in the order of a breadth-first search from a joint at an end, so that those of a chain have entries beside the diagonal alone, and the matrix is
/// factorized within its envelope, `L D Lᵀ`. Impulses have bounds: those beyond are set to them, and the others are solved again.
#[derive(Debug, Clone, Default)]
pub(in crate::solver) struct JointSystem {
    /// The joints in the order of elimination.
    order: Vec<usize>,
    /// For each of these the places before it of joints with a common body that moves: the range in `near`.
    starts: Vec<usize>,
    near: Vec<usize>,
    /// Whether each constraint, joint by joint as in `order`, is in the system; that of which the factors are.
    included: Vec<bool>,
    factorized: Vec<bool>,
    equations: Vec<Equation>,
    /// The first column of the row of each equation in the envelope, and where its row begins in `factors`.
    first: Vec<usize>,
    begin: Vec<usize>,
    /// `L` below the diagonal, and `D` on it.
    factors: Vec<f64>,
    right: Vec<f64>,
    is_sparse: bool,
    memory: Memory,
}

/// The constraint of an equation.
#[derive(Debug, Clone, Copy)]
struct Equation {
    joint: usize,
    row: usize,
    /// The place of the constraint in `included`.
    place: usize,
}

/// Memory of the search.
#[derive(Debug, Clone, Default)]
struct Memory {
    /// Body and joint, ascending.
    by_body: Vec<(usize, usize)>,
    degree: Vec<usize>,
    place: Vec<usize>,
}

impl JointSystem {
    /// Finds the order of the joints.
    pub(in crate::solver) fn begin(&mut self, joints: &[JointRows], movers: &[Mover]) {
        let Self { order, starts, near, memory: Memory { by_body, degree, place }, .. } = self;
        by_body.clear();
        for (j, joint) in joints.iter().enumerate() {
            by_body.extend(joint.bodies.into_iter().filter(|body| movers[*body].moves).map(|body| (body, j)));
        }
        by_body.sort_unstable();
        let beside = |j: usize| {
            let bodies = joints[j].bodies.into_iter().filter(|body| movers[*body].moves);
            bodies.flat_map(|body| {
                let from = by_body.partition_point(|(of, _)| *of < body);
                by_body[from..].iter().take_while(move |(of, _)| *of == body).map(|(_, joint)| *joint)
            })
        };
        degree.clear();
        degree.extend((0..joints.len()).map(|j| beside(j).count()));
        refill(place, joints.len(), usize::MAX);
        order.clear();
        // From an end of each tree of joints on.
        while let Some(end) =
            (0..joints.len()).filter(|j| place[*j] == usize::MAX).min_by_key(|j| (degree[*j], *j))
        {
            let mut next = order.len();
            place[end] = next;
            order.push(end);
            while next < order.len() {
                let from = order.len();
                for other in beside(order[next]) {
                    if place[other] == usize::MAX {
                        place[other] = from;
                        order.push(other);
                    }
                }
                order[from..].sort_by_key(|j| (degree[*j], *j));
                next += 1;
            }
        }
        for (at, j) in order.iter().enumerate() {
            place[*j] = at;
        }
        starts.clear();
        near.clear();
        for (at, j) in order.iter().enumerate() {
            starts.push(near.len());
            near.extend(beside(*j).map(|other| place[other]).filter(|other| *other < at));
        }
        starts.push(near.len());
    }

    /// Forgets the factors of constraints that were built anew.
    pub(in crate::solver) fn renew(&mut self) {
        self.factorized.clear();
        self.equations.clear();
        self.is_sparse = true;
    }

    /// Corrects the impulses of all joints, with or without a removal of errors; returns the largest change of velocity, m/s or rad/s.
    pub(in crate::solver) fn hold(
        &mut self,
        joints: &mut [JointRows],
        movers: &[Mover],
        velocities: &mut [Velocity],
        soft: Option<&Soft>,
        h: f64,
    ) -> f64 {
        self.included.clear();
        for j in &self.order {
            let joint = &joints[*j];
            self.included
                .extend((0..joint.rows().len()).map(|k| joint.missing(k, velocities, soft).is_some()));
        }
        let mut change: f64 = 0.0;
        for round in 1..=MOST_ROUNDS {
            if self.included != self.factorized {
                self.factorize(joints, movers);
            }
            if !self.is_sparse {
                let each = |joint: &mut JointRows| joint.hold(|_| true, (movers, velocities), soft, h);
                return joints.iter_mut().map(each).fold(0.0, f64::max);
            }
            self.solve(joints, velocities, soft);
            let is_last = round == MOST_ROUNDS;
            let mut is_within = true;
            for (&Equation { joint, row, place }, more) in self.equations.iter().zip(&self.right) {
                let joint = &mut joints[joint];
                let wanted = joint.rows()[row].impulse + more;
                let bounded = joint.bounded(row, wanted);
                if bounded != wanted && !is_last {
                    (is_within, self.included[place]) = (false, false);
                    change = change.max(joint.change(row, bounded, movers, velocities));
                }
            }
            if is_within || is_last {
                for (&Equation { joint, row, .. }, more) in self.equations.iter().zip(&self.right) {
                    let joint = &mut joints[joint];
                    let bounded = joint.bounded(row, joint.rows()[row].impulse + more);
                    change = change.max(joint.change(row, bounded, movers, velocities));
                }
                break;
            }
        }
        // Stops and ropes that are open may close within the sub-step.
        let open = |joint: &mut JointRows| joint.hold(Row::is_open, (movers, velocities), soft, h);
        joints.iter_mut().map(open).fold(change, f64::max)
    }

    /// Builds and factorizes the matrix of the constraints included.
    fn factorize(&mut self, joints: &[JointRows], movers: &[Mover]) {
        let Self { order, starts, near, included, equations, first, begin, factors, memory, .. } = self;
        self.factorized.clone_from(included);
        equations.clear();
        first.clear();
        begin.clear();
        // Of each joint in order its first equation.
        let firsts = &mut memory.place;
        firsts.clear();
        let mut all = included.iter().enumerate();
        let (mut length, mut products) = (0, 0);
        for (at, j) in order.iter().enumerate() {
            firsts.push(equations.len());
            let nearest =
                near[starts[at]..starts[at + 1]].iter().min().map_or(equations.len(), |q| firsts[*q]);
            for (row, (place, is_in)) in (0..joints[*j].rows().len()).zip(all.by_ref()) {
                if *is_in {
                    let width = equations.len() - nearest + 1;
                    first.push(nearest);
                    begin.push(length);
                    length += width;
                    products += width * width;
                    equations.push(Equation { joint: *j, row, place });
                }
            }
        }
        firsts.push(equations.len());
        self.is_sparse = products <= MOST_PRODUCTS;
        if !self.is_sparse {
            return;
        }
        refill(factors, length, 0.0);
        for at in 0..order.len() {
            let mine = firsts[at]..firsts[at + 1];
            for q in near[starts[at]..starts[at + 1]].iter().copied().chain([at]) {
                let [one, other] = [&joints[order[at]], &joints[order[q]]];
                for i in mine.clone() {
                    for e in firsts[q]..firsts[q + 1].min(i + 1) {
                        factors[begin[i] + e - first[i]] =
                            one.response_to(equations[i].row, (other, equations[e].row), movers);
                    }
                }
            }
        }
        for i in 0..equations.len() {
            let (above, row) = factors.split_at_mut(begin[i]);
            let from = first[i];
            row[i - from] += joints[equations[i].joint].softness(equations[i].row);
            for e in from..i {
                let low = from.max(first[e]);
                let mut sum = row[e - from];
                for c in low..e {
                    sum -= row[c - from] * above[begin[e] + c - first[e]];
                }
                row[e - from] = sum;
            }
            let mut pivot = row[i - from];
            for e in from..i {
                let scaled = row[e - from] / above[begin[e] + e - first[e]];
                pivot -= row[e - from] * scaled;
                row[e - from] = scaled;
            }
            row[i - from] = if pivot > 0.0 { pivot } else { f64::INFINITY };
        }
    }

    /// Finds the changes of the impulses of all equations.
    fn solve(&mut self, joints: &[JointRows], velocities: &[Velocity], soft: Option<&Soft>) {
        let Self { equations, right, .. } = self;
        right.clear();
        let missing = |of: &Equation| joints[of.joint].missing(of.row, velocities, soft).unwrap_or(0.0);
        right.extend(equations.iter().map(missing));
        self.substitute();
    }

    /// Number of the constraints in the system.
    pub(in crate::solver) fn len(&self) -> usize {
        self.equations.len()
    }

    /// Whether all joints are solved at once.
    pub(in crate::solver) fn is_solved(&self) -> bool {
        self.is_sparse
    }

    /// The part that joints take of the response of a constraint of two bodies to an impulse, `g (J M⁻¹ Jᵀ + S)⁻¹ gᵀ`; given the changes of their velocities
    /// `M⁻¹ Jcᵀ`.
    pub(in crate::solver) fn taken(&mut self, joints: &[JointRows], change: &[(usize, Velocity); 2]) -> f64 {
        let of = |equation: &Equation| joints[equation.joint].speed_by(equation.row, change);
        self.right.clear();
        self.right.extend(self.equations.iter().map(of));
        self.substitute();
        self.equations.iter().zip(&self.right).map(|(equation, impulse)| of(equation) * impulse).sum()
    }

    /// Solves the equations for the right side, in its place.
    fn substitute(&mut self) {
        let Self { first, begin, factors, right, .. } = self;
        for i in 0..right.len() {
            let mut sum = right[i];
            for e in first[i]..i {
                sum -= factors[begin[i] + e - first[i]] * right[e];
            }
            right[i] = sum;
        }
        for i in (0..right.len()).rev() {
            right[i] /= factors[begin[i] + i - first[i]];
        }
        for i in (0..right.len()).rev() {
            let value = right[i];
            for e in first[i]..i {
                right[e] -= factors[begin[i] + e - first[i]] * value;
            }
        }
    }
}
