//! What a solid is to the water, by where it stands when the run begins: a wall down to the bed, a part of the bed, or above it.

use std::sync::Arc;

use mask_raster::CellMask;

use super::Bodies;
use super::body::{Body, Kind, Solid, Standing};
use crate::Error;
use crate::scenario::{Drive, Heights, Scenario, Side, WaveMaker};

/// Least part of the space between the bed and the top of a body that the body fills, where it is a part of the bed: a ball on the bed
/// fills 0.8 of it, a slab with a gap of a quarter of its top's height 0.75.
const LEAST_FILLED: f64 = 0.75;

/// Instants of its motion at which a driven body is looked at.
const INSTANTS: u32 = 200;

impl Bodies {
    /// Finds what each solid is to the water; returns the scenario with the bed raised by those that are a part of it, if any are.
    ///
    /// # Errors
    /// Those of a grid that cannot be rasterized.
    pub(crate) fn stand(
        &mut self,
        scenario: &Scenario,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Scenario>, Error> {
        let span_m = Span::of(scenario);
        let may_differ = |number: &usize| {
            let body = &self.all[*number];
            let [low, high] = body.extent_m(&self.rigid[body.handle]);
            body.is_solid() && (low.z > scenario.water.level_m || high.z < span_m.highest_m)
        };
        let mut left: Vec<usize> = (0..self.all.len()).filter(may_differ).collect();
        let (mut rasterizer, mut mask) = (scenario.rasterizer()?, CellMask::new());
        let mut judge = |bodies: &Self, number: usize, raised: Option<&Vec<f32>>| {
            let body = &bodies.all[number];
            let drawn = rasterizer.rasterize(&[body.outline(&bodies.rigid[body.handle])], &mut mask);
            debug_assert!(drawn.is_ok(), "meshes were checked when they were read");
            let over = Footprint::of(scenario, &mask, raised);
            let judged = bodies.judge(number, scenario, &span_m, &over);
            (over, judged)
        };
        let mut raised = None;
        // One may stand on another.
        loop {
            let before = left.len();
            left.retain(|&number| {
                let (over, (standing, _)) = judge(self, number, raised.as_ref());
                if standing == Standing::Bed {
                    self.all[number].standing = standing;
                    over.raise(scenario, &mut raised);
                }
                standing != Standing::Bed
            });
            if left.len() == before {
                break;
            }
        }
        for number in left {
            let (_, (standing, warning)) = judge(self, number, raised.as_ref());
            self.all[number].standing = standing;
            warnings.extend(warning);
        }
        Ok(raised.map(|bed_m| {
            let heights = Heights::new(scenario.grid.cells, scenario.grid.cell_size_m, bed_m);
            Scenario { heights: Some(Arc::new(heights)), ..scenario.clone() }
        }))
    }

    /// The first cell under a body in which the water's level is above its underside, with the height of that, m, by a mask of all bodies.
    pub(crate) fn reached(
        &self,
        body: &Body,
        mask: &CellMask,
        level_m: impl Fn(usize) -> f32,
    ) -> Option<(usize, f64)> {
        let [low, _] = body.extent_m(&self.rigid[body.handle]);
        let nx = mask.grid().nx;
        let own = mask.boxes().iter().filter(|of| of.label == body.label);
        let mut cells =
            own.flat_map(|of| of.y.clone().flat_map(move |j| of.x.clone().map(move |i| j * nx + i)));
        let cell = cells.find(|k| mask.labels()[*k] == body.label && f64::from(level_m(*k)) > low.z)?;
        Some((cell, low.z))
    }

    /// What the solid of a number is to the water, given the cells that it is over, and a warning.
    fn judge(
        &self,
        number: usize,
        scenario: &Scenario,
        span_m: &Span,
        over: &Footprint,
    ) -> (Standing, Option<String>) {
        let body = &self.all[number];
        let rigid = &self.rigid[body.handle];
        let [low, high] = body.extent_m(rigid);
        let drive = match &body.kind {
            Kind::Solid(Solid::Driven(driven)) => Some(&driven.drive),
            _ => None,
        };
        let start_m = match drive {
            None => over.start_m(scenario),
            Some(drive) => {
                let radius_m = 0.5 * (high - low).truncate().length();
                along_way_m(scenario, drive, rigid.center_of_mass_m().truncate().to_array(), radius_m)
            }
        };
        if low.z > start_m.max(scenario.water.level_m) {
            return (Standing::Above, span_m.reaches(&body.name, low.z));
        }
        if over.cells.is_empty() || high.z >= over.lowest_start_m(scenario) {
            return (Standing::Wall, None);
        }
        let why = if drive.is_some() {
            Some("it is driven".into())
        } else if body.removed_at_s.is_some() {
            Some("it is taken out later (removed_at_s), where a bed stays".into())
        } else if high.z >= span_m.lowest_m {
            Some(format!("the water falls to {:.3} m (sides, water.column)", span_m.lowest_m))
        } else {
            over.hangs()
        };
        match why {
            Some(why) => (Standing::Wall, Some(sunken(&body.name, high.z, &why))),
            None => (Standing::Bed, None),
        }
    }
}

/// Warning of a solid under the surface that is a wall up to it.
fn sunken(name: &str, top_m: f64, why: &str) -> String {
    format!(
        "body.{name}: its top at {top_m:.3} m is under the water, but {why}, so it is a wall from the bed to the surface all the same, and no \
         water goes over or under it; a fixed body that stands on the bed, under water at all times, is a part of the bed instead: let it down \
         to the bed (position_m), make it shorter, or leave it out"
    )
}

/// Lowest and highest levels that the scenario's water is given, m.
struct Span {
    lowest_m: f64,
    highest_m: f64,
    /// The key that gives the highest.
    key: String,
}

impl Span {
    fn of(scenario: &Scenario) -> Self {
        let still_m = scenario.water.level_m;
        let mut span = Self { lowest_m: still_m, highest_m: still_m, key: "water.level_m".into() };
        let columns = scenario.water.column.iter().enumerate();
        columns.for_each(|(n, of)| span.take([of.level_m; 2], || format!("water.column.{n}.level_m")));
        for (name, side) in scenario.sides.named() {
            let [low_m, high_m] = waves_m(scenario, side);
            for level_m in side.times_s().iter().filter_map(|time_s| side.level_m(*time_s)) {
                span.take([level_m + low_m, level_m + high_m], || format!("sides.{name}"));
            }
        }
        span
    }

