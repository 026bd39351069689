//! The whole simulation, from scenarios: floating bodies and the water that they move; beds, wind, rotation and tides.
//!
//! What guards the water under hulls ([`lbm_core::CoveredCell`]). Each mistake was planted by itself, and these rows failed: with the figure
//! that it gave, what it is without, and how far it may be off. Those of `resistance` are of a hull that ended in a point at its deck. The laws fail too, within seconds: those of `covered` are in
//! `lbm-core/tests/laws`, the others in `viewer/sim/tests/laws/coupling`.
//!
//! | mistake | row, and its figure | without | bound | law, and its figure |
//! | --- | --- | --- | --- | --- |
//! | the displaced volume comes with the cell's velocity, charged to the body | `resistance`: R at Fr 1.6, Δx 0.05 m, 11.54 N | 6.01 N | 0.30 N | `resistance`: 31.7 N of 17.2 N |
//! | | `resistance`: R in currents of Fr −0.8 to 0.4, 1.7 to 32.8 N | 5.66 to 5.79 N | 0.11 N | |
//! | | `resistance`: force on a drifting slender hull at Fr 0.8, 6.6 of that at Fr 1.6 | 0.003 | 0.02 | |
//! | the pressure's reaction is given to the water at the rim, `η ∇b`, not under the hull, `b ∇η` | `heave`: first trough on 6 m, R = 20 Δx, −0.0495 m | −0.0433 m | 0.0017 m | `ventilation::the_water_is_pushed_back_in_each_cell_under_the_hull`: 2.28 N of 2.51 N |
//! | | `heave`: second crossing, 1.913 s | 2.012 s | 0.030 s | |
//! | the inertia is that of the head, `m m / h` | `resistance`: R in a current of Fr −0.8, 4.27 N | 5.66 N | 0.11 N | `covered::a_cover_that_drifts_with_the_stream_makes_no_wave`: 0.053 of 0.01 |
//! | | `resistance`: wave of a drifting wall-sided hull at Fr 0.8, 0.108 of its draft | 0.008 | 0.01 | |
//! | the displaced volume comes with a pressure in its first half, too | `slow`: R / (½ ρ U² B T), Δx 0.1 m, 0.081 | 0.0005 | 0.0008 | `drift`: 0.36 m/s of 0.49 at least |
//! | | `heave`: first trough on 4 m, R = 20 Δx, −0.0209 m | −0.0203 m | 0.0008 m | |
//! | the viscosity acts on the head's velocity | `slow`: 0.0030 | 0.0005 | 0.0008 | `drift`: a box in a stream of 0.5 m/s goes at 0.19 m/s of 0.49 at least |
//! | the column that the hull squeezes has a viscous stress | `slow`: 0.019 | 0.0005 | 0.0008 | `drift`: 0.46 m/s of 0.49 at least |
//! | the half of the bed's force that populations have counts as momentum | none: no hull is over a steep bed there | | | `covered::a_cover_at_rest_leaves_water_at_rest_over_a_slope_as_it_is`: 2.4e-5 of 1e-6 |

mod books;
mod canal;
mod carriage;
mod energy;
mod heave;
mod maker;
mod moored;
mod one_body;
mod schedule;
mod sea;
mod slow;
mod sphere;
mod squat;
mod stability;
mod still;
mod towed;

pub(super) use books::{crowd, rows as books};
pub(super) use canal::rows as canal;
pub(super) use energy::rows as energy;
pub(super) use heave::rows as heave;
pub(super) use maker::rows as wave_maker;
pub(super) use moored::rows as moored;
pub(super) use schedule::rows as side_by_side;
pub(super) use sea::{inertial, lake as bed_lake, ridge, tide, wind};
pub(super) use slow::rows as slow;
pub(super) use sphere::rows as sphere;
pub(super) use squat::rows as squat;
pub(super) use stability::rows as stability;
pub(super) use still::rows as still;
pub(super) use towed::resistance;
