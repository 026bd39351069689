//! Mesh files that cannot hurt: broken in every way that was found, or far too large. Each is refused with the file and the
//! key, line or place in it.

use std::path::PathBuf;

use glam::Vec3;
use serde_json::{Value, json};
use tempfile::TempDir;
use viewer_sim::hulls::{Mesh, cuboid, sphere};
use viewer_sim::mesh_file::read;

use super::files::{assert_is, assert_volume, binary_stl, glb, gltf, refused, write};

/// A document of a mesh with its buffer beside it, changed.
fn document(folder: &TempDir, mesh: &Mesh, change: impl FnOnce(&mut Value)) -> PathBuf {
    let (text, buffer) = gltf(mesh, Some("hull.bin"), "");
    let mut document = serde_json::from_str(&text).unwrap();
    change(&mut document);
    write(folder, "hull.bin", buffer);
    write(folder, "hull.gltf", document.to_string())
}

/// The place in a document, such as `accessors.0.count`, set to a value.
fn set(document: &mut Value, place: &str, value: Value) {
    let pointer = format!("/{}", place.replace('.', "/"));
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match document.pointer_mut(parent).unwrap() {
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
        table => table[key] = value,
    }
}

#[track_caller]
fn refused_with(place: &str, value: Value, words: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let path = document(&folder, &cuboid(2.0, 1.0, 1.0), |document| set(document, place, value));
    refused(&path, words);
}

#[test]
fn nodes_must_be_trees() {
    for (nodes, words) in [
        (json!([{"children": [0]}]), "nodes[0] is reached twice"),
        (json!([{"mesh": 0, "children": [1]}, {"children": [0]}]), "nodes[0] is reached twice"),
        (json!([{"children": [1, 1]}, {"mesh": 0}]), "nodes[1] is reached twice"),
        (json!([{"children": [1]}]), "nodes[0].children: there is no node 1"),
        (json!([{"mesh": 1}]), "nodes[0].mesh: there is no mesh 1"),
        (json!([{"mesh": 0, "rotation": [0, 0, 0, 0]}]), "nodes[0].rotation"),
    ] {
        refused_with("nodes", nodes, &[words]);
    }
    // 2⁴⁰ leaves in two kilobytes.
    let doubled: Vec<Value> = (1..=40).map(|next| json!({"children": [next, next]})).collect();
    let bomb = doubled.into_iter().chain([json!({"mesh": 0})]).collect();
    refused_with("nodes", bomb, &["reached twice", "trees"]);
}

#[test]
fn a_mesh_may_be_shown_by_several_nodes_up_to_a_number_of_triangles() {
    let folder = tempfile::tempdir().unwrap();
    let show = |count: usize| {
        move |document: &mut Value| {
            let node = |k: usize| json!({"mesh": 0, "translation": [0, 0, 10 * k]});
            document["nodes"] = (0..count).map(node).collect();
            document["scenes"][0]["nodes"] = (0..count).collect();
        }
    };
    let (mesh, _) = read(&document(&folder, &cuboid(2.0, 1.0, 1.0), show(3)), 1.0).unwrap();
    assert_volume(&mesh, 6.0);
    let path = document(&folder, &sphere(1.0, 3), show(4_000_000 / 1280 + 1));
    refused(&path, &["more than 4000000 triangles"]);
    let empty = |document: &mut Value| {
        show(10_000)(document);
        set(document, "accessors.1.count", json!(0));
        let primitive = document["meshes"][0]["primitives"][0].clone();
        document["meshes"][0]["primitives"] = (0..1000).map(|_| primitive.clone()).collect();
    };
    refused(&document(&folder, &cuboid(2.0, 1.0, 1.0), empty), &["more than 1000000 primitives"]);
    let many = |document: &mut Value| document["nodes"] = (0..100_001).map(|_| json!({})).collect();
    refused(&document(&folder, &cuboid(2.0, 1.0, 1.0), many), &["nodes", "more than 100000 entries"]);
}

