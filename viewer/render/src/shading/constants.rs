//! The constants that the shaders have too, by their names there.

use glam::{Vec2, Vec3};

use super::lighting;
use super::{cover, foam, mirror, relief, sky, solids, tiles, water};
use crate::color::ENTRIES;
use crate::geometry::{BESIDE, NOTHING};
use crate::scene::Look;

/// The number by which the shaders know a look.
pub(crate) const fn look_code(look: Look) -> f32 {
    match look {
        Look::Water => 1.0,
        Look::Ripples => 2.0,
        Look::Slab => 3.0,
        Look::Science => 4.0,
    }
}

/// Numbers.
pub(crate) const NUMBERS: [(&str, f32); 30] = [
    ("PI", std::f32::consts::PI),
    ("INDEX", lighting::INDEX),
    ("ABSORPTION", sky::ABSORPTION),
    ("SUNLIT", sky::SUNLIT),
    ("CONTACT", cover::CONTACT),
    ("LINE_M", cover::LINE_M),
    ("LINE", cover::LINE),
    ("COS_REFRACTED", lighting::COS_REFRACTED),
    ("SUN_RUN", lighting::SUN_RUN),
    ("SHADE", lighting::SHADE),
    ("RELIEF", lighting::RELIEF),
    ("HEADLIGHT_FALL", lighting::HEADLIGHT_FALL),
    ("RIPPLES_M", tiles::RIPPLES_M),
    ("RIPPLE_SLOPE", tiles::RIPPLE_SLOPE),
    ("FOAM_S", foam::FOAM_S),
    ("TILT", water::TILT),
    ("ROUGHNESS", lighting::ROUGHNESS),
    ("WEATHER", solids::WEATHER),
    ("MIRROR_COARSE", mirror::COARSE as f32),
    ("FURTHEST", mirror::FURTHEST),
    ("TOGETHER", mirror::TOGETHER as f32),
    ("CODES", mirror::CODES),
    ("SMEAR", mirror::SMEAR),
    ("LEAST_SINE", mirror::LEAST_SINE),
    ("RIPPLES", look_code(Look::Ripples)),
    ("SLAB", look_code(Look::Slab)),
    ("TEXELS", relief::PER_CELL as f32),
    ("BESIDE", BESIDE as f32),
    ("NOTHING", NOTHING),
    ("LAST_COLOR", (ENTRIES - 1) as f32),
];
/// Pairs.
pub(crate) const PAIRS: [(&str, Vec2); 10] = [
    ("SUN_AHEAD", lighting::SUN_AHEAD),
    ("BUBBLES", foam::BUBBLES),
    ("FROTH", foam::FROTH),
    ("PATCHES", foam::PATCHES),
    ("DRIFTS", foam::DRIFTS),
    ("BLURRED_M", Vec2::from_array(foam::BLURRED_M)),
    ("EVEN_M", Vec2::from_array(foam::EVEN_M)),
    ("CROSSED", Vec2::from_array(relief::CROSSED)),
    ("PRESSED", Vec2::from_array(water::PRESSED)),
    ("WEATHER_M", Vec2::from_array(solids::WEATHER_M)),
];
/// Vectors and colors.
pub(crate) const VECTORS: [(&str, Vec3); 19] = [
    ("SUN", lighting::SUN),
    ("SUNSHINE", lighting::SUNSHINE),
    ("SKY_UP", lighting::SKY_UP),
    ("SKY_DOWN", lighting::SKY_DOWN),
    ("SUNLIGHT", lighting::SUNLIGHT),
    ("ZENITH", lighting::ZENITH),
    ("HORIZON", lighting::HORIZON),
    ("BACKGROUND_TOP", lighting::BACKGROUND[0]),
    ("BACKGROUND_BOTTOM", lighting::BACKGROUND[1]),
    ("UNKNOWN", lighting::UNKNOWN),
    ("SKY_HORIZON", sky::HORIZON),
    ("SKY_OVERHEAD", sky::OVERHEAD),
    ("SKY_HALO", sky::HALO),
    ("SAND", water::SAND),
    ("SKYLIGHT", water::SKYLIGHT),
    ("DEEP", sky::DEEP),
    ("MILK", water::MILK),
    ("CONCRETE", solids::CONCRETE),
    ("GRASS", solids::GRASS),
];
