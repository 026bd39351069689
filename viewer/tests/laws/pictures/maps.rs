//! Maps of bodies in water, from plain data.

use glam::Vec2;
use viewer::render::Picture;
use viewer::render::maps::{Map, draw};
use viewer::scene::{Maps, RimCell, WaterSheet, WetCell};

const NX: usize = 40;
const NY: usize = 30;

/// Water that stands high in the north-east, and a body of 5 × 4 cells.
fn maps() -> Maps {
    let level = |cell: usize| if cell % NX >= NX / 2 && cell / NX >= NY / 2 { 2.5 } else { 1.5 };
    let level_m = (0..NX * NY).map(level).collect();
    let water =
        WaterSheet { nx: NX, ny: NY, cell_size_m: 0.5, level_m, still_level_m: 2.0, ..Default::default() };
    let cells = (10..15).flat_map(|i| (8..12).map(move |j| (j * NX + i) as u32));
    let mut bottom_m = vec![f32::INFINITY; NX * NY];
    cells.clone().for_each(|cell| bottom_m[cell as usize] = 1.25);
    let wet = |cell| WetCell { cell, thickness_m: 0.8, velocity_m_s: Vec2::new(3.0, 4.0) };
    let north = (10..15).map(|i| RimCell { cell: 11 * NX as u32 + i, normal: Vec2::Y });
    Maps {
        time_s: 1.0,
        title: "A block".into(),
        water,
        bottom_m,
        wet: cells.map(wet).collect(),
        rim: north.collect(),
        forces_n: Vec::new(),
    }
}

fn map(maps: &Maps, name: &str) -> Map {
    draw(maps).into_iter().find(|map| map.name == name).unwrap()
}

/// Number and mean place of the pixels that `is` picks.
fn pixels(picture: &Picture, is: impl Fn([u8; 3]) -> bool) -> (usize, Vec2) {
    let places: Vec<Vec2> = picture
        .enumerate()
        .filter(|(.., pixel)| is([pixel[0], pixel[1], pixel[2]]))
        .map(|(x, y, _)| Vec2::new(x as f32, y as f32))
        .collect();
    (places.len(), places.iter().sum::<Vec2>() / places.len().max(1) as f32)
}

fn is_red([r, g, b]: [u8; 3]) -> bool {
    r > 150 && g < 60 && b < 80
}

fn is_blue([r, g, b]: [u8; 3]) -> bool {
    r < 70 && g < 90 && b > 170
}

/// Rows of the picture's ink among the cells, left of the legend and under the title.
fn ink(picture: &Picture) -> Vec<Vec2> {
    let inside = |x: u32, y: u32| (14..860).contains(&x) && (95..650).contains(&y);
    let dark = |p: &[u8; 4]| p[..3] == [24, 38, 54];
    picture
        .enumerate()
        .filter(|(x, y, pixel)| inside(*x, *y) && dark(pixel))
        .map(|(x, y, _)| Vec2::new(x as f32, y as f32))
        .collect()
}

#[test]
fn tables_say_the_values_that_are_shown() {
    let values = draw(&maps()).map(|map| (map.name, map.least, map.greatest, map.unit));
    assert_eq!(
        values,
        [
            ("water-depth", 1.5, 2.5, "m"),
            ("object-depth", 0.75, 0.75, "m"),
            ("wet-section", 0.8, 0.8, "m"),
            ("normals", 1.0, 1.0, "1"),
            ("velocities", 5.0, 5.0, "m/s"),
            ("forces", 0.0, 0.0, "N"),
        ]
    );
}

#[test]
fn east_is_right_and_north_is_up() {
    let picture = map(&maps(), "water-depth").picture;
    let ((high, at_high), (low, at_low)) = (pixels(&picture, is_red), pixels(&picture, is_blue));
    assert!(at_high.x > at_low.x && at_high.y < at_low.y, "{at_high} {at_low}");
    let quarters = low as f32 / high as f32;
    assert!((quarters - 3.0).abs() < 0.2, "{quarters} times as many cells are low as are high");
}

/// Water at a level over a bed that rises from the west to 0.4 m above it: the depth is that of the column, and none on land.
#[test]
fn water_is_as_deep_as_its_bed_lies_below_it() {
    let mut maps = maps();
    maps.water.level_m.fill(2.0);
    maps.water.bed_m = (0..NX * NY).map(|cell| 2.4 * (cell % NX) as f32 / (NX - 1) as f32).collect();
    let map = map(&maps, "water-depth");
    assert_eq!([map.least, map.greatest], [0.0, 2.0]);
    let ((deep, at_deep), (shallow, at_shallow)) =
        (pixels(&map.picture, is_red), pixels(&map.picture, is_blue));
    assert!(
        deep > 0 && shallow > 0 && at_deep.x < at_shallow.x,
        "{deep} at {at_deep}, {shallow} at {at_shallow}"
    );
}

#[test]
fn the_rim_is_drawn_on_its_cells_at_the_body_s_north() {
    let picture = map(&maps(), "wet-section").picture;
    let (border, at_border) = pixels(&picture, is_blue);
    let (_, at_body) = pixels(&picture, is_red);
    let side = (border as f32 / 5.0).sqrt();
    assert!(side > 40.0 && side.fract() == 0.0, "five whole square cells, {border} pixels");
    assert!(at_border.y < at_body.y, "{at_border} {at_body}");
}

#[test]
fn arrows_point_where_the_vectors_do() {
    let maps = maps();
    let [normals, velocities] = ["normals", "velocities"].map(|name| map(&maps, name).picture);
    let (_, rim) = pixels(&map(&maps, "wet-section").picture, is_blue);
    let drawn = ink(&normals);
    assert!(drawn.len() > 100 && drawn.iter().all(|at| at.y < rim.y + 2.0), "north of the rim's middle");
    // 3 to the right for 4 up, so the ink lies along a falling diagonal of the picture.
    let drawn = ink(&velocities);
    let middle = drawn.iter().sum::<Vec2>() / drawn.len() as f32;
    let moment: f32 = drawn.iter().map(|at| (at.x - middle.x) * (at.y - middle.y)).sum();
    assert!(drawn.len() > 100 && moment < 0.0, "{moment}");
}

#[test]
fn forces_on_one_cell_add_up() {
    let cell = 9 * NX as u32 + 12;
    let forces = |forces: &[(u32, Vec2)]| {
        let forces = map(&Maps { forces_n: forces.into(), ..maps() }, "forces");
        (forces.greatest, ink(&forces.picture).len())
    };
    assert_eq!(forces(&[(cell, Vec2::X), (cell + 1, Vec2::Y), (cell, Vec2::X)]).0, 2.0);
    assert_eq!(forces(&[(cell, Vec2::X), (cell, -Vec2::X)]), (0.0, 0));
}

#[test]
fn water_without_bodies_and_a_body_over_all_of_it_are_drawn_too() {
    let alone = Maps { bottom_m: vec![f32::INFINITY; NX * NY], wet: Vec::new(), rim: Vec::new(), ..maps() };
    assert!(draw(&alone).iter().skip(1).all(|map| map.greatest == 0.0));
    let under_all = Maps { bottom_m: vec![0.5; NX * NY], ..maps() };
    assert_eq!(map(&under_all, "object-depth").least, 1.5);
}
