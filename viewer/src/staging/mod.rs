//! Fills scenes and maps from a `World`: from [`sim`](crate::sim) into [`scene`](crate::scene).

mod cells;
mod decoration;
mod foam;
mod instant;
mod view;

pub use cells::maps;
pub use foam::Foam;
pub(crate) use foam::FoamState;
pub use instant::scene;
pub use view::view;
