//! What is written over pictures, of which only the rows that change are uploaded.

use rayon::prelude::*;

use super::store::{Image, Store};
use crate::picture::{Picture, Rgba};

/// The text over a picture.
pub(super) struct Words {
    /// The new text; straight alpha.
    picture: Picture,
    /// The text that the texture holds.
    held: Picture,
    /// Rows of that which are not empty.
    full: Vec<bool>,
    /// Memory: rows that differ.
    changed: Vec<bool>,
    image: Image,
}

impl Words {
    pub(super) fn new(store: &Store) -> Self {
        let [picture, held] = [(); 2].map(|()| Picture::filled([1, 1], [0; 4]));
        Self { picture, held, full: vec![false], changed: Vec::new(), image: image(store, [1, 1]) }
    }

    pub(super) fn view(&self) -> &wgpu::TextureView {
        &self.image.view
    }

    /// The pixels of the new text.
    pub(super) fn bytes(&self) -> &[u8] {
        self.picture.pixels().as_flattened()
    }

    /// An empty picture to write on.
    pub(super) fn blank(&mut self, store: &Store, size: [u32; 2]) -> &mut Picture {
        let Self { picture, held, full, .. } = self;
        if picture.size() != size {
            [*picture, *held] = [(); 2].map(|()| Picture::filled(size, [0; 4]));
            *full = vec![false; size[1] as usize];
            self.image = image(store, size);
        }
        let rows = self.picture.pixels_mut().par_chunks_mut(size[0] as usize).zip(&self.full);
        rows.filter(|(_, full)| **full).for_each(|(row, _)| row.fill([0; 4]));
        &mut self.picture
    }

    /// Uploads the rows in which something else is written.
    pub(super) fn upload(&mut self, store: &Store) {
        let Self { picture, held, full, changed, image } = self;
        let width = picture.width() as usize;
        let rows = picture.pixels().par_chunks(width).zip(held.pixels_mut().par_chunks_mut(width));
        let take = |((row, held), full): ((&[Rgba], &mut [Rgba]), &mut bool)| {
            let was_full = std::mem::replace(full, !is_empty(row));
            let differs = (was_full || *full) && row != held;
            if differs {
                held.copy_from_slice(row);
            }
            differs
        };
        rows.zip(full).map(take).collect_into_vec(changed);
        let mut start = 0;
        for run in changed.chunk_by(|a, b| a == b) {
            if run[0] {
                let rows = &picture.pixels()[start * width..][..run.len() * width];
                let size = [width as u32, run.len() as u32, 1];
                store.write_texels(&image.texture, start as u32, size, rows.as_flattened());
            }
            start += run.len();
        }
    }
}

fn is_empty(row: &[Rgba]) -> bool {
    // Without an end before the last of some, so that many are compared at once.
    row.chunks(64).all(|some| some.iter().fold(0, |any, pixel| any | u32::from_ne_bytes(*pixel)) == 0)
}

fn image(store: &Store, size: [u32; 2]) -> Image {
    let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
    store.flat("words", size, super::pipelines::SAMPLE_FORMAT, usage)
}