#[test]
fn accessors_views_and_buffers_are_checked_before_they_are_read() {
    for (place, value, words) in [
        (
            "meshes.0.primitives.0.attributes.POSITION",
            json!(7),
            &["primitives[0].attributes.POSITION", "no accessor 7"][..],
        ),
        ("meshes.0.primitives.0.attributes", json!({}), &["primitives[0].attributes.POSITION: missing"]),
        ("meshes.0.primitives.0.indices", json!(-1), &["meshes[0].primitives[0].indices", "-1"]),
        ("meshes.0.primitives.0.mode", json!(5), &["meshes[0].primitives[0].mode: 5"]),
        ("accessors", json!([]), &["there is no accessor 0"]),
        ("accessors.0.bufferView", json!(9), &["accessors[0].bufferView", "no bufferViews[9]"]),
        (
            "accessors.0.count",
            json!(9),
            &["accessors[0].count: 9 elements of 12 bytes", "bufferViews[0] of 96 bytes"],
        ),
        ("accessors.0.count", json!(u64::MAX), &["accessors[0].count", "at most"]),
        (
            "accessors.0.count",
            json!(1.5),
            &["accessors[0].count", "1.5; it must be a whole number, 0 or above"],
        ),
        ("accessors.0.count", json!(-1), &["accessors[0].count: -1; it must be a whole number, 0 or above"]),
        ("accessors.0.byteOffset", json!(u64::MAX - 3), &["accessors[0].count", "do not fit"]),
        ("accessors.0.componentType", json!(5122), &["accessors[0].componentType: 5122", "5126"]),
        ("accessors.0.type", json!("VEC2"), &["accessors[0].type: \"VEC2\"", "VEC3"]),
        ("accessors.1.componentType", json!(5122), &["accessors[1].componentType: 5122", "5125"]),
        ("accessors.1.count", json!(35), &["indices: 35 corners"]),
        ("bufferViews.0.byteStride", json!(3), &["bufferViews[0].byteStride: 3", "12 to 252"]),
        ("bufferViews.0.byteStride", json!(u64::MAX), &["bufferViews[0].byteStride"]),
        ("bufferViews.0.byteLength", json!(1000), &["bufferViews[0].byteLength: 1000", "240 bytes"]),
        ("bufferViews.0.byteOffset", json!(u64::MAX), &["bufferViews[0].byteLength"]),
        ("bufferViews.0.buffer", json!(2), &["bufferViews[0].buffer: there is no buffer 2"]),
        ("buffers.0.byteLength", json!(1000), &["buffers[0].byteLength: 1000", "240 bytes"]),
        ("scene", json!(3), &["there is no scene 3"]),
        ("scenes.0.nodes", json!([4]), &["scenes[0].nodes: there is no node 4"]),
        ("asset.version", json!("1.0"), &["asset.version: \"1.0\"", "2.0"]),
        ("extensionsRequired", json!(["KHR_draco_mesh_compression"]), &["extensionsRequired", "draco"]),
    ] {
        refused_with(place, value, words);
    }
    let sparse =
        json!({"count": 1, "indices": {"bufferView": 1, "componentType": 5125}, "values": {"bufferView": 0}});
    let all_sparse =
        |count: u64| json!({"componentType": 5126, "count": count, "type": "VEC3", "sparse": sparse});
    refused_with("accessors.0", all_sparse(1_000_000_000), &["accessors[0].count: 1000000000 elements"]);
    let zeros =
        |kind: &str, component: u32| json!({"componentType": component, "count": 13_000_000, "type": kind});
    let two = json!([zeros("VEC3", 5126), zeros("SCALAR", 5125)]);
    refused_with("accessors", two, &["accessors[1].count: 13000000 elements, 26000000 with those of other"]);
    // Within what is read, and all at one place.
    refused_with("accessors.0", all_sparse(8), &["encloses no volume"]);
    let mut many = all_sparse(8);
    many["sparse"]["count"] = json!(9);
    refused_with("accessors.0", many, &["accessors[0].sparse.count: 9 of 8"]);
}

