//! The raster core: which samples a triangle covers, exactly, and with which weights.
//!
//! It knows neither bodies nor pictures. Vertices are given in *sample coordinates*: the sample in column `i` and row `j` lies at
//! `(i + ½, j + ½)`. Orthographic masks and perspective pictures differ only in the projection before.
//!
//! * [`Point::snap`] rounds a vertex to 1/256 of a sample. From there on coverage is exact integer arithmetic: whether a triangle
//!   covers a sample depends neither on the clip rectangle nor on the code path.
//! * A sample exactly on an edge belongs to the triangle on the side of the larger column, or, on a horizontal edge, of the
//!   larger row. That is the top-left rule of graphics hardware with row 0 on top, and makes the cells `[x, x + 1) × [y, y + 1)` of
//!   a grid half-open. Triangles that share edges cover each sample of their union once.
//! * Both windings are drawn; [`Triangle::is_counter_clockwise`] distinguishes them, for culling.
//!
//! ```
//! use mask_raster::raster::{Clip, Point, Triangle};
//!
//! // Values that are linear over the triangle, here 1/z of a perspective view.
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

mod edge;
mod lanes;
mod point;
mod rows;
mod small;
mod span;
mod triangle;

pub(crate) use lanes::{LANES, Lanes, with_lanes};
pub use point::{Clip, Point, SUBSAMPLES};
pub(crate) use point::{first_sample, round};
pub(crate) use rows::{ROWS, RowGroup};
pub(crate) use small::{BLOCK, COLUMNS, NEAR, Small, SmallBlock, Tiny};
pub use span::{Linear, Span};
pub(crate) use triangle::Plane;
pub use triangle::Triangle;
