//! Records are read back as they were written, at any moment of a run, and outlive whatever ends it.

mod folders;
mod formats;
mod hulls;
mod positions;

use std::path::Path;

use viewer_sim::World;
use viewer_sim::records::{Existing, Recorder, RunFolder};
use viewer_sim::scenario::Scenario;

/// A boat in a small pool with two gauges.
fn pool() -> World {
    let set = ["grid.cells=[24, 20]", "grid.cell_size_m=0.5", "body.boat.position_m=[6.0, 5.0]"];
    let set: Vec<String> = [&set[..], &["gauge.0.position_m=[2.0, 3.0]", "gauge.1.position_m=[9.0, 8.0]"]]
        .concat()
        .iter()
        .map(|text| text.to_string())
        .collect();
    World::new(&Scenario::load("floating", &set).unwrap()).unwrap()
}

fn claimed(path: &Path) -> RunFolder {
    RunFolder::claim(path, "test", Existing::Remove, &Recorder::names(true)).unwrap()
}

fn recorder(path: &Path, every_s: Option<f64>) -> Recorder {
    Recorder::create(claimed(path), every_s).unwrap()
}

fn rows<R: for<'de> serde::Deserialize<'de>>(path: &Path) -> Vec<R> {
    csv::Reader::from_path(path).unwrap().into_deserialize().map(Result::unwrap).collect()
}

/// The value of each attribute of a tag.
fn attributes(text: &str) -> std::collections::BTreeMap<String, String> {
    let mut parts = text.split('"');
    let mut found = std::collections::BTreeMap::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        let name = name.trim().trim_end_matches('=').rsplit(' ').next().unwrap();
        found.insert(name.to_string(), value.to_string());
    }
    found
}

/// Times and files of the instants in a list for ParaView.
fn read_pvd(path: &Path) -> Vec<(f64, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.ends_with("  </Collection>\n</VTKFile>\n"), "{text}");
    assert_eq!(text.matches("</Collection>").count(), 1, "{text}");
    let entry = |tag: &str| {
        let tag = attributes(tag.split('>').next().unwrap());
        (tag["timestep"].parse().unwrap(), tag["file"].clone())
    };
    text.split("<DataSet ").skip(1).map(entry).collect()
}

/// A file of a VTK format as a reader of the format sees it: attributes of the tags, arrays by name.
struct Vtk {
    attributes: std::collections::BTreeMap<String, String>,
    arrays: std::collections::BTreeMap<String, (String, Vec<u8>)>,
}

fn read_vtk(path: &Path) -> Vtk {
    let bytes = std::fs::read(path).unwrap();
    let marker = b"<AppendedData encoding=\"raw\">";
    let header = bytes.windows(marker.len()).position(|window| window == marker).unwrap();
    let text = std::str::from_utf8(&bytes[..header]).unwrap();
    let start =
        header + marker.len() + bytes[header + marker.len()..].iter().position(|b| *b == b'_').unwrap() + 1;
    let tags = |name: &str| {
        text.split(&format!("<{name} "))
            .skip(1)
            .map(|rest| attributes(rest.split('>').next().unwrap()))
            .collect::<Vec<_>>()
    };
    let found = ["VTKFile", "ImageData", "Piece"].into_iter().flat_map(tags).flatten().collect();
    let arrays = tags("DataArray").into_iter().map(|array| {
        let at = start + array["offset"].parse::<usize>().unwrap();
        let length = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
        (array["Name"].clone(), (array["type"].clone(), bytes[at + 8..at + 8 + length].to_vec()))
    });
    let arrays = arrays.collect();
    assert!(bytes.ends_with(b"\n  </AppendedData>\n</VTKFile>\n"));
    Vtk { attributes: found, arrays }
}

impl Vtk {
    fn values<V, const N: usize>(&self, kind: &str, name: &str, of: fn([u8; N]) -> V) -> Vec<V> {
        let (found, bytes) = &self.arrays[name];
        assert_eq!(found, kind);
        bytes.as_chunks().0.iter().map(|bytes| of(*bytes)).collect()
    }

    fn floats(&self, name: &str) -> Vec<f32> {
        self.values("Float32", name, f32::from_le_bytes)
    }

    fn integers(&self, name: &str) -> Vec<i32> {
        self.values("Int32", name, i32::from_le_bytes)
    }

    fn labels(&self) -> Vec<u16> {
        self.values("UInt16", "label", u16::from_le_bytes)
    }
}
