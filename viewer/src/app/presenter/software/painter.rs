//! Paints the panels' triangles on the CPU, as egui's own renderers do on GPUs.

use egui::epaint::{ClippedPrimitive, ColorImage, Mesh, Primitive, Vertex};
use egui::{Color32, TextureId};

use crate::app::presenter::textures::Textures;
use crate::render::{Picture, Rgba};

/// Fractions of a pixel in which corners are placed.
const SUBPIXELS: f32 = 256.0;

/// The texture that stands for the picture of the scene.
pub(crate) const PICTURE: TextureId = TextureId::User(0);

/// Paints primitives on a canvas, and the background where there are none; [`PICTURE`] is the picture of the scene, pixel by pixel.
pub(crate) fn paint(
    (canvas, background): (&mut Picture, Rgba),
    primitives: &[ClippedPrimitive],
    textures: &Textures,
    pixels_per_point: f32,
    picture: &Picture,
) {
    // Panels move and shrink, and what they showed before must not stay.
    canvas.pixels_mut().fill(background);
    let size = canvas.size().map(|n| n as i64);
    for ClippedPrimitive { clip_rect, primitive } in primitives {
        let Primitive::Mesh(mesh) = primitive else { continue };
        let edge = |points: f32, most: i64| ((points * pixels_per_point).round() as i64).clamp(0, most);
        let clip = Clip {
            x: [edge(clip_rect.min.x, size[0]), edge(clip_rect.max.x, size[0])],
            y: [edge(clip_rect.min.y, size[1]), edge(clip_rect.max.y, size[1])],
        };
        if mesh.texture_id == PICTURE {
            copy(canvas, picture, mesh, pixels_per_point, clip);
        } else if let Some(texture) = textures.get(mesh.texture_id) {
            for corners in mesh.indices.as_chunks::<3>().0 {
                let corners = corners.map(|index| mesh.vertices[index as usize]);
                triangle(canvas, texture, corners, pixels_per_point, clip);
            }
        }
    }
}

/// Pixels that may be painted: from, to but not with.
#[derive(Clone, Copy)]
struct Clip {
    x: [i64; 2],
    y: [i64; 2],
}

/// Copies the picture to where its rectangle is.
fn copy(canvas: &mut Picture, picture: &Picture, mesh: &Mesh, pixels_per_point: f32, clip: Clip) {
    let bounds = mesh.calc_bounds();
    let [left, top] = [bounds.min.x, bounds.min.y].map(|at| (at * pixels_per_point).round() as i64);
    let width = i64::from(canvas.width());
    let [from, to] = [clip.x[0].max(left), clip.x[1].min(left + i64::from(picture.width()))];
    let rows = clip.y[0].max(top)..clip.y[1].min(top + i64::from(picture.height()));
    if from >= to {
        return;
    }
    for y in rows {
        let source = ((y - top) * i64::from(picture.width()) + from - left) as usize;
        let target = (y * width + from) as usize;
        let count = (to - from) as usize;
        canvas.pixels_mut()[target..target + count]
            .copy_from_slice(&picture.pixels()[source..source + count]);
    }
}

