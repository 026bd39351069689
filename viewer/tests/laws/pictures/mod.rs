//! Pictures show what the scene holds, and files hold the pictures.

#[cfg(feature = "gpu")]
mod adapters;
mod afloat;
mod animation;
mod light;
mod look_mesh;
mod maps;
#[cfg(feature = "gpu")]
mod parity;
mod residual;
mod scenes;
mod sections;
mod smoke;
mod solids;
mod staged;
#[cfg(feature = "gpu")]
mod uploads;
mod views;
