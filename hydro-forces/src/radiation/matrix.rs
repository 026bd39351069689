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

/// Replaces `right` by the x of `matrix x = right`, by elimination with the largest pivot of each column; `None` if the matrix,
/// which is spoiled, is singular.
pub(super) fn eliminate<R: AsRef<[f64]> + AsMut<[f64]>>(matrix: &mut [R], right: &mut [f64]) -> Option<()> {
    let n = right.len();
    for k in 0..n {
        let size = |row: &R| row.as_ref()[k].abs();
        let pivot = (k..n).max_by(|&a, &b| size(&matrix[a]).total_cmp(&size(&matrix[b])))?;
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        let (above, below) = matrix.split_at_mut(k + 1);
        let row = above[k].as_ref();
        if row[k] == 0.0 {
            return None;
        }
        for (i, other) in (k + 1..).zip(below) {
            let other = other.as_mut();
            let factor = other[k] / row[k];
            for j in k..n {
                other[j] -= factor * row[j];
            }
            right[i] -= factor * right[k];
        }
    }
    for k in (0..n).rev() {
        let row = matrix[k].as_ref();
        let known: f64 = (k + 1..n).map(|j| row[j] * right[j]).sum();
        right[k] = (right[k] - known) / row[k];
    }
    Some(())
}