/// Paints a triangle, of either orientation: the pixels whose middles are inside, or on an upper or left edge, so that triangles
/// side by side meet without gap and overlap.
fn triangle(
    canvas: &mut Picture,
    texture: &ColorImage,
    mut corners: [Vertex; 3],
    pixels_per_point: f32,
    clip: Clip,
) {
    let place = |vertex: &Vertex| {
        [vertex.pos.x, vertex.pos.y].map(|at| (at * pixels_per_point * SUBPIXELS).round() as i64)
    };
    let mut at = corners.each_ref().map(place);
    let double_area = |at: &[[i64; 2]; 3]| {
        (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[1][1] - at[0][1]) * (at[2][0] - at[0][0])
    };
    let mut area = double_area(&at);
    if area == 0 {
        return;
    }
    if area < 0 {
        corners.swap(1, 2);
        at.swap(1, 2);
        area = -area;
    }
    let sub = SUBPIXELS as i64;
    // Inside is where w = a x + b y + c ≥ 0 for all three edges; on an edge that is neither upper nor left, w ≥ 1.
    let edges: [[i64; 3]; 3] = std::array::from_fn(|k| {
        let ([x0, y0], [x1, y1]) = (at[(k + 1) % 3], at[(k + 2) % 3]);
        let (a, b) = (y0 - y1, x1 - x0);
        let c = -(a * x0 + b * y0);
        let is_top_or_left = a > 0 || (a == 0 && b > 0);
        [a, b, c - i64::from(!is_top_or_left)]
    });
    let low = at.iter().fold([i64::MAX; 2], |l, p| [l[0].min(p[0]), l[1].min(p[1])]);
    let high = at.iter().fold([i64::MIN; 2], |h, p| [h[0].max(p[0]), h[1].max(p[1])]);
    let rows = clip.y[0].max(low[1].div_euclid(sub))..clip.y[1].min(high[1].div_euclid(sub) + 1);
    let is_plain = corners.iter().all(|v| v.color == corners[0].color && v.uv == corners[0].uv);
    let plain = is_plain.then(|| {
        modulated(
            corners[0].color.to_array().map(f32::from),
            texel(texture, [corners[0].uv.x, corners[0].uv.y]),
        )
    });
    let width = canvas.width() as usize;
    for row in rows {
        let y = row * sub + sub / 2;
        let (mut from, mut to) =
            (clip.x[0].max(low[0].div_euclid(sub)), clip.x[1].min(high[0].div_euclid(sub) + 1));
        for [a, b, c] in edges {
            // a x + rest ≥ 0 at x = column · sub + sub / 2
            let rest = b * y + c + a * (sub / 2);
            match a.signum() {
                1 => {
                    from = from.max((-rest).div_euclid(a * sub) + i64::from((-rest).rem_euclid(a * sub) != 0))
                }
                -1 => to = to.min(rest.div_euclid(-a * sub) + 1),
                _ if rest < 0 => to = from,
                _ => {}
            }
        }
        if from >= to {
            continue;
        }
        let first = row as usize * width;
        let pixels = &mut canvas.pixels_mut()[first + from as usize..first + to as usize];
        if let Some(color) = plain {
            pixels.iter_mut().for_each(|pixel| *pixel = over(*pixel, color));
            continue;
        }
        // Linear in x: the values at the first pixel, and their steps.
        let weights = |column: i64| {
            let x = column * sub + sub / 2;
            edges.map(|[a, b, c]| (a * x + b * y + c) as f32 / area as f32)
        };
        let value = |w: [f32; 3]| -> [f32; 6] {
            let of = |v: &Vertex| {
                let [r, g, b, a] = v.color.to_array().map(f32::from);
                [r, g, b, a, v.uv.x, v.uv.y]
            };
            let [p, q, s] = corners.each_ref().map(of);
            std::array::from_fn(|k| w[0] * p[k] + w[1] * q[k] + w[2] * s[k])
        };
        let start = value(weights(from));
        let next = value(weights(from + 1));
        for (k, pixel) in pixels.iter_mut().enumerate() {
            let at: [f32; 6] = std::array::from_fn(|c| start[c] + k as f32 * (next[c] - start[c]));
            let [r, g, b, a, u, v] = at;
            *pixel = over(*pixel, modulated([r, g, b, a], texel(texture, [u, v])));
        }
    }
}

/// The texel at a position from 0 to 1; letters lie on the pixels, so the nearest one will do.
fn texel(texture: &ColorImage, uv: [f32; 2]) -> Color32 {
    let index = |at: f32, n: usize| ((at * n as f32) as usize).min(n.saturating_sub(1));
    let (x, y) = (index(uv[0], texture.size[0]), index(uv[1], texture.size[1]));
    texture.pixels.get(y * texture.size[0] + x).copied().unwrap_or(Color32::WHITE)
}

/// The product of two colors.
fn modulated(color: [f32; 4], texel: Color32) -> [u32; 4] {
    let texel = texel.to_array();
    std::array::from_fn(|k| (color[k].clamp(0.0, 255.0) * f32::from(texel[k]) / 255.0 + 0.5) as u32)
}

