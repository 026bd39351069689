//! Pictures of a world: a lit sea in perspective or a map from above, with title, legend and scale.
//!
//! ```
//! use viewer::render::{Backend, Renderer};
//! use viewer::scene::{Scene, View};
//!
//! let mut scene = Scene { title: "A wave".into(), ..Default::default() };
//! let water = &mut scene.water;
//! (water.nx, water.ny, water.cell_size_m) = (40, 30, 0.5);
//! water.level_m = (0..40 * 30).map(|k| 0.1 * ((k % 40) as f32 * 0.3).sin()).collect();
//!
//! let view = View { size: [160, 90], ..Default::default() };
//! let picture = Renderer::new(Backend::Cpu)?.draw(&scene, &view);
//! assert_eq!(picture.dimensions(), (160, 90));
//! # Ok::<(), viewer::render::Error>(())
//! ```

pub mod animation;
mod arrows;
mod blocks;
pub mod camera;
pub mod colormap;
mod cpu;
mod encode;
mod error;
mod footprint;
#[cfg(feature = "gpu")]
pub(crate) mod gpu;
mod hull;
pub mod maps;
mod mesh;
mod overlay;
mod pressure;
mod range;
mod renderer;
mod shading;
mod stage;
mod surface;

pub use error::Error;
pub use renderer::{Backend, Notes, Renderer};
