//! Shallow water over a bed: the model that the engine steps, the bed, and the forces on the water.

mod dam_break;
mod forces;
mod ground;
mod section;
mod surge;
mod water;

pub use dam_break::DamBreak;
pub use forces::{
    AIR_KG_M3, FASTEST_WIND_M_S, Forces, LatticeForces, coriolis_1_s, wind_drag, wind_stress_m2_s2,
};
pub(crate) use ground::{Flat, Ground, Uneven};
pub use section::{
    critical_discharge_m2_s, outflow_speed_m_s, specific_energy_m, subcritical_froude, wind_setup_m,
};
pub use surge::surge_m_s;
pub(crate) use water::{Water, pushed};
