//! Draft and righting levers GZ of a box of 8 × 4 × 2 m and half the density of the water, its centre
//! of mass in the middle: 1 m, and 0.1483 m at 10°, 0.3152 m at 20°.

use glam::{DQuat, Vec3};
use hydro_forces::equilibrium::float_level;
use hydro_forces::{Error, Hull, submerged};

fn main() -> Result<(), Error> {
    let half = Vec3::new(4.0, 2.0, 1.0);
    let corner = |i: u32| [i & 1, i >> 1 & 1, i >> 2].map(|bit| 2.0 * bit as f32 - 1.0);
    let vertices: Vec<Vec3> = (0..8).map(|i| Vec3::from_array(corner(i)) * half).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let hull = Hull::new(&vertices, &triangles)?;
    let volume_m3 = hull.volume_m3() / 2.0;

    let level_m = float_level(&hull, DQuat::IDENTITY, volume_m3)?;
    println!("draft {:.4} m", level_m + f64::from(half.z));
    for heel_deg in [5.0_f64, 10.0, 20.0, 30.0] {
        let rotation = DQuat::from_rotation_x(heel_deg.to_radians());
        let level_m = float_level(&hull, rotation, volume_m3)?;
        if let Some(centre) = submerged(&hull, rotation, level_m)?.centre_of_buoyancy_m {
            println!("GZ({heel_deg:2.0}°) {:.4} m", -centre.y);
        }
    }
    Ok(())
}
