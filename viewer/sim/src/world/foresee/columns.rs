//! Dam breaks: the greatest jump of the initial level beside the depth, also across solids that are removed, and through gaps.

use lbm_core::{DamBreak, outflow_speed_m_s};

use super::limit::beyond;
use crate::bodies::Bodies;
use crate::scenario::Scenario;
use crate::water::Water;

/// Cells that a gap is wide, at least, in which the jet through it is resolved.
const GAP_CELLS: usize = 10;

/// Part of a depth by which two are the same.
const SAME: f64 = 0.01;

/// Two cells of water with nothing, or a solid, between them along an axis.
#[derive(Debug, Clone, Copy)]
struct Pair {
    /// The one of the higher level and the one of the lower.
    cells: [usize; 2],
    /// Depths on both sides over the bed of the lower water, m.
    depths_m: [f64; 2],
    /// Label of a solid between them.
    solid: Option<u16>,
}

impl Pair {
    fn ratio(&self) -> f64 {
        self.depths_m[0] / self.depths_m[1]
    }

    fn is_like(&self, other: &Self) -> bool {
        let near = |k: usize| (self.depths_m[k] / other.depths_m[k] - 1.0).abs() < SAME;
        near(0) && near(1)
    }
}

/// Warns if the largest jump of the level at the start drives water beyond the solver's stable range.
pub(super) fn warning(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Option<String> {
    let gravity_m_s2 = water.fluid.lattice.units().gravity_m_s2();
    let gates: Vec<bool> = [false]
        .into_iter()
        .chain(
            bodies.all.iter().map(|body| body.removed_at_s.is_some_and(|at_s| at_s <= scenario.duration_s)),
        )
        .collect();
    let (mut loose, mut held): (Option<Pair>, Option<Pair>) = (None, None);
    let greater = |a: &Option<Pair>, b: &Pair| a.is_none_or(|a| b.ratio() > a.ratio());
    for_pairs(water, |pair| {
        let is_held = pair.solid.is_some();
        if pair.solid.is_none_or(|label| gates[usize::from(label)]) && greater(&loose, &pair) {
            loose = Some(pair);
        }
        if is_held && greater(&held, &pair) {
            held = Some(pair);
        }
    });
    let pair = loose?;
    let [deep_m, shallow_m] = pair.depths_m;
    let nx = water.fluid.lattice.layout().nx();
    let cell = [pair.cells[1] % nx, pair.cells[1] / nx];
    let of = |solid: Option<u16>| {
        let name = solid.map(|label| &bodies.all[usize::from(label) - 1].name);
        name.map_or(String::new(), |name| format!(" once body.{name} is removed"))
    };
    let dam = DamBreak::new(deep_m, shallow_m, gravity_m_s2).ok()?;
    if let Some(beyond) = beyond(water, dam.speed_m_s(), dam.depth_m()) {
        return Some(format!(
            "water.column: {deep_m:.4} m of water beside {shallow_m:.4} m, at cell {cell:?}, runs at {beyond}{}: let it fall onto deeper \
             water, or raise solver.tau",
            of(pair.solid)
        ));
    }
    // Through a gap in what holds the rest it runs as out of a vessel.
    let wide = held.filter(|held| held.is_like(&pair)).map(|_| gap_cells(water, &pair))?;
    let jet_m_s = outflow_speed_m_s(deep_m - shallow_m, gravity_m_s2);
    let beyond = beyond(water, jet_m_s, shallow_m).filter(|_| wide < GAP_CELLS)?;
    Some(format!(
        "water.column: {deep_m:.4} m of water beside {shallow_m:.4} m, at cell {cell:?}, in a gap {wide} cells wide, which shoots through it at \
         up to {beyond}, in a jet that so few cells do not resolve: let it fall onto deeper water, make the gap at least {GAP_CELLS} cells wide, \
         or close it"
    ))
}

/// Goes through all pairs of cells of water that follow one another along x or y, but for solids.
fn for_pairs(water: &Water, mut visit: impl FnMut(Pair)) {
    let fluid = &water.fluid;
    let [nx, ny] = [fluid.lattice.layout().nx(), fluid.lattice.layout().ny()];
    let depth_m = |k: usize| fluid.lattice.cell_m(k % nx, k / nx).depth_m;
    let bed_m = |k: usize| f64::from(fluid.bed_m(k));
    let level_m = |k: usize| depth_m(k) + bed_m(k);
    let lines = [(1, nx, nx, ny), (nx, ny, 1, nx)];
    for (step, length, next, count) in lines {
        for line in 0..count {
            let (mut last, mut solid) = (None, None);
            for k in (0..length).map(|along| line * next + along * step) {
                if fluid.solid[k] {
                    solid = solid.or(water.solids.labels.get(k).copied());
                    continue;
                }
                if let Some(before) = last {
                    let cells = if level_m(before) > level_m(k) { [before, k] } else { [k, before] };
                    let depths_m = [level_m(cells[0]) - bed_m(cells[1]), depth_m(cells[1])];
                    visit(Pair { cells, depths_m, solid });
                }
                (last, solid) = (Some(k), None);
            }
        }
    }
}

/// Number of cells of the gap that two neighbors lie in, across the line through both.
fn gap_cells(water: &Water, pair: &Pair) -> usize {
    let fluid = &water.fluid;
    let [nx, ny] = [fluid.lattice.layout().nx(), fluid.lattice.layout().ny()];
    let [a, b] = pair.cells;
    let is_along_x = a / nx == b / nx;
    let (at, count, step) = if is_along_x { (a / nx, ny, nx) } else { (a % nx, nx, 1) };
    let is_open = |from: usize, across: usize| {
        let other = (from + across * step) - at * step;
        !fluid.solid[other]
    };
    let is_gap = |across: &usize| is_open(a, *across) && is_open(b, *across);
    (0..at).rev().take_while(is_gap).count() + 1 + (at + 1..count).take_while(is_gap).count()
}
