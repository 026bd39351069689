//! Solids from triangle meshes, whose outlines cross links at any distance.

use glam::{Quat, Vec2, Vec3};
use lbm_boundary::{Boundary, Mask, Motion, Side, SideKind, Slip, Wall, WallDistance};
use lbm_core::{Lattice, Units};
use mask_raster::{Body, CellMask, Grid, Outlines, Rasterizer};

const N: usize = 48;
const CELL_M: f64 = 0.25;
const CENTER_M: [f64; 2] = [6.03, 5.91];
const RADIUS_M: f64 = 1.77;

/// A disc of 720 corners as a fan of triangles.
fn disc() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let corner = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / 720.0;
        Vec3::new(angle.cos() as f32, angle.sin() as f32, 0.0) * RADIUS_M as f32
    };
    let vertices = std::iter::once(Vec3::ZERO).chain((0..720).map(corner)).collect();
    (vertices, (0..720).map(|k| [0, 1 + k, 1 + (k + 1) % 720]).collect())
}

/// Link distance to the exact circle.
fn circle(_: u16, water: [f64; 2], solid: [f64; 2]) -> f64 {
    let at = |s: f64| {
        let [x, y] = [0, 1].map(|k| water[k] + s * (solid[k] - water[k]) - CENTER_M[k]);
        x.hypot(y)
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if at(middle) < RADIUS_M { high = middle } else { low = middle }
    }
    low
}

/// Force and torque on a disc that rotates in a stream, after 400 steps, in lattice units.
fn load(wall: Wall, labels: &[u16], distance: Option<WallDistance<'_>>) -> [f64; 3] {
    let units = Units::from_gravity_number(CELL_M, 4.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(N, N, units).rest_depth_m(4.0).build().unwrap();
    let mut boundary = Boundary::builder()
        .side(Side::West, SideKind::Inflow { velocity_m_s: 1.0, level_m: None })
        .side(Side::East, SideKind::Level { level_m: 4.0 })
        .solids(labels)
        .solid_wall(wall)
        .build(&lattice)
        .unwrap();
    let motion = Motion { center_m: CENTER_M, angvel_rad_s: 0.4, ..Motion::default() };
    for _ in 0..400 {
        let mask = Mask { distance, ..Mask::new(labels) };
        boundary.move_solids(&mut lattice, &mask, &[(1, motion)]).unwrap();
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    let load = boundary.ledger().load(1);
    [load.force[0], load.force[1], load.torque]
}

#[test]
fn a_disc_of_triangles_is_a_disc() {
    let (vertices, triangles) = disc();
    let body = Body {
        vertices: &vertices,
        triangles: &triangles,
        rotation: Quat::from_rotation_z(0.3),
        translation_m: Vec3::new(CENTER_M[0] as f32, CENTER_M[1] as f32, 0.0),
        label: 1,
    };
    let grid = Grid { nx: N, ny: N, cell_size_m: CELL_M as f32, origin_m: Vec2::ZERO };
    let mut mask = CellMask::new();
    Rasterizer::new(grid).unwrap().rasterize(&[body], &mut mask).unwrap();
    let mut outlines = Outlines::new(grid).unwrap();
    outlines.trace(&[body]).unwrap();
    let traced =
        |label: u16, water: [f64; 2], solid: [f64; 2]| outlines.link_distance(label, water, solid).unwrap();

    for wall in [Wall::Interpolated(Slip::NoSlip), Wall::Extrapolated] {
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| load(wall, mask.labels(), Some(&traced)))
        });
        assert_eq!(one, three, "{wall:?}: by one thread and by three");
        let [mesh, exact, half_way] = [Some(&traced as _), Some(&circle as _), None]
            .map(|distance| load(wall, mask.labels(), distance));
        for k in 0..3 {
            // The mesh deviates from the circle by 1/256 of a cell; half-way walls by up to half a link.
            let [off, staircase] = [mesh, half_way].map(|load| (load[k] - exact[k]).abs());
            assert!(
                off < 0.1 * staircase,
                "{wall:?}, part {k} of the load: mesh {mesh:?}, circle {exact:?}, half-way {half_way:?}"
            );
        }
    }
}
