//! Body meshes from files of every format, sound and broken.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use glam::{DVec3, Vec3};
use proptest::prelude::*;
use tempfile::TempDir;
use viewer_sim::hulls::{Mesh, cuboid, speedboat, sphere};
use viewer_sim::mesh_file::{Error, Repairs, read, repair, weld};

pub(super) fn write(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn stl_triangles(mesh: &Mesh) -> Vec<stl_io::Triangle> {
    let vector = |v: Vec3| stl_io::Vector::new(v.to_array());
    let triangle = |[a, b, c]: [Vec3; 3]| stl_io::Triangle {
        normal: vector((b - a).cross(c - a).normalize()),
        vertices: [a, b, c].map(vector),
    };
    mesh.corners().map(triangle).collect()
}

pub(super) fn binary_stl(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    stl_io::write_stl(&mut bytes, stl_triangles(mesh).iter()).unwrap();
    bytes
}

pub(super) fn ascii_stl(mesh: &Mesh, first_line: &str) -> String {
    let mut text = format!("{first_line}\n");
    for [a, b, c] in mesh.corners() {
        text += "facet normal 0 0 0\nouter loop\n";
        for Vec3 { x, y, z } in [a, b, c] {
            writeln!(text, "vertex {x} {y} {z}").unwrap();
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid\n"
}

pub(super) fn obj(mesh: &Mesh) -> String {
    let mut text = String::from("# a hull\nmtllib none.mtl\no hull\n");
    for Vec3 { x, y, z } in &mesh.vertices {
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    for [a, b, c] in &mesh.triangles {
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).unwrap();
    }
    text
}

/// A glTF document whose buffer holds positions (in glTF's y-up frame) and indices.
pub(super) fn gltf(mesh: &Mesh, uri: Option<&str>, node: &str) -> (String, Vec<u8>) {
    let mut buffer = Vec::new();
    for Vec3 { x, y, z } in &mesh.vertices {
        [*y, *z, *x].iter().for_each(|part| buffer.extend(part.to_le_bytes()));
    }
    let positions = buffer.len();
    mesh.triangles.iter().flatten().for_each(|i| buffer.extend(i.to_le_bytes()));
    let uri = uri.map(|uri| format!(r#","uri":"{uri}""#)).unwrap_or_default();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0{node}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
        "buffers":[{{"byteLength":{length}{uri}}}],
        "bufferViews":[{{"buffer":0,"byteLength":{positions}}},
            {{"buffer":0,"byteOffset":{positions},"byteLength":{indices}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":{vertices},"type":"VEC3",
            "min":[-1e9,-1e9,-1e9],"max":[1e9,1e9,1e9]}},
            {{"bufferView":1,"componentType":5125,"count":{corners},"type":"SCALAR"}}]}}"#,
        length = buffer.len(),
        indices = buffer.len() - positions,
        vertices = mesh.vertices.len(),
        corners = 3 * mesh.triangles.len(),
    );
    (json, buffer)
}

pub(super) fn glb(mesh: &Mesh) -> Vec<u8> {
    let (mut json, buffer) = gltf(mesh, None, "");
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let mut bytes = Vec::from(*b"glTF");
    let length = 12 + 8 + json.len() + 8 + buffer.len();
    [2, length as u32, json.len() as u32].iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes.extend(b"JSON");
    bytes.extend(json.as_bytes());
    bytes.extend((buffer.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(buffer);
    bytes
}

/// The mesh that was written, whatever the order of its vertices.
#[track_caller]
pub(super) fn assert_is(path: &Path, scale: f64, wanted: &Mesh) {
    let (mesh, repairs) = read(path, scale).unwrap();
    assert_eq!(repairs.notes(), Vec::<String>::new(), "{}", path.display());
    assert_eq!((mesh.triangles.len(), mesh.vertices.len()), (wanted.triangles.len(), wanted.vertices.len()));
    let distance = mesh
        .corners()
        .zip(wanted.corners())
        .flat_map(|(ours, theirs)| ours.into_iter().zip(theirs).map(|(a, b)| a.distance(b)))
        .fold(0.0, f32::max);
    assert!(distance < 1e-5, "corners differ by {distance} m");
}

#[track_caller]
pub(super) fn assert_volume(mesh: &Mesh, volume_m3: f64) {
    assert!(
        (mesh.volume_m3() / volume_m3 - 1.0).abs() < 1e-6,
        "{} m³ instead of {volume_m3}",
        mesh.volume_m3()
    );
}

#[test]
fn every_format_gives_the_same_mesh() {
    let folder = tempfile::tempdir().unwrap();
    let hull = speedboat(6.0, 2.0, 1.0);
    let (embedded, buffer) = gltf(&hull, Some("hull%20data.bin"), "");
    write(&folder, "hull data.bin", buffer);
    for path in [
        write(&folder, "binary.stl", binary_stl(&hull)),
        write(&folder, "ascii.stl", ascii_stl(&hull, "solid hull")),
        write(&folder, "nameless.STL", ascii_stl(&hull, "solid")),
        write(&folder, "hull.obj", obj(&hull)),
        write(&folder, "hull.gltf", embedded),
        write(&folder, "hull.glb", glb(&hull)),
    ] {
        assert_is(&path, 1.0, &hull);
    }
}

#[test]
fn a_binary_stl_whose_header_says_solid_is_read_as_binary() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = binary_stl(&cuboid(2.0, 1.0, 1.0));
    bytes[..11].copy_from_slice(b"solid model");
    assert_is(&write(&folder, "hull.stl", bytes), 1.0, &cuboid(2.0, 1.0, 1.0));
}

#[test]
fn the_scale_converts_millimeters_to_meters() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "hull.stl", binary_stl(&cuboid(2000.0, 1000.0, 500.0)));
    assert_is(&path, 0.001, &cuboid(2.0, 1.0, 0.5));
}

#[test]
fn a_gltf_node_scales_and_mirrors_its_mesh() {
    let folder = tempfile::tempdir().unwrap();
    // glTF's x is our y.
    let (json, buffer) = gltf(&cuboid(2.0, 1.0, 0.5), Some("b.bin"), r#","scale":[-3,1,1]"#);
    write(&folder, "b.bin", buffer);
    let (mesh, repairs) = read(&write(&folder, "hull.gltf", json), 1.0).unwrap();
    assert_eq!(repairs.notes(), Vec::<String>::new());
    assert_volume(&mesh, 3.0);
}

#[test]
fn quads_of_an_obj_become_triangles() {
    let folder = tempfile::tempdir().unwrap();
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
                f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let (mesh, repairs) = read(&write(&folder, "cube.obj", text), 1.0).unwrap();
    assert_eq!((mesh.triangles.len(), repairs.notes().len()), (12, 0));
    assert_volume(&mesh, 1.0);
}

#[test]
fn inverted_winding_is_turned_over_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut hull = speedboat(6.0, 2.0, 1.0);
    let volume = hull.volume_m3();
    hull.triangles.iter_mut().for_each(|triangle| triangle.reverse());
    let (mesh, repairs) = read(&write(&folder, "hull.stl", binary_stl(&hull)), 1.0).unwrap();
    assert!((mesh.volume_m3() / volume - 1.0).abs() < 1e-6);
    assert_eq!(repairs.notes(), ["1 of 1 parts have inverted winding (normals inward); turned over"]);
}

#[test]
fn a_triangle_wound_against_its_neighbors_is_reversed_and_reported() {
    let mut hull = cuboid(2.0, 1.0, 1.0);
    hull.triangles[7].reverse();
    let (mesh, repairs) = repair(hull);
    assert_volume(&mesh, 2.0);
    assert_eq!((repairs.turned, repairs.inverted_parts, repairs.holes), (1, 0, 0));
}

#[test]
fn holes_are_closed_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut hull = cuboid(2.0, 1.0, 1.0);
    hull.triangles.drain(2..4); // the lid
    let (mesh, repairs) = read(&write(&folder, "hull.stl", binary_stl(&hull)), 1.0).unwrap();
    assert_volume(&mesh, 2.0);
    assert_eq!(
        repairs.notes(),
        ["not closed: 4 open edges around 1 holes; closed each hole with a flat fan"]
    );
}

