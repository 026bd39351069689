//! Solves islands one after the other.

use super::contact_row::ContactRow;
use super::island::Run;
use super::joints::JointRows;
use super::mover::{Moved, Mover};
use super::partition::{Islands, Link, Places};
use super::problem::Problem;
use crate::contacts::Impulse;
use crate::joints::Impulses;

/// Solves islands one after the other, and has what became of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solver {
    /// By body, island after island.
    pub(crate) moved: Vec<(usize, Moved)>,
    /// By pair and contact.
    pub(crate) contacts: Vec<(usize, usize, Impulse)>,
    /// By slot: impulses, and the work of the drive, J.
    pub(crate) joints: Vec<(usize, Impulses, f64)>,
    /// Memory for the next island.
    memory: Run<'static>,
}

impl Solver {
    /// Forgets what became of islands.
    pub(crate) fn clear(&mut self) {
        self.moved.clear();
        self.contacts.clear();
        self.joints.clear();
    }

    /// Moves the island at some places of `islands` through the sub-steps.
    ///
    /// Each of `h = Δt/n`: the forces' part `Δv/n` is added; impulses of the last sub-step are applied as a first guess; what
    /// bounces does; one sweep over all constraints, with the soft removal of errors; drift; sweeps that take the velocity
    /// of that removal out again, until a sweep changes none by more than the tolerance.
    pub(crate) fn solve(&mut self, problem: &Problem, islands: &Islands, places: &Places) {
        let (bodies, links) = islands.at(places);
        let mut run = std::mem::take(&mut self.memory).emptied();
        run.movers.push(Mover::ground());
        for &(_, index) in bodies {
            if let Some(body) = problem.bodies.at(index) {
                run.movers.push(Mover::new(body, problem.before[index]));
            }
        }
        let at = |index: usize| bodies.binary_search_by_key(&index, |(_, body)| *body).map_or(0, |at| at + 1);
        let (first_contact, first_joint) = (self.contacts.len(), self.joints.len());
        for &(_, link) in links {
            match link {
                Link::Pair(p) => {
                    let pair = &problem.pairs[p];
                    let b = pair.other.body();
                    let sides = [at(pair.a), b.map_or(0, at)];
                    let first = run.rows.len();
                    for (k, contact) in pair.contacts.iter().enumerate() {
                        let coefficients = (pair.friction, pair.restitution);
                        let row = ContactRow::new(contact, coefficients, sides, &run.movers, b.is_none());
                        if let Some(mut row) = row {
                            row.normal_impulse *= problem.scale;
                            row.tangent_impulse *= problem.scale;
                            run.rows.push(row);
                            self.contacts.push((p, k, Impulse::default()));
                        }
                    }
                    run.find_open(problem, pair, (&self.contacts[first_contact + first..], first), sides);
                }
                Link::Joint(j) => {
                    if let Some(fitted) = problem.joints.at(j) {
                        let anchors = fitted.joint.anchors;
                        let sides = anchors.map(|anchor| anchor.body().map_or(0, |body| at(body.index())));
                        run.joints.push(JointRows::new(fitted, sides, &run.movers, problem.scale));
                        self.joints.push((j, Impulses::default(), 0.0));
                    }
                }
            }
        }

        run.step(problem);
        let moved = run.movers[1..].iter().map(Mover::result);
        self.moved.extend(bodies.iter().map(|(_, body)| *body).zip(moved));
        for ((.., impulse), row) in self.contacts[first_contact..].iter_mut().zip(&run.rows) {
            *impulse = row.impulse();
        }
        for ((_, impulses, work_j), rows) in self.joints[first_joint..].iter_mut().zip(&run.joints) {
            (*impulses, *work_j) = (rows.impulses, rows.work_j);
        }
        self.memory = run.emptied();
    }
}
