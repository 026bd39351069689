//! All joints of an island, solved at once.

use super::super::mover::{Mover, Velocity};
use super::super::soft::Soft;
use super::constraint::Row;
use super::pivoting::{Pivoting, Place};
use super::rows::JointRows;
use crate::reuse::refill;

/// Most multiplications of a factorization; the joints of an island that takes more, such as a net, are solved one after the other.
const MOST_PRODUCTS: usize = 1_000_000;

/// Most rounds of the search for the impulses that are at their bounds.
pub(super) const MOST_ROUNDS: usize = 32;

/// Part of the velocities that is rounding, which a constraint at a bound may miss.
const ROUNDING: f64 = 1e-12;

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
/// factorized within its envelope, `L D Lᵀ`. Impulses of ropes, stops, one-sided springs and drives have bounds `l ≤ λ ≤ u`: it is the system of those between them, while those at a bound miss no velocity
/// that would bring them back ([`Pivoting`]).
#[derive(Debug, Clone, Default)]
pub(in crate::solver) struct JointSystem {
    /// The joints in the order of elimination.
    order: Vec<usize>,
    /// For each of these the places before it of joints with a common body that moves: the range in `near`.
    starts: Vec<usize>,
    near: Vec<usize>,
    /// All constraints, joint by joint as in `order`, and whether each is between its bounds or at one; where they were as the factors were found.
    all: Vec<Equation>,
    pivoting: Pivoting,
    factorized: Vec<Place>,
    /// The constraints between their bounds.
    equations: Vec<Equation>,
    /// The first column of the row of each equation in the envelope, and where its row begins in `factors`.
    first: Vec<usize>,
    begin: Vec<usize>,
    /// `L` below the diagonal, and `D` on it.
    factors: Vec<f64>,
    right: Vec<f64>,
    is_sparse: bool,
    /// Velocities and impulses before the search.
    velocities: Vec<Velocity>,
    impulses: Vec<f64>,
    memory: Memory,
}

