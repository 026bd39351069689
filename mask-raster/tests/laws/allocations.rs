//! What is found in every step of a world takes no memory once lists are as long as they come to be.

use allocation_counter::measure;
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, Rasterizer, Section, rim};

use crate::setup::{body, meshes};

/// Bodies over several bands of rows that stand, move, come back and stand again: counted on this thread, which is the pool's only one, from the second
/// round on.
#[test]
fn bodies_that_stand_and_move_again_take_no_memory() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    let grid = Grid { nx: 90, ny: 70, cell_size_m: 0.25, origin_m: Vec2::ZERO };
    let ball = meshes::icosphere(0.6, 2);
    for samples in [1, 3, 7] {
        let mut rasterizer = Rasterizer::new(grid).unwrap().samples_per_side(samples).unwrap();
        let (mut mask, mut section) = (CellMask::new(), Section::new());
        let (mut by_samples, mut by_areas, mut edge) = (Vec::new(), Vec::new(), Vec::new());
        let mut step = |place: u16| {
            let bodies: Vec<Body<'_>> = (0..40)
                .map(|k| Body {
                    translation_m: Vec3::new(f32::from(k % 8) * 2.3 + 2.0, f32::from(k / 8) * 3.0 + 2.0, 0.0)
                        + 0.1 * f32::from(place) * Vec3::X,
                    rotation: Quat::from_rotation_z(0.2 * f32::from(place)),
                    ..body(&ball, k + 1)
                })
                .collect();
            let count = measure(|| {
                rasterizer.rasterize(&bodies, &mut mask).unwrap();
                mask.wet_section_below(|cell| 0.1 * (cell as f32).sin(), &mut by_samples);
                section.find(&grid, &bodies, 0.0).unwrap();
                section.collect(&mut by_areas);
                rim(&grid, &by_samples, &mut edge);
            });
            assert!(by_samples.len() > 500 && by_areas.len() > 500 && edge.len() > 200, "{}", edge.len());
            count.count_total
        };
        let mut round = || [0, 0, 0, 1, 2, 2, 2, 1, 0].map(|place| pool.install(|| step(place)));
        let first = round();
        let later = [round(), round()];
        assert!(first[0] > 0 && later == [[0; 9]; 2], "{samples} samples a side: {first:?}, {later:?}");
    }
}
