//! The values at the ends of a color map: round numbers that only ever grow, so that the pictures of a run can be compared.

use rayon::prelude::*;

use super::map::ColorMap;
use super::space::Linear;
use crate::scene::{BodyModel, Field, View, WaterSheet};

/// Values at the two ends of a color map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    /// Value of the map's first color.
    pub low: f32,
    /// Value of the map's last color.
    pub high: f32,
}

impl Range {
    /// A round fraction of the range: the distance of the labels of a legend, and of contour lines.
    pub(crate) fn step(self) -> f32 {
        round_down((self.high - self.low) / 4.0)
    }

    /// Whether some values are below the range, and whether some are above it, from the least and the greatest of them.
    pub(crate) fn is_left_by(self, [least, greatest]: [f32; 2]) -> [bool; 2] {
        let little = 1e-4 * (self.high - self.low);
        [least < self.low - little, greatest > self.high + little]
    }
}

/// Elevations of the water, symmetric about the still level.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LevelRange {
    pub reach_m: f32,
}

/// Fraction of the cells that may lie beyond the ends, so that a few cells at a bow do not take the contrast from all others.
const BEYOND: f32 = 0.002;

/// Narrowest half range, m, so that level water looks level.
pub(crate) const NARROWEST_M: f32 = 0.01;

impl LevelRange {
    /// The range for a picture of `sheet`: that of `view` if it has one, else wide enough for this and all earlier sheets.
    pub(crate) fn for_picture(&mut self, view: &View, sheet: &WaterSheet) -> Range {
        if let Some((low_m, high_m)) = view.color_range_m
            && low_m < high_m
        {
            return Range { low: low_m, high: high_m };
        }
        let solid = |k: usize| sheet.solid.get(k).copied().unwrap_or(false);
        let deviations = || {
            let cells = sheet.level_m.par_iter().enumerate();
            let water = cells.filter(|&(k, level)| level.is_finite() && !solid(k));
            water.map(|(_, level)| (level - sheet.still_level_m).abs())
        };
        if let Some(deviation) = beyond_if_more(deviations, self.reach_m) {
            self.reach_m = round_up(deviation).max(NARROWEST_M);
        }
        let reach_m = self.reach_m.max(NARROWEST_M);
        Range { low: -reach_m, high: reach_m }
    }
}

/// Pressures on hulls, from 0 to a round number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PressureRange {
    /// Pressure of the last color, Pa; 0 while no body shows its pressure.
    pub high_pa: f32,
}

impl PressureRange {
    /// Widens the range for the bodies of one more picture.
    pub(crate) fn widen(&mut self, bodies: &[BodyModel]) {
        let pressures = bodies.iter().flat_map(|body| &body.pressure_pa).filter(|p| p.is_finite());
        let highest = pressures.fold(0.0, |a: f32, b| a.max(*b));
        if highest > self.high_pa {
            self.high_pa = round_up(highest);
        }
    }

    /// Color of a wet face.
    pub(crate) fn color(&self, pressure_pa: f32) -> Linear {
        ColorMap::Heat.color(pressure_pa / self.high_pa)
    }
}

/// The values of the field that is shown, unless that is the level.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FieldRange {
    pub low: f32,
    pub high: f32,
    /// The field that they are of; none of ends from elsewhere, which are those of the first picture's.
    pub of: Option<Field>,
    /// The middle of these values, and a deviation from it that the range has room for.
    pub holds: Option<[f32; 2]>,
}

impl FieldRange {
    /// The range for a picture of some values of the view's field: that of `view` if it has one, else wide enough for these and all
    /// earlier ones.
    pub(crate) fn for_picture(&mut self, view: &View, still_level_m: f32, values: &[f32]) -> Range {
        if let Some((low, high)) = view.field_range
            && low < high
        {
            return Range { low, high };
        }
        if view.field == Field::Mask {
            return Range { low: 0.0, high: 2.0 };
        }
        let middle = if view.field == Field::Depth { still_level_m } else { 0.0 };
        let away = || values.par_iter().map(|value| (value - middle).abs()).filter(|d| d.is_finite());
        let held = self.holds.filter(|[of, _]| *of == middle && self.of == Some(view.field));
        let reach = match (beyond_if_more(away, held.map_or(-1.0, |[_, reach]| reach)), held) {
            (None, Some(_)) => return Range { low: self.low, high: self.high },
            (reach, _) => reach.unwrap_or(0.0),
        };
        let narrowest =
            if matches!(view.field, Field::Depth | Field::Thickness) { NARROWEST_M } else { 0.01 };
        let least = reach.max(narrowest);
        let reach = round_up(least);
        self.holds = Some([middle, reach.max(least)]);
        if self.of.replace(view.field).is_some_and(|of| of != view.field) {
            // The values of another field say nothing of these.
            (self.low, self.high) = (0.0, 0.0);
        }
        let range = match view.field {
            Field::Vorticity | Field::Level | Field::Residual => Range { low: -reach, high: reach },
            Field::Depth => Range { low: middle - reach, high: middle + reach },
            // About the critical flow in the middle.
            Field::Froude => Range { low: 0.0, high: reach.max(2.0) },
            // One cell a step at the end, however slow the water is.
            Field::Courant => Range { low: 0.0, high: reach.max(1.0) },
            Field::Speed | Field::Thickness | Field::Mask => Range { low: 0.0, high: reach },
        };
        if self.low < self.high {
            (self.low, self.high) = (self.low.min(range.low), self.high.max(range.high));
        } else {
            (self.low, self.high) = (range.low, range.high);
        }
        Range { low: self.low, high: self.high }
    }
}

