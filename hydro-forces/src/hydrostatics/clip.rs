use glam::DVec3;

/// A part of a hull's triangle below the water.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WetTriangle {
    /// Corners, m, in the order of the triangle they come from.
    pub corners_m: [DVec3; 3],
    /// Depths of the corners below the water, m; none is negative.
    pub depths_m: [f64; 3],
    /// Area over the area of the whole triangle, 0 to 1.
    pub fraction: f64,
}

/// The wet part of a triangle: 0, 1 or 2 wet triangles (Lazo et al. §2.2, Fig. 5).
///
/// `depths_m` holds the depth of each corner below the water (negative above it). The depth is taken
/// as linear over the triangle, so the cut is a straight line; with one level for all three corners
/// it is horizontal, as in the paper. A four-sided wet part is split along a diagonal.
///
/// A cut point is computed from the wet end of its edge, so two triangles that share an edge, and
/// agree on its depths, share the cut point bit for bit and the wet surface stays closed.
/// A triangle that only touches the water is dry.
///
/// `each` is called once for each wet triangle. Depths must not be NaN.
#[inline(always)]
pub fn clip_triangle(corners_m: [DVec3; 3], depths_m: [f64; 3], mut each: impl FnMut(WetTriangle)) {
    let wet = depths_m.map(|d| d > 0.0);
    // The corner that differs from the other two, if one does.
    let odd = match wet {
        [false, false, false] => return,
        [true, true, true] => return each(WetTriangle { corners_m, depths_m, fraction: 1.0 }),
        [a, b, _] if a == b => 2,
        [a, _, c] if a == c => 1,
        _ => 0,
    };
    let (i, j, k) = (odd, (odd + 1) % 3, (odd + 2) % 3);
    let [p, q, r] = [corners_m[i], corners_m[j], corners_m[k]];
    let [dp, dq, dr] = [depths_m[i], depths_m[j], depths_m[k]];
    if wet[i] {
        let (s, t) = (wet_fraction(dp, dq), wet_fraction(dp, dr));
        each(WetTriangle {
            corners_m: [p, p + (q - p) * s, p + (r - p) * t],
            depths_m: [dp, 0.0, 0.0],
            fraction: s * t,
        });
    } else {
        let (s, t) = (wet_fraction(dq, dp), wet_fraction(dr, dp));
        let (on_pq, on_rp) = (q + (p - q) * s, r + (p - r) * t);
        each(WetTriangle { corners_m: [q, r, on_rp], depths_m: [dq, dr, 0.0], fraction: t });
        each(WetTriangle { corners_m: [q, on_rp, on_pq], depths_m: [dq, 0.0, 0.0], fraction: (1.0 - t) * s });
    }
}

/// The wet fraction of an edge with the depths `wet` > 0 and `dry` <= 0 at its ends.
#[inline(always)]
fn wet_fraction(wet: f64, dry: f64) -> f64 {
    wet / (wet - dry)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

    fn clip(depths: [f64; 3]) -> Vec<WetTriangle> {
        let mut out = Vec::new();
        clip_triangle(CORNERS, depths, |w| out.push(w));
        out
    }

    fn area(w: &WetTriangle) -> f64 {
        let [a, b, c] = w.corners_m;
        (b - a).cross(c - a).z / 2.0
    }

    #[test]
    fn touching_is_dry_and_submerged_is_whole() {
        assert!(clip([-1.0, 0.0, 0.0]).is_empty());
        assert!(clip([0.0; 3]).is_empty());
        assert_eq!(clip([1.0, 2.0, 3.0])[0].corners_m, CORNERS);
    }

    #[test]
    fn one_and_two_wet_corners_split_the_triangle() {
        for depths in [[3.0, -1.0, -2.0], [-2.0, 3.0, -1.0], [-1.0, -2.0, 3.0], [5.0, -4.0, 0.0]] {
            let (wet, dry) = (clip(depths), clip(depths.map(|d| -d)));
            assert_eq!(wet.len(), 1);
            let total: f64 = wet.iter().chain(&dry).map(|w| w.fraction).sum();
            assert!((total - 1.0).abs() < 1e-15, "{depths:?}");
            for w in wet.iter().chain(&dry) {
                // Positive: the winding, and with it the normal, is kept.
                assert!((area(w) - 0.5 * w.fraction).abs() < 1e-15, "{depths:?}");
            }
        }
    }
}
