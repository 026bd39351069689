//! Checks of the bed; the heights that it has.

use std::path::Path;

use lbm_core::{Georeference, GrayScale, HeightMap};

use super::ranges::{LENGTHS_M, Wrong, count, finite, length, place, with_key, wrong};
use crate::scenario::{Bed, Column, Heights, Profile, Scenario};

/// Greatest number of parts of the bed.
const MAX_PARTS: usize = 1000;

/// Greatest number of cells times parts: each is evaluated in each cell.
const MAX_PART_CELLS: usize = 10_000_000_000;

/// The heights of the bed in the cells of the grid; none of a flat one.
pub(super) fn lay(scenario: &Scenario) -> Result<Option<Heights>, Wrong> {
    if scenario.bed.is_empty() {
        return Ok(None);
    }
    count("bed", scenario.bed.len(), MAX_PARTS)?;
    let (cells, dx) = (scenario.grid.cells, scenario.grid.cell_size_m);
    let [nx, ny] = cells;
    if nx * ny > MAX_PART_CELLS / scenario.bed.len() {
        let message = format!(
            "{} parts in {nx} × {ny} cells; at most {MAX_PART_CELLS:e} pairs are looked at",
            scenario.bed.len()
        );
        return wrong("bed", message);
    }
    let mut sums = vec![0.0; nx * ny];
    for (n, bed) in scenario.bed.iter().enumerate() {
        let part = Part::new(&format!("bed.{n}"), bed, scenario)?;
        for (k, sum) in sums.iter_mut().enumerate() {
            let at_m = [k % nx, k / nx].map(|along| (along as f64 + 0.5) * dx);
            let height_m = part.height_m(at_m).ok_or_else(|| part.uncovered(at_m, cells, dx))?;
            *sum += height_m;
        }
    }
    let still_m = scenario.water.level_m;
    if let Some(least_m) = scenario.water.least_depth_m {
        length("water.least_depth_m", least_m)?;
        sums.iter_mut().for_each(|height_m| *height_m = height_m.min(still_m - least_m));
    }
    let bed_m: Vec<f32> = sums.iter().map(|height_m| *height_m as f32).collect();
    let [_, most_m] = LENGTHS_M;
    let highest = (0..nx * ny).fold(0, |a, b| if bed_m[b] > bed_m[a] { b } else { a });
    let all_finite = bed_m.iter().all(|height_m| f64::from(height_m.abs()) <= most_m);
    let above_m = f64::from(bed_m[highest]) - still_m;
    if !all_finite {
        return wrong("bed", format!("reaches heights beyond {most_m:e} m; it must be within"));
    }
    if above_m >= 0.0 {
        let dry = bed_m.iter().filter(|height_m| f64::from(**height_m) >= still_m).count();
        let [x, y] = [highest % nx, highest / nx].map(|along| (along as f64 + 0.5) * dx);
        let message = format!(
            "there is no water in {dry} of {} cells: in cell [{}, {}] at [{x:.3}, {y:.3}] m the bed is {above_m:.3} m above the still \
             level of {still_m} m, a depth of {:.3} m, and the method needs water everywhere; raise water.level_m or lower the bed by more \
             than that, or give water.least_depth_m, to which the bed is then cut down",
            nx * ny,
            highest % nx,
            highest / nx,
            -above_m
        );
        return wrong("bed", message);
    }
    Ok(Some(Heights::new(cells, dx, bed_m)))
}

/// A part of the bed with what it is evaluated from.
struct Part<'a> {
    key: String,
    bed: &'a Bed,
    map: Option<(HeightMap, [f64; 2])>,
}

impl<'a> Part<'a> {
    fn new(key: &str, bed: &'a Bed, scenario: &Scenario) -> Result<Self, Wrong> {
        let leaf = |leaf: &str| format!("{key}.{leaf}");
        let read = |file: &Path| scenario.resolve(file);
        let angle =
            |name: &str, degrees: Option<f64>| degrees.map_or(Ok(()), |of| finite(&leaf(name), &[of]));
        let map = match bed {
            Bed::Asc { file, origin_m, offset_m } => {
                let map = with_key(&leaf("file"), HeightMap::read_asc(&read(file)))?;
                place(&leaf("offset_m"), &[*offset_m])?;
                let origin_m = origin_m.unwrap_or(map.corner_m());
                finite(&leaf("origin_m"), &origin_m)?;
                Some((map, origin_m))
            }
            Bed::Png { file, pixel_m, black_m, white_m, origin_m } => {
                length(&leaf("pixel_m"), *pixel_m)?;
                place(&leaf("black_m"), &[*black_m])?;
                place(&leaf("white_m"), &[*white_m])?;
                place(&leaf("origin_m"), origin_m)?;
                let gray = GrayScale { black_m: *black_m, white_m: *white_m };
                let georeference = Georeference { corner_m: [0.0; 2], cell_size_m: *pixel_m };
                Some((
                    with_key(&leaf("file"), HeightMap::read_png(&read(file), gray, georeference))?,
                    *origin_m,
                ))
            }
            Bed::Slope { from_m, to_m, heights_m } => {
                place(&leaf("from_m"), from_m)?;
                place(&leaf("to_m"), to_m)?;
                place(&leaf("heights_m"), heights_m)?;
                if from_m == to_m {
                    return wrong(leaf("to_m"), "is where the slope begins; it must be another point".into());
                }
                None
            }
            Bed::Bump { center_m, height_m, radius_m, crest_deg, .. } => {
                place(&leaf("center_m"), center_m)?;
                place(&leaf("height_m"), &[*height_m])?;
                length(&leaf("radius_m"), *radius_m)?;
                angle("crest_deg", *crest_deg)?;
                None
            }
            Bed::Parabola { center_m, radius_m, rise_m, axis_deg } => {
                place(&leaf("center_m"), center_m)?;
                length(&leaf("radius_m"), *radius_m)?;
                place(&leaf("rise_m"), &[*rise_m])?;
                angle("axis_deg", *axis_deg)?;
                None
            }
        };
        Ok(Self { key: key.into(), bed, map })
    }

