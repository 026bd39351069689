//! Where the walls stand on the links about the rim.

use crate::chord::Way;
use crate::rim::in_section;
use crate::{Outlines, RimCell, WetCell};
use glam::DVec2;

/// Offsets to the eight cells around one, counter-clockwise from +x: the moving directions of D2Q9.
pub const LINKS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// The walls on the links between a rim cell and its neighbours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RimLinks {
    /// Linear index of the rim cell, x fastest.
    pub index: u32,
    /// Its label.
    pub label: u16,
    /// For each of [`LINKS`] that leads to water, the share of the way from that cell's centre to this one's at which the wet
    /// part of the body begins, 0…1: the `q` of Bouzidi et al. (2001). `None` for the other links, and where nothing wet of
    /// the body stands between the centres, as may be in a cell of several samples of which the middle one is dry.
    pub share: [Option<f64>; 8],
}

/// Share of the heights of a triangle by which those of a mask may be off: they are found by some ten operations that each round
/// to half of `f32::EPSILON`, two of them to twice the height.
const HEIGHT_SLACK: f64 = 16.0 * f32::EPSILON as f64;

impl Outlines {
    /// The walls on all links from the water to the rim, in `out`, which is emptied first and comes back in the order of `rim`.
    ///
    /// `wet` is a wet section of the bodies traced and [`crate::rim`] made `rim` of it; water is what it is there: cells of the
    /// grid that are not wet by half or more. `level_m` is the level that the section was found below, by label and cell. A wall
    /// stands where the line between the centres, seen along z, first meets a surface of the body lower than the water's
    /// level, which is linear between the cells: on the waterline of a hull that is wider above the water, on the outline of
    /// one that is widest below. With one sample per cell there is a wall on every link from the water to a rim cell.
    ///
    /// Where a level beside the rim is not finite the rim cell's own holds on the whole link. On the CPU alone.
    ///
    /// # Panics
    /// If an index of the rim lies outside the grid.
    pub fn rim_links(
        &self,
        wet: &[WetCell],
        rim: &[RimCell],
        level_m: impl Fn(u16, usize) -> f32,
        out: &mut Vec<RimLinks>,
    ) {
        let grid = self.grid();
        let is_water = |index: usize| {
            let parts = &wet[wet.partition_point(|part| (part.index as usize) < index)..];
            !in_section(&parts[..parts.partition_point(|part| part.index as usize == index)])
        };
        out.clear();
        out.extend(rim.iter().map(|&RimCell { index, label, .. }| {
            let own = index as usize;
            assert!(own < grid.cells(), "the rim is of the outlines' grid");
            let [i, j] = [own % grid.nx, own / grid.nx];
            let share = LINKS.map(|[dx, dy]| {
                let x = i.checked_add_signed(dx as isize).filter(|&x| x < grid.nx)?;
                let y = j.checked_add_signed(dy as isize).filter(|&y| y < grid.ny)?;
                let beside = y * grid.nx + x;
                if !is_water(beside) {
                    return None;
                }
                let way = Way {
                    from: DVec2::new(x as f64, y as f64) + 0.5,
                    along: -DVec2::new(dx.into(), dy.into()),
                    levels_m: levels_m(level_m(label, beside), level_m(label, own)),
                };
                // A mask may have found wet what lies above the water by less than it can tell.
                self.first(label, &way, 0.0).or_else(|| self.first(label, &way, HEIGHT_SLACK))
            });
            RimLinks { index, label, share }
        }));
    }
}

/// Levels at both ends of a link that can be reckoned with.
fn levels_m(beside: f32, own: f32) -> [f64; 2] {
    let beside = if beside.is_finite() && own.is_finite() { beside } else { own };
    [beside, own].map(|level_m| f64::from(level_m.clamp(f32::MIN, f32::MAX)))
}
