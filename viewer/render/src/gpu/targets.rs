//! What a picture is drawn on, kept while pictures have one size.

use rayon::prelude::*;

use super::pipelines::{DEPTH_FORMAT, GROUP, PICTURE_FORMAT, Pipelines, SAMPLE_FORMAT, SMEARED_FORMAT};
use super::store::{Image, Store};
use crate::picture::{Picture, Rgba};
use crate::shading::{Mirror, TOGETHER};

/// The targets of pictures of one size.
pub(super) struct Targets {
    pub(super) size: [u32; 2],
    pub(super) per_side: u32,
    /// Colors and depths of samples.
    pub(super) samples: [Image; 2],
    /// Bodies that the water mirrors, bodies under water, and the depths of either.
    pub(super) mirror: Image,
    pub(super) sunken: Image,
    pub(super) depths: Image,
    /// Means of rows of what is mirrored, and the picture of it that the water shows; with the groups by which they are made.
    means: Image,
    smeared: Image,
    smears: Option<[wgpu::BindGroup; 2]>,
    /// A texture that is read where there are no means yet.
    none: Image,
    /// The pixels.
    pub(super) picture: Image,
    /// A texture of one transparent texel, for pictures without words.
    nothing: Image,
    /// Makes the pixels, with these words on them; made itself when it is first needed.
    resolve: Option<(wgpu::BindGroup, Option<wgpu::TextureView>)>,
    /// Reads the pixels.
    shown: Option<wgpu::BindGroup>,
    /// The pixels that are read back.
    read: Option<wgpu::Buffer>,
}

impl Targets {
    pub(super) fn new(store: &Store, size: [u32; 2], per_side: u32) -> Self {
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let samples = size.map(|n| n * per_side);
        let in_water = Mirror::size_for(size.map(|n| n as usize)).map(|n| n as u32);
        let made = wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING;
        let means = [in_water[0], 2 * in_water[1].div_ceil(TOGETHER as u32)];
        let pixels = wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST;
        Self {
            size,
            per_side,
            samples: [SAMPLE_FORMAT, DEPTH_FORMAT]
                .map(|format| store.flat("samples", samples, format, drawn)),
            mirror: store.flat("mirror", in_water, SAMPLE_FORMAT, drawn),
            sunken: store.flat("sunken", in_water, SAMPLE_FORMAT, drawn),
            depths: store.flat("depths in water", in_water, DEPTH_FORMAT, drawn),
            means: store.flat("means of the mirror", means, SMEARED_FORMAT, made),
            smeared: store.flat("smeared mirror", in_water, SMEARED_FORMAT, made),
            smears: None,
            none: store.flat("no means", [1; 2], SMEARED_FORMAT, wgpu::TextureUsages::TEXTURE_BINDING),
            picture: store.flat("picture", size, PICTURE_FORMAT, pixels),
            nothing: store.flat("nothing", [1; 2], SAMPLE_FORMAT, wgpu::TextureUsages::TEXTURE_BINDING),
            resolve: None,
            shown: None,
            read: None,
        }
    }

    /// Encodes the passes that spread what is mirrored.
    pub(super) fn smear(&mut self, store: &Store, pipelines: &Pipelines, encoder: &mut wgpu::CommandEncoder) {
        let Self { mirror, means, smeared, smears, none, .. } = self;
        let bind = |read: &Image, made: &Image| {
            store.bind(&pipelines.smear_layout, None, &[&mirror.view, &read.view, &made.view])
        };
        let [gather, smear] = &*smears.get_or_insert_with(|| [bind(none, means), bind(means, smeared)]);
        let width = mirror.texture.width();
        for (pipeline, group, made) in
            [(&pipelines.gather, gather, &*means), (&pipelines.smear, smear, &*smeared)]
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_bind_group(0, group, &[]);
            pass.set_pipeline(pipeline);
            pass.dispatch_workgroups(width.div_ceil(GROUP), made.texture.height().div_ceil(GROUP), 1);
        }
    }

    /// The group by which samples become pixels, with these words on them, if any.
    pub(super) fn resolve(
        &mut self,
        store: &Store,
        pipelines: &Pipelines,
        words: Option<&wgpu::TextureView>,
    ) -> &wgpu::BindGroup {
        let Self { samples: [colors, depths], smeared, sunken, picture, nothing, resolve, .. } = self;
        if resolve.as_ref().is_some_and(|(_, of)| of.as_ref() != words) {
            *resolve = None;
        }
        let make = || {
            let over = words.unwrap_or(&nothing.view);
            let textures = [&colors.view, &depths.view, &smeared.view, over, &sunken.view, &picture.view];
            (store.bind(&pipelines.samples_layout, None, &textures), words.cloned())
        };
        &resolve.get_or_insert_with(make).0
    }

    /// The group by which pixels are shown.
    pub(super) fn shown(&mut self, store: &Store, pipelines: &Pipelines) -> &wgpu::BindGroup {
        let picture = &self.picture;
        self.shown.get_or_insert_with(|| store.bind(&pipelines.shown_layout, None, &[&picture.view]))
    }

    /// Bytes of a row that is read back.
    fn padded_row(&self) -> u32 {
        (4 * self.size[0]).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
    }

    /// Encodes the copy of the pixels that [`read`](Self::read) waits for.
    pub(super) fn copy(&mut self, store: &Store, encoder: &mut wgpu::CommandEncoder) {
        let bytes_per_row = self.padded_row();
        let make = || {
            let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
            store.buffer("read", u64::from(bytes_per_row) * u64::from(self.size[1]), usage)
        };
        let buffer = &*self.read.get_or_insert_with(make);
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(bytes_per_row),
            rows_per_image: None,
        };
        let texture = &self.picture.texture;
        let to = wgpu::TexelCopyBufferInfo { buffer, layout };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), to, texture.size());
    }

    /// Waits for the pixels and copies them into a picture.
    pub(super) fn read(&self, store: &Store, picture: &mut Picture) -> Result<(), String> {
        let buffer = self.read.as_ref().ok_or("no picture was copied")?;
        let (done, mapped) = std::sync::mpsc::channel();
        buffer.slice(..).map_async(wgpu::MapMode::Read, move |result| {
            // The receiver is gone only if polling failed, which is reported below.
            let _ = done.send(result);
        });
        store.gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| error.to_string())?;
        let result = mapped.try_recv().map_err(|_| "the picture was not read back".to_owned())?;
        result.map_err(|error| error.to_string())?;
        picture.resize(self.size);
        {
            let bytes = buffer.slice(..).get_mapped_range().map_err(|error| error.to_string())?;
            let rows = bytes.par_chunks_exact(self.padded_row() as usize);
            let pixels = picture.pixels_mut().par_chunks_mut(self.size[0] as usize);
            pixels.zip(rows).for_each(|(pixels, row)| {
                let row: &[Rgba] = row.as_chunks().0;
                pixels.copy_from_slice(&row[..pixels.len()]);
            });
        }
        buffer.unmap();
        Ok(())
    }
}
