//! Exhibits that are seen beside another: gauges in one plot, pictures of the same step in two panels.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::finite_volume::Basin;
use super::{FOLDER, estela};

/// The frame that two panels show: at 0.2 s a frame, t = 30 s.
const FRAME: &str = "frames/frame-00150.png";

/// Draws all pairs; their exhibits are there.
pub(super) fn draw() -> Result<(), String> {
    estela(&["plot", &in_gallery("bridge"), "--beside", &in_gallery("bridge-without-piers")])?;
    let reference = in_gallery("finite-volumes");
    partial_breach(Path::new(&reference))?;
    estela(&["plot", &in_gallery("partial-breach"), "--beside", &reference])?;
    panels("propeller", "propeller-as-printed")
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
            writeln!(table, "{t_s},{name},{h_m},{h_m},NaN,NaN").expect("a string takes all text");
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

/// The same step of two exhibits side by side, at the same scale: `panels.svg` of the first, with the pictures in it.
fn panels(one: &str, other: &str) -> Result<(), String> {
    let mut picture =
        String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1296\" height=\"680\">\n");
    for (k, name) in [one, other].into_iter().enumerate() {
        let path = Path::new(FOLDER).join(name).join(FRAME);
        let png = base64(&fs::read(&path).map_err(at(&path))?);
        let x = 656 * k;
        let panel = writeln!(
            picture,
            "<text x=\"{x}\" y=\"26\" font-family=\"sans-serif\" font-size=\"20\">{name}, t = 30 s</text>\n\
             <image x=\"{x}\" y=\"40\" width=\"640\" height=\"640\" href=\"data:image/png;base64,{png}\"/>"
        );
        panel.expect("a string takes all text");
    }
    let path = Path::new(FOLDER).join(one).join("panels.svg");
    fs::write(&path, picture + "</svg>\n").map_err(at(&path))
}

/// RFC 4648 §4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |k: usize| u32::from(three.get(k).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_standard() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let texts = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(words.map(|word| base64(word.as_bytes())), texts);
    }
}
