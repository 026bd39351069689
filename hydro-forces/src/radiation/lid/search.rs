//! Accelerations of bodies by loads and by the water between them.

use glam::DVec3;

use super::block::{LidBlock, LidBody, MOTIONS};
use crate::radiation::matrix::{Matrix6, Vector6, cholesky, solve};

/// Mass of a carriage, as a multiple of the body's and the water's.
const CARRIAGE: f64 = 1e9;

/// Energy of what is left of the accelerations, as a part of that of the bodies' own: they are found to 1e-12.
const CONVERGED: f64 = 1e-24;

/// Most iterations in a step.
const MOST_ITERATIONS: usize = 100;

/// Memory of the search for accelerations, one value a body.
#[derive(Debug, Clone, Default)]
pub(super) struct Search {
    /// Factors of each body by itself; none of one without answers, or by whose matrix water would drive it.
    factors: Vec<Option<Matrix6>>,
    pub(super) accelerations: Vec<Vector6>,
    residuals: Vec<Vector6>,
    /// The residuals by the bodies' own factors.
    own: Vec<Vector6>,
    directions: Vec<Vector6>,
    /// Loads of the directions, by the bodies' own blocks and by all.
    own_images: Vec<Vector6>,
    images: Vec<Vector6>,
}

impl Search {
    /// Finds the accelerations by loads; those of bodies without factors are 0.
    pub(super) fn find(
        &mut self,
        rows: &[Vec<LidBlock>],
        bodies: &[LidBody],
        loads: impl Iterator<Item = Vector6>,
    ) {
        self.factors.clear();
        let all = rows.iter().zip(bodies).enumerate();
        self.factors.extend(all.map(|(number, (row, body))| own(body, number, row)));
        self.residuals.clear();
        self.residuals.extend(loads);
        self.precondition();
        let enough = CONVERGED * dot(&self.own, &self.residuals);
        self.accelerations.clone_from(&self.own);
        // The bodies' own blocks leave nothing.
        self.residuals.fill([0.0; MOTIONS]);
        subtract_between((rows, &self.factors), &self.accelerations, &mut self.residuals);
        self.precondition();
        self.directions.clone_from(&self.own);
        self.own_images.clone_from(&self.residuals);
        let mut slope = dot(&self.residuals, &self.own);
        for _ in 0..MOST_ITERATIONS {
            // Not-a-number never is.
            if slope <= enough {
                break;
            }
            self.images.clear();
            self.images.extend(self.own_images.iter().map(|image| image.map(|load| -load)));
            subtract_between((rows, &self.factors), &self.directions, &mut self.images);
            let curvature = -dot(&self.images, &self.directions);
            // Of a matrix that is none of any water.
            if !(curvature > 0.0 && slope.is_finite()) {
                break;
            }
            let step = slope / curvature;
            combine(&mut self.accelerations, &self.directions, |sum, direction| sum + step * direction);
            combine(&mut self.residuals, &self.images, |residual, image| residual + step * image);
            self.precondition();
            let before = std::mem::replace(&mut slope, dot(&self.residuals, &self.own));
            let turn = slope / before;
            combine(&mut self.directions, &self.own, |direction, own| own + turn * direction);
            combine(&mut self.own_images, &self.residuals, |image, residual| residual + turn * image);
        }
    }

    /// Finds what the residuals accelerate, each body by itself.
    fn precondition(&mut self) {
        let solved = |(factor, residual): (&Option<Matrix6>, &Vector6)| {
            factor.as_ref().map_or([0.0; MOTIONS], |factor| solve(factor, residual))
        };
        self.own.clear();
        self.own.extend(self.factors.iter().zip(&self.residuals).map(solved));
    }
}

/// Takes the loads of the water between bodies, by some accelerations, from those on bodies with factors.
fn subtract_between(
    (rows, factors): (&[Vec<LidBlock>], &[Option<Matrix6>]),
    accelerations: &[Vector6],
    loads: &mut [Vector6],
) {
    let with_factors =
        rows.iter().zip(loads).zip(factors).enumerate().filter(|(_, (_, factor))| factor.is_some());
    for (body, ((row, load), _)) in with_factors {
        for block in row.iter().filter(|block| block.other as usize != body) {
            block.subtract(accelerations, load);
        }
    }
}

fn dot(a: &[Vector6], b: &[Vector6]) -> f64 {
    a.as_flattened().iter().zip(b.as_flattened()).map(|(a, b)| a * b).sum()
}

/// Replaces each value by that of a function of it and another one.
fn combine(values: &mut [Vector6], others: &[Vector6], of: impl Fn(f64, f64) -> f64) {
    let pairs = values.as_flattened_mut().iter_mut().zip(others.as_flattened());
    pairs.for_each(|(value, other)| *value = of(*value, *other));
}

/// Factor of a body's own block with its inertia and that of what holds it; none of one without answers, or by whose matrix water would drive it.
fn own(body: &LidBody, number: usize, row: &[LidBlock]) -> Option<Matrix6> {
    let mut matrix = row.iter().find(|block| block.other as usize == number)?.matrix;
    let tensor = &body.tensor_kg_m2;
    let largest = |i: usize| (i..i + 3).map(|i| matrix[i][i]).fold(0.0, f64::max);
    let carriage = CARRIAGE * (body.mass_kg + largest(0));
    let turning = CARRIAGE * (tensor.x_axis.x + tensor.y_axis.y + tensor.z_axis.z + largest(3));
    for i in 0..3 {
        matrix[i][i] += body.mass_kg;
        for j in 0..3 {
            let held = |axes: &[DVec3]| axes.iter().map(|axis| axis[i] * axis[j]).sum::<f64>();
            matrix[i][j] += carriage * held(&body.held);
            matrix[3 + i][3 + j] += tensor.col(j)[i] + turning * held(&body.held_about);
        }
    }
    cholesky(&matrix)
}
