//! What of a document's JSON matters to its shape.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use crate::{bounded, reworded};

/// Letters of a parser's message that are shown from its start, and from its end.
const LETTERS: usize = 100;

/// Greatest number of entries of any list, so that a short file cannot fill the memory.
const MOST_ENTRIES: usize = 100_000;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    asset: Asset,
    scene: Option<usize>,
    #[serde(default)]
    scenes: List<Scene>,
    #[serde(default)]
    pub(super) nodes: List<Node>,
    #[serde(default)]
    pub(super) meshes: List<Mesh>,
    #[serde(default)]
    pub(super) accessors: List<Accessor>,
    #[serde(default)]
    pub(super) buffer_views: List<BufferView>,
    #[serde(default)]
    pub(super) buffers: List<Buffer>,
    #[serde(default)]
    extensions_required: List<String>,
}

#[derive(Debug, Deserialize)]
struct Asset {
    version: String,
}

#[derive(Debug, Deserialize)]
struct Scene {
    #[serde(default)]
    nodes: List<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Node {
    #[serde(default)]
    pub(super) children: List<usize>,
    pub(super) mesh: Option<usize>,
    pub(super) matrix: Option<[f32; 16]>,
    pub(super) translation: Option<[f32; 3]>,
    pub(super) rotation: Option<[f32; 4]>,
    pub(super) scale: Option<[f32; 3]>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mesh {
    pub(super) primitives: List<Primitive>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    pub(super) mode: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub(super) position: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    /// Without one all elements are 0, but for sparse ones.
    pub(super) buffer_view: Option<usize>,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
    pub(super) count: u64,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) sparse: Option<Box<Sparse>>,
}

/// Elements that differ from those of an accessor's view.
#[derive(Debug, Deserialize)]
pub(super) struct Sparse {
    pub(super) count: u64,
    pub(super) indices: SparsePart,
    pub(super) values: SparsePart,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparsePart {
    pub(super) buffer_view: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    /// Of the indices alone; values are as their accessor says.
    pub(super) component_type: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    pub(super) byte_stride: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) byte_length: u64,
    pub(super) uri: Option<String>,
}

impl Document {
    /// Parses the JSON of a document.
    ///
    /// # Errors
    ///
    /// With the key that is missing or of another type, or what is required to read the file and not known here.
    pub(super) fn parse(json: &[u8]) -> Result<Self, String> {
        let mut reader = serde_json::Deserializer::from_slice(json);
        let document: Self = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let message = error.inner().to_string();
            let (what, at) = message.split_at(message.rfind(" at line ").unwrap_or(message.len()));
            let message = bounded::ends(&format!("{}{at}", reworded::by_type(what)), LETTERS);
            match error.path().to_string() {
                path if path == "." => message,
                path => format!("{}: {message}", bounded::shown(&path, LETTERS)),
            }
        })?;
        reader.end().map_err(|error| error.to_string())?;
        let version = &document.asset.version;
        if !version.starts_with("2.") {
            let version = bounded::shown(version, 20);
            return Err(format!("asset.version: \"{version}\"; it must be \"2.0\""));
        }
        // These change how a surface looks, not where it is.
        let looks = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_"];
        match document
            .extensions_required
            .iter()
            .find(|name| !looks.iter().any(|start| name.starts_with(start)))
        {
            Some(name) => {
                let name = bounded::shown(name, 60);
                Err(format!("extensionsRequired: {name} is not read; export it without"))
            }
            None => Ok(document),
        }
    }

    /// The nodes of the default scene, else of the first, which are in the list.
    pub(super) fn roots(&self) -> Result<&[usize], String> {
        let index = match (self.scene, self.scenes.is_empty()) {
            (None, true) => return Ok(&[]),
            (scene, _) => scene.unwrap_or(0),
        };
        let scene = self.scenes.get(index).ok_or_else(|| format!("scene: there is no scene {index}"))?;
        match scene.nodes.iter().find(|node| **node >= self.nodes.len()) {
            Some(node) => Err(format!("scenes[{index}].nodes: there is no node {node}")),
            None => Ok(&scene.nodes),
        }
    }
}

/// A list of a document, of a bounded number of entries.
#[derive(Debug)]
pub(super) struct List<T>(Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Vec<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = list.next_element()? {
                    if entries.len() == MOST_ENTRIES {
                        return Err(A::Error::custom(format!(
                            "more than {MOST_ENTRIES} entries, which is as many as are read"
                        )));
                    }
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_seq(Entries(PhantomData)).map(Self)
    }
}
