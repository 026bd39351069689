//! The ranges in which the collision operators are stable: the largest Froude number of a uniform stream for each
//! relaxation time and gravity number `g h / e²`, by von Neumann analysis of the operators' definitions.
//!
//! Prints the tables of `src/stability/limits.rs`.

#![allow(clippy::unwrap_used, reason = "the operators' definitions are those of the tests")]

use lbm_core::Collision;
use rayon::prelude::*;

#[path = "../tests/laws/common/mod.rs"]
mod common;

use common::von_neumann::largest_froude;

const TAU: [f64; 7] = [0.505, 0.51, 0.52, 0.55, 0.6, 0.7, 1.0];
const GRAVITY_NUMBER: [f64; 15] =
    [0.001, 0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.33, 0.34, 0.35, 0.37, 0.4, 0.5, 0.6];

/// Wave numbers between 0 and π along an axis.
const WAVES: i32 = 24;

fn main() {
    type Operator = fn(f64) -> Collision;
    let operators: [(&str, Operator); 8] = [
        ("BGK", |tau| Collision::Bgk { tau }),
        ("TRT, Λ = 1/4", |tau| Collision::Trt { tau, magic: 0.25 }),
        ("TRT, Λ = 3/16", |tau| Collision::Trt { tau, magic: 3.0 / 16.0 }),
        ("central moments, bulk_tau = 0.6", |tau| Collision::CentralMoments { tau, bulk_tau: 0.6 }),
        ("central moments, bulk_tau = 0.7", |tau| Collision::CentralMoments { tau, bulk_tau: 0.7 }),
        ("central moments, bulk_tau = 1", |tau| Collision::CentralMoments { tau, bulk_tau: 1.0 }),
        ("central moments, bulk_tau = 2", |tau| Collision::CentralMoments { tau, bulk_tau: 2.0 }),
        ("central moments, bulk_tau = tau", |tau| Collision::CentralMoments { tau, bulk_tau: tau }),
    ];
    for (name, operator) in operators {
        println!("{name}\n   tau | {}", GRAVITY_NUMBER.map(|number| format!("{number:<5}")).join(" "));
        for tau in TAU {
            let numbers: Vec<f64> = GRAVITY_NUMBER.to_vec();
            let limits: Vec<String> = numbers
                .into_par_iter()
                .map(|number| {
                    largest_froude(operator(tau), number, WAVES)
                        .map_or("none ".into(), |f| format!("{f:.2} "))
                })
                .collect();
            println!(" {tau:<5} | {}", limits.join(" "));
        }
    }
}