    fn take(&mut self, [low_m, high_m]: [f64; 2], key: impl FnOnce() -> String) {
        self.lowest_m = self.lowest_m.min(low_m);
        if high_m > self.highest_m {
            (self.highest_m, self.key) = (high_m, key());
        }
    }

    /// Warning of a body above the water of the start whose underside this reaches.
    fn reaches(&self, name: &str, underside_m: f64) -> Option<String> {
        (underside_m <= self.highest_m).then(|| {
            format!(
                "body.{name}: its underside at {underside_m:.3} m is above the water at the start, so it has no effect on the water in all of the run, \
                 though {} brings it up to {:.3} m: put it higher, or so low that it is in the water from the start, and a wall down to the bed",
                self.key, self.highest_m
            )
        })
    }
}

/// Trough and crest of the waves that a side makes, m; of irregular ones, whose bounds their crests never reach together, none.
fn waves_m(scenario: &Scenario, side: &Side) -> [f64; 2] {
    let wave = side.wave().filter(|wave| !matches!(wave, WaveMaker::Irregular { .. }));
    let made = wave.and_then(|wave| wave.on(scenario.depth_m(), scenario.water.gravity_m_s2).ok());
    made.map_or([0.0; 2], |made| made.range_m())
}

/// Highest level at the start of the water that a driven body meets on its way, m.
fn along_way_m(scenario: &Scenario, drive: &Drive, at_m: [f64; 2], radius_m: f64) -> f64 {
    let places = || {
        (0..=INSTANTS).map(|n| {
            let (way_m, _) = drive.moved(scenario.duration_s * f64::from(n) / f64::from(INSTANTS));
            [at_m[0] + way_m[0], at_m[1] + way_m[1]]
        })
    };
    let meets = |place: f64, [from, to]: [f64; 2]| place + radius_m > from && place - radius_m < to;
    let columns = scenario.water.column.iter().filter(|column| {
        places().any(|[x, y]| meets(x, column.x_m) && column.y_m.is_none_or(|range| meets(y, range)))
    });
    columns.map(|column| column.level_m).fold(scenario.water.level_m, f64::max)
}

/// The cells that a body is over.
struct Footprint {
    /// Index, with the body's bottom and top there, m, and the bed under it.
    cells: Vec<(usize, [f64; 2], f64)>,
}

impl Footprint {
    /// Of the only body of a mask, over a bed that others have raised.
    fn of(scenario: &Scenario, mask: &CellMask, raised: Option<&Vec<f32>>) -> Self {
        let [nx, _] = scenario.grid.cells;
        let bed_m = raised.or(scenario.heights.as_ref().map(|laid| &laid.bed_m));
        let boxes = mask.boxes().iter();
        let all = boxes.flat_map(|of| of.y.clone().flat_map(|j| of.x.clone().map(move |i| j * nx + i)));
        let cells = all.filter(|k| mask.labels()[*k] != 0).map(|k| {
            let bed_m = bed_m.map_or(0.0, |bed_m| bed_m[k].into());
            (k, [mask.bottom_m()[k], mask.top_m()[k]].map(f64::from), bed_m)
        });
        Self { cells: cells.collect() }
    }