#[test]
fn a_cavity_stays_one_and_a_second_part_turned_inside_out_does_not() {
    let mut shell = cuboid(4.0, 4.0, 4.0);
    let add = |mesh: &mut Mesh, other: Mesh, offset: Vec3| {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(other.vertices.iter().map(|vertex| *vertex + offset));
        // Turned inside out on the way.
        mesh.triangles.extend(other.triangles.iter().map(|[a, b, c]| [a + first, c + first, b + first]));
    };
    let mut two = shell.clone();
    add(&mut shell, cuboid(2.0, 2.0, 2.0), Vec3::Z);
    let (hollow, repairs) = repair(shell);
    assert_eq!((repairs.inverted_parts, repairs.parts), (0, 2));
    assert_volume(&hollow, 64.0 - 8.0);
    add(&mut two, cuboid(2.0, 2.0, 2.0), Vec3::X * 10.0);
    let (apart, repairs) = repair(two);
    assert_eq!((repairs.inverted_parts, repairs.parts), (1, 2));
    assert_volume(&apart, 64.0 + 8.0);
}

#[test]
fn collapsed_triangles_are_dropped_and_said() {
    let hull = cuboid(2.0, 1.0, 1.0);
    let mut corners: Vec<[Vec3; 3]> = hull.corners().collect();
    corners.push([corners[0][0], corners[0][0], corners[0][1]]);
    let (mesh, repairs) = repair(weld(&corners));
    assert_eq!((mesh.triangles.len(), repairs.collapsed), (12, 1));
    assert_eq!(repairs.notes(), ["1 triangles have two corners in one place; dropped"]);
}