/// The value that all but [`BEYOND`] of some values stay below, if it is more than `least`: it seldom is, and to count takes less time than
/// to sort.
fn beyond_if_more<I: ParallelIterator<Item = f32>>(values: impl Fn() -> I, least: f32) -> Option<f32> {
    let count = |[all, more]: [usize; 2], value: f32| [all + 1, more + usize::from(value > least)];
    let sum = |a: [usize; 2], b: [usize; 2]| [a[0] + b[0], a[1] + b[1]];
    let [all, more] = values().fold(|| [0, 0], count).reduce(|| [0, 0], sum);
    (more > 0 && more >= all - rank(all)).then(|| beyond(values().collect()))
}

/// Place in its order of the value that all but [`BEYOND`] of so many stay below.
fn rank(count: usize) -> usize {
    ((count - 1) as f32 * (1.0 - BEYOND)) as usize
}

/// What all but [`BEYOND`] of some values stay below; 0 of none.
fn beyond(mut values: Vec<f32>) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let rank = rank(values.len());
    *values.select_nth_unstable_by(rank, f32::total_cmp).1
}

/// The greatest of 1, 2, 5 × 10ⁿ that is no more than `value`; `value` above 0.
pub(crate) fn round_down(value: f32) -> f32 {
    let decade = 10f32.powf(value.log10().floor());
    [5.0, 2.0, 1.0].map(|m| m * decade).into_iter().find(|&r| r <= value * 1.001).unwrap_or(decade)
}

/// The least of 1, 2, 3, 5 × 10ⁿ that is no less than `value`.
pub(crate) fn round_up(value: f32) -> f32 {
    let decade = 10f32.powf(value.log10().floor());
    [1.0, 2.0, 3.0, 5.0, 10.0].map(|m| m * decade).into_iter().find(|&r| r >= value * 0.999).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::values;

    fn sheet(peak: f32) -> WaterSheet {
        let mut level_m = vec![2.0; 100];
        level_m[..10].fill(2.0 + peak);
        WaterSheet { nx: 10, ny: 10, level_m, still_level_m: 2.0, ..Default::default() }
    }

    #[test]
    fn round_and_symmetric_and_only_growing() {
        let (mut range, view) = (LevelRange::default(), View::default());
        assert_eq!(range.for_picture(&view, &sheet(0.17)), Range { low: -0.2, high: 0.2 });
        assert_eq!(range.for_picture(&view, &sheet(-0.05)), Range { low: -0.2, high: 0.2 });
        assert_eq!(range.for_picture(&view, &sheet(-0.41)), Range { low: -0.5, high: 0.5 });
    }

    #[test]
    fn a_fixed_range_is_kept_and_broken_levels_do_not_count() {
        let view = View { color_range_m: Some((-1.0, 3.0)), ..Default::default() };
        assert_eq!(LevelRange::default().for_picture(&view, &sheet(0.17)), Range { low: -1.0, high: 3.0 });
        let range = LevelRange::default().for_picture(&View::default(), &sheet(f32::NAN));
        assert_eq!(range, Range { low: -0.01, high: 0.01 });
    }

    #[test]
    fn fields_have_round_ranges_that_only_grow() {
        let mut sheet = sheet(0.0);
        sheet.velocity_m_s = vec![glam::Vec2::new(0.0, 0.8); 100];
        (sheet.cell_size_m, sheet.gravity_m_s2) = (1.0, 9.81);
        let view = |field| View { field, ..View::default() };
        let for_picture = |range: &mut FieldRange, view: &View, sheet: &WaterSheet| {
            range.for_picture(view, sheet.still_level_m, &values(sheet, view.field))
        };
        let mut range = FieldRange::default();
        assert_eq!(for_picture(&mut range, &view(Field::Speed), &sheet), Range { low: 0.0, high: 1.0 });
        sheet.velocity_m_s.fill(glam::Vec2::X * 0.1);
        assert_eq!(for_picture(&mut range, &view(Field::Speed), &sheet), Range { low: 0.0, high: 1.0 });
        let fixed = View { field_range: Some((0.2, 0.4)), ..view(Field::Speed) };
        assert_eq!(for_picture(&mut range, &fixed, &sheet), Range { low: 0.2, high: 0.4 });
        assert_eq!(
            for_picture(&mut FieldRange::default(), &view(Field::Froude), &sheet),
            Range { low: 0.0, high: 2.0 }
        );
        let depth = for_picture(&mut FieldRange::default(), &view(Field::Depth), &sheet);
        assert_eq!(depth, Range { low: 1.99, high: 2.01 });
        // Another field begins anew: of vorticity nothing is in the middle.
        assert_eq!(for_picture(&mut range, &view(Field::Depth), &sheet), depth);
        assert_eq!(
            for_picture(&mut range, &view(Field::Vorticity), &sheet),
            Range { low: -0.01, high: 0.01 }
        );
        // Ends from elsewhere, as those of an earlier run, are widened.
        let mut range = FieldRange { low: 0.0, high: 3.0, ..FieldRange::default() };
        assert_eq!(for_picture(&mut range, &view(Field::Speed), &sheet), Range { low: 0.0, high: 3.0 });
    }

    #[test]
    fn round_numbers_below() {
        for (value, round) in [(1.0, 1.0), (1.99, 1.0), (2.0, 2.0), (49.0, 20.0), (50.0, 50.0), (0.07, 0.05)]
        {
            assert!((round_down(value) - round).abs() < 1e-4 * round);
        }
    }

    #[test]
    fn a_few_cells_do_not_set_the_range() {
        let mut sheet = WaterSheet { level_m: vec![0.009; 10_000], ..Default::default() };
        sheet.level_m[7] = 50.0;
        assert!(LevelRange::default().for_picture(&View::default(), &sheet).high < 0.0101);
    }
}
