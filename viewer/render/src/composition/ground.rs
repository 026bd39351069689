//! Ground beside the water, over which a camera may be.

use super::land_m;
use crate::color::{NARROWEST_M, round_up};
use crate::scene::{View, WaterSheet};

/// Height of the banks in a picture of water that has been `reach_m` from the still level at most in the pictures until now, m.
pub fn bank_m(view: &View, water: &WaterSheet, reach_m: f32) -> f32 {
    let given_m = view.color_range_m.filter(|(low_m, high_m)| low_m < high_m);
    let reach_m =
        given_m.map_or(round_up(reach_m.max(NARROWEST_M)), |(low_m, high_m)| high_m.max(-low_m).max(0.0));
    land_m(water.still_level_m, reach_m, water.extent_m().min_element())
}