/// Triangles whose corners were moved apart by up to `noise` along each axis.
fn loosened(mesh: &Mesh, noise: f32) -> Vec<[Vec3; 3]> {
    let mut corners: Vec<[Vec3; 3]> = mesh.corners().collect();
    for (k, corner) in corners.iter_mut().flatten().enumerate() {
        *corner += noise * Vec3::from([0.7, 1.3, 2.9].map(|turn| (turn * (k + 1) as f32).sin()));
    }
    corners
}

/// What a program with few digits writes, and a drawing of parts put together by hand.
#[test]
fn corners_that_do_not_quite_meet_are_joined_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let (hull, loose) = (cuboid(8.0, 4.0, 2.0), |noise| Mesh {
        vertices: loosened(&cuboid(8.0, 4.0, 2.0), noise).concat(),
        triangles: (0..12).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect(),
    });
    for (noise, gap) in [(1e-5, 1e-5), (1e-4, 1e-4), (1e-3, 1e-3)] {
        let (mesh, repairs) = read(&write(&folder, "loose.stl", binary_stl(&loose(noise))), 1.0).unwrap();
        assert_eq!((repairs.gap, repairs.open_edges, mesh.vertices.len()), (gap, 0, 8), "{noise}");
        assert!((mesh.volume_m3() - 64.0).abs() < 64.0 * f64::from(noise), "{noise}");
        assert!(repairs.notes()[0].contains("corners do not quite meet others"), "{:?}", repairs.notes());
    }
    // A real hole stays one, among corners that are joined.
    let mut open = loose(1e-4);
    open.triangles.truncate(11);
    let (mesh, repairs) = read(&write(&folder, "open.stl", binary_stl(&open)), 1.0).unwrap();
    assert_eq!((repairs.gap, repairs.open_edges, repairs.holes, mesh.triangles.len()), (1e-4, 3, 1, 12));
    // Details smaller than the gap are not what is joined.
    let small = Mesh {
        vertices: hull.vertices.iter().map(|v| *v * 2e-4).chain(hull.vertices.iter().copied()).collect(),
        triangles: hull
            .triangles
            .iter()
            .copied()
            .chain(hull.triangles[1..].iter().map(|t| t.map(|i| i + 8)))
            .collect(),
    };
    let (_, repairs) = read(&write(&folder, "small.stl", binary_stl(&small)), 1.0).unwrap();
    assert_eq!((repairs.joined, repairs.gap, repairs.collapsed, repairs.open_edges), (0, 0.0, 0, 3));
    let error =
        refused(&write(&folder, "apart.stl", binary_stl(&loose(1e-1))), &["no volume", "36 edges open"]);
    assert!(matches!(error, Error::NoVolume { open_edges: 36, .. }), "{error}");
}

