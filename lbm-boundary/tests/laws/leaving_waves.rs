//! What each kind of side sends back of a wave that leaves: the figures in the documentation of `SideKind`.

use std::f64::consts::TAU;

use crate::setups::units;
use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::Lattice;

/// Cells along x before the side, and the distance from it at which a wave starts.
const LENGTH: usize = 420;
const DISTANCE: f64 = 160.0;

/// `√(g h)` of water 1 m deep on cells of 1 m, m/s and cells per step.
const CELERITY_M_S: f64 = 3.132_091_952_673_165;
const CELERITY: f64 = 0.387_298_334_620_741_7;

/// A hump, or a packet of waves, that runs towards the east side.
#[derive(Clone, Copy)]
struct Leaving {
    /// Wave numbers along x and y, 1/cell; zero for a hump.
    k: [f64; 2],
    /// Standard deviation of its envelope along x, cells.
    deviation: f64,
    /// Greatest elevation over the depth; below zero for a trough.
    amplitude: f64,
    /// Velocity of the stream that it rides on, towards the side, over the celerity.
    froude: f64,
    /// Cells along y, one period.
    rows: usize,
}

impl Leaving {
    const HUMP: Self = Self { k: [0.0; 2], deviation: 10.0, amplitude: 0.005, froude: 0.0, rows: 1 };

    /// Waves of some 40 cells that meet the side at an angle from its normal.
    fn waves(degrees: f64) -> Self {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let rows = if sine == 0.0 { 1.0 } else { (40.0 / sine).round() };
        let k = if sine == 0.0 { [TAU / 40.0, 0.0] } else { [TAU / rows * cosine / sine, TAU / rows] };
        Self { k, deviation: 48.0, rows: rows as usize, ..Self::HUMP }
    }

    /// Depth and velocity at a point at the start.
    fn at(&self, x: f64, y: f64) -> (f64, [f64; 2]) {
        let number = self.k[0].hypot(self.k[1]);
        let towards = if number > 0.0 { self.k.map(|k| k / number) } else { [1.0, 0.0] };
        let from = (x - (LENGTH as f64 - DISTANCE)) / self.deviation;
        let eta = self.amplitude * (-0.5 * from * from).exp() * (self.k[0] * x + self.k[1] * y).cos();
        let speed = 2.0 * CELERITY_M_S * ((1.0 + eta).sqrt() - 1.0);
        (1.0 + eta, [self.froude * CELERITY_M_S + speed * towards[0], speed * towards[1]])
    }

    /// The water when what was reflected is back where the wave started.
    fn run(&self, length: usize, kind: SideKind) -> Lattice {
        let units = units();
        let mut lattice = Lattice::builder(length, self.rows, units).build().unwrap();
        for k in 0..length * self.rows {
            let (depth, velocity) = self.at((k % length) as f64 + 0.5, (k / length) as f64 + 0.5);
            lattice.set_cell_m(k % length, k / length, depth, velocity);
        }
        let far = SideKind::Characteristic { level_m: 1.0, velocity_m_s: self.froude * CELERITY_M_S };
        let mut boundary = Boundary::builder()
            .side(Side::West, far)
            .side(Side::East, kind)
            .side(Side::South, SideKind::Periodic)
            .side(Side::North, SideKind::Periodic)
            .build(&lattice)
            .unwrap();
        let number = self.k[0].hypot(self.k[1]);
        let cosine = if number > 0.0 { self.k[0] / number } else { 1.0 };
        let ways = [cosine + self.froude, cosine - self.froude].map(|c| DISTANCE / (CELERITY * c));
        for _ in 0..(ways[0] + ways[1]).round() as usize {
            boundary.apply(&mut lattice);
            assert!(lattice.step());
        }
        lattice
    }

