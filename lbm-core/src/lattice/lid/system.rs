//! The linear equations of `λ` under a lid, and their solution by conjugate gradients.

use crate::d2q9::Q;

/// Most iterations of one solution.
const MOST_ITERATIONS: usize = 2000;

/// Links of a cell.
const LINKS: usize = Q - 1;

/// `s λ + 2 Σ_q A_q (λ − λ(x + e_q)) = right` in every cell: symmetric, and positive definite where water stands beside the
/// covered cells. `λ` has one value more than there are cells, 0, that of the open water.
#[derive(Debug, Default)]
pub(super) struct System {
    /// `s`.
    pub(super) springs: Vec<f64>,
    /// Neighbors in the directions 1 to 8; the number of cells stands for open water, and for what no water passes to.
    pub(super) neighbors: Vec<[u32; LINKS]>,
    /// `A`, 0 on links that no water passes.
    pub(super) conductances: Vec<[f64; LINKS]>,
    /// Whether `λ` of a cell is given.
    pub(super) given: Vec<bool>,
    /// One over the diagonal; 0 where `λ` is given.
    inverse: Vec<f64>,
    residual: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
}

/// A search for `λ` that did not end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unsolved {
    /// The cell with the largest residual.
    pub(super) cell: usize,
    pub(super) residual: f64,
    pub(super) iterations: usize,
}

impl System {
    pub(super) fn len(&self) -> usize {
        self.springs.len()
    }

    pub(super) fn clear(&mut self) {
        self.springs.clear();
        self.neighbors.clear();
        self.conductances.clear();
        self.given.clear();
    }

    pub(super) fn push(&mut self, spring: f64, neighbors: [u32; LINKS], conductances: [f64; LINKS]) {
        self.springs.push(spring);
        self.neighbors.push(neighbors);
        self.conductances.push(conductances);
        self.given.push(false);
    }

    /// The left side of a cell's equation.
    #[inline]
    pub(super) fn left(&self, cell: usize, lambda: &[f64]) -> f64 {
        let (here, around, conductances) = (lambda[cell], &self.neighbors[cell], &self.conductances[cell]);
        let flow = |k: usize| conductances[k] * (here - lambda[around[k] as usize]);
        let flows = ((flow(0) + flow(4)) + (flow(2) + flow(6))) + ((flow(1) + flow(5)) + (flow(3) + flow(7)));
        self.springs[cell] * here + 2.0 * flows
    }

    /// Solves for the values that are not given, from a guess, until the root mean square of the residuals is `tolerance`.
    /// Returns the number of iterations.
    ///
    /// One thread does it all, in the order of the cells.
    pub(super) fn solve(
        &mut self,
        right: &[f64],
        lambda: &mut [f64],
        tolerance: f64,
    ) -> Result<usize, Unsolved> {
        let n = self.len();
        self.inverse.clear();
        for cell in 0..n {
            let diagonal = self.springs[cell] + 2.0 * self.conductances[cell].iter().sum::<f64>();
            self.inverse.push(if self.given[cell] || diagonal == 0.0 { 0.0 } else { 1.0 / diagonal });
        }
        for vector in [&mut self.residual, &mut self.direction, &mut self.image] {
            vector.clear();
            vector.resize(n + 1, 0.0);
        }
        let (mut squares, mut slope) = (0.0, 0.0);
        for cell in 0..n {
            if self.given[cell] {
                continue;
            }
            let residual = right[cell] - self.left(cell, lambda);
            self.residual[cell] = residual;
            self.direction[cell] = residual * self.inverse[cell];
            squares += residual * residual;
            slope += residual * self.direction[cell];
        }
        let enough = tolerance * tolerance * n as f64;
        for iteration in 0..MOST_ITERATIONS {
            // Not-a-number never is.
            if squares <= enough {
                return Ok(iteration);
            }
            let mut curvature = 0.0;
            for cell in 0..n {
                if !self.given[cell] {
                    self.image[cell] = self.left(cell, &self.direction);
                    curvature += self.image[cell] * self.direction[cell];
                }
            }
            if !(curvature > 0.0 && slope.is_finite()) {
                return Err(self.unsolved(iteration));
            }
            let step = slope / curvature;
            let (before, mut after) = (slope, 0.0);
            squares = 0.0;
            for cell in 0..n {
                lambda[cell] += step * self.direction[cell];
                let residual = self.residual[cell] - step * self.image[cell];
                self.residual[cell] = residual;
                squares += residual * residual;
                after += residual * residual * self.inverse[cell];
            }
            slope = after;
            let turn = after / before;
            for cell in 0..n {
                self.direction[cell] = self.residual[cell] * self.inverse[cell] + turn * self.direction[cell];
            }
        }
        Err(self.unsolved(MOST_ITERATIONS))
    }

    fn unsolved(&self, iterations: usize) -> Unsolved {
        let sizes = self.residual[..self.len()].iter().map(|residual| residual.abs()).enumerate();
        // Not-a-number counts as largest.
        let worst = sizes.reduce(|a, b| if b.1 > a.1 || (b.1.is_nan() && !a.1.is_nan()) { b } else { a });
        let (cell, residual) = worst.unwrap_or((0, f64::NAN));
        Unsolved { cell, residual, iterations }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of cells with open water at both ends.
    fn row(n: usize, spring: f64) -> System {
        let mut system = System::default();
        for cell in 0..n {
            let mut neighbors = [n as u32; LINKS];
            if cell + 1 < n {
                neighbors[0] = cell as u32 + 1;
            }
            if cell > 0 {
                neighbors[4] = cell as u32 - 1;
            }
            let mut conductances = [0.0; LINKS];
            (conductances[0], conductances[4]) = (0.5, 0.5);
            system.push(spring, neighbors, conductances);
        }
        system
    }

    #[test]
    fn heads_of_a_row_are_a_parabola() {
        let n = 30;
        let mut system = row(n, 0.0);
        let mut lambda = vec![0.0; n + 1];
        let iterations = system.solve(&vec![1.0; n], &mut lambda, 1e-12).unwrap();
        assert!(iterations <= n, "{iterations}");
        for (i, value) in lambda.iter().take(n).enumerate() {
            let exact = 0.5 * (i + 1) as f64 * (n - i) as f64;
            assert!((value - exact).abs() < 1e-9, "{i}: {value} for {exact}");
        }
        assert_eq!(system.solve(&vec![1.0; n], &mut lambda, 1e-10), Ok(0));
    }

    #[test]
    fn given_heads_are_kept() {
        let n = 5;
        let mut system = row(n, 0.0);
        system.given[2] = true;
        let mut lambda = vec![0.0, 0.0, 3.0, 0.0, 0.0, 0.0];
        system.solve(&[0.0; 5], &mut lambda, 1e-13).unwrap();
        for (value, exact) in lambda.iter().zip([1.0, 2.0, 3.0, 2.0, 1.0, 0.0]) {
            assert!((value - exact).abs() < 1e-12, "{lambda:?}");
        }
    }

    #[test]
    fn water_that_cannot_leave_has_no_solution() {
        let mut system = row(3, 0.0);
        (system.conductances[0][4], system.conductances[2][0]) = (0.0, 0.0);
        let unsolved = system.solve(&[1.0; 3], &mut [0.0; 4], 1e-9).unwrap_err();
        assert!(unsolved.residual > 0.5, "{unsolved:?}");
    }
}
