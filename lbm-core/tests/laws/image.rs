//! Beds from grayscale images: the same as those from ESRI ASCII grids of the same heights.

use std::path::Path;

use image::{DynamicImage, ImageBuffer, Luma};
use lbm_core::{Error, Georeference, GrayScale, HeightMap, Lattice, Units};
use proptest::prelude::*;

const PLACE: Georeference = Georeference { corner_m: [400.0, -30.0], cell_size_m: 2.5 };
const GRAY: GrayScale = GrayScale { black_m: -1.5, white_m: 2.0 };

fn read(image: DynamicImage) -> Result<HeightMap, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bed.png");
    image.save(&path).unwrap();
    HeightMap::read_png(&path, GRAY, PLACE)
}

fn gray_16(columns: usize, grays: &[u16]) -> DynamicImage {
    let [width, height] = [columns, grays.len() / columns].map(|n| n as u32);
    ImageBuffer::<Luma<u16>, _>::from_raw(width, height, grays.to_vec()).unwrap().into()
}

fn gray_8(columns: usize, grays: &[u8]) -> DynamicImage {
    let [width, height] = [columns, grays.len() / columns].map(|n| n as u32);
    ImageBuffer::<Luma<u8>, _>::from_raw(width, height, grays.to_vec()).unwrap().into()
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
        columns in 1usize..8, rows in 1usize..8, grays in prop::collection::vec(any::<u16>(), 49), deep in any::<bool>(),
    ) {
        let grays = &grays[..columns * rows];
        let (image, most) = if deep {
            (gray_16(columns, grays), 65_535.0)
        } else {
            let grays: Vec<u8> = grays.iter().map(|&gray| gray as u8).collect();
            (gray_8(columns, &grays), 255.0)
        };
        let height = |gray: u16| {
            let gray = if deep { gray } else { gray & 255 };
            -1.5 + 3.5 * (f64::from(gray) / most)
        };
        let mut text = format!("ncols {columns}\nnrows {rows}\nxllcorner 400\nyllcorner -30\ncellsize 2.5\n");
        for row in grays.chunks_exact(columns) {
            let line: Vec<String> = row.iter().map(|&gray| height(gray).to_string()).collect();
            text += &(line.join(" ") + "\n");
        }
        let (image, file) = (read(image).unwrap(), HeightMap::parse_asc(&text).unwrap());
        prop_assert_eq!(&image, &file);
        prop_assert_eq!(depths(&image), depths(&file));
    }

    #[test]
    fn one_gray_is_a_flat_bed(gray in any::<u16>(), columns in 1usize..9, rows in 1usize..9, s in 0.0f64..1.0, t in 0.0f64..1.0) {
        let map = read(gray_16(columns, &vec![gray; columns * rows])).unwrap();
        let height = map.height_m(400.0 + s * 2.5 * columns as f64, -30.0 + t * 2.5 * rows as f64).unwrap();
        prop_assert!((height - (-1.5 + 3.5 * f64::from(gray) / 65_535.0)).abs() < 1e-12);
    }

    /// Grays that are linear in position give linear heights everywhere between the outermost centers, the first row in the
    /// north.
    #[test]
    fn a_plane_is_resampled_to_itself(
        east in -300i32..300, north in -300i32..300, columns in 2usize..9, rows in 2usize..9, s in 0.0f64..1.0, t in 0.0f64..1.0,
    ) {
        let gray = |i: f64, j: f64| 30_000.0 + f64::from(east) * i + f64::from(north) * j;
        let cells = (0..rows).rev().flat_map(|j| (0..columns).map(move |i| [i, j].map(|k| k as f64)));
        let grays: Vec<u16> = cells.map(|[i, j]| gray(i, j) as u16).collect();
        let map = read(gray_16(columns, &grays)).unwrap();
        let [i, j] = [s * (columns - 1) as f64, t * (rows - 1) as f64];
        let height = map.height_m(400.0 + (i + 0.5) * 2.5, -30.0 + (j + 0.5) * 2.5).unwrap();
        prop_assert!((height - (-1.5 + 3.5 * gray(i, j) / 65_535.0)).abs() < 1e-9);
    }
}

#[test]
fn black_and_white_are_the_heights_they_are_said_to_be() {
    for map in [gray_8(2, &[0, 255]), gray_16(2, &[0, 65_535])].map(|image| read(image).unwrap()) {
        assert_eq!([map.cell_m(0, 0), map.cell_m(1, 0)], [Some(-1.5), Some(2.0)]);
    }
}

#[test]
fn what_is_no_grayscale_image_is_refused() {
    for (image, pixels) in [
        (DynamicImage::new_rgb8(3, 2), "Rgb8"),
        (DynamicImage::new_luma_a8(3, 2), "La8"),
        (DynamicImage::new_rgba16(3, 2), "Rgba16"),
    ] {
        let message = read(image).unwrap_err().to_string();
        let end =
            format!("bed.png: its pixels are {pixels}: must be gray of 8 or 16 bits, without transparency");
        assert!(message.ends_with(&end), "{message}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bed.png");
    let refused = |path: &Path, gray| HeightMap::read_png(path, gray, PLACE).unwrap_err();
    assert!(matches!(refused(&path, GRAY), Error::File { .. }));
    std::fs::write(&path, "no image").unwrap();
    assert!(matches!(refused(&path, GRAY), Error::File { .. }));
    let endless = GrayScale { white_m: f64::INFINITY, ..GRAY };
    assert_eq!(
        refused(&path, endless).to_string(),
        "height of white [m] is not finite: must be a finite number"
    );
}
