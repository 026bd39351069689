//! Forces of the earth's rotation and of the wind on bodies.

mod rotation;
mod wind;
