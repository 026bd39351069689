//! Water with the waves beyond its sides.

use glam::Vec2;

use super::water::{Edge, Foam, WaterSheet};

impl WaterSheet {
    /// Fills in the same water with the waves beyond the sides of the sea, in which these fade: all else is there as at the nearest cell,
    /// but for bodies, streams and foam, of which there are none.
    pub(crate) fn widen(&self, wide: &mut WaterSheet) {
        let cells = self.beyond.cells;
        let [west, east, south, north] = self.edges.map(|edge| if edge == Edge::Bank { 0 } else { cells });
        let [nx, ny] = [self.nx + west + east, self.ny + south + north];
        (wide.nx, wide.ny, wide.cell_size_m) = (nx, ny, self.cell_size_m);
        wide.origin_m = self.origin_m - Vec2::new(west as f32, south as f32) * self.cell_size_m;
        (wide.still_level_m, wide.sea_level_m) = (self.still_level_m, self.sea_level_m);
        (wide.gravity_m_s2, wide.time_step_s) = (self.gravity_m_s2, self.time_step_s);
        wide.solids_are_bodies = self.solids_are_bodies;
        let strip = Edge::Sea(cells as f32 * self.cell_size_m);
        wide.edges = self.edges.map(|edge| if edge == Edge::Bank { edge } else { strip });
        let place = Place { wide: nx, of: [self.nx, self.ny], before: [west, south], each: 1 };
        let around = |k: usize| {
            let [i, j] = [k % nx + cells - west, k / nx + cells - south];
            self.beyond.level_m.get(j * (self.nx + 2 * cells) + i).copied().unwrap_or(self.still_level_m)
        };
        place.fill(&self.level_m, &mut wide.level_m, nx * ny, |k, _| around(k));
        place.fill(&self.solid, &mut wide.solid, nx * ny, |_, _| false);
        place.fill(&self.velocity_m_s, &mut wide.velocity_m_s, nx * ny, |_, _| Vec2::ZERO);
        place.fill(&self.bed_m, &mut wide.bed_m, nx * ny, |_, nearest| nearest);
        place.fill(&self.thickness_m, &mut wide.thickness_m, nx * ny, |_, _| 0.0);
        place.fill(&self.residual_mm_s, &mut wide.residual_mm_s, nx * ny, |_, _| 0.0);
        let Foam { per_cell, density } = &self.foam;
        let squares = Place {
            wide: nx * per_cell,
            of: place.of.map(|n| n * per_cell),
            before: place.before.map(|n| n * per_cell),
            each: *per_cell,
        };
        wide.foam.per_cell = *per_cell;
        squares.fill(density, &mut wide.foam.density, nx * ny * per_cell * per_cell, |_, _| 0.0);
    }
}

/// Where the values of a sheet are among those of a wider one.
#[derive(Clone, Copy)]
struct Place {
    /// Values along x of the wider one, and those of the sheet along x and y.
    wide: usize,
    of: [usize; 2],
    /// Values of the wider one before those of the sheet.
    before: [usize; 2],
    /// Values along the edge of a cell.
    each: usize,
}

impl Place {
    /// Fills in the values of the wider sheet, around those of the sheet what `around` says, given the nearest of these; nothing where there
    /// are none.
    fn fill<T: Copy>(self, values: &[T], wide: &mut Vec<T>, count: usize, around: impl Fn(usize, T) -> T) {
        let Self { wide: width, of: [nx, ny], before: [west, south], each } = self;
        wide.clear();
        if each == 0 || values.len() != nx * ny || values.is_empty() {
            return;
        }
        wide.extend((0..count).map(|k| {
            let [i, j] = [k % width, k / width];
            let is_inside = (west..west + nx).contains(&i) && (south..south + ny).contains(&j);
            let [i, j] = [i.max(west) - west, j.max(south) - south];
            let nearest = values[j.min(ny - 1) * nx + i.min(nx - 1)];
            if is_inside { nearest } else { around(k, nearest) }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::water::Beyond;
    use super::*;

    /// 4 × 3 cells at level 1 beside a bank in the south, with waves of level 2 beyond the other sides.
    fn sheet() -> WaterSheet {
        WaterSheet {
            nx: 4,
            ny: 3,
            cell_size_m: 2.0,
            level_m: vec![1.0; 12],
            bed_m: (0..12).map(|k| k as f32).collect(),
            velocity_m_s: vec![Vec2::X; 12],
            edges: [Edge::Sea(1.0), Edge::Sea(1.0), Edge::Bank, Edge::Sea(1.0)],
            foam: Foam { per_cell: 2, density: vec![0.5; 48] },
            beyond: Beyond { cells: 2, level_m: vec![2.0; 8 * 7] },
            ..WaterSheet::default()
        }
    }

    #[test]
    fn waves_go_on_beyond_the_sea_and_not_behind_banks() {
        let (sheet, mut wide) = (sheet(), WaterSheet::default());
        sheet.widen(&mut wide);
        assert_eq!(([wide.nx, wide.ny], wide.origin_m), ([8, 5], Vec2::new(-4.0, 0.0)));
        assert_eq!(wide.edges, [Edge::Sea(4.0), Edge::Sea(4.0), Edge::Bank, Edge::Sea(4.0)]);
        for k in 0..40 {
            let (i, j) = (k % 8, k / 8);
            let is_own = (2..6).contains(&i) && j < 3;
            assert_eq!(wide.level_m[k], if is_own { 1.0 } else { 2.0 }, "{i}, {j}");
            assert_eq!(wide.velocity_m_s[k], if is_own { Vec2::X } else { Vec2::ZERO }, "{i}, {j}");
            assert_eq!(wide.bed_m[k], (j.min(2) * 4 + i.clamp(2, 5) - 2) as f32, "{i}, {j}");
            assert_eq!(wide.foam.density[2 * j * 16 + 2 * i], if is_own { 0.5 } else { 0.0 }, "{i}, {j}");
        }
        assert_eq!([wide.level_m.len(), wide.foam.density.len(), wide.solid.len()], [40, 160, 0]);
    }
}
