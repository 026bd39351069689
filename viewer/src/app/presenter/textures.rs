//! The textures of the panels, such as their letters, whoever draws them.

use std::collections::HashMap;

use egui::epaint::{ColorImage, ImageData};
use egui::{TextureId, TextureOptions, TexturesDelta};

/// All of them as they are now: egui tells only what changes, and a device that takes the place of another needs all.
#[derive(Default)]
pub(crate) struct Textures {
    all: HashMap<TextureId, (ColorImage, TextureOptions)>,
}

impl Textures {
    /// Takes new and changed textures over. Those of `delta.free` are to be dropped after painting, by [`Self::free`].
    pub(crate) fn update(&mut self, delta: &TexturesDelta) {
        for (id, changes) in &delta.set {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                match (change.pos, self.all.get_mut(id)) {
                    (Some([x, y]), Some((texture, _))) => {
                        let width = image.size[0].max(1);
                        for (row, pixels) in image.pixels.chunks(width).enumerate() {
                            let from = (y + row) * texture.size[0] + x;
                            texture.pixels[from..from + pixels.len()].copy_from_slice(pixels);
                        }
                    }
                    _ => _ = self.all.insert(*id, (ColorImage::clone(image), change.options)),
                }
            }
        }
    }

    /// Drops textures.
    pub(crate) fn free(&mut self, delta: &TexturesDelta) {
        for id in &delta.free {
            self.all.remove(id);
        }
    }

    /// One of them: colors with premultiplied opacity, rows from the top.
    pub(crate) fn get(&self, id: TextureId) -> Option<&ColorImage> {
        self.all.get(&id).map(|(texture, _)| texture)
    }

    /// All, as new ones.
    #[cfg(feature = "gpu")]
    pub(crate) fn anew(&self) -> impl Iterator<Item = (TextureId, egui::epaint::ImageDelta)> {
        use egui::epaint::ImageDelta;
        self.all.iter().map(|(id, (texture, options))| (*id, ImageDelta::full(texture.clone(), *options)))
    }
}

#[cfg(test)]
mod tests {
    use egui::Color32;
    use egui::epaint::ImageDelta;

    use super::*;

    #[test]
    fn a_changed_part_of_a_texture_is_taken_over() {
        let (mut textures, mut delta) = (Textures::default(), TexturesDelta::default());
        let id = TextureId::Managed(0);
        let white = ColorImage::filled([4, 4], Color32::WHITE);
        delta.push(id, ImageDelta::full(white, TextureOptions::LINEAR));
        let dot = ColorImage::filled([1, 2], Color32::from_rgb(9, 8, 7));
        delta.push(id, ImageDelta::partial([2, 1], dot, TextureOptions::LINEAR));
        textures.update(&delta);
        delta.clear();
        let texture = textures.get(id).unwrap();
        let changed: Vec<usize> =
            (0..16).filter(|&k| texture.pixels[k] == Color32::from_rgb(9, 8, 7)).collect();
        assert_eq!(changed, [6, 10]);
    }
}