    /// Its height at a position; none where a map has no data.
    fn height_m(&self, at_m: [f64; 2]) -> Option<f64> {
        let from = |[x, y]: [f64; 2]| [at_m[0] - x, at_m[1] - y];
        let distance = |center_m: [f64; 2], line_deg: Option<f64>| {
            let [x, y] = from(center_m);
            line_deg.map_or(x.hypot(y), |degrees| {
                let (sin, cos) = degrees.to_radians().sin_cos();
                (y * cos - x * sin).abs()
            })
        };
        Some(match *self.bed {
            Bed::Asc { .. } | Bed::Png { .. } => {
                let (map, [x, y]) = self.map.as_ref()?;
                let offset_m = if let Bed::Asc { offset_m, .. } = self.bed { *offset_m } else { 0.0 };
                map.height_m(x + at_m[0], y + at_m[1])? + offset_m
            }
            Bed::Slope { from_m, to_m, heights_m: [first, last] } => {
                let way = [to_m[0] - from_m[0], to_m[1] - from_m[1]];
                let [x, y] = from(from_m);
                let part = (x * way[0] + y * way[1]) / (way[0] * way[0] + way[1] * way[1]);
                first + (last - first) * part.clamp(0.0, 1.0)
            }
            Bed::Bump { center_m, height_m, radius_m, profile, crest_deg } => {
                let far = distance(center_m, crest_deg) / radius_m;
                height_m
                    * match profile {
                        Profile::Gaussian => (-0.5 * far * far).exp(),
                        Profile::Cosine => 0.5 * (1.0 + (std::f64::consts::PI * far.min(1.0)).cos()),
                    }
            }
            Bed::Parabola { center_m, radius_m, rise_m, axis_deg } => {
                rise_m * (distance(center_m, axis_deg) / radius_m).powi(2)
            }
        })
    }

    /// The error of a cell in which a map has no height.
    fn uncovered(&self, [x, y]: [f64; 2], [nx, ny]: [usize; 2], dx: f64) -> Wrong {
        let Some((map, origin_m)) = &self.map else {
            return (self.key.clone(), format!("has no height at [{x}, {y}] m"));
        };
        let (corner, size) = (map.corner_m(), map.size().map(|cells| cells as f64 * map.cell_size_m()));
        let low = [0, 1].map(|axis| corner[axis] - origin_m[axis]);
        let high = [0, 1].map(|axis| low[axis] + size[axis]);
        let is_inside = (low[0]..=high[0]).contains(&x) && (low[1]..=high[1]).contains(&y);
        let why = if is_inside { "there it has no data" } else { "there it ends" };
        let message = format!(
            "no height in cell [{}, {}] at [{x:.3}, {y:.3}] m: {why}; the map lies from [{:.3}, {:.3}] to [{:.3}, {:.3}] m, the domain from \
             [0, 0] to [{:.3}, {:.3}] m; choose the part with {}.origin_m, and grid.cells",
            (x / dx) as usize,
            (y / dx) as usize,
            low[0],
            low[1],
            high[0],
            high[1],
            nx as f64 * dx,
            ny as f64 * dx,
            self.key
        );
        (format!("{}.file", self.key), message)
    }
}

/// A cell of a column, and the height of the bed there, that is not below its level.
pub(super) fn dry_under(column: &Column, scenario: &Scenario) -> Option<[f64; 3]> {
    let heights = scenario.heights.as_ref()?;
    let [nx, _] = heights.cells;
    let dry = heights.bed_m.iter().enumerate().find(|(k, bed_m)| {
        let [x, y] = [k % nx, k / nx].map(|along| (along as f64 + 0.5) * heights.cell_size_m);
        f64::from(**bed_m) >= column.level_m && column.contains(x, y)
    });
    dry.map(|(k, bed_m)| [(k % nx) as f64, (k / nx) as f64, f64::from(*bed_m)])
}
