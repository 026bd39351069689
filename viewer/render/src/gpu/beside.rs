//! What is drawn beside thin walls, as the shaders look it up.

use super::held::Texels;
use super::store::Store;
use crate::composition::Composition;
use crate::geometry::{BESIDE, Beside, NOTHING, Surface};
use crate::made::Made;
use crate::shading::{Lighting, TEXELS};

/// Texels of a cell.
const PARTS: usize = TEXELS * TEXELS;
/// Eight numbers of each texel of a cell: a value and its slopes, nothing; curvatures, nothing.
type Entry = [[f32; 8]; PARTS];

/// Textures of what is beside thin walls, in the order of their bindings: numbers of cells, elevations and values there, numbers of squares, and
/// heights at their corners.
pub(super) struct BesideWalls {
    textures: [Texels; 5],
    elevations: Made<u64, List>,
    values: Made<u64, List>,
    squares: Made<(u64, [u32; 2]), Squares>,
}

/// Cells beside walls, with what their texels hold.
#[derive(Default)]
struct List {
    /// Numbers of cells from 1 on, 0 of those that are not beside walls.
    numbers: Vec<f32>,
    entries: Vec<Entry>,
}

/// Squares beside walls.
#[derive(Default)]
struct Squares {
    numbers: Vec<f32>,
    /// Heights at the corners, m.
    heights_m: Vec<[f32; 4]>,
}

impl List {
    fn make(&mut self, beside: &Beside, [nx, ny]: [usize; 2]) {
        let width = nx * TEXELS;
        let Self { numbers, entries } = self;
        numbers.clear();
        numbers.resize(nx * ny, 0.0);
        entries.clear();
        for (texel, [value, gx, gy, hxx, hxy, hyy]) in &beside.texels {
            let (i, j) = (texel % width, texel / width);
            let number = &mut numbers[j / TEXELS * nx + i / TEXELS];
            if *number == 0.0 {
                entries.push([[NOTHING; 8]; PARTS]);
                *number = entries.len() as f32;
            }
            let part = j % TEXELS * TEXELS + i % TEXELS;
            entries[*number as usize - 1][part] = [*value, *gx, *gy, 0.0, *hxx, *hxy, *hyy, 0.0];
        }
        entries.resize(entries.len().next_multiple_of(BESIDE), [[NOTHING; 8]; PARTS]);
    }
}

impl Squares {
    fn make(&mut self, surface: &Surface<'_>, [nx, ny]: [usize; 2]) {
        let Self { numbers, heights_m } = self;
        numbers.clear();
        numbers.resize((nx + 1) * (ny + 1), 0.0);
        heights_m.clear();
        for (square, of_square_m) in surface.squares_beside_walls() {
            heights_m.push(of_square_m);
            numbers[square] = heights_m.len() as f32;
        }
        heights_m.resize(heights_m.len().next_multiple_of(BESIDE), [NOTHING; 4]);
    }
}

impl BesideWalls {
    pub(super) fn new(store: &Store) -> Self {
        let number = || Texels::flat(store, wgpu::TextureFormat::R32Float);
        let four = || Texels::with_room(store, wgpu::TextureFormat::Rgba32Float);
        Self {
            textures: [number(), four(), four(), number(), four()],
            elevations: Made::default(),
            values: Made::default(),
            squares: Made::default(),
        }
    }

    pub(super) fn views(&self) -> [&wgpu::TextureView; 5] {
        self.textures.each_ref().map(Texels::view)
    }

    /// Holds what a composition shows beside thin walls, if it has any; whether any texture is another one then.
    pub(super) fn hold(&mut self, store: &Store, composition: &Composition, lighting: &Lighting) -> bool {
        let Composition { water, beside, values_beside, shown, .. } = composition;
        let cells = [water.sheet.nx, water.sheet.ny];
        if beside.thing.texels.is_empty() {
            return false;
        }
        let Self { textures: [numbers, elevations, values, squares, heights], .. } = self;
        let mut is_other = false;
        let mut hold = |texels: &mut Texels, revision, size: [usize; 2], bytes: &[u8]| {
            is_other |= texels.hold(store, revision, [size[0], size[1], 1], bytes);
        };
        self.elevations.update(beside.revision, |list| list.make(&beside.thing, cells));
        let Made { thing: list, revision, .. } = &self.elevations;
        hold(numbers, *revision, cells, bytemuck::cast_slice(&list.numbers));
        hold(elevations, *revision, in_rows(&list.entries), bytemuck::cast_slice(&list.entries));
        if shown.is_some() {
            self.values.update(values_beside.revision, |list| list.make(&values_beside.thing, cells));
            let Made { thing: list, revision, .. } = &self.values;
            hold(values, *revision, in_rows(&list.entries), bytemuck::cast_slice(&list.entries));
        }
        if composition.has_surface {
            let drawn = [lighting.still_level_m, lighting.vertical_scale].map(f32::to_bits);
            let surface = composition.surface(lighting);
            self.squares.update((beside.revision, drawn), |squares| squares.make(&surface, cells));
            let Made { thing: Squares { numbers, heights_m }, revision, .. } = &self.squares;
            hold(squares, *revision, cells.map(|n| n + 1), bytemuck::cast_slice(numbers));
            hold(heights, *revision, in_rows(heights_m), bytemuck::cast_slice(heights_m));
        }
        is_other
    }
}

/// Size of the texture of a list of whole rows.
fn in_rows<T>(list: &[T]) -> [usize; 2] {
    [BESIDE * size_of::<T>() / size_of::<[f32; 4]>(), list.len() / BESIDE]
}
