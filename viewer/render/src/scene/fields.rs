//! Quantities of the water, cell by cell.

use glam::Vec2;
use rayon::prelude::*;

use super::{Field, WaterSheet};

/// Values of a field in the cells; not a number in solid ones, except for masks.
pub fn values(sheet: &WaterSheet, field: Field) -> Vec<f32> {
    let mut values = Vec::new();
    find_values(sheet, field, &mut values);
    values
}

/// The same, in memory that there is.
pub(crate) fn find_values(sheet: &WaterSheet, field: Field, values: &mut Vec<f32>) {
    let (nx, ny) = (sheet.nx, sheet.ny);
    let solid = |k: usize| sheet.solid.get(k).copied().unwrap_or(false);
    let velocity = |k: usize| sheet.velocity_m_s.get(k).copied().unwrap_or(Vec2::NAN);
    let depth = |k: usize| sheet.level_m[k] - sheet.bed_m.get(k).copied().unwrap_or(0.0);
    let thickness = |k: usize| sheet.thickness_m.get(k).copied().unwrap_or(0.0);
    // Of the column that is left under a hull.
    let wave_m_s = |k: usize| (sheet.gravity_m_s2 * (depth(k) - thickness(k))).sqrt();
    let curl = |k: usize| {
        let (i, j) = (k % nx, k / nx);
        // Beside a solid from the other side alone.
        let slope = |low: usize, high: usize, component: usize| {
            let [low, high] = [low, high].map(|n| if solid(n) { k } else { n });
            let cells = (high % nx - low % nx) + (high / nx - low / nx);
            let difference = velocity(high)[component] - velocity(low)[component];
            if cells == 0 { 0.0 } else { difference / (cells as f32 * sheet.cell_size_m) }
        };
        let (west, east) = (if i > 0 { k - 1 } else { k }, if i + 1 < nx { k + 1 } else { k });
        let (south, north) = (if j > 0 { k - nx } else { k }, if j + 1 < ny { k + nx } else { k });
        slope(west, east, 1) - slope(south, north, 0)
    };
    let value = |k: usize| match field {
        Field::Mask => match (solid(k), thickness(k) > 0.0) {
            (true, _) => 2.0,
            (false, true) => 1.0,
            (false, false) => 0.0,
        },
        _ if solid(k) => f32::NAN,
        Field::Level => sheet.level_m[k] - sheet.still_level_m,
        Field::Depth => depth(k),
        Field::Speed => velocity(k).length(),
        Field::Vorticity => curl(k),
        Field::Froude => velocity(k).length() / wave_m_s(k),
        Field::Courant => (velocity(k).length() + wave_m_s(k)) * sheet.time_step_s / sheet.cell_size_m,
        Field::Thickness => thickness(k),
        Field::Residual => sheet.residual_mm_s.get(k).copied().unwrap_or(f32::NAN),
    };
    (0..nx * ny).into_par_iter().map(value).collect_into_vec(values);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_what_they_say() {
        // A vortex of 0.4 1/s in 2 m of water over a bed of 0.5 m.
        let mut vortex =
            WaterSheet { nx: 8, ny: 8, cell_size_m: 1.0, level_m: vec![2.5; 64], ..WaterSheet::default() };
        vortex.velocity_m_s = (0..64).map(|k| 0.2 * Vec2::new(-((k / 8) as f32), (k % 8) as f32)).collect();
        vortex.bed_m = vec![0.5; 64];
        vortex.still_level_m = 2.4;
        vortex.gravity_m_s2 = 9.81;
        let of = |field| values(&vortex, field)[3 * 8 + 4];
        assert!((of(Field::Vorticity) - 0.4).abs() < 1e-5 && (of(Field::Speed) - 1.0).abs() < 1e-6);
        assert!(
            (of(Field::Froude) - 1.0 / 19.62_f32.sqrt()).abs() < 1e-6
                && (of(Field::Depth) - 2.0).abs() < 1e-6
        );
        vortex.time_step_s = 0.05;
        // Half of the water is left under a hull.
        let courant = |left_m: f32| 0.05 * (1.0 + (9.81 * left_m).sqrt());
        assert!((values(&vortex, Field::Courant)[3 * 8 + 4] - courant(2.0)).abs() < 1e-6);
        vortex.thickness_m = vec![1.0; 64];
        assert!((values(&vortex, Field::Courant)[3 * 8 + 4] - courant(1.0)).abs() < 1e-6);
        vortex.thickness_m.clear();
        let of = |field| values(&vortex, field)[3 * 8 + 4];
        assert!((of(Field::Level) - 0.1).abs() < 1e-6);
        assert_eq!((of(Field::Thickness), of(Field::Mask)), (0.0, 0.0));
    }
}
