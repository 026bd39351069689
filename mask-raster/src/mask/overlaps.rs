//! Which tiles overlap others.

use crate::draw::Tile;
use crate::raster::Clip;

/// For each tile the others whose rectangles overlap its own; keeps its memory from call to call.
#[derive(Debug, Default)]
pub(crate) struct Overlaps {
    others: Vec<Vec<usize>>,
    /// Rectangles of tiles with their indices, by their first row.
    by_row: Vec<(Clip, usize)>,
}

impl Overlaps {
    /// Finds them anew, by a sweep over the rows.
    pub(crate) fn find(&mut self, tiles: &[Tile]) {
        let Self { others, by_row } = self;
        others.resize_with(tiles.len(), Vec::new);
        others.iter_mut().for_each(Vec::clear);
        by_row.clear();
        by_row.extend((0..).zip(tiles).map(|(k, tile)| (tile.on_grid(), k)));
        by_row.retain(|(clip, _)| clip.x0 < clip.x1 && clip.y0 < clip.y1);
        by_row.sort_unstable_by_key(|(clip, k)| (clip.y0, *k));
        for (n, (clip, k)) in by_row.iter().enumerate() {
            for (other, m) in by_row[n + 1..].iter().take_while(|(other, _)| other.y0 < clip.y1) {
                if clip.x0 < other.x1 && other.x0 < clip.x1 {
                    others[*k].push(*m);
                    others[*m].push(*k);
                }
            }
        }
    }

    /// The tiles that overlap one.
    pub(crate) fn of(&self, tile: usize) -> &[usize] {
        &self.others[tile]
    }
}
