//! The heaving half-immersed sphere on deep water, by multipoles (Ursell 1949, Havelock 1955, Hulme
//! 1982): a wave source at the center and wave-free potentials
//! `P₂ₙ(μ)/r²ⁿ⁺¹ + K/2n P₂ₙ₋₁(μ)/r²ⁿ`, fitted to the normal velocity on the sphere. Radius 1, K = ω²/g
//! the wave number, μ = cos θ from the downward vertical.

use std::f64::consts::{FRAC_PI_2, PI};

/// Number of unknowns, and of the points of Gauss on which they are fitted.
const N: usize = 14;

/// Added mass over the displaced mass, damping over the displaced mass and ω, and the damping again
/// from the waves that run away to infinity.
pub(crate) fn heave(k: f64) -> [f64; 3] {
    let points = gauss_points();
    let mut rows = [[0.0; N + 2]; N];
    for (row, &(mu, _)) in rows.iter_mut().zip(&points) {
        let r = (1.0 - mu * mu).sqrt();
        let [_, gy, gr] = source(k, mu, r);
        row[0] = mu * gy + r * gr;
        for n in 1..N {
            let m = 2.0 * n as f64;
            let [p, q] = [legendre(2 * n, mu), legendre(2 * n - 1, mu)];
            row[n] = -(m + 1.0) * p - k * q;
        }
        row[N] = mu;
        let [j0, j1] = [libm::j0(k * r), libm::j1(k * r)];
        row[N + 1] = -k * (-k * mu).exp() * (mu * j0 + r * j1);
    }
    let [alpha, beta] = solve(rows);
    // a₀ (G + iπK w) + Σ aₙ ψₙ: the imaginary part of the source is one more right-hand side.
    let i_k = Complex { re: 0.0, im: PI * k };
    let a0 = Complex::real(alpha[0]).over(Complex::real(1.0).plus(i_k.times(beta[0])));
    let mut integral = Complex::real(0.0);
    for &(mu, weight) in &points {
        let r = (1.0 - mu * mu).sqrt();
        let [g, ..] = source(k, mu, r);
        let w = (-k * mu).exp() * libm::j0(k * r);
        let mut phi = a0.product(Complex { re: g, im: PI * k * w });
        for n in 1..N {
            let psi = legendre(2 * n, mu) + k / (2.0 * n as f64) * legendre(2 * n - 1, mu);
            let a = Complex::real(alpha[n]).plus(i_k.product(a0).times(-beta[n]));
            phi = phi.plus(a.times(psi));
        }
        integral = integral.plus(phi.times(mu * weight));
    }
    let radiated = 3.0 * PI * k * (a0.re * a0.re + a0.im * a0.im);
    [-3.0 * integral.re, 3.0 * integral.im.abs(), radiated]
}

/// Real part of the wave source `PV ∫ m/(m − K) e^(−m y) J₀(m R) dm` (Kim 1965) and its derivatives
/// with depth y and distance R, with `1/(m − K)` integrated up from the surface, where it is
/// `−π/2 (H₀ + Y₀)` with Struve's H₀.
fn source(k: f64, y: f64, r: f64) -> [f64; 3] {
    let (x, decay) = (k * r, (-k * y).exp());
    let distance = (r * r + y * y).sqrt();
    let (mut column, mut slope) = (0.0, 0.0);
    for &(s, weight) in &gauss_points() {
        let t = s * y;
        let d = (r * r + t * t).sqrt();
        column += weight * y * (k * t).exp() / d;
        slope -= weight * y * (k * t).exp() * r / d.powi(3);
    }
    let [h0, h1] = struve(x);
    let g = -decay * (FRAC_PI_2 * (h0 + libm::y0(x)) + column);
    let g_y = -k * g - 1.0 / distance;
    let g_r = -decay * (FRAC_PI_2 * k * (2.0 / PI - h1 - libm::y1(x)) + slope);
    let cubed = distance.powi(3);
    [1.0 / distance + k * g, -y / cubed + k * g_y, -r / cubed + k * g_r]
}

/// Struve's H₀ and H₁ by their power series; good for x up to 12.
fn struve(x: f64) -> [f64; 2] {
    let (mut h0, mut h1) = (0.0, 0.0);
    let (mut term0, mut term1) = (2.0 / PI * x, 2.0 / (3.0 * PI) * x * x);
    for m in 0..80 {
        h0 += term0;
        h1 += term1;
        let odd = (2 * m + 3) as f64;
        term0 *= -x * x / (odd * odd);
        term1 *= -x * x / (odd * (odd + 2.0));
    }
    [h0, h1]
}

fn legendre(n: usize, x: f64) -> f64 {
    let (mut before, mut now) = (1.0, x);
    for m in 1..n {
        let m = m as f64;
        (before, now) = (now, ((2.0 * m + 1.0) * x * now - m * before) / (m + 1.0));
    }
    if n == 0 { 1.0 } else { now }
}

/// Points and weights of Gauss and Legendre's rule on 0..1, by Newton's method.
fn gauss_points() -> [(f64, f64); N] {
    std::array::from_fn(|i| {
        let mut x = (PI * (i as f64 + 0.75) / (N as f64 + 0.5)).cos();
        let slope = |x: f64| N as f64 * (x * legendre(N, x) - legendre(N - 1, x)) / (x * x - 1.0);
        for _ in 0..50 {
            x -= legendre(N, x) / slope(x);
        }
        ((x + 1.0) / 2.0, 1.0 / ((1.0 - x * x) * slope(x).powi(2)))
    })
}

/// Gauss' elimination with two right-hand sides.
fn solve(mut rows: [[f64; N + 2]; N]) -> [[f64; N]; 2] {
    for i in 0..N {
        let pivot = (i..N).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs())).unwrap();
        rows.swap(i, pivot);
        for j in 0..N {
            if j != i {
                let factor = rows[j][i] / rows[i][i];
                for c in i..N + 2 {
                    rows[j][c] -= factor * rows[i][c];
                }
            }
        }
    }
    [N, N + 1].map(|c| std::array::from_fn(|i| rows[i][c] / rows[i][i]))
}

#[derive(Debug, Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

impl Complex {
    fn real(re: f64) -> Self {
        Self { re, im: 0.0 }
    }

    fn plus(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    fn times(self, factor: f64) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }

    fn product(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn over(self, other: Self) -> Self {
        let square = other.re * other.re + other.im * other.im;
        self.product(Self { re: other.re, im: -other.im }).times(1.0 / square)
    }
}

/// What the pressure on the sphere takes is what the waves carry away.
#[test]
fn the_damping_is_the_energy_of_the_waves() {
    for k in [0.01, 0.1, 0.5, 1.0, 2.0, 4.0, 8.0] {
        let [_, damping, radiated] = heave(k);
        assert!((damping - radiated).abs() < 1e-4, "k R {k}: {damping} {radiated}");
    }
}

/// 0.8310 for long waves (Hulme 1982), ½ for short ones, as in water without a surface.
#[test]
fn the_added_mass_has_its_limits() {
    assert!((heave(1e-4)[0] - 0.831).abs() < 1e-3, "{}", heave(1e-4)[0]);
    assert!((heave(10.0)[0] - 0.477).abs() < 1e-2, "{}", heave(10.0)[0]);
}