#[test]
fn sparse_elements_strides_and_short_indices_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let hull = cuboid(2.0, 1.0, 0.5);
    let (text, buffer) = gltf(&hull, Some("hull.bin"), "");
    let mut document: Value = serde_json::from_str(&text).unwrap();
    // Positions 16 bytes apart, the first of them wrong; one-byte indices; then the place and value of the first.
    let mut bytes: Vec<u8> = buffer[..96].chunks(12).flat_map(|at| [at, &[0; 4]].concat()).collect();
    bytes[..12].fill(0x11);
    bytes.extend(hull.triangles.iter().flatten().map(|i| *i as u8));
    bytes.extend([&[0, 0][..], &buffer[..12]].concat());
    document["buffers"][0]["byteLength"] = json!(bytes.len());
    document["bufferViews"] = json!([
        {"buffer": 0, "byteLength": 128, "byteStride": 16},
        {"buffer": 0, "byteOffset": 128, "byteLength": 36},
        {"buffer": 0, "byteOffset": 164, "byteLength": 14},
    ]);
    document["accessors"][0]["sparse"] = json!({
        "count": 1,
        "indices": {"bufferView": 2, "componentType": 5123},
        "values": {"bufferView": 2, "byteOffset": 2},
    });
    document["accessors"][1]["componentType"] = json!(5121);
    document["extensionsRequired"] = json!(["KHR_materials_unlit"]);
    write(&folder, "hull.bin", bytes);
    assert_is(&write(&folder, "hull.gltf", document.to_string()), 1.0, &hull);
}

#[test]
fn buffers_are_read_from_the_folder_of_the_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "secret.bin", [0; 240]);
    std::fs::create_dir(folder.path().join("in")).unwrap();
    let file = |uri: &str| {
        let (text, _) = gltf(&cuboid(1.0, 1.0, 1.0), Some(uri), "");
        write(&folder, "in/hull.gltf", text)
    };
    let absolute = folder.path().join("secret.bin");
    let absolute = absolute.to_str().unwrap();
    for uri in ["../secret.bin", "%2e%2e/secret.bin", "sub/../../secret.bin", absolute] {
        refused(&file(uri), &["buffers[0].uri", "not in the folder of the file"]);
    }
    for uri in ["http://example.org/a.bin", "none.bin", "a%00b.bin", "."] {
        refused(&file(uri), &["buffers[0].uri", "cannot be read"]);
    }
    refused(&file("data:application/octet-stream;base64,A!"), &["buffers[0].uri", "base64"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(absolute, folder.path().join("in/link.bin")).unwrap();
        refused(&file("link.bin"), &["buffers[0].uri", "not in the folder of the file"]);
    }
}

/// A pipe without a writer would be waited for, and a device has no end.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.stl");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    refused(&pipe, &["no regular file"]);
    let device = folder.path().join("zero.obj");
    std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
    refused(&device, &["no regular file"]);
    refused(folder.path().join("x.stl").parent().unwrap(), &["no known format"]);
    std::fs::create_dir(folder.path().join("folder.stl")).unwrap();
    refused(&folder.path().join("folder.stl"), &["no regular file"]);
}

#[test]
fn containers_that_lie_about_their_lengths_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let sound = glb(&cuboid(1.0, 1.0, 1.0));
    let word = |at: usize, value: u32| {
        let mut bytes = sound.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        bytes
    };
    let json_length = u32::from_le_bytes(sound[12..16].try_into().unwrap()) as usize;
    for (bytes, words) in [
        (sound[..8].to_vec(), "its header is cut off"),
        (word(4, 1), "version 1"),
        (word(8, u32::MAX), "where its header announces 4294967295"),
        (word(8, 3), "announces 3"),
        (word(12, u32::MAX), "its JSON chunk has"),
        (word(16, 0), "its JSON chunk is missing"),
        (word(20 + json_length, u32::MAX), "its BIN chunk has"),
        (word(24 + json_length, 7), "buffers[0].uri: missing"),
        (word(20, 0x5b5b_5b5b), "line 1"),
    ] {
        refused(&write(&folder, "hull.glb", bytes), &[words]);
    }
    for length in 0..sound.len() {
        assert!(read(&write(&folder, "cut.glb", &sound[..length]), 1.0).is_err(), "{length}");
    }
    let deep = "[".repeat(100_000);
    refused(&write(&folder, "deep.gltf", format!("{{\"nodes\":{deep}")), &["nodes"]);
}

