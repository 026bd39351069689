//! The bodies that level water mirrors, drawn upside down.

use glam::Vec3;
use pulp::Simd;
use rayon::prelude::*;

use super::band::{Band, Cut};
use super::screen::Screen;
use super::spots::{Solid, side_by_side};
use crate::render::geometry::Mesh;
use crate::render::shading::{Lanes, Mirror, Scenery, Work, dispatch};

/// Rows of texels in a band.
const BAND_ROWS: usize = 8;

/// Draws what the water mirrors in a picture of some pixels; `scenery` has no mirror yet.
pub(super) fn draw(mesh: &Mesh, scenery: Scenery, pixels: [usize; 2]) -> Mirror {
    let lighting = scenery.lighting;
    if !lighting.mirrors() || mesh.mirrored == 0 {
        return Mirror::default();
    }
    let still_level_m = lighting.still_level_m;
    let flipped = upside_down(mesh, still_level_m);
    let size = Mirror::size_for(pixels);
    let screen = Screen::new(&flipped, lighting, size);
    if screen.facets.is_empty() {
        return Mirror::default();
    }
    let cut = Cut::Above(still_level_m + lighting.swell_m);
    let bands = screen.bands(BAND_ROWS, size[1]);
    let mut texels = vec![[0.0; 4]; size[0] * size[1]];
    texels.par_chunks_mut(BAND_ROWS * size[0]).zip(bands).enumerate().for_each(
        |(band, (texels, members))| {
            if members.is_empty() {
                return;
            }
            let first_row = band * BAND_ROWS;
            let band = Band { scenery, smoke: None, screen: &screen, samples: size, first_row, cut };
            let seen = band.nearest(&members, texels.len() / size[0]);
            let covered = seen.iter().enumerate().filter(|(_, sample)| sample.depth > 0.0);
            let solids: Vec<Solid> =
                covered.map(|(x, sample)| upright(band.solid(sample, x, 1.0), still_level_m)).collect();
            dispatch(Shade { scenery, solids: &solids, texels });
        },
    );
    Mirror { size, texels }
}

struct Shade<'a> {
    scenery: Scenery<'a>,
    solids: &'a [Solid],
    texels: &'a mut [[f32; 4]],
}

impl Work for Shade<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for some in self.solids.chunks(Lanes::<S>::COUNT) {
            let light = self.scenery.shade_mirrored(&side_by_side(simd, some));
            for (k, spot) in some.iter().enumerate() {
                self.texels[spot.x] = light.lane(k).extend(1.0).into();
            }
        }
    }
}

fn upside_down(mesh: &Mesh, still_level_m: f32) -> Mesh {
    let triangles = mesh.triangles[..mesh.mirrored].to_vec();
    let count = triangles.iter().flatten().max().map_or(0, |last| *last as usize + 1);
    let mut vertices = mesh.vertices[..count].to_vec();
    vertices.iter_mut().for_each(|vertex| vertex.position[2] = 2.0 * still_level_m - vertex.position[2]);
    let solids = triangles.len();
    Mesh { vertices, triangles, solids, mirrored: solids }
}

/// The place that is seen, above the water.
fn upright(solid: Solid, still_level_m: f32) -> Solid {
    let Vec3 { x, y, z } = solid.position;
    Solid { position: Vec3::new(x, y, 2.0 * still_level_m - z), ..solid }
}
