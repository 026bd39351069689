#![doc = include_str!("../README.md")]

pub mod d2q9;

mod engine;
mod error;
mod gas;
mod height_map;
mod lattice;
mod operator;
mod region;
mod shallow;
mod stability;
mod units;

pub use engine::{Instructions, Storage};
pub use error::Error;
pub use gas::{
    Air, AirBuilder, AirMoments, AirState, AirTotals, AirUnits, Ends, Lattice3, Lattice3Builder, Moments3,
    PlumeSource, Scalar, Scalar2, Scalar3, Trouble3, d3q19, plume_speed,
};
#[cfg(feature = "image")]
pub use height_map::GrayScale;
pub use height_map::{Georeference, HeightMap};
pub use lattice::{
    Across, BorderRow, Cover, CoveredCell, CoveredEnd, CoveredFlow, Energy, Impulse, Impulses, Lattice,
    LatticeBuilder, LatticeState, Layout, Lid, LidCell, LidGroup, LidStall, Moments, Neighbor, Site, Totals,
    Trouble, WaterColumn,
};
pub use operator::{Collision, EquationOfState, check_smagorinsky, equilibrium};
pub use region::Region;
pub use shallow::{
    AIR_KG_M3, DamBreak, FASTEST_WIND_M_S, Forces, LatticeForces, coriolis_1_s, critical_discharge_m2_s,
    outflow_speed_m_s, specific_energy_m, subcritical_froude, surge_m_s, wind_drag, wind_setup_m,
    wind_stress_m2_s2,
};
pub use stability::{Policy, Stability, WorstCell};
pub use units::Units;
