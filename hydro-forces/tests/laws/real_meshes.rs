//! Meshes as they are found in the world. They are no part of the project: `ESTELA_MESHES` names a
//! folder that holds `safety_boat.stl` (shiplab/vesseljs), `wam_v_base.stl` and `wam_v_base_812.stl`
//! (osrf/vrx).

use std::path::Path;

use glam::{DQuat, DVec2, DVec3, Vec3};
use hydro_forces::{Hull, equilibrium::float_pose, submerged};

use crate::meshes::Mesh;

/// A binary STL file: 80 bytes, the number of triangles, and for each a normal, three corners and two
/// more bytes.
fn read(name: &str, scale: f32) -> Mesh {
    let folder = std::env::var("ESTELA_MESHES").expect("ESTELA_MESHES names the folder of the meshes");
    let bytes = std::fs::read(Path::new(&folder).join(name)).unwrap();
    let number = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap());
    let corner = |at: usize| Vec3::new(number(at), number(at + 4), number(at + 8)) * scale;
    let vertices = (0..3 * count as usize).map(|k| corner(84 + 50 * (k / 3) + 12 + 12 * (k % 3))).collect();
    Mesh { vertices, triangles: (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect() }
}

/// The volume under z = `level` from sections: areas by Green's theorem along the lines where a plane
/// cuts the triangles, integrated between the heights of the vertices, where they are quadratic in z,
/// by Gauss' rule of two points. Shares nothing with the clipping of the crate.
fn volume_by_sections(triangles: &[[DVec3; 3]], level: f64) -> f64 {
    let section = |z: f64| {
        let mut twice = 0.0;
        for t in triangles {
            let crossing = |from: DVec3, to: DVec3| {
                ((from.z > z) != (to.z > z)).then(|| from.lerp(to, (z - from.z) / (to.z - from.z)).truncate())
            };
            let ends: Vec<DVec2> =
                [(0, 1), (1, 2), (2, 0)].iter().filter_map(|&(a, b)| crossing(t[a], t[b])).collect();
            if let [a, b] = ends[..] {
                let outward = (t[1] - t[0]).cross(t[2] - t[0]).truncate();
                // Counter-clockwise: outward lies to the right.
                let turn = if (b - a).perp_dot(outward) < 0.0 { 1.0 } else { -1.0 };
                twice += turn * a.perp_dot(b);
            }
        }
        twice / 2.0
    };
    let mut heights: Vec<f64> = triangles.iter().flatten().map(|p| p.z).filter(|z| *z < level).collect();
    heights.push(level);
    heights.sort_by(f64::total_cmp);
    heights
        .windows(2)
        .map(|z| {
            let (middle, half) = ((z[0] + z[1]) / 2.0, (z[1] - z[0]) / 2.0);
            let reach = half / 3f64.sqrt();
            if half > 1e-9 { half * (section(middle - reach) + section(middle + reach)) } else { 0.0 }
        })
        .sum()
}

#[test]
#[ignore = "needs ESTELA_MESHES, a folder with safety_boat.stl"]
fn the_volumes_of_the_safety_boat_are_those_of_its_sections() {
    let boat = read("safety_boat.stl", 1e-3);
    let hull = boat.hull();
    assert!(hull.diagnosis().closed && !hull.diagnosis().inverted, "{:?}", hull.diagnosis());
    for heel in [0.0, 20f64.to_radians()] {
        let rotation = DQuat::from_rotation_x(heel);
        let turned: Vec<_> = boat.world(&hydro_forces::Motion::at_rest(rotation, DVec3::ZERO));
        let lowest = turned.iter().flatten().map(|p| p.z).fold(f64::INFINITY, f64::min);
        for draft in [0.2, 0.4, 0.6] {
            let ours = submerged(&hull, rotation, lowest + draft).unwrap().volume_m3;
            let sections = volume_by_sections(&turned, lowest + draft);
            println!(
                "heel {:.0}°, draft {draft} m: {ours:.6} m³, by sections {sections:.6} m³",
                heel.to_degrees()
            );
            assert!((ours / sections - 1.0).abs() < 1e-4, "{ours} {sections}");
        }
    }
}

/// The holes of both lie above the water or in parts that displace next to nothing: as
/// [`float_waterline`](hydro_forces::equilibrium::float_waterline) says, the lowest level that displaces the
/// volume is the one, and holes that stay dry do no harm.
#[test]
#[ignore = "needs ESTELA_MESHES, a folder with wam_v_base.stl and wam_v_base_812.stl"]
fn a_catamaran_of_loose_parts_floats_alike_fine_and_coarse() {
    let poses = [("wam_v_base.stl", 47), ("wam_v_base_812.stl", 7)].map(|(name, parts)| {
        let hull: Hull = read(name, 1.0).hull();
        let d = hull.diagnosis();
        println!("{name}: {d:?}");
        assert_eq!((d.closed, d.parts), (false, parts));
        let pose = float_pose(&hull, DVec3::new(0.0, 0.0, 0.3), 0.18, 0.0).unwrap();
        println!("{pose:?}");
        pose
    });
    for pose in poses {
        assert!(pose.heel_deg.abs() < 1e-3 && pose.trim_deg.abs() < 1.0, "{pose:?}");
    }
    assert!((poses[0].draft_m - poses[1].draft_m).abs() < 0.02, "{poses:?}");
}
