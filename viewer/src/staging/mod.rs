//! Fills scenes and maps from a `World`: from [`sim`](crate::sim) into [`scene`](crate::scene).

#[cfg(feature = "window")]
mod between;
mod cells;
mod decoration;
mod foam;
mod instant;
mod residual;
mod stage;
mod tracks;
mod view;

#[cfg(feature = "window")]
pub(crate) use between::{between, can_be_between};
pub use cells::maps;
pub use foam::Foam;
pub(crate) use foam::FoamState;
pub use instant::{forces_on_triangles, loads, scene};
pub use residual::Residual;
pub use stage::{Extras, Past, stage};
pub use tracks::Tracks;
pub use view::view;