    /// Energy of the disturbance, per `ρ e²` and cell.
    fn energy(&self, lattice: &Lattice, length: usize) -> f64 {
        let stream = self.froude * CELERITY;
        let of = |k: usize| {
            let m = lattice.moments(lattice.layout().site((k % length) as isize, (k / length) as isize));
            let speeds = (f64::from(m.u) - stream).powi(2) + f64::from(m.v).powi(2);
            f64::from(m.h) * speeds + f64::from(lattice.gravity()) * f64::from(m.eta).powi(2)
        };
        (0..length * self.rows).map(of).sum()
    }

    /// Energies of what sides send back of a hump, over that of the hump after as many steps in open water.
    fn kept<const N: usize>(&self, kinds: [SideKind; N]) -> [f64; N] {
        let open = 3 * LENGTH;
        let passing = self
            .run(open, SideKind::Characteristic { level_m: 1.0, velocity_m_s: -self.froude * CELERITY_M_S });
        let whole = self.energy(&passing, open);
        kinds.map(|kind| self.energy(&self.run(LENGTH, kind), LENGTH) / whole)
    }

    /// Amplitude of the reflected waves where the packet started: `|Σ w η exp i(k_x x − k_y y)|`.
    fn reflected(&self, lattice: &Lattice) -> f64 {
        let (mut real, mut imaginary) = (0.0, 0.0);
        for k in 0..LENGTH * self.rows {
            let m = lattice.moments(lattice.layout().site((k % LENGTH) as isize, (k / LENGTH) as isize));
            let (x, y) = ((k % LENGTH) as f64 + 0.5, (k / LENGTH) as f64 + 0.5);
            let from = (x - (LENGTH as f64 - DISTANCE)) / self.deviation;
            let (sine, cosine) = (self.k[0] * x - self.k[1] * y).sin_cos();
            let weighted = f64::from(m.eta) * (-0.5 * from * from).exp();
            real += weighted * cosine;
            imaginary += weighted * sine;
        }
        real.hypot(imaginary)
    }

    /// Amplitude of the waves that a side reflects.
    fn sent_back(&self, kind: SideKind) -> f64 {
        self.reflected(&self.run(LENGTH, kind))
    }
}

const CHARACTERISTIC: SideKind = SideKind::Characteristic { level_m: 1.0, velocity_m_s: 0.0 };
const DEPTH: SideKind = SideKind::Level { level_m: 1.0 };
const DRIVEN: SideKind = SideKind::Inflow { velocity_m_s: 0.0, level_m: None };
const GIVEN: SideKind = SideKind::Inflow { velocity_m_s: 0.0, level_m: Some(1.0) };

/// The energy that comes back of waves of 40 cells at 0, 30, 45 and 60 degrees from the normal.
#[test]
fn sides_send_back_the_fraction_of_a_wave_that_their_documentation_says() {
    let table = [
        (SideKind::Outflow, [0.173, 0.150, 0.137, 0.156]),
        (DEPTH, [0.978, 0.995, 1.007, 1.014]),
        (CHARACTERISTIC, [0.0036, 0.0092, 0.038, 0.129]),
        (DRIVEN, [1.000, 0.929, 0.838, 0.692]),
        (SideKind::Discharge { discharge_m3_s: 0.0, ramp_s: 0.0 }, [1.000, 0.929, 0.838, 0.692]),
        (GIVEN, [0.197, 0.130, 0.062, 0.011]),
        (SideKind::Sponge { width_m: 20.0 }, [0.0, 0.0060, 0.037, 0.140]),
        (SideKind::Sponge { width_m: 40.0 }, [0.0, 0.0014, 0.014, 0.081]),
    ];
    // Their energy is the square of the amplitude's ratio to that before a wall.
    let packets = [0.0, 30.0, 45.0, 60.0].map(|degrees| {
        let packet = Leaving::waves(degrees);
        (degrees, packet, packet.sent_back(SideKind::Wall(Wall::FREE_SLIP)))
    });
    for (kind, fractions) in table {
        for ((degrees, packet, whole), fraction) in packets.into_iter().zip(fractions) {
            let found = (packet.sent_back(kind) / whole).powi(2);
            assert!((found - fraction).abs() < 0.001 + 0.01 * fraction, "{kind:?} at {degrees}°: {found}");
        }
        assert!((kind.reflected_energy() - fractions[0]).abs() < 0.005, "{kind:?}");
    }
}