/// A color with premultiplied opacity over another, both as they are stored.
fn over(under: Rgba, top: [u32; 4]) -> Rgba {
    match top[3] {
        255 => top.map(|c| c as u8),
        opacity => {
            let rest = 255 - opacity;
            std::array::from_fn(|k| {
                if k == 3 { 255 } else { (top[k] + (u32::from(under[k]) * rest + 127) / 255).min(255) as u8 }
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::epaint::ImageDelta;
    use egui::{Pos2, Rect, TextureOptions, TexturesDelta, pos2};
    use proptest::prelude::*;

    use super::*;

    const FONT: TextureId = TextureId::Managed(0);
    const BLACK: Rgba = [0, 0, 0, 255];

    fn textures() -> Textures {
        let mut textures = Textures::default();
        let mut delta = TexturesDelta::default();
        let white = ColorImage::filled([4, 4], Color32::WHITE);
        delta.push(FONT, ImageDelta::full(white, TextureOptions::LINEAR));
        textures.update(&delta);
        delta.clear();
        textures
    }

    fn mesh(points: &[(Pos2, Color32)], indices: &[u32]) -> ClippedPrimitive {
        let vertices = points.iter().map(|&(pos, color)| Vertex { pos, uv: Pos2::ZERO, color }).collect();
        let mesh = Mesh { indices: indices.to_vec(), vertices, texture_id: FONT };
        ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) }
    }

    fn painted(primitive: ClippedPrimitive, pixels_per_point: f32) -> Picture {
        let mut canvas = Picture::filled([40, 30], BLACK);
        let none = Picture::filled([0, 0], [0; 4]);
        paint((&mut canvas, BLACK), &[primitive], &textures(), pixels_per_point, &none);
        canvas
    }

    #[test]
    fn a_rectangle_covers_its_pixels_and_no_others() {
        let red = Color32::from_rgb(200, 10, 20);
        let corners = [pos2(3.0, 4.0), pos2(13.0, 4.0), pos2(3.0, 10.0), pos2(13.0, 10.0)];
        for indices in [[0, 1, 2, 2, 1, 3], [2, 1, 0, 1, 2, 3]] {
            let picture = painted(mesh(&corners.map(|at| (at, red)), &indices), 2.0);
            for (x, y, pixel) in picture.enumerate() {
                let is_inside = (6..26).contains(&x) && (8..20).contains(&y);
                assert_eq!(pixel, if is_inside { [200, 10, 20, 255] } else { BLACK }, "{x} {y}");
            }
        }
    }

    #[test]
    fn what_was_painted_before_does_not_stay() {
        let corners = [pos2(3.0, 4.0), pos2(13.0, 4.0), pos2(3.0, 10.0)];
        let triangle = mesh(&corners.map(|at| (at, Color32::WHITE)), &[0, 1, 2]);
        let mut canvas = painted(triangle, 1.0);
        let none = Picture::filled([0, 0], [0; 4]);
        let gray = [50, 50, 50, 255];
        paint((&mut canvas, gray), &[], &textures(), 1.0, &none);
        assert!(canvas.pixels().iter().all(|pixel| *pixel == gray));
    }

    #[test]
    fn colors_run_from_corner_to_corner() {
        let (left, right) = (Color32::from_rgb(0, 0, 0), Color32::from_rgb(200, 100, 0));
        let corners = [
            (pos2(0.0, 0.0), left),
            (pos2(40.0, 0.0), right),
            (pos2(0.0, 30.0), left),
            (pos2(40.0, 30.0), right),
        ];
        let picture = painted(mesh(&corners, &[0, 1, 2, 2, 1, 3]), 1.0);
        for (x, y, [r, g, ..]) in picture.enumerate() {
            let expected = 200.0 * (x as f32 + 0.5) / 40.0;
            assert!((f32::from(r) - expected).abs() <= 1.0, "{x} {y}: {r} for {expected}");
            assert!((f32::from(g) - 0.5 * expected).abs() <= 1.0);
        }
    }

    #[test]
    fn what_is_outside_of_its_clip_is_left() {
        let corners = [pos2(-50.0, -40.0), pos2(90.0, -40.0), pos2(-50.0, 80.0), pos2(90.0, 80.0)];
        let mut primitive = mesh(&corners.map(|at| (at, Color32::WHITE)), &[0, 1, 2, 2, 1, 3]);
        primitive.clip_rect = Rect::from_min_max(pos2(5.0, 6.0), pos2(15.0, 9.0));
        let white = painted(primitive, 1.0).pixels().iter().filter(|pixel| pixel[0] == 255).count();
        assert_eq!(white, 30);
    }

    #[test]
    fn the_picture_is_copied_pixel_by_pixel() {
        let scene = Picture::from_fn([10, 8], |x, y| [x as u8, y as u8, 77, 255]);
        let corners = [pos2(2.0, 3.0), pos2(7.0, 3.0), pos2(2.0, 7.0), pos2(7.0, 7.0)];
        let ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(of) } =
            mesh(&corners.map(|at| (at, Color32::WHITE)), &[0, 1, 2, 2, 1, 3])
        else {
            unreachable!()
        };
        let of = Mesh { texture_id: PICTURE, ..of };
        let mut canvas = Picture::filled([40, 30], BLACK);
        let primitive = ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(of) };
        paint((&mut canvas, BLACK), &[primitive], &textures(), 2.0, &scene);
        for (x, y, pixel) in canvas.enumerate() {
            let is_inside = (4..14).contains(&x) && (6..14).contains(&y);
            let expected = if is_inside { [x as u8 - 4, y as u8 - 6, 77, 255] } else { BLACK };
            assert_eq!(pixel, expected, "{x} {y}");
        }
    }

    proptest! {
        /// A fan of triangles around any point inside of a rectangle paints each of its pixels once, whatever its opacity.
        #[test]
        fn triangles_side_by_side_neither_overlap_nor_leave_gaps(
            x in 1.0f32..39.0, y in 1.0f32..29.0, zoom in 0.5f32..3.0,
        ) {
            let glass = Color32::from_rgba_premultiplied(100, 100, 100, 100);
            let corners = [pos2(0.0, 0.0), pos2(40.0, 0.0), pos2(40.0, 30.0), pos2(0.0, 30.0), pos2(x, y)];
            let scaled = corners.map(|at| (pos2(at.x / zoom, at.y / zoom), glass));
            let picture = painted(mesh(&scaled, &[4, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0]), zoom);
            prop_assert!(picture.pixels().iter().all(|pixel| *pixel == [100, 100, 100, 255]));
        }
    }
}
