//! Banks beside the water, as far as they can hide it.

use glam::Vec2;
use rayon::prelude::*;

use super::lighting::Lighting;
use super::solids::CONCRETE;
use crate::geometry::Mesh;
use crate::scene::WaterSheet;

/// Appends the faces of the banks, from the bed to their height; they go on beyond the sides of the sea, under [`append_sea`].
pub(crate) fn append_bank_faces(lighting: &Lighting, sheet: &WaterSheet, mesh: &mut Mesh) {
    let bed_m = sheet.bed_m.par_iter().copied().reduce(|| 0.0, f32::min);
    let [low, high] = lighting.domain_m;
    let far = reach_m(sheet);
    let [west, east, south, north] = lighting.banks;
    let still_m = lighting.still_level_m;
    let [x, y] = [[low.x - far, low.x, high.x, high.x + far], [low.y - far, low.y, high.y, high.y + far]];
    let goes_on = |before: bool, after: bool| [(0, !before), (1, true), (2, !after)];
    // In two parts, since what is below the water is seen refracted.
    let mut face = |from: Vec2, to: Vec2| {
        for [bottom_m, top_m] in [[bed_m, still_m], [still_m, lighting.land_m]] {
            if bottom_m < top_m {
                let corners =
                    [to.extend(bottom_m), from.extend(bottom_m), from.extend(top_m), to.extend(top_m)];
                mesh.quad(corners, CONCRETE.extend(0.0).into());
            }
        }
    };
    for (k, drawn) in goes_on(south, north) {
        if west && drawn {
            face(Vec2::new(low.x, y[k + 1]), Vec2::new(low.x, y[k]));
        }
        if east && drawn {
            face(Vec2::new(high.x, y[k]), Vec2::new(high.x, y[k + 1]));
        }
    }
    for (k, drawn) in goes_on(west, east) {
        if south && drawn {
            face(Vec2::new(x[k], low.y), Vec2::new(x[k + 1], low.y));
        }
        if north && drawn {
            face(Vec2::new(x[k + 1], high.y), Vec2::new(x[k], high.y));
        }
    }
}

/// Appends the level sea between banks that go on beyond the sheet, as far as these do; without banks there is nothing.
pub(crate) fn append_sea(lighting: &Lighting, sheet: &WaterSheet, mesh: &mut Mesh) {
    let [west, east, south, north] = lighting.banks;
    if !lighting.banks.contains(&true) {
        return;
    }
    let ([low, high], far) = (lighting.domain_m, reach_m(sheet));
    let ends = |bank: bool| if bank { 0.0 } else { far };
    let along_y = [low.y - ends(south), high.y + ends(north)];
    let all = [
        (west, [low.x - far, low.x], along_y),
        (east, [high.x, high.x + far], along_y),
        (south, [low.x, high.x], [low.y - far, low.y]),
        (north, [low.x, high.x], [high.y, high.y + far]),
    ];
    for (_, [x0, x1], [y0, y1]) in all.into_iter().filter(|(bank, ..)| !bank) {
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        mesh.quad(corners.map(|(x, y)| Vec2::new(x, y).extend(lighting.still_level_m)), [0.0; 4]);
    }
}

/// Appends quays and the land behind them, as far as they can hide the water.
pub(crate) fn append_land(lighting: &Lighting, sheet: &WaterSheet, mesh: &mut Mesh) {
    let [low, high] = lighting.domain_m;
    let (far, quay) = (reach_m(sheet), lighting.quay_m());
    let [west, east, south, north] = lighting.banks;
    let mut rectangle = |[x0, x1]: [f32; 2], [y0, y1]: [f32; 2]| {
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        let middle = Vec2::new(0.5 * (x0 + x1), 0.5 * (y0 + y1)).extend(lighting.land_m);
        let paint = lighting.land_paint(middle);
        mesh.quad(corners.map(|(x, y)| Vec2::new(x, y).extend(lighting.land_m)), paint.extend(0.0).into());
    };
    let wide = |bank: bool| if bank { quay } else { far };
    for (bank, out, to) in [(west, -1.0, low.x), (east, 1.0, high.x)] {
        if bank {
            let sorted = |a: f32, b: f32| [a.min(b), a.max(b)];
            rectangle(sorted(to, to + out * quay), [low.y - wide(south), high.y + wide(north)]);
            rectangle(sorted(to + out * quay, to + out * far), [low.y - far, high.y + far]);
        }
    }
    for (bank, out, to) in [(south, -1.0, low.y), (north, 1.0, high.y)] {
        if bank {
            let sorted = |a: f32, b: f32| [a.min(b), a.max(b)];
            rectangle([low.x - wide(west), high.x + wide(east)], sorted(to, to + out * quay));
            rectangle([low.x - far, high.x + far], sorted(to + out * quay, to + out * far));
        }
    }
}

/// How far the land reaches as triangles, m: to where a quay is as thin as a line of pixels, since what is beyond has no mirror image and no more
/// than one sample a pixel.
fn reach_m(sheet: &WaterSheet) -> f32 {
    24.0 * sheet.extent_m().max_element()
}
