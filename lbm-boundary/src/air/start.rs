//! Winds that blow from the start.

use lbm_core::{Air, AirMoments};

use super::around::Around;
use super::boundary::AirBoundary;
use crate::spec::{AirSide, AirSideKind};

/// Imbalance of the flow that is found, its root mean square over that of what the winds bring into cells.
const TOLERANCE: f64 = 1e-2;

/// Iterations after which the flow is taken as it is.
const MOST: usize = 2000;

/// Squared differences between cells over squares of a change of the potential, below which it is the same everywhere: waves in 4096 cells have
/// more.
const SAME: f64 = 1e-7;

impl AirBoundary {
    /// Starts the air with the potential flow of its winds, round resting solids and out through open sides: the flow without divergence and
    /// rotation that winds would set up at once if there was no sound, by conjugate gradients to 1 % of what winds bring.
    ///
    /// ```text
    /// u = −∇ψ,  ∇²ψ = 0;  ∂ψ/∂n = −u·n at inflows, 0 at walls and solids;  ψ = 0 at open sides
    /// ```
    ///
    /// (Batchelor 1967, § 6.10.) What winds bring into air that is shut in stays there. Densities and concentrations stay as they are; without
    /// winds, velocities too. Air at rest that meets a wind of `u` sends sound of the density `√3 u` through the grid instead, which open sides
    /// and inflows reflect.
    pub fn start_winds(&self, air: &mut Air) {
        let Some(flow) = Flow::new(&self.around) else { return };
        let potential = flow.potential();
        for cell in self.around.each_cell().filter(|&cell| self.around.label(cell) == 0) {
            let velocity = flow.velocity(&potential, cell);
            let AirMoments { density, concentration, .. } = air.moments(cell);
            air.set_cell(cell, AirMoments { density, velocity, concentration });
        }
    }
}

/// The equations of the flow, `Σ k (ψ − ψ') = q` in each cell, on a grid with a layer of cells around it.
struct Flow {
    cells: [usize; 3],
    /// Distance in memory from a cell to the next along each axis.
    strides: [usize; 3],
    /// The axes with periodic ends.
    periodic: [bool; 3],
    /// Flow through the face below a cell along each axis for a unit of difference: 0 at walls, 2 at open sides, which are half a cell away.
    passes: [Vec<f32>; 3],
    /// Wind through that face.
    wind: [Vec<f32>; 3],
    /// Inflow of each cell from winds.
    brought: Vec<f32>,
}

impl Flow {
    /// The equations; none without winds.
    fn new(around: &Around) -> Option<Self> {
        let cells = around.cells;
        let strides = [1, cells[0] + 2, (cells[0] + 2) * (cells[1] + 2)];
        let len = strides[2] * (cells[2] + 2);
        let [passes, wind] = [(); 2].map(|()| [(); 3].map(|()| vec![0.0; len]));
        let periodic = around.periodic;
        let mut flow = Self { cells, strides, periodic, passes, wind, brought: vec![0.0; len] };
        for cell in around.each_cell().filter(|&cell| around.label(cell) == 0) {
            for side in AirSide::ALL {
                flow.set_face(around, cell, side);
            }
        }
        if around.kinds.iter().all(|kind| !matches!(kind, AirSideKind::Open { .. })) {
            // Nothing leaves: winds that do not balance are spread over all cells.
            let air = || around.each_cell().filter(|&cell| around.label(cell) == 0);
            let mean =
                air().map(|cell| f64::from(flow.brought[flow.at(cell)])).sum::<f64>() / air().count() as f64;
            air().for_each(|cell| {
                let at = flow.at(cell);
                flow.brought[at] -= mean as f32;
            });
        }
        flow.brought.iter().any(|q| *q != 0.0).then_some(flow)
    }

