//! Water without walls that matter: streams, waves, dam breaks, beds; and a gas and what it carries.

pub(super) mod bump;
pub(super) mod circular_dam;
pub(super) mod dam_break;
pub(super) mod gaussian_hill;
pub(super) mod lake;
pub(super) mod seiche;
pub(super) mod stream;
pub(super) mod taylor_green;
