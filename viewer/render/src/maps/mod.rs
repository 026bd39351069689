//! Maps of single quantities, cell by cell from above, after Lazo et al. Fig. 8 and 9: depth of the water and of the bodies,
//! the wet section with its rim, normals, velocities, forces on the water.

mod frame;

use glam::Vec2;

use super::color::{ColorMap, LevelRange, from_srgb};
use super::overlay::Legend;
use super::picture::Picture;
use crate::scene::{Maps, View};
use frame::{Frame, Words};

/// A picture of one quantity.
#[derive(Clone, Debug)]
pub struct Map {
    /// Name of its file, without an extension.
    pub name: &'static str,
    /// Name of the quantity that it shows.
    pub quantity: &'static str,
    /// Least value shown; 0 where nothing is shown.
    pub least: f32,
    /// Greatest value shown.
    pub greatest: f32,
    /// Unit of the values.
    pub unit: &'static str,
    /// The picture.
    pub picture: Picture,
}

/// Colors of the wet section and of its rim where they stand for no value, sRGB.
const WET: [f32; 3] = [0.80, 0.87, 0.96];
const RIM: [f32; 3] = [0.55, 0.70, 0.92];
/// Color of the rim on a section that is colored by its thickness, sRGB.
const BORDER: [f32; 3] = [0.10, 0.25, 0.85];

/// Longest arrow of a field that changes from cell to cell, in cells.
const LONGEST_CELLS: f32 = 3.0;

/// Draws all maps: the water's depth over the whole sheet, the others around the bodies.
///
/// # Panics
/// Unless the sheet has a level and a bottom for each cell, or if a cell lies outside of it.
pub fn draw(maps: &Maps) -> [Map; 6] {
    let cells = maps.water.nx * maps.water.ny;
    assert!(maps.water.level_m.len() == cells && maps.bottom_m.len() == cells, "one value a cell");
    [
        maps.water_depth(),
        maps.object_depth(),
        maps.wet_section(),
        maps.normals(),
        maps.velocities(),
        maps.forces(),
    ]
}

impl Maps {
    fn water_depth(&self) -> Map {
        let water = &self.water;
        let bed = |cell: usize| water.bed_m.get(cell).copied().unwrap_or(0.0);
        let cells = || (0..self.bottom_m.len()).filter(|cell| !self.is_solid(*cell));
        let range = LevelRange::default().for_picture(&View::default(), water);
        let [least, greatest] = bounds(cells().map(|cell| water.still_level_m - bed(cell)));
        let ends = [(least + range.low).max(0.0), greatest + range.high];
        // None of land that lies dry.
        let depth = |cell: usize| (!self.is_solid(cell)).then(|| (water.level_m[cell] - bed(cell)).max(0.0));
        let mut frame = Frame::whole(&self.water);
        frame.paint_all(|cell| Some(ColorMap::BlueRed.color(fraction(depth(cell)?, ends))));
        frame.outline(self.cells_of_bodies());
        let legend = Legend::of_values(["depth of the", "water, m"], ends, ColorMap::BlueRed);
        let words =
            Words { remark: "depth of the water; framed: what the other maps show", legend: Some(legend) };
        let values = cells().filter_map(depth);
        self.map("water-depth", ("depth of the water", "m"), values, frame, words)
    }

    fn object_depth(&self) -> Map {
        let depth = |cell: usize| {
            let bottom = self.bottom_m[cell];
            bottom.is_finite().then_some(self.water.still_level_m - bottom)
        };
        let values = || (0..self.bottom_m.len()).filter_map(depth);
        let [low, high] = bounds(values());
        let ends = if low < high { [low, high] } else { [low - 0.5, low + 0.5] };
        let mut frame = self.around_bodies();
        frame.paint_all(|cell| Some(ColorMap::Heat.color(fraction(depth(cell)?, ends))));
        let legend = Legend::of_values(["keel below", "still, m"], ends, ColorMap::Heat);
        let words = Words { remark: "depth of the lowest surface of the bodies", legend: Some(legend) };
        self.map(
            "object-depth",
            ("bodies' lowest surface below the still level", "m"),
            values(),
            frame,
            words,
        )
    }

    fn wet_section(&self) -> Map {
        let ends = [0.0, upper_end(self.wet.iter().map(|wet| wet.thickness_m))];
        let mut frame = self.around_bodies();
        for wet in &self.wet {
            frame.paint(wet.cell, ColorMap::Heat.color(fraction(wet.thickness_m, ends)));
        }
        self.rim.iter().for_each(|rim| frame.paint(rim.cell, BORDER.map(from_srgb)));
        let legend = Legend::of_values(["submerged", "thickness, m"], ends, ColorMap::Heat);
        let words = Words {
            remark: "submerged thickness; blue: rim of the cells that are wet by half",
            legend: Some(legend),
        };
        let values = self.wet.iter().map(|wet| wet.thickness_m);
        self.map("wet-section", ("submerged thickness, mean over a cell", "m"), values, frame, words)
    }

