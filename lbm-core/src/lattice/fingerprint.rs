use super::Lattice;
use crate::engine::Storage;
use crate::operator::{Collision, EquationOfState};

/// FNV-1a, 64 bits.
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn add_collision(&mut self, collision: Collision, adapts: bool, eddy_constant: f64) {
        let (kind, numbers) = match collision {
            Collision::Bgk { tau } => (0, [tau, 0.0]),
            Collision::Trt { tau, magic } => (1, [tau, magic]),
            Collision::CentralMoments { tau, bulk_tau } => (2, [tau, bulk_tau]),
        };
        self.add(&[kind, u8::from(adapts)]);
        for number in numbers.into_iter().chain([eddy_constant]) {
            self.add(&number.to_le_bytes());
        }
    }
}

impl Lattice {
    /// A hash of everything that determines the evolution of a state: lattices with the same one continue it with the same
    /// bits.
    // Numbers only, in this order, each kind preceded by one that identifies it: names are free to change. The hashed
    // numbers belong to the version of the checkpoint.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Hash::new();
        let units = self.units();
        for number in [units.cell_size_m(), units.time_step_s(), units.gravity_m_s2()] {
            hash.add(&number.to_le_bytes());
        }
        hash.add(&match self.equation_of_state() {
            EquationOfState::ShallowWater { .. } => [0],
            EquationOfState::IdealGas => [1],
        });
        hash.add(&self.gravity().to_le_bytes());
        hash.add(&self.reference_depth().to_le_bytes());
        // 0 stands for no eddies: as a constant it is refused.
        hash.add_collision(self.collision(), self.adapts(), self.smagorinsky().unwrap_or(0.0));
        match self.storage() {
            Storage::Single => hash.add(&[0]),
            // Each traversal rounds.
            #[cfg(feature = "half")]
            Storage::Half => hash.add(&[1, self.steps_per_traversal() as u8]),
        }
        if let Some(ground) = self.uneven() {
            for number in ground.forces.numbers() {
                hash.add(&number.to_le_bytes());
            }
            // The depths of ghost cells are part of the slopes along the edge.
            let [nx, ny] = [self.layout().nx(), self.layout().ny()].map(|n| n as isize);
            for j in -1..=ny {
                for i in -1..=nx {
                    hash.add(&ground.rest_depth(i, j).to_le_bytes());
                }
            }
        }
        hash.0
    }
}
