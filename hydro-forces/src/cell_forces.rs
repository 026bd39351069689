use glam::DVec2;

/// Forces on cells of a grid, row by row: runs of cells side by side, which are added to a field without looking up single cells.
#[derive(Debug, Clone, Default)]
pub struct CellForces {
    rows: Vec<Row>,
    forces_n: Vec<DVec2>,
}

/// A run of cells in a row of the grid.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// Linear index of its first cell.
    first: usize,
    /// End of its forces.
    end: usize,
}

impl CellForces {
    /// Removes all.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.forces_n.clear();
    }

    /// Starts a run of cells with the one of a linear index, which is larger than that of all cells before.
    pub fn start_row(&mut self, first: usize) {
        self.rows.push(Row { first, end: self.forces_n.len() });
    }

    /// Adds a force, N, on the next cell of the run.
    ///
    /// # Panics
    /// If no run was started.
    #[inline]
    pub fn push(&mut self, force_n: DVec2) {
        self.forces_n.push(force_n);
        self.rows.last_mut().expect("a run was started").end = self.forces_n.len();
    }

    /// Adds forces, N, on the next cells of the run.
    ///
    /// # Panics
    /// If no run was started.
    pub fn extend_from_slice(&mut self, forces_n: &[DVec2]) {
        self.forces_n.extend_from_slice(forces_n);
        self.rows.last_mut().expect("a run was started").end = self.forces_n.len();
    }

    /// The runs whose first cell has at least a linear index, ascending: the index of that cell, and the forces on it and those after it, N. Some
    /// may be zero.
    pub fn rows_from(&self, least: usize) -> impl Iterator<Item = (usize, &[DVec2])> {
        let from = self.rows.partition_point(|row| row.first < least);
        let mut start = from.checked_sub(1).map_or(0, |before| self.rows[before].end);
        self.rows[from..].iter().map(move |row| {
            let forces_n = &self.forces_n[start..row.end];
            start = row.end;
            (row.first, forces_n)
        })
    }

    /// Linear indices of the first and the last cell; none without any.
    pub fn ends(&self) -> Option<[usize; 2]> {
        let (first, last) = (self.rows.first()?, self.rows.last()?);
        let start = self.rows.iter().rev().nth(1).map_or(0, |before| before.end);
        Some([first.first, last.first + (last.end - start).max(1) - 1])
    }

    /// Linear indices of the cells with a force that is not zero, ascending, and the force, N.
    pub fn iter(&self) -> impl Iterator<Item = (usize, DVec2)> {
        let all = self.rows_from(0).flat_map(|(first, forces_n)| (first..).zip(forces_n.iter().copied()));
        all.filter(|(_, force_n)| *force_n != DVec2::ZERO)
    }

    /// Makes it a rectangle of cells without forces, so many in each row, the first of them with these indices; returns the forces, row by row.
    pub(crate) fn rectangle(&mut self, width: usize, firsts: impl Iterator<Item = usize>) -> &mut [DVec2] {
        self.clear();
        self.rows.extend(firsts.zip(1..).map(|(first, row)| Row { first, end: row * width }));
        self.forces_n.resize(self.rows.len() * width, DVec2::ZERO);
        &mut self.forces_n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_what_was_pushed() {
        let mut forces = CellForces::default();
        assert_eq!((forces.ends(), forces.iter().count()), (None, 0));
        let rows = [(3, &[1.0, 0.0, 2.0][..]), (9, &[5.0]), (10, &[]), (20, &[0.0, 7.0])];
        for (first, of_row) in rows {
            forces.start_row(first);
            let (by_one, together) = of_row.split_at(of_row.len() / 2);
            by_one.iter().for_each(|x| forces.push(DVec2::new(*x, 0.0)));
            forces.extend_from_slice(&together.iter().map(|x| DVec2::new(*x, 0.0)).collect::<Vec<_>>());
        }
        assert_eq!(forces.ends(), Some([3, 21]));
        for least in [0, 3, 4, 9, 10, 11, 21] {
            let found =
                forces.rows_from(least).map(|(first, of_row)| (first, of_row.iter().map(|f| f.x).collect()));
            let wanted =
                rows.iter().filter(|(first, _)| *first >= least).map(|(first, of)| (*first, of.to_vec()));
            assert_eq!(found.collect::<Vec<(usize, Vec<f64>)>>(), wanted.collect::<Vec<_>>(), "from {least}");
        }
        let cells: Vec<_> = forces.iter().map(|(cell, force_n)| (cell, force_n.x)).collect();
        assert_eq!(cells, [(3, 1.0), (5, 2.0), (9, 5.0), (21, 7.0)]);
        let rectangle = forces.rectangle(2, [4, 14].into_iter());
        rectangle[3] = DVec2::ONE;
        assert_eq!(
            (forces.iter().collect::<Vec<_>>(), forces.ends()),
            (vec![(15, DVec2::ONE)], Some([4, 15]))
        );
    }
}
