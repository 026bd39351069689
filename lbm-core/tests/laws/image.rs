//! Beds from greyscale images: the same as those from ESRI ASCII grids of the same heights.

use std::path::Path;

use image::{DynamicImage, ImageBuffer, Luma};
use lbm_core::{Error, Georeference, GreyScale, HeightMap, Lattice, Units};
use proptest::prelude::*;

const PLACE: Georeference = Georeference { corner_m: [400.0, -30.0], cell_size_m: 2.5 };
const GREY: GreyScale = GreyScale { black_m: -1.5, white_m: 2.0 };

fn read(image: DynamicImage) -> Result<HeightMap, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bed.png");
    image.save(&path).unwrap();
    HeightMap::read_png(&path, GREY, PLACE)
}

fn grey_16(columns: usize, greys: &[u16]) -> DynamicImage {
    let [width, height] = [columns, greys.len() / columns].map(|n| n as u32);
    ImageBuffer::<Luma<u16>, _>::from_raw(width, height, greys.to_vec()).unwrap().into()
}

fn grey_8(columns: usize, greys: &[u8]) -> DynamicImage {
    let [width, height] = [columns, greys.len() / columns].map(|n| n as u32);
    ImageBuffer::<Luma<u8>, _>::from_raw(width, height, greys.to_vec()).unwrap().into()
}

/// Depths of still water over a map's bed, on a grid finer than the map.
fn depths(map: &HeightMap) -> Vec<f32> {
    let units = Units::from_gravity_number(1.0, 3.0, 0.15, 9.81).unwrap();
    let [x0, y0] = map.corner_m();
    let bed = |x, y| map.height_m(x0 + x, y0 + y).unwrap_or(-2.0);
    let lattice = Lattice::builder(12, 9, units).rest_depth_m(3.0).bed_m(bed).build().unwrap();
    (0..12 * 9).map(|k| lattice.rest_depth(lattice.layout().site(k % 12, k / 12))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn an_image_and_an_asc_file_of_the_same_heights_give_the_same_bed(
        columns in 1usize..8, rows in 1usize..8, greys in prop::collection::vec(any::<u16>(), 49), deep in any::<bool>(),
    ) {
        let greys = &greys[..columns * rows];
        let (image, most) = if deep {
            (grey_16(columns, greys), 65_535.0)
        } else {
            let greys: Vec<u8> = greys.iter().map(|&grey| grey as u8).collect();
            (grey_8(columns, &greys), 255.0)
        };
        let height = |grey: u16| {
            let grey = if deep { grey } else { grey & 255 };
            -1.5 + 3.5 * (f64::from(grey) / most)
        };
        let mut text = format!("ncols {columns}\nnrows {rows}\nxllcorner 400\nyllcorner -30\ncellsize 2.5\n");
        for row in greys.chunks_exact(columns) {
            let line: Vec<String> = row.iter().map(|&grey| height(grey).to_string()).collect();
            text += &(line.join(" ") + "\n");
        }
        let (image, file) = (read(image).unwrap(), HeightMap::parse_asc(&text).unwrap());
        prop_assert_eq!(&image, &file);
        prop_assert_eq!(depths(&image), depths(&file));
    }

    #[test]
    fn one_grey_is_a_flat_bed(grey in any::<u16>(), columns in 1usize..9, rows in 1usize..9, s in 0.0f64..1.0, t in 0.0f64..1.0) {
        let map = read(grey_16(columns, &vec![grey; columns * rows])).unwrap();
        let height = map.height_m(400.0 + s * 2.5 * columns as f64, -30.0 + t * 2.5 * rows as f64).unwrap();
        prop_assert!((height - (-1.5 + 3.5 * f64::from(grey) / 65_535.0)).abs() < 1e-12);
    }

    /// Greys on a plane are heights on a plane anywhere between the outermost centres, the first row in the north.
    #[test]
    fn a_plane_is_resampled_to_itself(
        east in -300i32..300, north in -300i32..300, columns in 2usize..9, rows in 2usize..9, s in 0.0f64..1.0, t in 0.0f64..1.0,
    ) {
        let grey = |i: f64, j: f64| 30_000.0 + f64::from(east) * i + f64::from(north) * j;
        let cells = (0..rows).rev().flat_map(|j| (0..columns).map(move |i| [i, j].map(|k| k as f64)));
        let greys: Vec<u16> = cells.map(|[i, j]| grey(i, j) as u16).collect();
        let map = read(grey_16(columns, &greys)).unwrap();
        let [i, j] = [s * (columns - 1) as f64, t * (rows - 1) as f64];
        let height = map.height_m(400.0 + (i + 0.5) * 2.5, -30.0 + (j + 0.5) * 2.5).unwrap();
        prop_assert!((height - (-1.5 + 3.5 * grey(i, j) / 65_535.0)).abs() < 1e-9);
    }
}

#[test]
fn black_and_white_are_the_heights_they_are_said_to_be() {
    for map in [grey_8(2, &[0, 255]), grey_16(2, &[0, 65_535])].map(|image| read(image).unwrap()) {
        assert_eq!([map.cell_m(0, 0), map.cell_m(1, 0)], [Some(-1.5), Some(2.0)]);
    }
}

#[test]
fn what_is_no_greyscale_image_is_refused() {
    for (image, pixels) in [
        (DynamicImage::new_rgb8(3, 2), "Rgb8"),
        (DynamicImage::new_luma_a8(3, 2), "La8"),
        (DynamicImage::new_rgba16(3, 2), "Rgba16"),
    ] {
        let message = read(image).unwrap_err().to_string();
        let end =
            format!("bed.png: its pixels are {pixels}: must be grey of 8 or 16 bits, without transparency");
        assert!(message.ends_with(&end), "{message}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bed.png");
    let refused = |path: &Path, grey| HeightMap::read_png(path, grey, PLACE).unwrap_err();
    assert!(matches!(refused(&path, GREY), Error::File { .. }));
    std::fs::write(&path, "no image").unwrap();
    assert!(matches!(refused(&path, GREY), Error::File { .. }));
    let endless = GreyScale { white_m: f64::INFINITY, ..GREY };
    assert_eq!(
        refused(&path, endless).to_string(),
        "height of white [m] is not finite: must be a finite number"
    );
}
