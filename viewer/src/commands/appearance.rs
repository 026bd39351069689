use clap::{Args, ValueEnum};

use crate::sim::scenario::{Field, Invention, Look, ViewKind};

/// Options of pictures, which override the scenario.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct Appearance {
    /// The look of the water
    #[arg(long, value_enum)]
    pub look: Option<Look>,
    /// Invented parts of the looks water and ripples to leave out, such as clouds,foam
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PARTS")]
    pub without: Vec<Invention>,
    /// Quantity that the colors of the looks slab and science stand for
    #[arg(long, value_enum)]
    pub field: Option<Field>,
    /// Values of the first and the last color, in the unit of the field [default: from the run]
    #[arg(long, value_name = "LOW..HIGH", value_parser = ends, allow_hyphen_values = true)]
    pub range: Option<[f64; 2]>,
    /// The place of the camera
    #[arg(long, value_enum)]
    pub view: Option<ViewKind>,
    /// Draws a field alone light on dark, in the look science
    #[arg(long)]
    pub dark: bool,
    /// Draws streamlines in the looks slab and science
    #[arg(long)]
    pub streamlines: bool,
    /// Draws the forces on whole bodies by kind, as arrows with their values
    #[arg(long)]
    pub loads: bool,
    /// Draws the way of each body over this simulated time behind it
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub track: Option<f64>,
    /// Width and height of a picture, or of the window, in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<[u32; 2]>,
}

impl Appearance {
    /// The changes of a scenario's view, as of `--set`.
    pub(super) fn changes(&self) -> Vec<String> {
        fn name(value: &impl ValueEnum) -> String {
            value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
        }
        let Self { look, without, field, range, view, dark, streamlines, loads, track, size } = self;
        // The range of another field does not hold.
        let other = field.map(|_| "view.field_range=".to_owned());
        let changes = [
            look.as_ref().map(|look| format!("view.look={}", name(look))),
            (!without.is_empty()).then(|| {
                let parts: Vec<String> = without.iter().map(|part| format!("{:?}", name(part))).collect();
                format!("view.without=[{}]", parts.join(", "))
            }),
            other,
            field.as_ref().map(|field| format!("view.field={}", name(field))),
            range.map(|range| format!("view.field_range={range:?}")),
            view.as_ref().map(|view| format!("view.kind={}", name(view))),
            dark.then(|| "view.dark=true".to_owned()),
            streamlines.then(|| "view.streamlines=true".to_owned()),
            loads.then(|| "view.loads=true".to_owned()),
            track.map(|track| format!("view.track_s={track:?}")),
            size.map(|size| format!("view.size={size:?}")),
        ];
        changes.into_iter().flatten().collect()
    }
}

fn ends(text: &str) -> Result<[f64; 2], String> {
    let ends = text.split_once("..").map(|(low, high)| [low, high].map(|end| end.trim().parse::<f64>()));
    match ends {
        Some([Ok(low), Ok(high)]) if low < high && low.abs().max(high.abs()) <= 1e6 => Ok([low, high]),
        _ => Err("it must be two numbers up to a million, the first the lower, such as 0..1.2".into()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.trim().parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 600.0);
    seconds.ok_or_else(|| "it must be a number of seconds above 0 and up to 600".into())
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let size =
        text.split_once('x').map(|(width, height)| [width, height].map(|side| side.trim().parse::<u32>()));
    match size {
        Some([Ok(width), Ok(height)]) if width > 0 && height > 0 => Ok([width, height]),
        _ => Err("it must be width x height in pixels, such as 1280x720".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_changes_of_the_scenario_s_view() {
        let appearance = Appearance {
            look: Some(Look::Science),
            without: vec![Invention::Clouds, Invention::Foam],
            field: Some(Field::Speed),
            range: Some([0.0, 1.2]),
            view: Some(ViewKind::Above),
            dark: true,
            streamlines: true,
            loads: true,
            track: Some(8.0),
            size: Some([640, 360]),
        };
        let changes = [
            "view.look=science",
            "view.without=[\"clouds\", \"foam\"]",
            "view.field_range=",
            "view.field=speed",
            "view.field_range=[0.0, 1.2]",
            "view.kind=above",
            "view.dark=true",
            "view.streamlines=true",
            "view.loads=true",
            "view.track_s=8.0",
            "view.size=[640, 360]",
        ];
        assert_eq!(appearance.changes(), changes);
        assert!(Appearance::default().changes().is_empty());
    }

    #[test]
    fn ranges_and_sizes_must_make_sense() {
        assert_eq!((ends("-0.5..1e-2"), size("320x200")), (Ok([-0.5, 0.01]), Ok([320, 200])));
        for bad in ["", "1", "2..1", "1..1", "nan..1", "0..inf", "0..1e9"] {
            assert!(ends(bad).is_err(), "{bad}");
        }
        assert_eq!(seconds("2.5"), Ok(2.5));
        for bad in ["", "0", "-1", "nan", "601"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
        for bad in ["", "640", "0x10", "640x-1", "axb", "1x2x3"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
