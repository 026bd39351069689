//! Paint of hulls: layers over their height, by the waterline in which they float upright.

use glam::Vec3;

use super::mesh::{Paint, bare, varnish};
use crate::scene::BodyModel;

/// Paint below the waterline, sRGB: of most hulls, and of those that are red themselves.
const BELOW: [[f32; 3]; 2] = [[0.42, 0.10, 0.09], [0.11, 0.14, 0.20]];
const WHITE: [f32; 3] = [0.93, 0.93, 0.91];
/// Of the deck of a hull with fittings.
const CREAM: [f32; 3] = [0.86, 0.83, 0.76];
/// Of what is dry of a hull that shows pressures: a color that these do not have.
const DRY: [f32; 3] = [0.62; 3];
/// Width of the stripe above the waterline over the depth of the hull.
const STRIPE: f32 = 0.045;
/// Places of the stripes of a hull with fittings, down from the deck, over the depth of the hull.
const STRIPES: [f32; 3] = [0.235, 0.205, 0.09];
/// Least upward component of the normal of a deck.
const DECK: f32 = 0.9;

/// A part of a triangle within one layer.
pub(super) struct Piece {
    /// The triangle.
    pub(super) face: u32,
    /// Places in body coordinates, m, and normals.
    pub(super) corners: [[Vec3; 2]; 3],
    layer: usize,
    is_deck: bool,
}

/// Paints of a hull.
pub(super) struct Livery {
    /// Heights at which its layers end but for the last, in body coordinates, m.
    pub(super) cuts_m: Vec<f32>,
    layers: Vec<Paint>,
    deck: Paint,
}

impl Livery {
    /// The livery of a body; with fittings it is white with stripes of its color.
    pub(super) fn of(body: &BodyModel, is_fitted: bool) -> Self {
        let own = varnish(body.color);
        let ends = body
            .vertices
            .iter()
            .fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], v| [low.min(v.z), high.max(v.z)]);
        if !body.pressure_pa.is_empty() {
            return Self { cuts_m: Vec::new(), layers: vec![varnish(DRY)], deck: varnish(DRY) };
        }
        let Some(waterline_m) = body.waterline_m else {
            // Piers are no boats.
            let paint = bare(body.color);
            return Self { cuts_m: Vec::new(), layers: vec![paint], deck: paint };
        };
        let [red, green, blue] = body.color;
        let is_red = red > 1.6 * green.max(blue);
        let depth_m = ends[1] - ends[0];
        let stripe_m = waterline_m + STRIPE * depth_m;
        let below = varnish(BELOW[usize::from(is_red && !is_fitted)]);
        if is_fitted {
            let [low, high, rail] = STRIPES.map(|down| (ends[1] - down * depth_m).max(stripe_m));
            let white = varnish(WHITE);
            let cuts_m = vec![waterline_m, stripe_m, low, high, rail];
            return Self { cuts_m, layers: vec![below, own, white, own, white, own], deck: varnish(CREAM) };
        }
        let light = body.color.map(|c| c + 0.35 * (1.0 - c));
        let layers = vec![below, varnish(WHITE), own];
        Self { cuts_m: vec![waterline_m, stripe_m], layers, deck: varnish(light) }
    }

    /// Paint of a piece that was cut at its heights.
    pub(super) fn paint(&self, piece: &Piece) -> Paint {
        if piece.is_deck && piece.layer + 1 == self.layers.len() {
            self.deck
        } else {
            self.layers[piece.layer]
        }
    }
}

/// Cuts a triangle, places and normals of its corners, at some heights, which do not fall.
pub(super) fn layers(face: u32, corners: [[Vec3; 2]; 3], cuts_m: &[f32]) -> impl Iterator<Item = Piece> {
    let [a, b, c] = corners.map(|[place, _]| place);
    let is_deck = (b - a).cross(c - a).normalize_or_zero().z > DECK;
    let mut pieces = Vec::with_capacity(1);
    let mut rest = corners.to_vec();
    for (layer, height_m) in cuts_m.iter().copied().chain([f32::INFINITY]).enumerate() {
        let below = clip(&rest, |[place, _]| height_m - place.z);
        rest = clip(&rest, |[place, _]| place.z - height_m);
        pieces.extend((2..below.len()).map(|k| Piece {
            face,
            corners: [below[0], below[k - 1], below[k]],
            layer,
            is_deck,
        }));
    }
    pieces.into_iter()
}

/// The part of a convex polygon where a height is not negative.
pub(super) fn clip(polygon: &[[Vec3; 2]], height: impl Fn(&[Vec3; 2]) -> f32) -> Vec<[Vec3; 2]> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (k, from) in polygon.iter().enumerate() {
        let to = &polygon[(k + 1) % polygon.len()];
        let (here, there) = (height(from), height(to));
        if here >= 0.0 {
            kept.push(*from);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            let t = here / (here - there);
            kept.push([from[0].lerp(to[0], t), from[1].lerp(to[1], t)]);
        }
    }
    if kept.len() < 3 { Vec::new() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[[Vec3; 2]; 3]) -> f32 {
        let [a, b, c] = corners.map(|[place, _]| place);
        0.5 * (b - a).cross(c - a).length()
    }

    #[test]
    fn layers_cover_the_triangle_and_keep_to_their_heights() {
        let place = |x: f32, z: f32| [Vec3::new(x, 0.3 * z, z), Vec3::Y];
        let cuts_m = [0.2, 0.5, 0.5, 2.0];
        for corners in [
            [place(0.0, 0.0), place(1.0, 0.1), place(0.4, 1.0)],
            [place(0.0, 0.5), place(1.0, 0.5), place(0.4, 0.5001)],
            [place(0.0, 3.0), place(1.0, -1.0), place(2.0, 3.0)],
        ] {
            let pieces: Vec<Piece> = layers(7, corners, &cuts_m).collect();
            let sum: f32 = pieces.iter().map(|piece| area(&piece.corners)).sum();
            assert!((sum / area(&corners) - 1.0).abs() < 1e-4, "{sum} of {}", area(&corners));
            for piece in &pieces {
                let low = if piece.layer == 0 { f32::NEG_INFINITY } else { cuts_m[piece.layer - 1] };
                let high = cuts_m.get(piece.layer).copied().unwrap_or(f32::INFINITY);
                let is_inside = |z: f32| z >= low - 1e-5 && z <= high + 1e-5;
                assert!(piece.corners.iter().all(|[place, _]| is_inside(place.z)));
                assert_eq!(piece.face, 7);
            }
        }
    }

    #[test]
    fn a_hull_has_another_color_below_its_waterline_and_a_pier_has_one() {
        let vertices = [Vec3::ZERO, Vec3::Z].into();
        let boat = BodyModel { vertices, color: [0.9, 0.1, 0.1], ..BodyModel::default() };
        assert_eq!(Livery::of(&boat, false).cuts_m, [0.0; 0]);
        let floats = BodyModel { waterline_m: Some(0.4), ..boat.clone() };
        let livery = Livery::of(&floats, false);
        assert!((livery.cuts_m[0] - 0.4).abs() < 1e-6);
        assert_ne!(livery.layers[0], livery.layers[2]);
        assert!(livery.layers[0][0] < livery.layers[0][2], "no red below red");
        let measured = BodyModel { pressure_pa: vec![1.0], ..floats };
        let livery = Livery::of(&measured, false);
        assert_eq!((livery.cuts_m.len(), livery.layers[0]), (0, varnish(DRY)));
    }
}
