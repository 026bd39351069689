//! Vectors and rotations.

use glam::{DQuat, DVec2, DVec3, Vec3};

use super::value::{Coded, Malformed};

macro_rules! as_arrays {
    ($($vector:ty),*) => { $(
        impl Coded for $vector {
            fn encode(&self, out: &mut Vec<u8>) {
                self.to_array().encode(out);
            }

            fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
                Coded::decode(input).map(Self::from_array)
            }
        }
    )* };
}

as_arrays!(DVec2, DVec3, DQuat, Vec3);
