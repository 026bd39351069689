//! Streams, waves, dam breaks and beds in rectangular tanks; a gas and the scalar that it transports.

pub(super) mod bump;
pub(super) mod circular_dam;
pub(super) mod dam_break;
pub(super) mod gaussian_hill;
pub(super) mod lake;
pub(super) mod seiche;
pub(super) mod stream;
pub(super) mod taylor_green;
