//! The shadows of bodies on the water, and the places inside hulls where no water is drawn.
//!
//! The simulation has a water level under a hull too. It must not be drawn inside an open boat, whose floor lies below that
//! level: water is drawn only where it can be reached from outside without crossing a waterline.

use glam::{Vec2, Vec3};
use mask_raster::raster::{Clip, Point, Triangle};
use pulp::Simd;
use rayon::prelude::*;

use super::cover;
use super::lanes::{Lanes, MOST, index};
use super::mirror::Parts;
use super::sampling::{between, number};
use crate::geometry::{Mesh, Surface, Vertex};
use crate::scene::crossing;

/// Texels along the longer side, at most.
const FINEST: f32 = 768.0;
/// Texels along the edge of a cell, unless that exceeds [`FINEST`].
const PER_CELL: f32 = 4.0;

/// A texture over the box around the bodies and their shadows; texel (i, j) at `j * size[0] + i` covers
/// `origin_m + [i, i + 1] × [j, j + 1] · texel_m`.
#[derive(Clone, Debug)]
pub(crate) struct Footprint {
    /// Lower-left corner, m.
    pub origin_m: Vec2,
    /// Edge of a texel, m.
    pub texel_m: f32,
    /// Texels along x and y, at least one.
    pub size: [usize; 2],
    /// Each 0..=255: shadow, 255 where no water is drawn, nearness of a waterline, fraction of such places around.
    pub texels: Vec<[u8; 4]>,
    /// Box around the texels without water, m; `None` if there are none.
    pub dry_box_m: Option<[Vec2; 2]>,
    /// Parts with shadow, or near a place without water.
    pub dark: Parts,
}

impl Default for Footprint {
    fn default() -> Self {
        let (texels, dark) = (vec![[0; 4]], Parts::default());
        Self { origin_m: Vec2::ZERO, texel_m: 1.0, size: [1, 1], texels, dry_box_m: None, dark }
    }
}

impl Footprint {
    /// Becomes the footprint of `bodies`, each a range of triangles of `mesh`, in light from the direction `sun`; all of its triangles
    /// cast shadows.
    pub(crate) fn update(
        &mut self,
        mesh: &Mesh,
        bodies: &[std::ops::Range<usize>],
        surface: &Surface,
        cell_size_m: f32,
        sun: Vec3,
    ) {
        let corners = |triangle: &[u32; 3]| triangle.map(|v| Vec3::from(mesh.vertices[v as usize].position));
        // Onto water as high as that below it.
        let cast = |vertex: &Vertex| {
            let point = Vec3::from(vertex.position);
            let height_m = point.z - surface.height_m(point.truncate());
            point.truncate() - sun.truncate() / sun.z * height_m.max(0.0)
        };
        let shadows: Vec<Vec2> = mesh.vertices.par_iter().map(cast).collect();
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for v in mesh.triangles.iter().flatten().map(|v| *v as usize) {
            let point = Vec3::from(mesh.vertices[v].position).truncate();
            low = low.min(point).min(shadows[v]);
            high = high.max(point).max(shadows[v]);
        }
        if low.cmpgt(high).any() {
            *self = Self::default();
            return;
        }
        let texel_m = (cell_size_m / PER_CELL).max((high - low).max_element() / FINEST).max(1e-4);
        let reach = reach(mesh, bodies, surface, texel_m);
        let margin = (3 + reach) as f32 * texel_m;
        let cells = ((high - low + 2.0 * margin) / texel_m).ceil();
        let size = [cells.x as usize, cells.y as usize];
        (self.origin_m, self.texel_m, self.size, self.dry_box_m) = (low - margin, texel_m, size, None);
        self.texels.clear();
        self.texels.resize(size[0] * size[1], [0; 4]);
        self.cast_shadow(mesh.triangles.iter().map(|triangle| triangle.map(|v| shadows[v as usize])));
        for range in bodies {
            let hull = mesh.triangles[range.clone()].iter().map(corners);
            self.keep_dry(hull, surface);
        }
        if self.dry_box_m.is_some() {
            cover::spread(&mut self.texels, size, reach);
        }
        self.dark.find(size[0], &self.texels, [255, 0, 255, 255]);
    }

