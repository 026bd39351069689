//! States of the crates that the world consists of.

use lbm_boundary::{
    AirBoundaryState, AirExchange, AirParticlesState, Exchange, Load, Particle, ParticleLedger,
    ParticleTotals,
};
use lbm_core::{AirState, LatticeState};
use mask_raster::WetCell;
use rigid_sim::{
    BodyState, Drive, Guide, JointState, KeptPair, KeptPiece, KeptPoint, MotionState, SleepState, Touched,
    WorldState,
};

use super::value::{Coded, Malformed, coded};

coded!(LatticeState { steps, populations });
coded!(AirState { steps, populations });
coded!(AirBoundaryState { smoke });
coded!(AirExchange { mass, momentum, smoke });
coded!(AirParticlesState { particles, owed });
coded!(Particle { kind, age, position, velocity });
coded!(ParticleTotals { count, mass, momentum });
coded!(ParticleLedger { added, settled, left, weight, on_air });
coded!(Exchange { mass, momentum, angular_momentum });
coded!(Load { force, torque });
coded!(lbm_boundary::Motion { center_m, linvel_m_s, angvel_rad_s });
coded!(WetCell { index, label, thickness_m, coverage, waterplane });
coded!(hydro_forces::Motion { rotation, translation_m, linvel_m_s, angvel_rad_s, reference_m });
coded!(WorldState { bodies, joints, substep_s, pairs });
coded!(BodyState { now, last_valid, gathered, guide, quarantined, quiet_s, asleep, shifted });
coded!(SleepState { group, loads, withheld, hold });
coded!(MotionState { center_m, rotation, linvel_m_s, angular_momentum });
coded!(Guide { heading_rad, linear_m_s, angular_rad_s });
coded!(JointState { frames, impulses, impulse_n_s, drive, drive_impulse, released });
coded!(Drive { target, speed, frequency_hz, damping_ratio, max });
coded!(KeptPair { body, other, pieces });
coded!(KeptPiece { shapes, normals, points });
coded!(KeptPoint { places_m, gap_m, features, normal_n_s, friction_n_s });

impl Coded for Touched {
    fn encode(&self, out: &mut Vec<u8>) {
        match *self {
            Self::Body(index) => (false, index).encode(out),
            Self::Static(index) => (true, index).encode(out),
        }
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        let (is_static, index) = Coded::decode(input)?;
        Ok(if is_static { Self::Static(index) } else { Self::Body(index) })
    }
}
