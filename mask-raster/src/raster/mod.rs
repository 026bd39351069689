//! The raster core: which samples a triangle covers, exactly, and with which weights.
//!
//! It knows neither bodies nor pictures. Vertices come in *sample coordinates*: sample `(i, j)` of column `i`
//! and row `j` lies at `(i + ½, j + ½)`. An orthographic mask and a perspective picture differ only in how they
//! get there.
//!
//! * [`Point::snap`] rounds a vertex to 1/256 of a sample. From there on coverage is integer arithmetic without
//!   rounding, so a triangle covers a sample or it does not, whatever the clip rectangle or the path taken.
//! * An edge that runs exactly through a sample gives it to the triangle on the side of the larger column, and a
//!   horizontal one to the side of the larger row: the top-left rule of graphics hardware with row 0 on top, and
//!   the half-open cells `[x, x + 1) × [y, y + 1)` of a grid. Triangles that share edges cover each sample of
//!   their union once.
//! * Both windings are drawn; [`Triangle::is_counter_clockwise`] tells them apart for whoever culls.
//!
//! ```
//! use mask_raster::raster::{Clip, Point, Triangle};
//!
//! // One corner behind another: linear values over the triangle, here 1/z of a perspective view.
//! let screen = [(0.0, 0.0), (8.0, 0.0), (0.0, 8.0)].map(|(x, y)| Point::snap(x, y).unwrap());
//! let inverse_z = [1.0, 0.5, 0.25];
//! let triangle = Triangle::new(screen).unwrap();
//!
//! let mut covered = 0;
//! triangle.for_each_span(&Clip::new(8, 8), |span| {
//!     let inverse_z = span.linear(inverse_z);
//!     for x in span.x0..span.x1 {
//!         let z = 1.0 / inverse_z.at(x);
//!         assert!((1.0..4.0).contains(&z));
//!         covered += 1;
//!     }
//! });
//! assert_eq!(covered, 28); // the 8 samples on the long edge belong to the triangle on its other side
//! ```

mod lanes;
mod plane;
mod point;
mod rows;
mod scalar;
mod small;
mod span;
mod triangle;

pub(crate) use lanes::{LANES, Lanes, with_lanes};
pub(crate) use plane::Plane;
pub use point::{Clip, Point, SUBSAMPLES};
pub(crate) use point::{first_sample, round};
pub(crate) use rows::{ROWS, SomeRows};
pub(crate) use small::{BLOCK, COLUMNS, NEAR, Small, SmallBlock, Tiny};
pub use span::{Linear, Span};
pub use triangle::Triangle;