    /// Sets what passes the face of a cell of air towards a side.
    fn set_face(&mut self, around: &Around, cell: [isize; 3], side: AirSide) {
        let axis = side.axis();
        let mut beyond = cell;
        beyond[axis] += side.outwards() as isize;
        let n = self.cells[axis] as isize;
        let at = self.at(cell);
        let face = if side.outwards() > 0 { at + self.strides[axis] } else { at };
        if !(0..n).contains(&beyond[axis]) && !self.periodic[axis] {
            match around.kinds[side.index()] {
                AirSideKind::Wall => {}
                AirSideKind::Open { .. } => self.passes[axis][face] = 2.0,
                AirSideKind::Inflow { velocity, .. } => {
                    let along = velocity[axis] as f32;
                    self.wind[axis][face] = along;
                    self.brought[at] -= side.outwards() as f32 * along;
                }
            }
            return;
        }
        beyond[axis] = beyond[axis].rem_euclid(n);
        if around.label(beyond) == 0 {
            self.passes[axis][face] = 1.0;
        }
    }

    /// Place in memory of a cell.
    fn at(&self, cell: [isize; 3]) -> usize {
        (0..3).map(|axis| (cell[axis] + 1) as usize * self.strides[axis]).sum()
    }

    /// `ψ`, by conjugate gradients.
    fn potential(&self) -> Vec<f32> {
        let mut potential = vec![0.0; self.brought.len()];
        let mut residual = self.brought.clone();
        let mut direction = residual.clone();
        let mut applied = vec![0.0; residual.len()];
        let start = dot(&residual, &residual);
        let mut square = start;
        for _ in 0..MOST {
            if square <= TOLERANCE * TOLERANCE * start {
                break;
            }
            self.wrap(&mut direction);
            self.apply(&direction, &mut applied);
            let passing = dot(&direction, &applied);
            if passing <= SAME * dot(&direction, &direction) {
                // What is left is wind into air that is shut in.
                break;
            }
            let length = (square / passing) as f32;
            add(&mut potential, length, &direction);
            add(&mut residual, -length, &applied);
            let next = dot(&residual, &residual);
            let kept = (next / square) as f32;
            direction.iter_mut().zip(&residual).for_each(|(d, r)| *d = r + kept * *d);
            square = next;
        }
        self.wrap(&mut potential);
        potential
    }

    /// Fills the layer around the cells at periodic ends; elsewhere it stays 0.
    fn wrap(&self, values: &mut [f32]) {
        for axis in (0..3).filter(|&axis| self.periodic[axis]) {
            let [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
            let n = self.cells[axis];
            for (i, j) in (1..=self.cells[a]).flat_map(|i| (1..=self.cells[b]).map(move |j| (i, j))) {
                let line = i * self.strides[a] + j * self.strides[b];
                let place = |at: usize| line + at * self.strides[axis];
                values[place(0)] = values[place(n)];
                values[place(n + 1)] = values[place(1)];
            }
        }
    }

    /// `Σ k (ψ − ψ')` of each cell.
    fn apply(&self, of: &[f32], sums: &mut [f32]) {
        let [nx, ny, nz] = self.cells;
        for (k, j) in (1..=nz).flat_map(|k| (1..=ny).map(move |j| (k, j))) {
            let start = k * self.strides[2] + j * self.strides[1] + 1;
            let here = &of[start..start + nx];
            let row = &mut sums[start..start + nx];
            row.fill(0.0);
            for (passes, stride) in self.passes.iter().zip(self.strides) {
                let [below, above] = [start - stride, start + stride].map(|at| &of[at..at + nx]);
                let [lower, upper] = [start, start + stride].map(|at| &passes[at..at + nx]);
                for i in 0..nx {
                    row[i] += lower[i] * (here[i] - below[i]) + upper[i] * (here[i] - above[i]);
                }
            }
        }
    }

    /// The mean of the flows through both faces of a cell along each axis.
    fn velocity(&self, potential: &[f32], cell: [isize; 3]) -> [f32; 3] {
        let at = self.at(cell);
        std::array::from_fn(|axis| {
            let stride = self.strides[axis];
            let through = |face: usize| {
                self.wind[axis][face] + self.passes[axis][face] * (potential[face - stride] - potential[face])
            };
            0.5 * (through(at) + through(at + stride))
        })
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks(8).zip(b.chunks(8)) {
        a.iter().zip(b).zip(&mut sums).for_each(|((a, b), sum)| *sum += f64::from(a * b));
    }
    sums.iter().sum()
}

fn add(to: &mut [f32], factor: f32, of: &[f32]) {
    to.iter_mut().zip(of).for_each(|(to, of)| *to += factor * of);
}