    /// Shadows at some places, 0..=1, how near they are to a hull, and how much of the sky hulls hide from what is below them.
    #[inline(always)]
    pub(super) fn shadows<S: Simd>(&self, x_m: Lanes<S>, y_m: Lanes<S>) -> [Lanes<S>; 3] {
        let [width, height] = self.size;
        let per_m = 1.0 / self.texel_m;
        let x = (x_m - self.origin_m.x) * per_m - 0.5;
        let y = (y_m - self.origin_m.y) * per_m - 0.5;
        let (last_x, last_y) = (number(width - 1), number(height - 1));
        let away = (-x).greater(x - last_x).greater(-y).greater(y - last_y);
        if !away.any_below(1.0) || !self.dark.shows(self.size, x.ends(), y.ends()) {
            return [x_m.like(0.0); 3];
        }
        let (left, down) = (x.floor(), y.floor());
        let (s, t) = (x - left, y - down);
        let (left, down, away) = (left.as_slice(), down.as_slice(), away.as_slice());
        let mut corners = [[0; MOST]; 4];
        for k in (0..Lanes::<S>::COUNT).filter(|&k| away[k] < 1.0) {
            // One more, so that it is not negative.
            let (i, j) = (index(left[k] + 1.0), index(down[k] + 1.0));
            for n in 0..4 {
                let (i, j) = (i + n % 2, j + n / 2);
                let inside = i > 0 && j > 0 && i <= width && j <= height;
                if inside {
                    corners[n][k] = u32::from_le_bytes(self.texels[(j - 1) * width + i - 1]);
                }
            }
        }
        [0, 2, 3].map(|byte| between(&corners, byte, s, t) * (1.0 / 255.0))
    }

    /// Whether no water is drawn at a place.
    pub(crate) fn is_dry(&self, place_m: Vec2) -> bool {
        let Some([low, high]) = self.dry_box_m else { return false };
        if !(place_m.cmpge(low).all() && place_m.cmplt(high).all()) {
            return false;
        }
        let [i, j] = ((place_m - self.origin_m) / self.texel_m).to_array().map(|at| at as usize);
        self.texels.get(j * self.size[0] + i).is_some_and(|texel| texel[1] > 127)
    }

    /// Whether no water is drawn at some place in a box.
    pub(crate) fn may_be_dry(&self, [low_m, high_m]: [Vec2; 2]) -> bool {
        let Some([low, high]) = self.dry_box_m else { return false };
        let (low, high) = (low_m.max(low), high_m.min(high));
        if !(low.cmple(high).all()) {
            return false;
        }
        let [x0, y0] = ((low - self.origin_m) / self.texel_m).max(Vec2::ZERO).to_array().map(|c| c as usize);
        let [x1, y1] = ((high - self.origin_m) / self.texel_m).max(Vec2::ZERO).to_array().map(|c| c as usize);
        let [width, height] = self.size;
        let (x1, y1) = ((x1 + 1).min(width), (y1 + 1).min(height));
        (y0..y1)
            .any(|j| self.texels[j * width + x0.min(x1)..j * width + x1].iter().any(|texel| texel[1] > 127))
    }

    fn cast_shadow(&mut self, triangles: impl Iterator<Item = [Vec2; 3]>) {
        let [width, height] = self.size;
        let clip = Clip::new(width as i32, height as i32);
        for triangle in triangles {
            let points = triangle.map(|point| {
                let at = (point - self.origin_m) / self.texel_m;
                Point::snap(at.x.into(), at.y.into())
            });
            if let [Some(a), Some(b), Some(c)] = points
                && let Some(triangle) = Triangle::new([a, b, c])
            {
                triangle.for_each_span(&clip, |span| {
                    let row = span.y as usize * width;
                    for texel in &mut self.texels[row + span.x0 as usize..row + span.x1 as usize] {
                        texel[0] = 255;
                    }
                });
            }
        }
        self.soften(0);
    }

    /// Box blur of a channel over 3 × 3 texels, once along x and once along y.
    fn soften(&mut self, channel: usize) {
        let [width, height] = self.size;
        for (step, length, lines, line_step) in [(1, width, height, width), (width, height, width, 1)] {
            for line in 0..lines {
                let mut before = 0;
                for k in 0..length {
                    let at = line * line_step + k * step;
                    let here = u16::from(self.texels[at][channel]);
                    let after = if k + 1 < length { u16::from(self.texels[at + step][channel]) } else { 0 };
                    self.texels[at][channel] = ((before + here + after) / 3) as u8;
                    before = here;
                }
            }
        }
    }

