//! The seeds of each kind of file.

use png::{BitDepth, ColorType, Encoder};
use serde_json::json;
use toml::Value;
use viewer::sim::hulls::Mesh;

/// Most copies in a row, so that a seed is fast to read. The boom of `logs` needs as many: its joints name them.
const ROW: i64 = 12;

/// Most copies of a body along each direction of a grid.
const COPIES: i64 = 3;

/// Reduces the counts of repeated bodies and gauges to [`ROW`] and [`COPIES`].
fn thin_out(value: &mut Value) {
    match value {
        Value::Table(table) => {
            let repeats = table.contains_key("kind");
            for (key, value) in table.iter_mut() {
                match value {
                    Value::Integer(count) if repeats && key == "count" => *count = ROW.min(*count),
                    Value::Array(counts) if repeats && key == "count" => {
                        counts.iter_mut().for_each(|count| {
                            *count = Value::Integer(COPIES.min(count.as_integer().unwrap_or(COPIES)))
                        })
                    }
                    _ => thin_out(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(thin_out),
        _ => {}
    }
}

/// The scenario on cells five times as large, with few copies of bodies and gauges.
pub(super) fn coarser(text: &str) -> String {
    let Ok(mut table) = text.parse::<toml::Table>() else { return text.into() };
    // Rounded up for the water and down for the air: the air may not reach beyond the water.
    for (name, least, more) in [("grid", 3, 4), ("air", 1, 0)] {
        let Some(grid) = table.get_mut(name).and_then(Value::as_table_mut) else { continue };
        if let Some(cells) = grid.get_mut("cells").and_then(Value::as_array_mut) {
            for cell in cells.iter_mut() {
                *cell = Value::Integer(((cell.as_integer().unwrap_or(least) + more) / 5).max(least));
            }
        }
        if let Some(size) =
            grid.get("cell_size_m").and_then(|size| size.as_float().or(size.as_integer().map(|n| n as f64)))
        {
            grid.insert("cell_size_m".into(), Value::Float(5.0 * size));
        }
    }
    table.iter_mut().for_each(|(_, value)| thin_out(value));
    toml::to_string(&table).unwrap_or_else(|_| text.into())
}

pub(super) fn binary_stl(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for corners in mesh.corners() {
        bytes.extend([0; 12]);
        corners.iter().flat_map(|corner| corner.to_array()).for_each(|part| bytes.extend(part.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

pub(super) fn ascii_stl(mesh: &Mesh) -> Vec<u8> {
    let mut text = String::from("solid hull\n");
    for corners in mesh.corners() {
        text += "facet normal 0 0 1\nouter loop\n";
        corners.iter().for_each(|corner| text += &format!("vertex {} {} {}\n", corner.x, corner.y, corner.z));
        text += "endloop\nendfacet\n";
    }
    (text + "endsolid hull\n").into_bytes()
}

pub(super) fn obj(mesh: &Mesh) -> Vec<u8> {
    let mut text = String::from("o hull\n");
    mesh.vertices.iter().for_each(|v| text += &format!("v {} {} {}\n", v.x, v.y, v.z));
    mesh.triangles.iter().for_each(|t| text += &format!("f {}/1 {} {}//2\n", t[0] + 1, t[1] + 1, t[2] + 1));
    text.into_bytes()
}

/// A document with its buffer in it, and that buffer.
pub(super) fn gltf(mesh: &Mesh) -> (serde_json::Value, Vec<u8>) {
    let mut buffer = Vec::new();
    mesh.vertices.iter().flat_map(|v| v.to_array()).for_each(|part| buffer.extend(part.to_le_bytes()));
    let positions = buffer.len();
    mesh.triangles.iter().flatten().for_each(|i| buffer.extend(i.to_le_bytes()));
    let document = json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"children": [1], "rotation": [0, 0, 0, 1], "translation": [0, 0, 0], "scale": [1, 1, 1]},
            {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}]}],
        "accessors": [
            {"bufferView": 0, "byteOffset": 0, "componentType": 5126, "count": mesh.vertices.len(), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": 3 * mesh.triangles.len(), "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": positions, "byteStride": 12},
            {"buffer": 0, "byteOffset": positions, "byteLength": buffer.len() - positions},
        ],
        "buffers": [{"byteLength": buffer.len(), "uri": format!("data:application/octet-stream;base64,{}", base64(&buffer))}],
    });
    (document, buffer)
}

/// A binary container of a document and its buffer.
pub(super) fn container(json: &str, buffer: &[u8]) -> Vec<u8> {
    let padded = format!("{json}{}", " ".repeat(json.len().next_multiple_of(4) - json.len()));
    let mut bytes = Vec::from(*b"glTF");
    let words = [2, (12 + 8 + padded.len() + 8 + buffer.len()) as u32, padded.len() as u32];
    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes.extend(b"JSON");
    bytes.extend(padded.as_bytes());
    bytes.extend((buffer.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(buffer);
    bytes
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for piece in bytes.chunks(3) {
        let word =
            piece.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - piece.len()));
        for k in 0..4 {
            let letter = char::from(LETTERS[(word >> (18 - 6 * k)) as usize & 63]);
            text.push(if k <= piece.len() { letter } else { '=' });
        }
    }
    text
}

/// A gray picture of 9 by 7 pixels, as PNG of 8 or 16 bits.
pub(super) fn png(depth: BitDepth) -> Vec<u8> {
    let gray = (0..7).flat_map(|j| (0..9).map(move |i| (i * 7000 + j * 300) as u16));
    let bytes: Vec<u8> = match depth {
        BitDepth::Sixteen => gray.flat_map(u16::to_be_bytes).collect(),
        _ => gray.map(|value| (value >> 8) as u8).collect(),
    };
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, 9, 7);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(depth);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&bytes));
    written.map(|()| file).unwrap_or_default()
}

/// A height map with a cell without data.
pub(super) const ASC: &str = "ncols 4\nnrows 3\nxllcorner 500\nyllcorner -200.5\ncellsize 10\nNODATA_value -9999\n\
                   1.0 1.2 1.4 2\n0.0 0.2 -9999 1e3\n5 6 7 8\n";

/// A mesh whose positions are all from a sparse accessor.
pub(super) const SPARSE: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,
"indices":{"bufferView":0,"byteOffset":12,"componentType":5121},"values":{"bufferView":0,"byteOffset":0}}}],
"bufferViews":[{"buffer":0,"byteLength":16}],
"buffers":[{"byteLength":16,"uri":"data:;base64,AACAPwAAgD8AAIA/AAAAAA=="}]}"#;
