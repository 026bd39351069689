//! Height maps from ESRI ASCII grids and plain numbers: positions, interpolation, and errors.

use lbm_core::{Error, Georeference, HeightMap, Lattice, Units};
use proptest::prelude::*;

/// An `.asc` file of `height(i, j)`, `j` from the south, with `NODATA_value` where there is none.
fn file(columns: usize, rows: usize, height: impl Fn(usize, usize) -> Option<f64>) -> String {
    let mut text = format!(
        "NCOLS {columns}\nnrows {rows}\nxllcorner 1000.5\nyllcorner -20\ncellsize 2.5\nNODATA_value -32768\n"
    );
    for j in (0..rows).rev() {
        let line: Vec<String> = (0..columns).map(|i| height(i, j).unwrap_or(-32768.0).to_string()).collect();
        text += &(line.join(" ") + "\r\n");
    }
    text
}

proptest! {
    #[test]
    fn a_plane_is_resampled_to_itself(
        slope in prop::array::uniform2(-3.0f64..3.0), s in 0.0f64..1.0, t in 0.0f64..1.0,
        columns in 2usize..9, rows in 2usize..9,
    ) {
        let plane = |x: f64, y: f64| 7.0 + slope[0] * (x - 1000.5) + slope[1] * (y + 20.0);
        let center = |i: usize, j: usize| plane(1000.5 + (i as f64 + 0.5) * 2.5, -20.0 + (j as f64 + 0.5) * 2.5);
        let grid = HeightMap::parse_asc(&file(columns, rows, |i, j| Some(center(i, j)))).unwrap();
        prop_assert_eq!(grid.size(), [columns, rows]);
        // Anywhere between the outermost centers.
        let x = 1000.5 + 1.25 + s * 2.5 * (columns - 1) as f64;
        let y = -20.0 + 1.25 + t * 2.5 * (rows - 1) as f64;
        prop_assert!((grid.height_m(x, y).unwrap() - plane(x, y)).abs() < 1e-9);
    }
}

/// ESRI's −9999, unless the header says another number.
#[test]
fn a_header_without_a_number_for_gaps_means_the_usual_one() {
    let header = "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
    let at_left = |line: &str| HeightMap::parse_asc(&format!("{header}{line}")).unwrap().height_m(0.5, 0.5);
    assert_eq!(at_left("-9999 3\n"), None);
    assert_eq!(at_left("-9999.000 3\n"), None);
    assert_eq!(at_left("-9998 3\n"), Some(-9998.0));
    assert_eq!(at_left("NODATA_value -32768\n-9999 3\n"), Some(-9999.0));
}

#[test]
fn gaps_and_the_world_outside_have_no_height() {
    let grid =
        HeightMap::parse_asc(&file(3, 3, |i, j| (i, j).ne(&(1, 2)).then_some((10 * i + j) as f64))).unwrap();
    assert_eq!(grid.cell_m(1, 2), None);
    assert_eq!(grid.cell_m(2, 0), Some(20.0));
    let [x0, y0] = grid.corner_m();
    let at = |i: f64, j: f64| grid.height_m(x0 + i * grid.cell_size_m(), y0 + j * grid.cell_size_m());
    assert_eq!(at(2.5, 0.5), Some(20.0));
    // On the line between two centers the missing cell two rows away has no weight, beyond it has.
    assert_eq!(at(1.5, 1.5), Some(11.0));
    assert_eq!(at(1.5, 1.6), None);
    // The outer half of a cell at the edge, and no farther.
    assert_eq!([at(0.0, 0.5), at(3.0, 0.5), at(0.0, 0.0)], [Some(0.0), Some(20.0), Some(0.0)]);
    assert_eq!([at(-0.01, 0.5), at(3.01, 0.5), at(0.5, -0.01), at(0.5, 3.01)], [None; 4]);
}