    fn normals(&self) -> Map {
        let mut frame = self.around_bodies();
        self.wet.iter().for_each(|wet| frame.paint(wet.cell, WET.map(from_srgb)));
        self.rim.iter().for_each(|rim| frame.paint(rim.cell, RIM.map(from_srgb)));
        let length = 1.5 * frame.cell_px();
        self.rim.iter().for_each(|rim| frame.arrow(rim.cell, rim.normal * length));
        let words = Words { remark: "unit vectors from the rim towards the water", legend: None };
        let values = self.rim.iter().map(|rim| rim.normal.length());
        self.map("normals", ("length of the rim's normals", "1"), values, frame, words)
    }

    fn velocities(&self) -> Map {
        let speeds = || self.wet.iter().map(|wet| wet.velocity_m_s.length());
        let greatest = upper_end(speeds());
        let mut frame = self.around_bodies();
        for wet in &self.wet {
            frame.paint(wet.cell, ColorMap::Heat.color(wet.velocity_m_s.length() / greatest));
        }
        let stride = frame.stride();
        let longest = stride as f32 * frame.cell_px();
        for wet in self.wet.iter().filter(|wet| {
            let [i, j] = self.place(wet.cell);
            i.is_multiple_of(stride) && j.is_multiple_of(stride)
        }) {
            frame.arrow(wet.cell, wet.velocity_m_s * (longest / greatest));
        }
        let legend = Legend::of_values(["speed of the", "bodies, m/s"], [0.0, greatest], ColorMap::Heat);
        let words = Words { remark: "velocity of the bodies at the still level", legend: Some(legend) };
        self.map("velocities", ("speed of the bodies over wet cells", "m/s"), speeds(), frame, words)
    }

    fn forces(&self) -> Map {
        let mut sums: Vec<(u32, Vec2)> = self.forces_n.clone();
        sums.sort_by_key(|&(cell, _)| cell);
        sums.dedup_by(|(cell, force), (kept, sum)| {
            let same = cell == kept;
            if same {
                *sum += *force;
            }
            same
        });
        let lengths = || sums.iter().map(|(_, force)| force.length());
        let greatest = upper_end(lengths());
        let mut frame = self.around_bodies();
        for &(cell, force) in &sums {
            frame.paint(cell, ColorMap::Heat.color(force.length() / greatest));
        }
        let scale = LONGEST_CELLS * frame.cell_px() / greatest;
        sums.iter().for_each(|&(cell, force)| frame.arrow(cell, force * scale));
        let legend = Legend::of_values(["force on the", "water, N/cell"], [0.0, greatest], ColorMap::Heat);
        let words = Words {
            remark: "forces of bodies and propellers on the water in the last step",
            legend: Some(legend),
        };
        self.map("forces", ("force on the water in a cell", "N"), lengths(), frame, words)
    }

    fn map(
        &self,
        name: &'static str,
        (quantity, unit): (&'static str, &'static str),
        values: impl Iterator<Item = f32>,
        frame: Frame<'_>,
        words: Words,
    ) -> Map {
        let [least, greatest] = bounds(values);
        let picture = frame.finish(&self.title, self.time_s, &words);
        Map { name, quantity, least, greatest, unit, picture }
    }

    fn around_bodies(&self) -> Frame<'_> {
        Frame::around(&self.water, self.cells_of_bodies())
    }

    /// Cells with a body over them or a force in them.
    fn cells_of_bodies(&self) -> impl Iterator<Item = u32> {
        let covered = (0u32..).zip(&self.bottom_m).filter(|(_, bottom)| bottom.is_finite());
        covered
            .map(|(cell, _)| cell)
            .chain(self.wet.iter().map(|wet| wet.cell))
            .chain(self.forces_n.iter().map(|&(cell, _)| cell))
    }

    fn place(&self, cell: u32) -> [usize; 2] {
        [cell as usize % self.water.nx, cell as usize / self.water.nx]
    }

    fn is_solid(&self, cell: usize) -> bool {
        self.water.solid.get(cell).copied().unwrap_or(false)
    }
}

/// Position of `value` between two ends, 0..=1 inside.
fn fraction(value: f32, [low, high]: [f32; 2]) -> f32 {
    (value - low) / (high - low)
}

/// Least and greatest of some values; zeros where there is none.
fn bounds(values: impl Iterator<Item = f32>) -> [f32; 2] {
    values
        .fold(None, |ends: Option<[f32; 2]>, v| {
            let [low, high] = ends.unwrap_or([v; 2]);
            Some([low.min(v), high.max(v)])
        })
        .unwrap_or_default()
}

/// The greatest of some values, 1 where all are 0: the end of a scale that begins at 0.
fn upper_end(values: impl Iterator<Item = f32>) -> f32 {
    let [_, greatest] = bounds(values);
    if greatest > 0.0 { greatest } else { 1.0 }
}
