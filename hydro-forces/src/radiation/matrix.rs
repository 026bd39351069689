use glam::DVec3;

/// A 6 × 6 matrix `[row][column]` over surge, sway, heave, roll, pitch, yaw.
pub type Matrix6 = [[f64; 6]; 6];

pub(super) type Vector6 = [f64; 6];

pub(super) fn multiply(matrix: &Matrix6, vector: &Vector6) -> Vector6 {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

pub(super) fn join(linear: DVec3, angular: DVec3) -> Vector6 {
    [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]
}

pub(super) fn split([x, y, z, p, q, r]: Vector6) -> (DVec3, DVec3) {
    (DVec3::new(x, y, z), DVec3::new(p, q, r))
}

/// Lower factor L of a symmetric matrix, `L Lᵀ = matrix`, after Cholesky; `None` if it is not
/// positive definite.
pub(super) fn cholesky(matrix: &Matrix6) -> Option<Matrix6> {
    let mut lower = [[0.0; 6]; 6];
    for i in 0..6 {
        for j in 0..=i {
            let rest = matrix[i][j] - (0..j).map(|k| lower[i][k] * lower[j][k]).sum::<f64>();
            lower[i][j] = if i > j {
                rest / lower[j][j]
            } else if rest > 0.0 {
                rest.sqrt()
            } else {
                return None;
            };
        }
    }
    Some(lower)
}

/// x of `L Lᵀ x = right`.
pub(super) fn solve(lower: &Matrix6, right: &Vector6) -> Vector6 {
    let mut x = *right;
    for i in 0..6 {
        let known: f64 = (0..i).map(|k| lower[i][k] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i][i];
    }
    for i in (0..6).rev() {
        let known: f64 = (i + 1..6).map(|k| lower[k][i] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i][i];
    }
    x
}

/// x of `matrix x = right`, by elimination with the largest pivot of each column; `None` if the matrix is
/// singular.
pub(super) fn eliminate(mut matrix: Matrix6, mut right: Vector6) -> Option<Vector6> {
    for k in 0..6 {
        let pivot = (k..6).max_by(|&a, &b| matrix[a][k].abs().total_cmp(&matrix[b][k].abs()))?;
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        if matrix[k][k] == 0.0 {
            return None;
        }
        for i in k + 1..6 {
            let factor = matrix[i][k] / matrix[k][k];
            for j in k..6 {
                matrix[i][j] -= factor * matrix[k][j];
            }
            right[i] -= factor * right[k];
        }
    }
    for k in (0..6).rev() {
        let known: f64 = (k + 1..6).map(|j| matrix[k][j] * right[j]).sum();
        right[k] = (right[k] - known) / matrix[k][k];
    }
    Some(right)
}
