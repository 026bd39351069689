//! The device, and the account of what is created on it and uploaded to it.

use std::cell::Cell;

use super::adapter::Gpu;

/// Account of a renderer since it was made: creations on its GPU, and uploads to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uploads {
    /// Textures and views of them, buffers, and groups of bindings.
    pub resources: u64,
    /// Bytes in buffers and textures.
    pub bytes: u64,
}

/// A GPU that counts.
pub(super) struct Store {
    pub(super) gpu: Gpu,
    uploads: Cell<Uploads>,
}

/// A texture and its view.
pub(super) struct Image {
    pub(super) texture: wgpu::Texture,
    pub(super) view: wgpu::TextureView,
}

impl Store {
    pub(super) fn new(gpu: Gpu) -> Self {
        Self { gpu, uploads: Cell::default() }
    }

    pub(super) fn uploads(&self) -> Uploads {
        self.uploads.get()
    }

    fn count(&self, resources: u64, bytes: usize) {
        let Uploads { resources: before, bytes: bytes_before } = self.uploads.get();
        let bytes = bytes_before + bytes as u64;
        self.uploads.set(Uploads { resources: before + resources, bytes });
    }

    pub(super) fn view(&self, texture: &wgpu::Texture) -> wgpu::TextureView {
        self.count(1, 0);
        texture.create_view(&Default::default())
    }

    /// A texture without texels above 0; one with a depth of more than a texel lies in space.
    pub(super) fn image(
        &self,
        label: &str,
        (dimension, [width, height, depth]): (wgpu::TextureDimension, [u32; 3]),
        format: wgpu::TextureFormat,
        usage: wgpu::TextureUsages,
    ) -> Image {
        self.count(1, 0);
        let texture = self.gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: depth },
            mip_level_count: 1,
            sample_count: 1,
            dimension,
            format,
            usage,
            view_formats: &[],
        });
        let view = self.view(&texture);
        Image { texture, view }
    }

    /// A flat texture.
    pub(super) fn flat(
        &self,
        label: &str,
        [width, height]: [u32; 2],
        format: wgpu::TextureFormat,
        usage: wgpu::TextureUsages,
    ) -> Image {
        self.image(label, (wgpu::TextureDimension::D2, [width, height, 1]), format, usage)
    }

    pub(super) fn buffer(&self, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.count(1, 0);
        let descriptor =
            wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false };
        self.gpu.device.create_buffer(&descriptor)
    }

    /// A group of a uniform buffer, if there is one, and of textures in the order of their bindings.
    pub(super) fn bind(
        &self,
        layout: &wgpu::BindGroupLayout,
        uniform: Option<&wgpu::Buffer>,
        textures: &[&wgpu::TextureView],
    ) -> wgpu::BindGroup {
        self.count(1, 0);
        let uniform = uniform.map(wgpu::Buffer::as_entire_binding);
        let textures = textures.iter().map(|texture| wgpu::BindingResource::TextureView(texture));
        let resources = uniform.into_iter().chain(textures).zip(0..);
        let entries: Vec<_> =
            resources.map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource }).collect();
        let descriptor = wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
        self.gpu.device.create_bind_group(&descriptor)
    }

    /// Writes the first texels of rows from some row on, as many along each axis.
    pub(super) fn write_texels(
        &self,
        texture: &wgpu::Texture,
        row: u32,
        [width, height, depth]: [u32; 3],
        bytes: &[u8],
    ) {
        self.count(0, bytes.len());
        let origin = wgpu::Origin3d { x: 0, y: row, z: 0 };
        let to = wgpu::TexelCopyTextureInfo { origin, ..texture.as_image_copy() };
        let texel = texture.format().block_copy_size(None).unwrap_or(1);
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(width * texel),
            rows_per_image: Some(height),
        };
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: depth };
        self.gpu.queue.write_texture(to, bytes, layout, size);
    }

    pub(super) fn write(&self, buffer: &wgpu::Buffer, bytes: &[u8]) {
        self.count(0, bytes.len());
        self.gpu.queue.write_buffer(buffer, 0, bytes);
    }
}
