//! A document of glTF 2.0 in its binary container: nodes, meshes, and one buffer with their numbers.

use std::collections::HashMap;

use glam::{Quat, Vec3};
use serde_json::{Value, json};

/// Codes of the specification: components of arrays, uses of parts of the buffer, triangles.
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// A corner of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    /// Linear light, and opacity.
    pub(super) color: [f32; 4],
}

/// A mesh of triangles over shared corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub(super) corners: Vec<Corner>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// A finish of surfaces: how rough it is, and whether one sees through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    /// Varnished, as hulls are.
    Paint,
    /// Scatters light evenly.
    Matte,
    /// Smooth, seen through.
    Water,
}

impl Shape {
    /// The same triangles with each corner once, and without corners that no triangle has.
    pub(super) fn joined(self) -> Self {
        let bits = |corner: &Corner| {
            let Corner { position, normal, color } = corner;
            let all = [position.to_array(), normal.to_array()];
            let numbers = all.as_flattened().iter().chain(color).map(|number| (number + 0.0).to_bits());
            <[u32; 10]>::try_from(numbers.collect::<Vec<_>>()).unwrap_or_default()
        };
        let (mut known, mut corners) = (HashMap::new(), Vec::new());
        let mut index = |old: u32| {
            let corner = self.corners[old as usize];
            *known.entry(bits(&corner)).or_insert_with(|| {
                corners.push(corner);
                corners.len() as u32 - 1
            })
        };
        let triangles = self.triangles.iter().map(|triangle| triangle.map(&mut index)).collect();
        Self { corners, triangles }
    }
}

/// A document that is put together.
#[derive(Debug, Default)]
pub(super) struct Document {
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    accessors: Vec<Value>,
    views: Vec<Value>,
    bytes: Vec<u8>,
}

impl Document {
    /// Adds a shape where it is; one without triangles is left out.
    pub(super) fn add(&mut self, name: &str, shape: &Shape, finish: Finish, (at_m, turned): (Vec3, Quat)) {
        if shape.triangles.is_empty() {
            return;
        }
        let position = self.positions(&shape.corners);
        let normal = self.floats(shape.corners.iter().map(|corner| corner.normal));
        let color = self.colors(&shape.corners);
        let indices = self.indices(&shape.triangles);
        let attributes = json!({ "POSITION": position, "NORMAL": normal, "COLOR_0": color });
        let primitive = json!({ "attributes": attributes, "indices": indices, "material": finish as usize });
        self.meshes.push(json!({ "name": name, "primitives": [primitive] }));
        self.nodes.push(json!({
            "name": name,
            "mesh": self.meshes.len() - 1,
            "translation": at_m.to_array(),
            "rotation": turned.normalize().to_array(),
        }));
    }

    /// The bytes of the file: a scene with a name and notes, in which z is up in the nodes and y in the world, as the format has it.
    pub(super) fn binary(mut self, name: &str, notes: &Value) -> Vec<u8> {
        let children: Vec<usize> = (0..self.nodes.len()).collect();
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let mut root = json!({ "name": name, "rotation": [-half, 0.0, 0.0, half] });
        if !children.is_empty() {
            root["children"] = json!(children);
        }
        self.nodes.push(root);
        let mut document = json!({
            "asset": { "version": "2.0", "generator": concat!("estela ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "name": name, "nodes": [self.nodes.len() - 1], "extras": notes }],
            "nodes": self.nodes,
        });
        // Lists must not be empty.
        if !self.meshes.is_empty() {
            document["meshes"] = json!(self.meshes);
            document["materials"] = json!([
                material("paint", 0.35, "OPAQUE"),
                material("matte", 0.95, "OPAQUE"),
                material("water", 0.08, "BLEND"),
            ]);
            document["accessors"] = json!(self.accessors);
            document["bufferViews"] = json!(self.views);
            document["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        }
        let mut text = document.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let chunks = [(*b"JSON", &text), (*b"BIN\0", &self.bytes)];
        let chunks = chunks.into_iter().filter(|(_, content)| !content.is_empty());
        let body: Vec<u8> = chunks
            .flat_map(|(kind, content)| {
                [&(content.len() as u32).to_le_bytes(), &kind, content.as_slice()].concat()
            })
            .collect();
        let length = (12 + body.len()) as u32;
        [b"glTF", &2u32.to_le_bytes(), &length.to_le_bytes(), body.as_slice()].concat()
    }

    fn positions(&mut self, corners: &[Corner]) -> usize {
        let all = || corners.iter().map(|corner| corner.position);
        let low = all().fold(Vec3::INFINITY, Vec3::min);
        let high = all().fold(Vec3::NEG_INFINITY, Vec3::max);
        let accessor = self.floats(all());
        self.accessors[accessor]["min"] = json!(low.to_array());
        self.accessors[accessor]["max"] = json!(high.to_array());
        accessor
    }

    fn floats(&mut self, vectors: impl ExactSizeIterator<Item = Vec3>) -> usize {
        let count = vectors.len();
        let bytes = vectors.flat_map(|vector| vector.to_array()).flat_map(f32::to_le_bytes);
        self.accessor(bytes, (FLOAT, "VEC3", count), ARRAY_BUFFER)
    }

    fn colors(&mut self, corners: &[Corner]) -> usize {
        let parts = corners.iter().flat_map(|corner| corner.color);
        let bytes = parts.flat_map(|part| ((part.clamp(0.0, 1.0) * 65_535.0).round() as u16).to_le_bytes());
        let accessor = self.accessor(bytes, (UNSIGNED_SHORT, "VEC4", corners.len()), ARRAY_BUFFER);
        self.accessors[accessor]["normalized"] = json!(true);
        accessor
    }

    fn indices(&mut self, triangles: &[[u32; 3]]) -> usize {
        let bytes = triangles.as_flattened().iter().flat_map(|index| index.to_le_bytes());
        self.accessor(bytes, (UNSIGNED_INT, "SCALAR", 3 * triangles.len()), ELEMENT_ARRAY_BUFFER)
    }

    /// Appends an array, each of whose elements takes a multiple of four bytes.
    fn accessor(
        &mut self,
        bytes: impl Iterator<Item = u8>,
        (component, kind, count): (u32, &str, usize),
        target: u32,
    ) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        let length = self.bytes.len() - start;
        self.views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": length, "target": target }));
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1,
            "componentType": component,
            "count": count,
            "type": kind,
        }));
        self.accessors.len() - 1
    }
}

fn material(name: &str, roughness: f32, mode: &str) -> Value {
    let surface = json!({ "metallicFactor": 0.0, "roughnessFactor": roughness });
    json!({ "name": name, "pbrMetallicRoughness": surface, "alphaMode": mode, "doubleSided": true })
}
