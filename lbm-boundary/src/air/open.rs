//! Cells inside open sides, and what enters the air there.

use std::ops::Range;

use lbm_core::Air;

use super::ledger::AirExchange;
use super::side::beyond_all;
use crate::spec::{AirSide, AirSideKind};

/// A cell inside open sides, more than one where these meet, and the links of the ghost cells before it.
#[derive(Debug, Clone)]
pub(super) struct OpenCell {
    pub(super) sides: Vec<AirSide>,
    pub(super) inside: [isize; 3],
    /// Of the links of its run.
    pub(super) links: Range<usize>,
}

/// A population that enters from beyond open sides.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenLink {
    /// Direction in which the population enters.
    pub(super) q: usize,
    /// Slots of the population that leaves and of the one that enters.
    pub(super) leaves: usize,
    pub(super) enters: usize,
    /// The population that enters in the next step.
    pub(super) population: f32,
}

/// Cells inside open sides whose links one task computes.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenRun {
    pub(super) cells: Vec<OpenCell>,
    pub(super) links: Vec<OpenLink>,
    /// What the air gains through each side.
    pub(super) gained: [AirExchange; 6],
}

impl OpenRun {
    /// Cells of a run.
    pub(super) const CELLS: usize = 256;

    /// Computes the populations that enter, and books them.
    pub(super) fn compute(&mut self, kinds: &[AirSideKind; 6], air: &Air) {
        self.gained = [AirExchange::default(); 6];
        let values = air.values();
        for OpenCell { sides, inside, links } in &self.cells {
            let mut f = air.populations(*inside);
            let inside = air.moments_of(&f);
            let beyond = beyond_all(kinds, sides, inside);
            let [there, here] = [beyond, inside].map(|moments| air.settled(moments));
            (0..Air::SMOKE).for_each(|q| f[q] += there[q] - here[q]);
            // Smoke has links across single sides alone.
            let smoke = sides.first().map_or(0.0, |side| {
                -(side.outwards() as f32) * beyond.velocity[side.axis()] * beyond.concentration
            });
            let share = 1.0 / sides.len() as f64;
            for OpenLink { q, leaves, population, .. } in &mut self.links[links.clone()] {
                let leaving = values[*leaves];
                *population = if *q < Air::SMOKE { f[*q] } else { (leaving + smoke).max(0.0) };
                let [entered, left] = [*population, leaving].map(|of| share * f64::from(of));
                sides.iter().for_each(|side| self.gained[side.index()].pass(*q, entered, left));
            }
        }
    }

    /// Lets what was computed enter.
    pub(super) fn enter(&self, values: &mut [f32]) {
        self.links.iter().for_each(|link| values[link.enters] = link.population);
    }
}
