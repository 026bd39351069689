use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A closed hull given by a few dimensions, with its lowest point at `z = 0` and its middle at `x = y = 0`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Hull {
    /// A planing boat: V sections, pointed bow, transom, flat deck; about 460 triangles.
    Speedboat {
        /// Length over all, along x.
        length_m: f64,
        /// Greatest width, along y.
        beam_m: f64,
        /// Keel to deck, along z.
        depth_m: f64,
    },
    /// A hull of half-breadth `B/2 (1 − (2x/L)²) (z/D)^p` under a flat deck, with a vertical stem at both ends.
    Parabolic {
        /// Length `L` over all, along x.
        length_m: f64,
        /// Greatest width `B`, along y.
        beam_m: f64,
        /// Keel to deck `D`, along z.
        depth_m: f64,
        /// Exponent `p` of its sections: 1 is a V, below 1 they are full, above 1 hollow.
        #[serde(default = "one")]
        fullness: f64,
        /// Sections along the hull; with `points` in each half of one it has `2 sections (2 points + 1)` triangles, and a few at the stems.
        #[serde(default = "sixteen")]
        sections: u32,
        /// Points in half a section.
        #[serde(default = "twelve")]
        points: u32,
    },
    /// A box of 12 triangles.
    Box {
        /// Size along x.
        length_m: f64,
        /// Size along y.
        beam_m: f64,
        /// Size along z.
        depth_m: f64,
    },
    /// An upright column over an outline.
    Prism {
        /// Corners `[x, y]`, counter-clockwise, all visible from their mean point.
        outline_m: Vec<[f64; 2]>,
        /// Size along z.
        height_m: f64,
    },
    /// An upright propeller that turns about z.
    Propeller {
        /// Radius of the blade tips.
        radius_m: f64,
        /// Radius of the roots between the blades.
        hub_radius_m: f64,
        /// Number of blades.
        blades: u32,
        /// Lean of the blades, positive clockwise, as a fraction of the angle between two of them, −0.4 to 0.4.
        #[serde(default)]
        skew: f64,
        /// Size along z.
        height_m: f64,
    },
    /// A sphere of triangles: an icosahedron whose faces are divided.
    Sphere {
        /// Radius.
        radius_m: f64,
        /// Number of times each face is divided in four: 20, 80, 320, 1280 triangles with 0, 1, 2, 3.
        #[serde(default = "two")]
        subdivisions: u32,
    },
}

/// Fittings of boats for pictures, in proportion to the box of the hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fittings {
    /// A cabin with windows, a cockpit and a swim platform; the hull is white, its color that of stripes.
    Motorboat,
    /// A low cabin, a mast and a boom with its sail furled.
    Sailboat,
}

fn one() -> f64 {
    1.0
}

fn sixteen() -> u32 {
    16
}

fn twelve() -> u32 {
    12
}

fn two() -> u32 {
    2
}
