//! Beds from grayscale images: the same as those from ESRI ASCII grids of the same heights.

use std::path::Path;

use lbm_core::{Error, Georeference, GrayScale, HeightMap, Lattice, Units};
use png::{BitDepth, ColorType, Encoder};
use proptest::prelude::*;

const PLACE: Georeference = Georeference { corner_m: [400.0, -30.0], cell_size_m: 2.5 };
const GRAY: GrayScale = GrayScale { black_m: -1.5, white_m: 2.0 };

/// The bytes of a PNG file.
fn png(columns: usize, rows: usize, color: ColorType, depth: BitDepth, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, columns as u32, rows as u32);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
    bytes
}

fn read(png: &[u8]) -> Result<HeightMap, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bed.png");
    std::fs::write(&path, png).unwrap();
    HeightMap::read_png(&path, GRAY, PLACE)
}

fn gray_16(columns: usize, grays: &[u16]) -> Vec<u8> {
    let bytes: Vec<u8> = grays.iter().flat_map(|gray| gray.to_be_bytes()).collect();
    png(columns, grays.len() / columns, ColorType::Grayscale, BitDepth::Sixteen, &bytes)
}

fn gray_8(columns: usize, grays: &[u8]) -> Vec<u8> {
    png(columns, grays.len() / columns, ColorType::Grayscale, BitDepth::Eight, grays)
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
        let (image, file) = (read(&image).unwrap(), HeightMap::parse_asc(&text).unwrap());
        prop_assert_eq!(&image, &file);
        prop_assert_eq!(depths(&image), depths(&file));
    }

    #[test]
    fn one_gray_is_a_flat_bed(gray in any::<u16>(), columns in 1usize..9, rows in 1usize..9, s in 0.0f64..1.0, t in 0.0f64..1.0) {
        let map = read(&gray_16(columns, &vec![gray; columns * rows])).unwrap();
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
        let map = read(&gray_16(columns, &grays)).unwrap();
        let [i, j] = [s * (columns - 1) as f64, t * (rows - 1) as f64];
        let height = map.height_m(400.0 + (i + 0.5) * 2.5, -30.0 + (j + 0.5) * 2.5).unwrap();
        prop_assert!((height - (-1.5 + 3.5 * gray(i, j) / 65_535.0)).abs() < 1e-9);
    }
}

#[test]
fn black_and_white_are_the_heights_they_are_said_to_be() {
    for map in [gray_8(2, &[0, 255]), gray_16(2, &[0, 65_535])].map(|image| read(&image).unwrap()) {
        assert_eq!([map.cell_m(0, 0), map.cell_m(1, 0)], [Some(-1.5), Some(2.0)]);
    }
}

#[test]
fn what_is_no_grayscale_image_is_refused() {
    for (color, depth, channels, pixels) in [
        (ColorType::Rgb, BitDepth::Eight, 3, "Rgb of 8 bits"),
        (ColorType::GrayscaleAlpha, BitDepth::Eight, 2, "GrayscaleAlpha of 8 bits"),
        (ColorType::Rgba, BitDepth::Sixteen, 8, "Rgba of 16 bits"),
    ] {
        let message = read(&png(3, 2, color, depth, &vec![0; 6 * channels])).unwrap_err().to_string();
        let end =
            format!("bed.png: its pixels are {pixels}: must be gray of 8 or 16 bits, without transparency");
        assert!(message.ends_with(&end), "{message}");
    }
    // A head that claims a million times a million pixels, whose checksum is right.
    let mut endless = png(1, 1, ColorType::Grayscale, BitDepth::Eight, &[0]);
    endless[16..24].copy_from_slice(&[0, 15, 66, 64, 0, 15, 66, 64]);
    let sum = crc(&endless[12..29]).to_be_bytes();
    endless[29..33].copy_from_slice(&sum);
    let message = read(&endless).unwrap_err().to_string();
    assert!(message.ends_with("take more than 512 MiB: must be fewer"), "{message}");
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

/// The checksum of a part of a PNG file.
fn crc(bytes: &[u8]) -> u32 {
    let next = |crc: u32| if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| next(crc)))
}
