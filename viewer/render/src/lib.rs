//! Pictures of a scene: a lit sea in perspective or a map from above, with title, legend and scale.
//!
//! ```
//! use viewer_render::{Backend, Renderer};
//! use viewer_render::scene::{Scene, View};
//!
//! let mut scene = Scene { title: "A wave".into(), ..Default::default() };
//! let water = &mut scene.water;
//! (water.nx, water.ny, water.cell_size_m) = (40, 30, 0.5);
//! water.level_m = (0..40 * 30).map(|k| 0.1 * ((k % 40) as f32 * 0.3).sin()).collect();
//!
//! let view = View { size: [160, 90], ..Default::default() };
//! let picture = Renderer::new(Backend::Cpu)?.draw(&scene, &view);
//! assert_eq!(picture.size(), [160, 90]);
//! # Ok::<(), viewer_render::Error>(())
//! ```
//!
//! From the scene to the file: `geometry` turns it into triangles, `camera` and `shading` say where they lie and what
//! light they reflect, `smoke` is cast rays through, `composition` holds all that for one picture, `cpu` or `gpu` draws it, `overlay` writes title and
//! legends, `animation` stores the pictures, `model` writes 3D models of what `geometry` has. [`maps`] draws cells without perspective.

pub mod animation;
pub mod camera;
pub mod color;
mod composition;
mod cpu;
mod error;
mod geometry;
#[cfg(feature = "gpu")]
mod gpu;
mod made;
pub mod maps;
mod model;
pub(crate) mod overlay;
mod picture;
mod renderer;
pub mod scene;
mod shading;
mod smoke;

pub use composition::{Scales, bank_m};
pub use error::Error;
#[cfg(feature = "gpu")]
pub use gpu::{Gpu, Uploads, is_software};
pub use model::{glb, save_glb};
pub use overlay::{Notes, labels, load_labels};
pub use picture::{Picture, Rgba};
pub use renderer::{Backend, Renderer};
