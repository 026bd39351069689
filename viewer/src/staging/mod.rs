//! From what was simulated to what is shown: the one place that sees both [`sim`](crate::sim) and
//! [`scene`](crate::scene).

mod cells;
mod instant;
mod view;

pub use cells::maps;
pub use instant::scene;
pub use view::view;
