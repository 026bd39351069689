use glam::{DMat3, DQuat, DVec3};

use crate::error::{require, require_finite, require_positive};
use crate::hydrostatics::upright;
use crate::{Error, Hull, clip_triangle};

/// Fraction of the widest waterline and largest section that an end may have and still count as tapering off.
const TAPERED: f64 = 0.05;

/// Sections of a ship at places evenly spaced from its stern to its bow: submerged areas and widths of the waterline.
#[derive(Debug, Clone, PartialEq)]
pub struct Sections {
    from_m: f64,
    spacing_m: f64,
    area_m2: Vec<f64>,
    beam_m: Vec<f64>,
}

impl Sections {
    /// Cuts `hull`, turned by `rotation`, in water up to `waterline_m` above its origin, across the world's x axis, along which it
    /// moves. The sections lie from the stern to the bow of the wet surface, `intervals` intervals apart; places are those along
    /// x from the hull's origin.
    ///
    /// The wet contour of a section gives its area `∫ d dy`, `d` the depth below the level, and the width of the waterline
    /// `∫ dy`, both exactly for the mesh. Those at the two ends are taken a thousandth of an interval inside, so that a square
    /// end shows.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] for a rotation that is zero, a level that is not finite, less than 2
    /// intervals, or a hull that is dry at the level.
    pub fn cut(hull: &Hull, rotation: DQuat, waterline_m: f64, intervals: usize) -> Result<Self, Error> {
        upright(rotation)?;
        require_finite("waterline_m", waterline_m)?;
        let to_world = DMat3::from_quat(rotation.normalize());
        let mut wet: Vec<([DVec3; 3], DVec3)> = Vec::new();
        for index in 0..hull.triangle_count() {
            let corners = hull.triangle(index).map(|corner| to_world * corner);
            let outward = to_world * hull.area_vector_m2(index);
            clip_triangle(corners, corners.map(|corner| waterline_m - corner.z), |part| {
                wet.push((part.corners_m, outward));
            });
        }
        let places = || wet.iter().flat_map(|(corners, _)| corners).map(|corner| corner.x);
        let [stern, bow] =
            places().fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)]);
        // A dry hull has no ends.
        require_positive("the length of the wet surface", if stern < bow { bow - stern } else { 0.0 })?;
        let mut sections = Self::from_fn([stern, bow], intervals, |_| [0.0; 2])?;
        let spacing = sections.spacing_m;
        let inset = 1e-3 * spacing;
        for (corners, outward) in wet {
            // The intervals that the triangle reaches over; the sections at the ends lie inside the first and last.
            let interval = |x: f64| ((x - stern) / spacing).clamp(0.0, intervals as f64);
            let places = corners.map(|corner| interval(corner.x));
            let low = places.into_iter().fold(f64::INFINITY, f64::min).floor() as usize;
            let high = places.into_iter().fold(0.0, f64::max).ceil() as usize;
            for i in low..=high {
                let place = (stern + i as f64 * spacing).clamp(stern + inset, bow - inset);
                let Some([p, q]) = cut_across(corners, place) else { continue };
                // Along the contour counter-clockwise seen from ahead, so that the bottom goes to port.
                let along = (q.z - p.z) * outward.y - (q.y - p.y) * outward.z;
                let across = if along < 0.0 { p.y - q.y } else { q.y - p.y };
                sections.area_m2[i] += across * (waterline_m - 0.5 * (p.z + q.z));
                sections.beam_m[i] += across;
            }
        }
        Ok(sections)
    }

    /// Sections from a function that gives area, m², and width of the waterline, m, at a place; `ends_m` are stern and bow.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] for ends that do not rise, less than 2 intervals, or values that are not
    /// finite.
    pub fn from_fn(
        ends_m: [f64; 2],
        intervals: usize,
        area_and_beam: impl Fn(f64) -> [f64; 2],
    ) -> Result<Self, Error> {
        let [stern, bow] = ends_m;
        require(intervals >= 2, "intervals", intervals as f64, "at least 2")?;
        require_positive("the length", bow - stern)?;
        let spacing_m = (bow - stern) / intervals as f64;
        let values = (0..=intervals).map(|i| area_and_beam(stern + i as f64 * spacing_m));
        let (area_m2, beam_m): (Vec<f64>, Vec<f64>) = values.map(|[area, beam]| (area, beam)).unzip();
        for (what, values) in [("a sectional area", &area_m2), ("a width of the waterline", &beam_m)] {
            values.iter().try_for_each(|value| require_finite(what, *value))?;
        }
        Ok(Self { from_m: stern, spacing_m, area_m2, beam_m })
    }

    /// Length from stern to bow, m.
    pub fn length_m(&self) -> f64 {
        self.spacing_m * (self.area_m2.len() - 1) as f64
    }

    /// Distance of neighboring sections, m.
    pub(super) fn spacing_m(&self) -> f64 {
        self.spacing_m
    }

    /// Places of the sections, from stern to bow, m.
    pub fn places_m(&self) -> impl ExactSizeIterator<Item = f64> + Clone {
        let Self { from_m, spacing_m, .. } = *self;
        (0..self.area_m2.len()).map(move |i| from_m + i as f64 * spacing_m)
    }

    /// Submerged areas, m².
    pub fn area_m2(&self) -> &[f64] {
        &self.area_m2
    }

    /// Widths of the waterline, m.
    pub fn beam_m(&self) -> &[f64] {
        &self.beam_m
    }

    /// The largest section, m².
    pub fn largest_area_m2(&self) -> f64 {
        self.area_m2.iter().fold(0.0, |most, area| area.max(most))
    }

    /// The greatest width of the waterline, m.
    pub fn greatest_beam_m(&self) -> f64 {
        self.beam_m.iter().fold(0.0, |most, beam| beam.max(most))
    }

    /// Submerged volume, m³.
    pub fn volume_m3(&self) -> f64 {
        self.integral(&self.area_m2, |_| 1.0)
    }

    /// `∫ weight(x) values(x) dx` with the values straight between the sections.
    pub(super) fn integral(&self, values: &[f64], weight: impl Fn(f64) -> f64) -> f64 {
        let products: Vec<f64> = self.places_m().zip(values).map(|(x, value)| weight(x) * value).collect();
        // Simpson's rule in each interval, with the middle value from the straight line.
        let middles = self
            .places_m()
            .zip(values.windows(2))
            .map(|(x, pair)| weight(x + 0.5 * self.spacing_m) * 0.5 * (pair[0] + pair[1]));
        let sum: f64 =
            products.windows(2).zip(middles).map(|(pair, middle)| pair[0] + 4.0 * middle + pair[1]).sum();
        sum * self.spacing_m / 6.0
    }

    /// Whether the ship tapers off at both ends, in section and waterline, as slender-ship theory needs: a square end has no
    /// finite resistance and sinkage there.
    pub fn tapers_off(&self) -> bool {
        [(&self.area_m2, self.largest_area_m2()), (&self.beam_m, self.greatest_beam_m())].into_iter().all(
            |(values, most)| {
                let ends = [values.first(), values.last()].into_iter().flatten();
                most > 0.0 && ends.into_iter().all(|end| end.abs() <= TAPERED * most)
            },
        )
    }
}

