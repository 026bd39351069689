//! Bodies that stand still are not drawn again, and the mask has the same bits.

use crate::setup::{bits, body, meshes, rasterize, rotation};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, Rasterizer};
use proptest::prelude::*;

// Wide enough for several blocks of columns, high enough for several bands of rows.
const GRID: Grid = Grid { nx: 83, ny: 41, cell_size_m: 0.5, origin_m: Vec2::new(-3.0, 2.0) };

#[derive(Debug, Clone)]
struct Floater {
    mesh: meshes::Mesh,
    rotation: Quat,
    translation_m: Vec3,
    label: u16,
}

fn floater() -> impl Strategy<Value = Floater> {
    let place = [-10_i32..100, 0_i32..60, -2_i32..2].prop_map(|c| Vec3::from(c.map(|c| c as f32 / 2.0)));
    // Few sizes and places, so that bodies share faces and bottoms.
    let turn = prop_oneof![Just(Quat::IDENTITY), rotation()];
    (1_u8..6, turn, place, 1_u16..5).prop_map(|(size, rotation, translation_m, label)| Floater {
        mesh: meshes::cuboid(Vec3::new(f32::from(size), 3.0, 2.0)),
        rotation,
        translation_m,
        label,
    })
}

#[derive(Debug, Clone)]
enum Change {
    Nothing,
    Move(usize, Vec3),
    Turn(usize, Quat),
    Relabel(usize, u16),
    /// Moves a vertex of the mesh.
    Dent(usize, usize),
    Remove(usize),
    Insert(usize, Floater),
    Swap(usize, usize),
    /// Uses another mask from here on.
    OtherMask,
}

fn change() -> impl Strategy<Value = Change> {
    let step = [-3_i32..4, -3_i32..4, -1_i32..2].prop_map(|c| Vec3::from(c.map(|c| c as f32 / 4.0)));
    prop_oneof![
        1 => Just(Change::Nothing),
        4 => (any::<usize>(), step).prop_map(|(k, step)| Change::Move(k, step)),
        1 => (any::<usize>(), rotation()).prop_map(|(k, turn)| Change::Turn(k, turn)),
        1 => (any::<usize>(), 1_u16..5).prop_map(|(k, label)| Change::Relabel(k, label)),
        1 => (any::<usize>(), 0_usize..8).prop_map(|(k, vertex)| Change::Dent(k, vertex)),
        1 => any::<usize>().prop_map(Change::Remove),
        1 => (any::<usize>(), floater()).prop_map(|(k, floater)| Change::Insert(k, floater)),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(k, l)| Change::Swap(k, l)),
        1 => Just(Change::OtherMask),
    ]
}

fn apply(change: Change, floaters: &mut Vec<Floater>, masks: &mut [CellMask; 2]) {
    let count = floaters.len();
    match change {
        Change::Insert(k, floater) => floaters.insert(k % (count + 1), floater),
        Change::OtherMask => masks.swap(0, 1),
        _ if count == 0 => {}
        Change::Nothing => {}
        Change::Move(k, step) => floaters[k % count].translation_m += step,
        Change::Turn(k, turn) => floaters[k % count].rotation = turn,
        Change::Relabel(k, label) => floaters[k % count].label = label,
        Change::Dent(k, vertex) => floaters[k % count].mesh.vertices[vertex] *= 1.5,
        Change::Remove(k) => drop(floaters.remove(k % count)),
        Change::Swap(k, l) => floaters.swap(k % count, l % count),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_mask_kept_from_step_to_step_has_the_bits_of_a_fresh_one(
        mut floaters in prop::collection::vec(floater(), 0..7),
        changes in prop::collection::vec(change(), 1..12),
        fine in any::<bool>(),
    ) {
        let n = if fine { 3 } else { 1 };
        let mut rasterizer = Rasterizer::new(GRID).unwrap().samples_per_side(n).unwrap();
        let mut masks = [CellMask::new(), CellMask::new()];
        for change in changes {
            apply(change, &mut floaters, &mut masks);
            // Twice, so that all bodies have stood still and their meshes are copied.
            for _ in 0..2 {
                let bodies: Vec<Body<'_>> = floaters
                    .iter()
                    .map(|f| Body { rotation: f.rotation, translation_m: f.translation_m, ..body(&f.mesh, f.label) })
                    .collect();
                let report = rasterizer.rasterize(&bodies, &mut masks[0]).unwrap();
                let mut mask = CellMask::new();
                let fresh = Rasterizer::new(GRID).unwrap().samples_per_side(n).unwrap().rasterize(&bodies, &mut mask);
                prop_assert_eq!(Ok(report), fresh);
                prop_assert_eq!(bits(&masks[0]), bits(&mask));
                prop_assert_eq!(masks[0].boxes(), mask.boxes());
                let (mut kept, mut made) = (Vec::new(), Vec::new());
                masks[0].wet_section(|label| 0.1 * f32::from(label), &mut kept);
                mask.wet_section(|label| 0.1 * f32::from(label), &mut made);
                prop_assert_eq!(kept, made);
            }
        }
    }
}

#[test]
fn a_refused_body_does_not_spoil_the_next_call() {
    let hull = meshes::cuboid(Vec3::splat(5.0));
    let at = |x: f32, label| Body { translation_m: Vec3::new(x, 10.0, 0.0), ..body(&hull, label) };
    let mut rasterizer = Rasterizer::new(GRID).unwrap();
    let mut mask = CellMask::new();
    rasterizer.rasterize(&[at(5.0, 1), at(20.0, 2)], &mut mask).unwrap();
    let bad = Body { triangles: &[[0, 1, 9]], ..at(8.0, 2) };
    rasterizer.rasterize(&[at(5.0, 1), bad], &mut mask).unwrap_err();
    assert!(mask.labels().iter().all(|&label| label == 0));
    rasterizer.rasterize(&[at(5.0, 1), at(20.0, 2)], &mut mask).unwrap();
    assert_eq!(bits(&mask), bits(&rasterize(GRID, 1, &[at(5.0, 1), at(20.0, 2)])));
}
