//! Arrays of elements in buffers.

use std::collections::HashMap;
use std::rc::Rc;

use glam::Vec3;

use super::document::{Accessor, Document, Sparse};
use crate::bounded;
use crate::mesh_file::soup::MOST_TRIANGLES;

/// Greatest number of elements of all accessors together, each decoded once.
const MOST_ELEMENTS: u64 = 6 * MOST_TRIANGLES as u64;

/// Greatest distance between two elements (glTF 2.0 §5.11.4).
const LONGEST_STRIDE: u64 = 252;

/// The accessors of a document, decoded when they are first asked for.
pub(super) struct Accessors<'a> {
    document: &'a Document,
    buffers: &'a [Vec<u8>],
    positions: HashMap<usize, Rc<[Vec3]>>,
    indices: HashMap<usize, Rc<[u32]>>,
    /// Elements decoded so far.
    elements: u64,
}

/// The type of an element and how it is read.
struct Element<T> {
    kind: &'static str,
    length: u64,
    read: fn(&[u8]) -> T,
}

impl<'a> Accessors<'a> {
    pub(super) fn new(document: &'a Document, buffers: &'a [Vec<u8>]) -> Self {
        Self { document, buffers, positions: HashMap::new(), indices: HashMap::new(), elements: 0 }
    }

    /// Positions, three floats each.
    pub(super) fn positions(&mut self, index: usize) -> Result<Rc<[Vec3]>, String> {
        if let Some(known) = self.positions.get(&index) {
            return Ok(Rc::clone(known));
        }
        let decoded: Rc<[Vec3]> = self.decode(index, position)?.into();
        self.positions.insert(index, Rc::clone(&decoded));
        Ok(decoded)
    }

    /// Indices of positions.
    pub(super) fn indices(&mut self, index: usize) -> Result<Rc<[u32]>, String> {
        if let Some(known) = self.indices.get(&index) {
            return Ok(Rc::clone(known));
        }
        let decoded: Rc<[u32]> = self.decode(index, integer)?.into();
        self.indices.insert(index, Rc::clone(&decoded));
        Ok(decoded)
    }

    fn decode<T: Copy + Default>(
        &mut self,
        index: usize,
        element: fn(u32) -> Result<Element<T>, String>,
    ) -> Result<Vec<T>, String> {
        let document = self.document;
        let accessor =
            document.accessors.get(index).ok_or_else(|| format!("there is no accessor {index}"))?;
        self.elements = self.elements.saturating_add(accessor.count);
        if self.elements > MOST_ELEMENTS {
            return Err(format!(
                "accessors[{index}].count: {} elements, {} with those of other accessors; at most {MOST_ELEMENTS} are read",
                accessor.count, self.elements
            ));
        }
        self.elements_of(accessor, element).map_err(|message| format!("accessors[{index}].{message}"))
    }

    fn elements_of<T: Copy + Default>(
        &self,
        accessor: &Accessor,
        element: fn(u32) -> Result<Element<T>, String>,
    ) -> Result<Vec<T>, String> {
        let element = element(accessor.component_type)?;
        if accessor.kind != element.kind {
            let kind = bounded::shown(&accessor.kind, 20);
            return Err(format!("type: \"{kind}\"; it must be {:?}", element.kind));
        }
        let mut values = match accessor.buffer_view {
            Some(view) => self.view(view, accessor.byte_offset, accessor.count, &element)?,
            None => vec![T::default(); accessor.count as usize],
        };
        if let Some(sparse) = &accessor.sparse {
            self.replace(&mut values, sparse, &element).map_err(|message| format!("sparse.{message}"))?;
        }
        Ok(values)
    }

    /// Puts sparse elements in their places.
    fn replace<T>(&self, values: &mut [T], sparse: &Sparse, element: &Element<T>) -> Result<(), String> {
        if sparse.count > values.len() as u64 {
            return Err(format!("count: {} of {} elements", sparse.count, values.len()));
        }
        let part = |name: &'static str| move |message: String| format!("{name}.{message}");
        let component = sparse.indices.component_type.ok_or("indices.componentType: missing")?;
        let index = integer(component).map_err(part("indices"))?;
        let places = self
            .view(sparse.indices.buffer_view, sparse.indices.byte_offset, sparse.count, &index)
            .map_err(part("indices"))?;
        let others = self
            .view(sparse.values.buffer_view, sparse.values.byte_offset, sparse.count, element)
            .map_err(part("values"))?;
        let count = values.len();
        for (place, other) in places.into_iter().zip(others) {
            *values
                .get_mut(place as usize)
                .ok_or_else(|| format!("indices: there is no element {place}, only {count}"))? = other;
        }
        Ok(())
    }

    /// `count` elements of a view from an offset on.
    fn view<T>(&self, index: usize, offset: u64, count: u64, element: &Element<T>) -> Result<Vec<T>, String> {
        let view = self.document.buffer_views.get(index);
        let view = view.ok_or_else(|| format!("bufferView: there is no bufferViews[{index}]"))?;
        let of_view = |message: String| format!("bufferView: bufferViews[{index}].{message}");
        let buffer = self.buffers.get(view.buffer);
        let buffer = buffer.ok_or_else(|| of_view(format!("buffer: there is no buffer {}", view.buffer)))?;
        let stride = view.byte_stride.unwrap_or(element.length);
        if !(element.length..=LONGEST_STRIDE).contains(&stride) {
            let (least, most) = (element.length, LONGEST_STRIDE);
            return Err(of_view(format!("byteStride: {stride}; it must be {least} to {most}")));
        }
        let bytes = slice(buffer, view.byte_offset, view.byte_length).ok_or_else(|| {
            let (length, offset) = (view.byte_length, view.byte_offset);
            of_view(format!("byteLength: {length} from {offset} of {} bytes", buffer.len()))
        })?;
        // From the first byte of the first element to the last of the last.
        let needed = count
            .checked_sub(1)
            .map_or(Some(0), |more| stride.checked_mul(more)?.checked_add(element.length));
        let bytes = needed.and_then(|needed| slice(bytes, offset, needed)).ok_or_else(|| {
            format!("count: {count} elements of {stride} bytes from {offset} do not fit bufferViews[{index}] of {} bytes", bytes.len())
        })?;
        let length = element.length as usize;
        // The last element may be shorter than the stride.
        Ok(bytes.chunks(stride as usize).map(|bytes| (element.read)(&bytes[..length])).collect())
    }
}

/// A part of some bytes, if they have it.
fn slice(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let end = offset.checked_add(length)?;
    bytes.get(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)
}

const FLOAT: u32 = 5126;

fn position(component: u32) -> Result<Element<Vec3>, String> {
    let read = |bytes: &[u8]| {
        let number = |at: usize| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Vec3::new(number(0), number(4), number(8))
    };
    match component {
        FLOAT => Ok(Element { kind: "VEC3", length: 12, read }),
        _ => Err(format!("componentType: {component}; positions must be {FLOAT}, floats")),
    }
}

fn integer(component: u32) -> Result<Element<u32>, String> {
    let (length, read): (u64, fn(&[u8]) -> u32) = match component {
        5121 => (1, |bytes| bytes[0].into()),
        5123 => (2, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]).into()),
        5125 => (4, |bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        _ => {
            return Err(format!(
                "componentType: {component}; indices must be 5121, 5123 or 5125, unsigned integers"
            ));
        }
    };
    Ok(Element { kind: "SCALAR", length, read })
}