/// The segment in which a triangle meets the plane across x at a place.
fn cut_across(corners: [DVec3; 3], place: f64) -> Option<[DVec3; 2]> {
    let mut ends = [DVec3::ZERO; 2];
    let mut found = 0;
    for i in 0..3 {
        let (a, b) = (corners[i], corners[(i + 1) % 3]);
        // A corner on the plane counts as ahead of it, so a plane through corners meets two edges or none.
        if (a.x < place) != (b.x < place) {
            ends[found] = a + (b - a) * ((place - a.x) / (b.x - a.x));
            found += 1;
        }
    }
    (found == 2).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// A box about its origin.
    fn cuboid(size: Vec3) -> Hull {
        let corner = |i: u32| (Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5) * size;
        let vertices: Vec<Vec3> = (0..8).map(corner).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles: Vec<[u32; 3]> =
            quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        Hull::new(&vertices, &triangles).unwrap()
    }

    #[test]
    fn a_box_has_the_same_section_from_end_to_end() {
        let sections = Sections::cut(&cuboid(Vec3::new(8.0, 2.0, 1.0)), DQuat::IDENTITY, -0.2, 10).unwrap();
        assert_eq!((sections.area_m2().len(), sections.length_m()), (11, 8.0));
        for (area, beam) in sections.area_m2().iter().zip(sections.beam_m()) {
            assert!((area - 0.6).abs() < 1e-6 && (beam - 2.0).abs() < 1e-6, "{area} m², {beam} m");
        }
        assert!(!sections.tapers_off());
        // Submerged as a whole it has no waterline.
        let sunk = Sections::cut(&cuboid(Vec3::new(8.0, 2.0, 1.0)), DQuat::IDENTITY, 3.0, 4).unwrap();
        assert!(sunk.area_m2().iter().all(|area| (area - 2.0).abs() < 1e-6));
        assert!(sunk.beam_m().iter().all(|beam| beam.abs() < 1e-6));
    }

    /// Ends, sections and volume of a box turned by an angle: `2 × 2` m seen along its diagonal is a square on its corner.
    #[test]
    fn sections_lie_across_the_direction_of_motion() {
        let hull = cuboid(Vec3::new(2.0, 2.0, 1.0));
        let turned = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        let sections = Sections::cut(&hull, turned, 0.0, 100).unwrap();
        let half = 2f64.sqrt();
        assert!((sections.length_m() - 2.0 * half).abs() < 1e-6 && sections.tapers_off());
        for (x, beam) in sections.places_m().zip(sections.beam_m()) {
            assert!((beam - 2.0 * (half - x.abs())).abs() < 1e-3, "{beam} m at {x}");
        }
        assert!((sections.volume_m3() - 2.0).abs() < 1e-3, "{} m³", sections.volume_m3());
    }

    #[test]
    fn what_has_no_sections_is_refused_by_name() {
        let hull = cuboid(Vec3::ONE);
        let message = |level, intervals| {
            Sections::cut(&hull, DQuat::IDENTITY, level, intervals).unwrap_err().to_string()
        };
        assert!(message(-0.6, 10).contains("the length of the wet surface = 0: must be above 0"));
        assert!(message(0.0, 1).contains("intervals = 1: must be at least 2"));
        assert!(message(f64::NAN, 10).contains("waterline_m"));
        assert!(
            Sections::from_fn([0.0, 1.0], 4, |_| [f64::NAN, 1.0]).unwrap_err().to_string().contains("area")
        );
    }
}