    /// Levels of the water over them at the start, m.
    fn starts_m(&self, scenario: &Scenario) -> impl Iterator<Item = f64> {
        let (nx, dx) = (scenario.grid.cells[0], scenario.grid.cell_size_m);
        self.cells.iter().map(move |(k, ..)| {
            let [x_m, y_m] = [k % nx, k / nx].map(|along| (along as f64 + 0.5) * dx);
            scenario.start_level_m(x_m, y_m)
        })
    }

    /// The highest of these.
    fn start_m(&self, scenario: &Scenario) -> f64 {
        self.starts_m(scenario).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The lowest of these and of the still level.
    fn lowest_start_m(&self, scenario: &Scenario) -> f64 {
        self.starts_m(scenario).fold(scenario.water.level_m, f64::min)
    }

    /// Whether so much water is under the body that it does not stand on the bed, in words.
    fn hangs(&self) -> Option<String> {
        let sum = |of: fn(&(usize, [f64; 2], f64)) -> f64| self.cells.iter().map(of).sum::<f64>();
        let void = sum(|(_, [bottom_m, _], bed_m)| (bottom_m - bed_m).max(0.0));
        let space = sum(|(_, [_, top_m], bed_m)| (top_m - bed_m).max(0.0));
        let gap_m = void / self.cells.len() as f64;
        (void > (1.0 - LEAST_FILLED) * space)
            .then(|| format!("on average {gap_m:.3} m of water are under it"))
    }

    /// Raises the bed to its top, as far as the least depth allows.
    fn raise(&self, scenario: &Scenario, bed_m: &mut Option<Vec<f32>>) {
        let cells = scenario.grid.cells[0] * scenario.grid.cells[1];
        let laid = || scenario.heights.as_ref().map_or_else(|| vec![0.0; cells], |laid| laid.bed_m.clone());
        let bed_m = bed_m.get_or_insert_with(laid);
        let least_m = scenario.water.least_depth_m.unwrap_or_default();
        let most_m = (scenario.water.level_m - least_m) as f32;
        for (k, [_, top_m], _) in &self.cells {
            bed_m[*k] = bed_m[*k].max((*top_m as f32).min(most_m));
        }
    }
}