    /// Marks the texels that the waterline of one hull separates from the water around it.
    fn keep_dry(&mut self, hull: impl Iterator<Item = [Vec3; 3]>, surface: &Surface) {
        let mut line = Vec::new();
        for triangle in hull {
            let above = triangle.map(|point| point.z - surface.height_m(point.truncate()));
            line.extend(crossing(triangle, above));
        }
        let Self { origin_m, texel_m, size, .. } = *self;
        let texel = |point: Vec2| (point - origin_m) / texel_m;
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for point in line.iter().flatten() {
            low = low.min(texel(*point));
            high = high.max(texel(*point));
        }
        if line.is_empty() {
            return;
        }
        line.iter().for_each(|part| cover::mark_contact(&mut self.texels, size, part.map(texel)));
        // A ring of texels around the waterline is outside.
        let first = [low.x as usize - 1, low.y as usize - 1];
        let (width, height) = (high.x as usize + 2 - first[0], high.y as usize + 2 - first[1]);
        let mut barrier = vec![false; width * height];
        for [a, b] in line {
            let (a, b) = (texel(a), texel(b));
            let steps = (4.0 * a.distance(b)).ceil().max(1.0);
            for k in 0..=steps as usize {
                let at = a.lerp(b, k as f32 / steps);
                barrier[(at.y as usize - first[1]) * width + at.x as usize - first[0]] = true;
            }
        }
        let outside = flood(&barrier, width, height);
        for j in 0..height {
            for i in (0..width).filter(|i| !barrier[j * width + i] && !outside[j * width + i]) {
                let (i, j) = (i + first[0], j + first[1]);
                self.texels[j * self.size[0] + i][1] = 255;
                let corner = self.origin_m + Vec2::new(i as f32, j as f32) * self.texel_m;
                let [low, high] = self.dry_box_m.unwrap_or([corner, corner]);
                self.dry_box_m = Some([low.min(corner), high.max(corner + self.texel_m)]);
            }
        }
    }
}

/// Texels from a place to the farthest hulls that hide some of its sky: the depth of the water in which hulls float, on average.
fn reach(mesh: &Mesh, bodies: &[std::ops::Range<usize>], surface: &Surface, texel_m: f32) -> usize {
    let (mut sum_m, mut count) = (0.0, 0.0_f32);
    for triangles in bodies.iter().map(|range| &mesh.triangles[range.clone()]).filter(|of| !of.is_empty()) {
        let places =
            triangles.iter().map(|[v, ..]| Vec3::from(mesh.vertices[*v as usize].position).truncate());
        sum_m += surface.depth_m(places.sum::<Vec2>() / triangles.len() as f32);
        count += 1.0;
    }
    ((sum_m / count.max(1.0) / texel_m) as usize).clamp(1, cover::FARTHEST)
}

