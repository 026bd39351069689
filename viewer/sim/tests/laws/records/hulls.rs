//! Hulls for ParaView lie where the bodies are.

use glam::{DVec3, Vec3};

use super::{pool, read_pvd, read_vtk, recorder};
use crate::setup::shipped;

#[test]
fn hulls_are_those_of_the_world_in_its_pose() {
    let folder = tempfile::tempdir().unwrap();
    let mut world = shipped("sailboat-stable", &["view.hull=paint"]);
    (0..40).for_each(|_| drop(world.step()));
    recorder(folder.path(), Some(1e9)).record(&world).unwrap();
    let listed = read_pvd(&folder.path().join("bodies.pvd"));
    assert_eq!(listed, [(world.time_s(), "bodies/0000.vtp".into())]);
    let hulls = read_vtk(&folder.path().join("bodies/0000.vtp"));
    let points: Vec<Vec3> =
        hulls.floats("points_m").as_chunks().0.iter().map(|p| Vec3::from_array(*p)).collect();
    let corners = hulls.integers("connectivity");
    let triangles = world.triangles();
    assert_eq!(hulls.attributes["NumberOfPoints"], points.len().to_string());
    assert_eq!(hulls.attributes["NumberOfPolys"], triangles.to_string());
    assert_eq!(hulls.integers("offsets"), (1..=triangles as i32).map(|k| 3 * k).collect::<Vec<_>>());
    assert_eq!(hulls.labels().len(), triangles);
    assert!(!hulls.arrays.contains_key("pressure_pa"), "a pressure that nothing computes");
    // The volume under the surfaces is that of the meshes, and what is lowest is as deep as the draft.
    let body = world.bodies().next().unwrap();
    let lowest = points.iter().map(|p| p.z).fold(f32::INFINITY, f32::min);
    let [i, j] = [body.position_m.x, body.position_m.y].map(|x| (x / world.cell_size_m()) as usize);
    let mut levels_m = Vec::new();
    world.write_levels(&mut levels_m);
    let level_m = f64::from(levels_m[j * world.cells()[0] + i]);
    assert!(body.heel_deg.abs() > 0.1, "the boat is upright: nothing is turned");
    assert!((level_m - f64::from(lowest) - body.draft_m).abs() < 0.05, "{lowest} {}", body.draft_m);
    let at = |corner: i32| points[corner as usize].as_dvec3() - body.position_m;
    let volume: f64 =
        corners.chunks_exact(3).map(|t| at(t[0]).dot(at(t[1]).cross(at(t[2])))).sum::<f64>() / 6.0;
    let mesh = world.surfaces().next().unwrap();
    let flat = |corner: u32| mesh.vertices[corner as usize].as_dvec3();
    let wanted: f64 =
        mesh.triangles.iter().map(|t| flat(t[0]).dot(flat(t[1]).cross(flat(t[2])))).sum::<f64>() / 6.0;
    assert!((volume - wanted).abs() < 1e-4 * wanted, "{volume} is not {wanted}");
}

#[test]
fn pressures_push_the_hull_as_its_water_does() {
    let folder = tempfile::tempdir().unwrap();
    let world = shipped("weight-distribution", &["view.hull=pressure"]);
    recorder(folder.path(), Some(1.0)).record(&world).unwrap();
    let hulls = read_vtk(&folder.path().join("bodies/0000.vtp"));
    let points: Vec<DVec3> =
        hulls.floats("points_m").as_chunks().0.iter().map(|p| Vec3::from_array(*p).as_dvec3()).collect();
    let (pressure, labels) = (hulls.floats("pressure_pa"), hulls.labels());
    let mut up_n = vec![0.0; world.bodies().len()];
    for (k, corners) in hulls.integers("connectivity").chunks_exact(3).enumerate() {
        let [a, b, c] = [0, 1, 2].map(|n| points[corners[n] as usize]);
        if !pressure[k].is_nan() {
            up_n[usize::from(labels[k]) - 1] -= f64::from(pressure[k]) * (b - a).cross(c - a).z / 2.0;
        }
    }
    for (up_n, body) in up_n.into_iter().zip(world.bodies()) {
        // Triangles that the surface cuts are wet in part only.
        let buoyancy_n = 1000.0 * 9.81 * body.submerged_volume_m3;
        assert!((up_n / buoyancy_n - 1.0).abs() < 0.1, "{}: {up_n} N, {buoyancy_n} N of buoyancy", body.name);
    }
}

#[test]
fn without_bodies_there_are_no_hulls() {
    let folder = tempfile::tempdir().unwrap();
    let world = shipped("dam-break-full", &["grid.cells=[200, 3]", "gauge=[]"]);
    recorder(folder.path(), Some(1.0)).record(&world).unwrap();
    assert!(folder.path().join("fields.pvd").exists() && !folder.path().join("bodies.pvd").exists());
    recorder(folder.path(), Some(1.0)).record(&pool()).unwrap();
    assert!(folder.path().join("bodies.pvd").exists());
}