#[test]
fn the_corner_may_be_given_as_the_center_of_its_cell() {
    let by_corner = file(2, 2, |i, j| Some((i + j) as f64));
    let by_center = by_corner
        .replace("xllcorner 1000.5", "xllcenter 1001.75")
        .replace("yllcorner -20", "YLLCENTER -18.75");
    assert_eq!(HeightMap::parse_asc(&by_center).unwrap(), HeightMap::parse_asc(&by_corner).unwrap());
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let good = file(3, 2, |i, j| Some((i + j) as f64));
    let cases = [
        (good.replace("cellsize 2.5\n", ""), "line 6 of the ESRI ASCII grid: the header lacks `cellsize`"),
        (
            good.replace("cellsize 2.5", "cellsize 0"),
            "line 7 of the ESRI ASCII grid: cellsize = 0: must be finite and positive",
        ),
        (
            good.replace("nrows 2", "nrows 2.5"),
            "line 7 of the ESRI ASCII grid: nrows = 2.5: must be 1 to 10⁶",
        ),
        (
            good.replace("nrows 2", "nrows 3"),
            "line 8 of the ESRI ASCII grid: 6 heights, but 3 lines of 3 are 9",
        ),
        (
            good.replace("cellsize", "cellside"),
            "line 5 of the ESRI ASCII grid: `cellside` is no key of an ESRI ASCII grid",
        ),
        (good.replace("1 2 3", "1 zwei 3"), "line 7 of the ESRI ASCII grid: `zwei` is no number"),
    ];
    for (text, message) in cases {
        assert_eq!(HeightMap::parse_asc(&text).unwrap_err().to_string(), message);
    }
    let missing = HeightMap::read_asc(std::path::Path::new("/nowhere/bed.asc"));
    assert!(matches!(missing, Err(Error::File { .. })));
}

#[test]
fn a_file_becomes_the_bed_under_the_water() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bed.asc");
    std::fs::write(&path, file(8, 8, |i, j| Some(0.1 * i as f64 + 0.01 * j as f64))).unwrap();
    let grid = HeightMap::read_asc(&path).unwrap();
    let [x0, y0] = grid.corner_m();
    let units = Units::from_gravity_number(1.25, 3.0, 0.15, 9.81).unwrap();
    let bed = |x, y| grid.height_m(x0 + x, y0 + y).unwrap_or(0.0);
    let lattice = Lattice::builder(16, 16, units).rest_depth_m(3.0).bed_m(bed).build().unwrap();
    // The cell's center lies a quarter of a file's cell beyond the center of the file's cell (3, 2).
    let depth = units.to_meters(lattice.rest_depth(lattice.layout().site(7, 5)).into());
    assert!((depth - (3.0 - 0.1 * 3.25 - 0.01 * 2.25)).abs() < 1e-6, "{depth}");
}

#[test]
fn plain_numbers_lie_as_those_of_a_file() {
    let height = |i: usize, j: usize| (i + j != 2).then_some((10 * i + j) as f64);
    let place = Georeference { corner_m: [1000.5, -20.0], cell_size_m: 2.5 };
    let north_first: Vec<_> = (0..2).rev().flat_map(|j| (0..3).map(move |i| height(i, j))).collect();
    let plain = HeightMap::from_north(3, &north_first, place).unwrap();
    assert_eq!(plain, HeightMap::parse_asc(&file(3, 2, height)).unwrap());

    let refused = |columns, heights: &[_], place| {
        HeightMap::from_north(columns, heights, place).unwrap_err().to_string()
    };
    assert_eq!(
        refused(4, &north_first, place),
        "6 heights for rows of 4: at least one row, each of them whole, and at most 134217728 in all"
    );
    assert!(refused(0, &north_first, place).starts_with("6 heights for rows of 0"));
    assert!(refused(3, &[], place).starts_with("0 heights for rows of 3"));
    let shapeless = Georeference { cell_size_m: 0.0, ..place };
    assert_eq!(refused(3, &north_first, shapeless), "cell size of the height map [m] = 0: must be above 0");
    let nowhere = Georeference { corner_m: [0.0, f64::NAN], ..place };
    assert_eq!(
        refused(3, &north_first, nowhere),
        "corner of the height map [m] is not finite: must be a finite number"
    );
}

/// Files that the reader once crashed or hung at, or refused without saying where; `cargo xtask fuzz` adds to them.
#[test]
fn regression_files_are_read_or_refused_with_the_place() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "asc"));
    assert!(!files.is_empty());
    for path in files {
        if let Err(error) = HeightMap::read_asc(&path) {
            let message = error.to_string();
            assert!(message.contains("line ") && message.len() < 500, "{}: {message}", path.display());
        }
    }
}