/// The texels that can be reached from the edge of the box without entering the barrier, not even between two of its texels
/// that touch at a corner.
fn flood(barrier: &[bool], width: usize, height: usize) -> Vec<bool> {
    let mut reached = vec![false; barrier.len()];
    let mut open = vec![0];
    reached[0] = true;
    while let Some(at) = open.pop() {
        let (i, j) = (at % width, at / width);
        let neighbors = [
            (i > 0).then(|| at - 1),
            (i + 1 < width).then_some(at + 1),
            (j > 0).then(|| at - width),
            (j + 1 < height).then_some(at + width),
        ];
        for next in neighbors.into_iter().flatten() {
            if !barrier[next] && !reached[next] {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::WaterSheet;

    const SUN: Vec3 = Vec3::new(0.6, 0.0, 0.8);

    impl Footprint {
        fn shadow(&self, place_m: Vec2) -> [f32; 3] {
            let [x, y] = place_m.to_array().map(|c| Lanes::splat(pulp::Scalar, c));
            self.shadows(x, y).map(|lanes| lanes.as_slice()[0])
        }
    }

    fn sheet() -> WaterSheet {
        WaterSheet { nx: 10, ny: 10, cell_size_m: 1.0, level_m: vec![0.0; 100], ..Default::default() }
    }

    /// An open trough 4 × 2 m: floor at `floor_m`, walls up to `rim_m`, as a sheet without thickness.
    fn trough(floor_m: f32, rim_m: f32) -> Mesh {
        let mut mesh = Mesh::default();
        let ring = [(3.0, 4.0), (7.0, 4.0), (7.0, 6.0), (3.0, 6.0)];
        let at = |(x, y): (f32, f32), z| Vec3::new(x, y, z);
        mesh.quad(ring.map(|place| at(place, floor_m)), [1.0; 4]);
        for k in 0..4 {
            let (a, b) = (ring[k], ring[(k + 1) % 4]);
            mesh.quad([at(a, floor_m), at(b, floor_m), at(b, rim_m), at(a, rim_m)], [1.0; 4]);
        }
        mesh
    }

    fn footprint(mesh: &Mesh) -> Footprint {
        let sheet = sheet();
        let beside = crate::geometry::Beside::default();
        let surface = Surface::new(&sheet, 0.0, (&[0.0; 100], &beside), 1.0);
        let mut footprint = Footprint::default();
        footprint.update(mesh, std::slice::from_ref(&(0..mesh.triangles.len())), &surface, 1.0, SUN);
        footprint
    }

    #[test]
    fn an_open_boat_is_dry_inside_until_its_rim_is_under_water() {
        let dry = footprint(&trough(-0.5, 0.5));
        assert!(dry.is_dry(Vec2::new(5.1, 5.1)) && dry.is_dry(Vec2::new(3.6, 4.6)));
        assert!(!dry.is_dry(Vec2::new(2.6, 5.1)) && !dry.is_dry(Vec2::new(5.1, 6.6)));
        let sunk = footprint(&trough(-0.5, -0.1));
        assert!(!sunk.is_dry(Vec2::new(5.1, 5.1)) && sunk.dry_box_m.is_none());
        let contact = |footprint: &Footprint, x| footprint.shadow(Vec2::new(x, 5.1))[1];
        assert!(contact(&dry, 2.9) > 0.05 && contact(&dry, 1.9) == 0.0 && contact(&sunk, 2.9) == 0.0);
    }

    #[test]
    fn the_dry_box_holds_the_dry_texels() {
        let dry = footprint(&trough(-0.5, 0.5));
        let [low, high] = dry.dry_box_m.unwrap();
        for j in 0..dry.size[1] {
            for i in 0..dry.size[0] {
                let center = dry.origin_m + (Vec2::new(i as f32, j as f32) + 0.5) * dry.texel_m;
                let inside = center.cmpgt(low).all() && center.cmplt(high).all();
                assert!(!dry.is_dry(center) || inside);
            }
        }
    }

    #[test]
    fn a_box_may_be_dry_where_a_place_in_it_is() {
        let dry = footprint(&trough(-0.5, 0.5));
        let [low, high] = dry.dry_box_m.unwrap();
        let (mut wet, texel) = (0, dry.texel_m);
        for (i, j) in (0..40).flat_map(|j| (0..40).map(move |i| (i as f32, j as f32))) {
            let corner = low - 2.0 * texel + (high - low + 4.0 * texel) * Vec2::new(i, j) / 40.0;
            let within = [corner, corner + Vec2::new(1.3, 0.7) * texel];
            let places = (0..64).map(|k| {
                within[0] + (within[1] - within[0]) * Vec2::new((k % 8) as f32, (k / 8) as f32) / 7.0
            });
            assert!(
                dry.may_be_dry(within) || !places.into_iter().any(|place| dry.is_dry(place)),
                "{within:?}"
            );
            wet += usize::from(!dry.may_be_dry(within));
        }
        assert!(wet > 100, "not all are sought: {wet}");
    }

    #[test]
    fn the_shadow_falls_away_from_the_sun_as_far_as_the_body_is_high() {
        let shadow = footprint(&trough(-0.5, 1.0)); // 0.75 m towards -x
        assert!(shadow.shadow(Vec2::new(5.0, 5.0))[0] > 0.99);
        assert!(shadow.shadow(Vec2::new(2.6, 5.0))[0] > 0.5);
        assert!(shadow.shadow(Vec2::new(1.6, 5.0))[0] < 0.01);
        assert!(shadow.shadow(Vec2::new(7.6, 5.0))[0] < 0.01);
        assert_eq!(shadow.shadow(Vec2::new(-50.0, 90.0))[0], 0.0);
    }

    #[test]
    fn shadows_and_hulls_are_found_wherever_they_are() {
        let found = footprint(&trough(-0.5, 1.0));
        let everywhere = Footprint { dark: Parts::default(), ..found.clone() };
        let mut skipped = 0;
        for k in 0..200 * 200 {
            let place = Vec2::new(0.05 * (k % 200) as f32, 0.05 * (k / 200) as f32);
            assert_eq!(found.shadow(place), everywhere.shadow(place), "{place}");
            let at = (place - found.origin_m) / found.texel_m - 0.5;
            skipped += usize::from(!found.dark.shows(found.size, [at.x; 2], [at.y; 2]));
        }
        assert!(skipped > 5_000, "not all are sought: {skipped}");
    }

    #[test]
    fn nothing_casts_nothing() {
        let none = footprint(&Mesh::default());
        assert_eq!((none.shadow(Vec2::ZERO), none.is_dry(Vec2::ZERO)), ([0.0; 3], false));
    }
}
