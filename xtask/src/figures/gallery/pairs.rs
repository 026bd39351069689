//! Exhibits shown in pairs: gauges in one plot, pictures of the same step in two panels.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::Path;

use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, EncodingError};

use super::finite_volume::Basin;
use super::folder::FOLDER;
use crate::estela::estela;

/// The frame that two panels show: at 0.2 s a frame, t = 30 s.
const FRAME: &str = "frames/frame-00150.png";

/// Pixels between two panels.
const GAP: usize = 16;

/// Draws all pairs, or those of one exhibit, whose exhibits have been drawn.
pub(super) fn draw(only: Option<&str>) -> Result<(), String> {
    let is_there = |name: &&str| Path::new(&in_gallery(name)).join("summary.json").is_file();
    let wanted = |names: &[&str]| only.is_none_or(|name| names.contains(&name)) && names.iter().all(is_there);
    if wanted(&["bridge", "bridge-without-piers"]) {
        estela(&["plot", &in_gallery("bridge"), "--beside", &in_gallery("bridge-without-piers")])?;
    }
    if wanted(&["partial-breach"]) {
        let reference = in_gallery("finite-volumes");
        partial_breach(Path::new(&reference))?;
        estela(&["plot", &in_gallery("partial-breach"), "--beside", &reference])?;
    }
    if wanted(&["propeller", "propeller-as-printed"]) {
        panels("propeller", "propeller-as-printed")?;
    }
    Ok(())
}

fn in_gallery(name: &str) -> String {
    format!("{FOLDER}/{name}")
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> String + use<'_> {
    move |error| format!("{}: {error}", path.display())
}

/// The gauges of the partial breach by finite volumes, as records of a run.
fn partial_breach(folder: &Path) -> Result<(), String> {
    let gauges: [(&str, [f64; 2]); 6] = [
        ("breach", [100.0, 132.5]),
        ("near", [115.0, 132.5]),
        ("far", [140.0, 132.5]),
        ("aside", [125.0, 80.0]),
        ("above", [80.0, 132.5]),
        ("basin", [60.0, 100.0]),
    ];
    let mut basin = Basin::new(400, 200.0, |x, y| {
        let dam = (95.0..105.0).contains(&x) && !(95.0..170.0).contains(&y);
        (!dam).then_some(if x < 95.0 { 10.0 } else { 5.0 })
    });
    let mut table = String::from("t_s,gauge,h_m,eta_m,u_m_s,v_m_s\n");
    loop {
        for (name, [x_m, y_m]) in gauges {
            let (t_s, h_m) = (basin.time_s, basin.depth_m(x_m, y_m));
            writeln!(table, "{t_s},{name},{h_m},NaN,NaN,NaN").expect("a string takes all text");
        }
        if basin.time_s >= 7.2 {
            break;
        }
        basin.step(7.2);
    }
    fs::create_dir_all(folder).map_err(at(folder))?;
    let path = folder.join("gauges.csv");
    fs::write(&path, table).map_err(at(&path))
}

/// Two exhibits at one step side by side, at the same scale: `panels.png` of the first.
fn panels(one: &str, other: &str) -> Result<(), String> {
    let [left, right] = [Panel::read(one)?, Panel::read(other)?];
    let path = Path::new(FOLDER).join(one).join("panels.png");
    Panel::beside(&left, &right).write(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A picture without opacity, as rows of red, green and blue.
struct Panel {
    width: usize,
    rows: Vec<Vec<u8>>,
}

impl Panel {
    /// The picture of an exhibit at [`FRAME`].
    fn read(exhibit: &str) -> Result<Self, String> {
        let path = Path::new(FOLDER).join(exhibit).join(FRAME);
        let file = File::open(&path).map_err(at(&path))?;
        let decoded = |file| {
            let mut reader = Decoder::new(BufReader::new(file)).read_info()?;
            let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
            let info = reader.next_frame(&mut pixels)?;
            Ok((info, pixels))
        };
        let (info, pixels) =
            decoded(file).map_err(|error: DecodingError| format!("{}: {error}", path.display()))?;
        if (info.color_type, info.bit_depth) != (ColorType::Rgb, BitDepth::Eight) {
            return Err(format!("{}: it must be of 8 bits, red, green and blue", path.display()));
        }
        let rows = pixels.chunks(info.line_size).map(<[u8]>::to_vec).collect();
        Ok(Self { width: info.width as usize, rows })
    }

    /// Both side by side, with a white gap.
    fn beside(left: &Self, right: &Self) -> Self {
        let width = left.width + GAP + right.width;
        let height = left.rows.len().max(right.rows.len());
        let rows = (0..height).map(|y| {
            let mut row = vec![255; 3 * width];
            let places = [(left, 0), (right, left.width + GAP)];
            for (from, x) in places.into_iter().filter_map(|(panel, x)| Some((panel.rows.get(y)?, x))) {
                row[3 * x..3 * x + from.len()].copy_from_slice(from);
            }
            row
        });
        Self { width, rows: rows.collect() }
    }

    fn write(&self, path: &Path) -> Result<(), EncodingError> {
        let mut encoder =
            Encoder::new(BufWriter::new(File::create(path)?), self.width as u32, self.rows.len() as u32);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.rows.concat())?;
        writer.finish()
    }
}
