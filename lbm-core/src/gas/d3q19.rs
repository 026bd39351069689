//! The D3Q19 velocity set: rest, nine directions, and their opposites.

/// Number of populations per cell.
pub const Q: usize = 19;

/// Directions; direction `q + 9` points against direction `q`. The first three lie along the axes.
pub const C: [[i32; 3]; Q] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, -1, 0],
    [1, 0, 1],
    [1, 0, -1],
    [0, 1, 1],
    [0, 1, -1],
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, -1],
    [-1, -1, 0],
    [-1, 1, 0],
    [-1, 0, -1],
    [-1, 0, 1],
    [0, -1, -1],
    [0, -1, 1],
];

/// Weights: 1/3 at rest, 1/18 along the axes, 1/36 along the diagonals (Qian et al. 1992). `c_s² = 1/3`.
pub const W: [f32; Q] = {
    let mut w = [1.0 / 36.0; Q];
    w[0] = 1.0 / 3.0;
    let mut axis = 1;
    while axis <= 3 {
        w[axis] = 1.0 / 18.0;
        w[axis + 9] = 1.0 / 18.0;
        axis += 1;
    }
    w
};

/// The populations of a cell in equilibrium at a density and a velocity, with half of a step's push of a force: as deviations from the fluid at
/// rest, whose density is less by `above`.
pub(crate) fn settled(above: f32, density: f32, velocity: [f32; 3], force: [f32; 3]) -> [f32; Q] {
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let square = dot(velocity, velocity);
    std::array::from_fn(|q| {
        let c = C[q].map(|c| c as f32);
        let along = dot(c, velocity);
        let moving = density * (3.0 * along + 4.5 * along * along - 1.5 * square);
        W[q] * (above + moving + 1.5 * dot(c, force))
    })
}

const _: () = {
    let mut q = 1;
    while q <= 9 {
        let (a, b) = (C[q], C[q + 9]);
        assert!(a[0] == -b[0] && a[1] == -b[1] && a[2] == -b[2]);
        q += 1;
    }
};
