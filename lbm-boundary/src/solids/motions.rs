use lbm_core::Units;

use crate::spec::{LatticeMotion, Motion};

/// Motions of all solids, by label. Label 0, which is no solid, is at rest.
#[derive(Debug, Default)]
pub(crate) struct Motions {
    by_label: Vec<LatticeMotion>,
}

impl Motions {
    /// Motions of all labels up to `largest`, of all that are `given` and of all that these have: the given ones, and rest.
    pub(crate) fn next(&self, largest: u16, given: &[(u16, Motion)], units: &Units) -> Self {
        let largest = given.iter().map(|&(label, _)| label).fold(largest, u16::max);
        let mut by_label = vec![LatticeMotion::default(); self.len().max(usize::from(largest) + 1)];
        for (label, motion) in given.iter().filter(|&&(label, _)| label != 0) {
            by_label[usize::from(*label)] = LatticeMotion::new(motion, units);
        }
        Self { by_label }
    }

    /// Motions by label, as [`crate::BoundaryState::motions`] lists them.
    pub(crate) fn of_state(motions: &[[f64; 5]]) -> Self {
        let motion =
            |&[x, y, u, v, angvel]: &[f64; 5]| LatticeMotion { center: [x, y], linvel: [u, v], angvel };
        Self { by_label: motions.iter().map(motion).collect() }
    }

    pub(crate) fn state(&self) -> Vec<[f64; 5]> {
        let numbers = |LatticeMotion { center: [x, y], linvel: [u, v], angvel }: &LatticeMotion| {
            [*x, *y, *u, *v, *angvel]
        };
        self.by_label.iter().map(numbers).collect()
    }

    /// Number of labels, that of water included.
    pub(crate) fn len(&self) -> usize {
        self.by_label.len()
    }

    #[inline]
    pub(crate) fn of(&self, label: u16) -> &LatticeMotion {
        &self.by_label[usize::from(label)]
    }

    pub(crate) fn by_label(&self) -> &[LatticeMotion] {
        &self.by_label
    }

    pub(crate) fn are_rest(&self) -> bool {
        self.by_label.iter().all(LatticeMotion::is_rest)
    }

    /// Whether other solids are at rest than `before`, or at rest in another place. New labels were at rest at the origin.
    pub(crate) fn others_rest_than(&self, before: &Self) -> bool {
        let new = LatticeMotion::default();
        let before = before.by_label.iter().chain(std::iter::repeat(&new));
        let rests_at = |motion: &LatticeMotion| motion.is_rest().then_some(motion.center);
        self.by_label.iter().zip(before).any(|(is, was)| rests_at(is) != rests_at(was))
    }
}
