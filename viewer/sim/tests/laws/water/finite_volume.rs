//! An independent solution of the shallow-water equations: first-order Godunov finite volumes with the HLLC flux (Toro,
//! Shock-Capturing Methods for Free-Surface Shallow Flows, 2001, ch. 10), f64, smooth walls.

const GRAVITY: f64 = 9.81;

/// Depth and discharge of a cell.
type State = [f64; 3];

/// A basin of square cells.
pub(crate) struct Basin {
    n: usize,
    cell_m: f64,
    solid: Vec<bool>,
    state: Vec<State>,
    pub(crate) time_s: f64,
}

impl Basin {
    pub(crate) fn new(n: usize, size_m: f64, start: impl Fn(f64, f64) -> Option<f64>) -> Self {
        let cell_m = size_m / n as f64;
        let place = |k: usize| [(k % n) as f64 + 0.5, (k / n) as f64 + 0.5].map(|i| i * cell_m);
        let depths: Vec<Option<f64>> = (0..n * n).map(|k| start(place(k)[0], place(k)[1])).collect();
        Self {
            n,
            cell_m,
            solid: depths.iter().map(Option::is_none).collect(),
            state: depths.iter().map(|depth| [depth.unwrap_or(1.0), 0.0, 0.0]).collect(),
            time_s: 0.0,
        }
    }

    /// Depth at a place, from the cell it lies in.
    pub(crate) fn depth_m(&self, x_m: f64, y_m: f64) -> f64 {
        let [i, j] = [x_m, y_m].map(|x| ((x / self.cell_m) as usize).min(self.n - 1));
        self.state[j * self.n + i][0]
    }

    /// One step at Courant number 0.45, no longer than to `until_s`.
    pub(crate) fn step(&mut self, until_s: f64) {
        let fastest = |state: &State| {
            let [h, qx, qy] = *state;
            (qx / h).abs().max((qy / h).abs()) + (GRAVITY * h).sqrt()
        };
        let fastest = self.state.iter().map(fastest).fold(0.0, f64::max);
        let dt = (0.45 * self.cell_m / fastest).min(until_s - self.time_s);
        let (n, before, ratio) = (self.n, self.state.clone(), dt / self.cell_m);
        let cell = |i: usize, j: usize| (i < n && j < n && !self.solid[j * n + i]).then(|| j * n + i);
        for j in 0..n {
            for i in 0..=n {
                exchange(&mut self.state, &before, cell(i.wrapping_sub(1), j), cell(i, j), 1, ratio);
            }
        }
        for j in 0..=n {
            for i in 0..n {
                exchange(&mut self.state, &before, cell(i, j.wrapping_sub(1)), cell(i, j), 2, ratio);
            }
        }
        self.time_s += dt;
    }
}

/// Moves the flux through the face between two cells, one of which may be a wall; `along` is the component of the discharge
/// that is normal to the face, `ratio` the time step over the cell's size.
#[inline]
fn exchange(
    state: &mut [State],
    before: &[State],
    left: Option<usize>,
    right: Option<usize>,
    along: usize,
    ratio: f64,
) {
    let across = 3 - along;
    let turned = |k: usize| [before[k][0], before[k][along], before[k][across]];
    let mirrored = |[h, q, t]: State| [h, -q, t];
    let (l, r) = match (left, right) {
        (Some(l), Some(r)) => (turned(l), turned(r)),
        (Some(l), None) => (turned(l), mirrored(turned(l))),
        (None, Some(r)) => (mirrored(turned(r)), turned(r)),
        (None, None) => return,
    };
    let flux = hllc(l, r);
    for (c, flux) in [0, along, across].into_iter().zip(flux) {
        if let Some(l) = left {
            state[l][c] -= flux * ratio;
        }
        if let Some(r) = right {
            state[r][c] += flux * ratio;
        }
    }
}

/// Flux of mass, momentum along and across the normal from `l` to `r`.
fn hllc(l: State, r: State) -> State {
    let flux = |h: f64, u: f64, v: f64| [h * u, h * u * u + 0.5 * GRAVITY * h * h, h * u * v];
    // The flux is consistent: in water that is the same on both sides, it is that of the water.
    if l == r {
        let [h, q, t] = l;
        return flux(h, q / h, t / h);
    }
    let (hl, ul, vl) = (l[0], l[1] / l[0], l[2] / l[0]);
    let (hr, ur, vr) = (r[0], r[1] / r[0], r[2] / r[0]);
    let (cl, cr) = ((GRAVITY * hl).sqrt(), (GRAVITY * hr).sqrt());
    // Two-rarefaction estimate of the middle state.
    let middle = (0.5 * (cl + cr) + 0.25 * (ul - ur)).powi(2) / GRAVITY;
    let shock = |h: f64| if middle > h { (0.5 * middle * (middle + h)).sqrt() / h } else { 1.0 };
    let (sl, sr) = (ul - cl * shock(hl), ur + cr * shock(hr));
    if sl >= 0.0 {
        return flux(hl, ul, vl);
    }
    if sr <= 0.0 {
        return flux(hr, ur, vr);
    }
    let contact = (sl * hr * (ur - sr) - sr * hl * (ul - sl)) / (hr * (ur - sr) - hl * (ul - sl));
    let (h, u, v, s) = if contact >= 0.0 { (hl, ul, vl, sl) } else { (hr, ur, vr, sr) };
    let star = h * (s - u) / (s - contact);
    let [mass, along, across] = flux(h, u, v);
    [mass + s * (star - h), along + s * (star * contact - h * u), across + s * (star * v - h * v)]
}

#[test]
fn the_reference_solves_the_dam_break() {
    let mut basin = Basin::new(200, 50.0, |x, _| Some(if x < 25.0 { 8.0 } else { 4.0 }));
    while basin.time_s < 1.5 {
        basin.step(1.5);
    }
    // The middle state of Stoker's solution.
    assert!((basin.depth_m(30.0, 20.0) - 5.815).abs() < 0.02, "{} m", basin.depth_m(30.0, 20.0));
}