#[test]
fn texts_are_refused_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let facet =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    for (text, words) in [
        (format!("solid a\n{facet}"), &["line 8", "without `endsolid`"][..]),
        (format!("solid a\n{facet}facet"), &["line 9", "within a facet"]),
        (format!("solid a\n{facet}solid b\n"), &["line 9", "`solid` where"]),
        (
            format!("solid a\n{}endsolid", facet.replace("vertex 1 0 0\n", "")),
            &["line 7", "facet of 2 corners"],
        ),
        (
            format!("solid a\n{}endsolid", facet.replace("1 0 0", "1 0")),
            &["line 5", "a coordinate is missing"],
        ),
        (format!("solid a\n{}endsolid", facet.replace("1 0 0", "1 x 0")), &["line 5", "`x` is no number"]),
        (format!("solid a\n{}\n", "y".repeat(100_000)), &["line 2", "yyy…", "`facet` or `endsolid`"]),
        (
            format!("solid a\n{}endsolid", facet.replace("endloop", "vertex 1 1 1")),
            &["line 7", "`vertex` within"],
        ),
    ] {
        refused(&write(&folder, "hull.stl", text), words);
    }
    let mut many = binary_stl(&cuboid(1.0, 1.0, 1.0));
    many[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    refused(&write(&folder, "many.stl", many), &["684 bytes", "announces 214748364834"]);
    for (text, words) in [
        ("v 0 0 0\nv 1 0\n", &["line 2", "a coordinate is missing"][..]),
        ("v 0 0 0\nv 1 0 z\n", &["line 2", "`z` is no number"]),
        ("v 0 0 0\nf 1 0 1\n", &["line 2", "corner 0", "counted from 1"]),
        ("v 0 0 0\nf 1 1 -2\n", &["line 2", "corner -2"]),
        ("v 0 0 0\nf 1 1 a\n", &["line 2", "`a` is no corner"]),
        ("v 0 0 0\nf 1 1 \\\n99999999999999999999\n", &["line 2", "is no corner"]),
    ] {
        refused(&write(&folder, "hull.obj", text), words);
    }
    // One line without end.
    refused(&write(&folder, "line.obj", "f 1 ".repeat(1_000_000)), &["line 1", "corner 1 is none of the 0"]);
}

#[test]
fn several_solids_relative_corners_and_continued_lines_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let solid = |z: f32| {
        let mesh = Mesh {
            vertices: cuboid(1.0, 1.0, 1.0).vertices.iter().map(|v| *v + glam::Vec3::Z * z).collect(),
            ..cuboid(1.0, 1.0, 1.0)
        };
        super::files::ascii_stl(&mesh, "SOLID part")
    };
    let (mesh, _) = read(&write(&folder, "two.stl", solid(0.0).to_lowercase() + &solid(5.0)), 1.0).unwrap();
    assert_volume(&mesh, 2.0);
    let text = "f 3 2 1\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 \\\n0\nv 0 0 1\nf -4/1 -3/2/3 \\\n  -1\nf 2//1 3 4\nf 1 4 3\nf 1 2\np 1\n";
    let (mesh, repairs) = read(&write(&folder, "corner.obj", text), 1.0).unwrap();
    assert_eq!(repairs.notes(), Vec::<String>::new());
    assert_volume(&mesh, 1.0 / 6.0);
}

/// A gap of the size of what is drawn finest stays a hole: to close it would take the small part away.
#[test]
fn corners_are_not_joined_over_gaps_that_hold_a_small_part() {
    let small = |size_m: f32| -> Vec<[Vec3; 3]> {
        cuboid(size_m, size_m, size_m).corners().map(|c| c.map(|corner| corner + 3.0 * Vec3::X)).collect()
    };
    let mut corners: Vec<[Vec3; 3]> = cuboid(1.0, 1.0, 1.0).corners().collect();
    corners[0][0] += Vec3::splat(6e-4);
    let repairs = |more: &[[Vec3; 3]]| {
        let folder = tempfile::tempdir().unwrap();
        let all: Vec<[Vec3; 3]> = corners.iter().chain(more).copied().collect();
        let soup = Mesh {
            vertices: all.iter().flatten().copied().collect(),
            triangles: (0..all.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
        };
        read(&write(&folder, "gap.stl", binary_stl(&soup)), 1.0).unwrap().1
    };
    let joined = repairs(&small(0.1));
    assert!(joined.gap > 0.0 && joined.holes == 0, "{joined:?}");
    let apart = repairs(&small(1e-3));
    assert!(apart.gap == 0.0 && apart.holes > 0 && apart.collapsed == 0 && apart.parts == 2, "{apart:?}");
}