/// The constraint of an equation.
#[derive(Debug, Clone, Copy)]
struct Equation {
    joint: usize,
    row: usize,
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
        let settled = self.settle(joints, movers, velocities, soft);
        // Stops and ropes that are open may close within the sub-step.
        let which = |row: &Row| settled.is_none() || row.is_open();
        let each = |joint: &mut JointRows| joint.hold(which, (movers, velocities), soft, h);
        joints.iter_mut().map(each).fold(settled.unwrap_or(0.0), f64::max)
    }

    /// Finds the impulses of all constraints that are not open; returns the largest change of velocity. None of a system that is too large, or of which not all places are found:
    /// then nothing is done.
    pub(super) fn settle(
        &mut self,
        joints: &mut [JointRows],
        movers: &[Mover],
        velocities: &mut [Velocity],
        soft: Option<&Soft>,
    ) -> Option<f64> {
        self.list(joints, velocities, soft);
        for _ in 0..MOST_ROUNDS {
            if self.pivoting.places != self.factorized {
                self.factorize(joints, movers);
            }
            if !self.is_sparse {
                return None;
            }
            let change = self.solve((&mut *joints, movers), velocities, soft);
            self.check((joints, movers), velocities, soft);
            if self.pivoting.wrong.is_empty() {
                return Some(change);
            }
            velocities.copy_from_slice(&self.velocities);
            for (of, impulse) in self.all.iter().zip(&self.impulses) {
                joints[of.joint].set_impulse(of.row, *impulse);
            }
            self.pivoting.pivot();
        }
        // The factors are those of places that are wrong.
        self.factorized.clear();
        self.is_sparse = false;
        None
    }

    /// Lists all constraints, with velocities and impulses as they are: those at a bound that miss no velocity which brings them back begin there.
    fn list(&mut self, joints: &[JointRows], velocities: &[Velocity], soft: Option<&Soft>) {
        let Self { order, all, pivoting, impulses, velocities: kept, .. } = self;
        pivoting.begin();
        all.clear();
        impulses.clear();
        kept.clear();
        kept.extend_from_slice(velocities);
        for &joint in &*order {
            for (row, of) in joints[joint].rows().iter().enumerate() {
                let [lowest, highest] = joints[joint].bounds(row);
                pivoting.places.push(match joints[joint].missing(row, velocities, soft) {
                    None => Place::Open,
                    Some(missing) if of.impulse <= lowest && missing < 0.0 => Place::Lowest,
                    Some(missing) if of.impulse >= highest && missing > 0.0 => Place::Highest,
                    Some(_) => Place::Within,
                });
                all.push(Equation { joint, row });
                impulses.push(of.impulse);
            }
        }
    }

    /// Finds the wrong places.
    fn check(
        &mut self,
        (joints, movers): (&[JointRows], &[Mover]),
        velocities: &[Velocity],
        soft: Option<&Soft>,
    ) {
        let Self { all, pivoting: Pivoting { places, wrong, .. }, impulses, .. } = self;
        wrong.clear();
        let is_bounded =
            |of: &Equation| joints[of.joint].bounds(of.row) != [f64::NEG_INFINITY, f64::INFINITY];
        if !all.iter().any(is_bounded) {
            return;
        }
        let speeds = movers.iter().zip(velocities).map(|(mover, velocity)| mover.at_rim_m_s(velocity));
        let by_impulses = all.iter().zip(&*impulses).map(|(of, before)| {
            let row = &joints[of.joint].rows()[of.row];
            row.response * row.impulse.abs().max(before.abs())
        });
        let little = ROUNDING * speeds.chain(by_impulses).fold(0.0, f64::max);
        for (at, (of, place)) in all.iter().zip(&*places).enumerate() {
            let (joint, row) = (&joints[of.joint], &joints[of.joint].rows()[of.row]);
            let [lowest, highest] = joint.bounds(of.row);
            let missing = || joint.missing(of.row, velocities, soft).unwrap_or(0.0);
            let to = match place {
                Place::Within if row.impulse < lowest => Place::Lowest,
                Place::Within if row.impulse > highest => Place::Highest,
                Place::Lowest if missing() > little => Place::Within,
                Place::Highest if missing() < -little => Place::Within,
                _ => continue,
            };
            wrong.push((at, to));
        }
    }

    /// Builds and factorizes the matrix of the constraints between their bounds.
    fn factorize(&mut self, joints: &[JointRows], movers: &[Mover]) {
        let Self { order, starts, near, pivoting, equations, first, begin, factors, memory, .. } = self;
        self.factorized.clone_from(&pivoting.places);
        equations.clear();
        first.clear();
        begin.clear();
        // Of each joint in order its first equation.
        let firsts = &mut memory.place;
        firsts.clear();
        let mut places = pivoting.places.iter();
        let (mut length, mut products) = (0, 0);
        for (at, j) in order.iter().enumerate() {
            firsts.push(equations.len());
            let nearest =
                near[starts[at]..starts[at + 1]].iter().min().map_or(equations.len(), |q| firsts[*q]);
            for (row, place) in (0..joints[*j].rows().len()).zip(places.by_ref()) {
                if *place == Place::Within {
                    let width = equations.len() - nearest + 1;
                    first.push(nearest);
                    begin.push(length);
                    length += width;
                    products += width * width;
                    equations.push(Equation { joint: *j, row });
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

    /// Gives the constraints at a bound the impulse of it, and the others those by which they miss no velocity; returns the largest change of velocity.
    fn solve(
        &mut self,
        (joints, movers): (&mut [JointRows], &[Mover]),
        velocities: &mut [Velocity],
        soft: Option<&Soft>,
    ) -> f64 {
        let mut change: f64 = 0.0;
        for (of, place) in self.all.iter().zip(&self.pivoting.places) {
            let joint = &mut joints[of.joint];
            let impulse = match place {
                Place::Open | Place::Within => continue,
                Place::Lowest => joint.bounds(of.row)[0],
                Place::Highest => joint.bounds(of.row)[1],
            };
            change = change.max(joint.change(of.row, impulse, movers, velocities));
        }
        let missing = |of: &Equation| joints[of.joint].missing(of.row, velocities, soft).unwrap_or(0.0);
        self.right.clear();
        self.right.extend(self.equations.iter().map(missing));
        self.substitute();
        for (of, more) in self.equations.iter().zip(&self.right) {
            let joint = &mut joints[of.joint];
            let impulse = joint.rows()[of.row].impulse + more;
            change = change.max(joint.change(of.row, impulse, movers, velocities));
        }
        change
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
