//! From what was simulated to what is shown: the one place that sees both [`sim`](crate::sim) and
//! [`scene`](crate::scene).

mod view;

pub use view::view;