/// The energy that comes back of a low hump head on, in still water and in streams that leave.
#[test]
fn a_stream_that_leaves_takes_the_hump_along() {
    for (froude, outflow, depth) in [(0.05, 0.165, 0.871), (0.1, 0.141, 0.771), (0.2, 0.100, 0.591)] {
        let hump = Leaving { froude, ..Leaving::HUMP };
        let open = SideKind::Characteristic { level_m: 1.0, velocity_m_s: -froude * CELERITY_M_S };
        let [of_outflow, of_depth, of_open] = hump.kept([SideKind::Outflow, DEPTH, open]);
        assert!((of_outflow - outflow).abs() < 0.003, "{froude}: {of_outflow}");
        assert!((of_depth - depth).abs() < 0.01, "{froude}: {of_depth}");
        assert!(of_open < 1e-3, "{froude}: {of_open}");
    }
    let [open, sponge] = Leaving::HUMP.kept([CHARACTERISTIC, SideKind::Sponge { width_m: 10.0 }]);
    assert!(open < 1e-3 && sponge < 1.1e-3, "{open} {sponge}");
}

/// The energy that comes back of a low hump that runs against a stream which enters. Where the velocity is given it comes back as high as
/// it was, where the discharge is given `(1 − F) / (1 + F)` times as high, and `(1 + F) / (1 − F)` times as long.
#[test]
fn an_inflow_sends_back_what_runs_against_its_stream() {
    for (froude, of_velocity, of_discharge, of_both) in
        [(0.05, 1.119, 0.916, 0.185), (0.1, 1.249, 0.837, 0.174), (0.2, 1.550, 0.690, 0.153)]
    {
        let hump = Leaving { froude: -froude, ..Leaving::HUMP };
        let velocity_m_s = froude * CELERITY_M_S;
        let stretched: f64 = (1.0 + froude) / (1.0 - froude);
        let [by_velocity, by_discharge, by_both, open] = hump.kept([
            SideKind::Inflow { velocity_m_s, level_m: None },
            SideKind::Discharge { discharge_m3_s: velocity_m_s, ramp_s: 0.0 },
            SideKind::Inflow { velocity_m_s, level_m: Some(1.0) },
            SideKind::Characteristic { level_m: 1.0, velocity_m_s },
        ]);
        for (kept, fraction, linear) in
            [(by_velocity, of_velocity, stretched), (by_discharge, of_discharge, 1.0 / stretched)]
        {
            assert!(
                (kept - fraction).abs() < 0.005 && (kept / linear - 1.0).abs() < 0.05,
                "{froude}: {kept} of {fraction}"
            );
        }
        assert!((by_both - of_both).abs() < 0.003, "{froude}: {by_both}");
        assert!(open < 1e-3, "{froude}: {open}");
    }
}

/// Crests go out and nothing comes in for the troughs: waves in still water pump it out through an outflow.
#[test]
fn waves_empty_still_water_through_an_outflow() {
    let trough = Leaving { amplitude: -Leaving::HUMP.amplitude, ..Leaving::HUMP };
    assert!(trough.kept([SideKind::Outflow])[0] > 10.0);
    let mean = |kind| Leaving::waves(0.0).run(LENGTH, kind).totals(|_| true).mass / LENGTH as f64;
    assert!(mean(SideKind::Outflow) < 0.998, "{}", mean(SideKind::Outflow));
    assert!((mean(CHARACTERISTIC) - 1.0).abs() < 1e-5);
}