#[track_caller]
pub(super) fn refused(path: &Path, words: &[&str]) -> Error {
    let error = read(path, 1.0).unwrap_err();
    let message = error.to_string();
    for word in words.iter().copied().chain([path.to_str().unwrap()]) {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    error
}

#[test]
fn files_without_a_mesh_are_rejected_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let hull = binary_stl(&cuboid(1.0, 1.0, 1.0));
    refused(&folder.path().join("none.stl"), &["cannot be read"]);
    refused(&write(&folder, "hull.dwg", "x"), &["no known format", ".stl, .obj, .gltf or .glb"]);
    refused(&write(&folder, "short.stl", &hull[..hull.len() - 20]), &["STL", "664 bytes", "announces 684"]);
    refused(&write(&folder, "tiny.stl", "abc"), &["STL", "3 bytes"]);
    refused(
        &write(&folder, "broken.stl", "solid x\nfacet normal 0 0\n"),
        &["STL", "line 2", "within a facet"],
    );
    refused(&write(&folder, "broken.obj", "v 0 0 0\nf 1 2 3\n"), &["OBJ", "line 2", "corner 2", "of the 1"]);
    let (json, _) = gltf(&cuboid(1.0, 1.0, 1.0), Some("gone.bin"), "");
    let gone = write(&folder, "gone.gltf", json);
    refused(&write(&folder, "broken.gltf", "{}"), &["glTF", "asset"]);
    refused(&gone, &["glTF", "buffers[0].uri", "gone.bin"]);
    assert!(matches!(
        refused(&write(&folder, "empty.obj", "v 0 0 0\n"), &["no triangle"]),
        Error::Empty { .. }
    ));
    assert!(matches!(
        refused(&write(&folder, "empty.stl", "solid x\nendsolid x\n"), &["no triangle"]),
        Error::Empty { .. }
    ));
    let sheet = Mesh { triangles: vec![[0, 1, 2]], ..cuboid(1.0, 1.0, 1.0) };
    refused(&write(&folder, "sheet.stl", binary_stl(&sheet)), &["encloses no volume"]);
}

#[test]
fn coordinates_that_are_no_numbers_are_rejected_with_their_triangle() {
    let folder = tempfile::tempdir().unwrap();
    let mut hull = cuboid(1.0, 1.0, 1.0);
    hull.vertices[7].x = f32::NAN;
    let error = refused(&write(&folder, "nan.stl", binary_stl(&hull)), &["NaN", "export it again"]);
    let first = hull.triangles.iter().position(|triangle| triangle.contains(&7)).unwrap();
    let touching = hull.triangles.iter().filter(|triangle| triangle.contains(&7)).count();
    assert!(
        matches!(error, Error::NotFinite { count, triangle, .. } if (count, triangle) == (touching, first))
    );
    refused(&write(&folder, "nan.obj", obj(&hull)), &["nan.obj"]);
    refused(&write(&folder, "ascii.stl", ascii_stl(&hull, "solid x")), &["finite"]);
}

fn shapes() -> impl Strategy<Value = Mesh> {
    prop_oneof![
        (0.5..20.0_f32, 0.5..5.0_f32, 0.2..3.0_f32).prop_map(|(l, b, d)| speedboat(l, b, d)),
        (0.5..20.0_f32, 0.5..5.0_f32, 0.2..3.0_f32).prop_map(|(l, b, d)| cuboid(l, b, d)),
        (0.1..5.0_f32, 0..3_u32).prop_map(|(r, n)| sphere(r, n)),
    ]
}

/// The flux of a constant field through a closed surface is zero: Σ A n = 0.
fn area_vector(mesh: &Mesh) -> DVec3 {
    mesh.corners()
        .map(|corners| corners.map(|corner| corner.as_dvec3()))
        .map(|[a, b, c]| (b - a).cross(c - a) / 2.0)
        .sum()
}

proptest! {
    #[test]
    fn any_damage_to_a_closed_mesh_is_repaired_to_a_closed_outward_one(
        mesh in shapes(), lost in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        turned in prop::collection::vec(any::<prop::sample::Index>(), 0..3), inside_out in any::<bool>(),
    ) {
        let whole = mesh.volume_m3();
        let [low, high] = mesh.bounds_m();
        let size = f64::from((high - low).length());
        let mut broken = mesh;
        if inside_out {
            broken.triangles.iter_mut().for_each(|triangle| triangle.reverse());
        }
        turned.iter().for_each(|i| i.get_mut(&mut broken.triangles).reverse());
        for i in &lost {
            broken.triangles.remove(i.index(broken.triangles.len()));
        }
        let (repaired, _) = repair(broken);
        let flux = area_vector(&repaired).length() / (size * size);
        prop_assert!(flux < 1e-6, "not closed: {flux}");
        prop_assert!(repaired.volume_m3() > 0.3 * whole, "{} of {whole} m³", repaired.volume_m3());
    }

    #[test]
    fn a_sound_mesh_is_left_as_it_is(mesh in shapes()) {
        let corners: Vec<[Vec3; 3]> = mesh.corners().collect();
        let (same, repairs) = repair(weld(&corners));
        prop_assert_eq!(&repairs.notes(), &Vec::<String>::new());
        prop_assert_eq!(same.vertices.len(), mesh.vertices.len());
        prop_assert_eq!(same.corners().collect::<Vec<_>>(), corners);
    }
}

#[test]
fn the_default_repairs_have_nothing_to_say() {
    assert!(Repairs::default().notes().is_empty());
}
