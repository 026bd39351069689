//! Inputs of pictures on the GPU, which hold what they hold until that changes.

use super::store::{Image, Store};
use crate::geometry::Mesh;

/// A texture of inputs.
pub(super) struct Texels {
    pub(super) image: Image,
    dimension: wgpu::TextureDimension,
    /// Whether it keeps texels that are of no use, so that it need not be made anew when fewer or some more are held.
    has_room: bool,
    /// The number of what it holds; none while that is nothing.
    revision: Option<u64>,
}

/// Texels along the sides of a texture with room are a multiple of this.
const ROOM: u32 = 256;

impl Texels {
    /// A flat texture of one texel of 0.
    pub(super) fn flat(store: &Store, format: wgpu::TextureFormat) -> Self {
        Self::new(store, wgpu::TextureDimension::D2, format)
    }

    /// A flat one whose size changes from picture to picture.
    pub(super) fn with_room(store: &Store, format: wgpu::TextureFormat) -> Self {
        Self { has_room: true, ..Self::flat(store, format) }
    }

    /// A texture in space, of one texel of 0.
    pub(super) fn space(store: &Store, format: wgpu::TextureFormat) -> Self {
        Self::new(store, wgpu::TextureDimension::D3, format)
    }

    fn new(store: &Store, dimension: wgpu::TextureDimension, format: wgpu::TextureFormat) -> Self {
        let image = input(store, dimension, [1; 3], format);
        Self { image, dimension, has_room: false, revision: None }
    }

    pub(super) fn view(&self) -> &wgpu::TextureView {
        &self.image.view
    }

    /// Whether it holds what a number stands for.
    pub(super) fn holds(&self, revision: u64) -> bool {
        self.revision == Some(revision)
    }

    /// Holds texels that a number stands for; whether it is another texture then.
    pub(super) fn hold(&mut self, store: &Store, revision: u64, size: [usize; 3], bytes: &[u8]) -> bool {
        if self.revision.replace(revision) == Some(revision) {
            return false;
        }
        let size = size.map(|n| n as u32);
        let has = &self.image.texture;
        let has = [has.width(), has.height(), has.depth_or_array_layers()];
        let fits =
            if self.has_room { size.iter().zip(has).all(|(size, has)| *size <= has) } else { size == has };
        if !fits {
            let [x, y, z] = size;
            let size =
                if self.has_room { [x.next_multiple_of(ROOM), y.next_multiple_of(ROOM), z] } else { size };
            self.image = input(store, self.dimension, size, self.image.texture.format());
        }
        store.write_texels(&self.image.texture, 0, size, bytes);
        !fits
    }
}

fn input(
    store: &Store,
    dimension: wgpu::TextureDimension,
    size: [u32; 3],
    format: wgpu::TextureFormat,
) -> Image {
    let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
    store.image("input", (dimension, size), format, usage)
}

/// Triangles of a part of the picture.
#[derive(Default)]
pub(super) struct Triangles {
    corners: Option<wgpu::Buffer>,
    indices: Option<wgpu::Buffer>,
    /// Corners of all triangles.
    count: u32,
    revision: Option<u64>,
}

impl Triangles {
    /// Holds a mesh that a number stands for.
    pub(super) fn hold(&mut self, store: &Store, (mesh, revision): (&Mesh, u64)) {
        if self.revision.replace(revision) == Some(revision) {
            return;
        }
        self.count = 3 * mesh.triangles.len() as u32;
        if self.count > 0 {
            let (corners, indices) =
                (bytemuck::cast_slice(&mesh.vertices), bytemuck::cast_slice(&mesh.triangles));
            write(store, &mut self.corners, wgpu::BufferUsages::VERTEX, corners);
            write(store, &mut self.indices, wgpu::BufferUsages::INDEX, indices);
        }
    }

    /// Draws them by the pipeline and the groups that are set.
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass) {
        if let (Some(corners), Some(indices), 1..) = (&self.corners, &self.indices, self.count) {
            pass.set_vertex_buffer(0, corners.slice(..));
            pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..self.count, 0, 0..1);
        }
    }
}

/// Writes into a buffer, which grows by half where it is too small.
fn write(store: &Store, buffer: &mut Option<wgpu::Buffer>, usage: wgpu::BufferUsages, bytes: &[u8]) {
    let needed = bytes.len() as u64;
    if buffer.as_ref().is_none_or(|buffer| buffer.size() < needed) {
        let size = (needed + needed / 2).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
        *buffer = Some(store.buffer("triangles", size, usage | wgpu::BufferUsages::COPY_DST));
    }
    if let Some(buffer) = buffer {
        store.write(buffer, bytes);
    }
}

/// Uniforms.
pub(super) struct Uniforms<T> {
    pub(super) buffer: wgpu::Buffer,
    values: Option<Box<T>>,
}

impl<T: bytemuck::Pod> Uniforms<T> {
    pub(super) fn new(store: &Store) -> Self {
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        Self { buffer: store.buffer("uniforms", size_of::<T>() as u64, usage), values: None }
    }

    pub(super) fn hold(&mut self, store: &Store, values: T) {
        let bytes = bytemuck::bytes_of(&values);
        if self.values.as_deref().map(bytemuck::bytes_of) != Some(bytes) {
            store.write(&self.buffer, bytes);
            self.values = Some(Box::new(values));
        }
    }
}
