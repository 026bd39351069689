//! A packet of waves meets a wall and leaves it at the same angle, as high as it was: as if its image came from beyond.

use std::f64::consts::TAU as TURN;

use lbm_boundary::{SideKind, Slip, Wall};
use lbm_core::{Collision, Lattice, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

/// Depth of the still water, m; cells are 1 m wide.
const DEPTH_M: f64 = 1.0;
/// Crest, length and half-width of the packet, and where it starts: so far from the west end and from the wall, m.
const HEIGHT_M: f64 = 1e-3;
const LENGTH_M: f64 = 16.0;
const SPREAD_M: f64 = 12.0;
const START_M: f64 = 60.0;
/// Angle between the way of its crests and the wall.
const ANGLE_DEG: f64 = 35.0;
/// Steps at √0.15 cells each: the packet is at the wall half-way, and as far from it at the end as at the start.
const STEPS: usize = 540;
/// Cells across the tank, and along one whose ends are joined: a wave of the packet at 80° to the wall.
const ACROSS: usize = 130;
const JOINED: usize = 92;
const TAU: f64 = 0.51;
/// `g h / e²`.
const GRAVITY_NUMBER: f64 = 0.15;

/// Waves in a tank: their energy, and the direction of `Σ η u` against the wall.
struct Waves {
    energy: f64,
    angle_deg: f64,
}

fn waves(tank: &Tank) -> Waves {
    let layout = *tank.lattice.layout();
    let (mut energy, mut flux) = (0.0, [0.0; 2]);
    for (i, j) in (0..layout.ny()).flat_map(|j| (0..layout.nx()).map(move |i| (i, j))) {
        let (eta, [u, v]) = (tank.eta_m(i, j), tank.velocity_m_s(i, j));
        energy += GRAVITY * eta * eta + DEPTH_M * (u * u + v * v);
        flux = [flux[0] + eta * u, flux[1] + eta * v];
    }
    Waves { energy, angle_deg: flux[1].abs().atan2(flux[0]).to_degrees() }
}

/// The way that a packet comes to the wall: at an angle in a wide tank, or nearly head on, with crests without end.
#[derive(Clone, Copy)]
enum Way {
    Oblique,
    Steep,
}

impl Way {
    /// A tank of so many rows with a `wall` to the south and packets where `state` puts them.
    fn tank(self, rows: usize, wall: Wall, state: impl Fn(f64, f64) -> (f64, [f64; 2])) -> Tank {
        let (nx, ends) = match self {
            Self::Oblique => (320, SideKind::Wall(Wall::FREE_SLIP)),
            Self::Steep => (JOINED, SideKind::Periodic),
        };
        let units = Units::from_gravity_number(1.0, DEPTH_M, GRAVITY_NUMBER, GRAVITY).expect("in range");
        let builder = Lattice::builder(nx, rows, units)
            .rest_depth_m(DEPTH_M)
            .collision(Collision::Trt { tau: TAU, magic: 0.25 });
        let mut tank =
            Tank::new(builder, [ends, ends, SideKind::Wall(wall), SideKind::Wall(Wall::FREE_SLIP)]);
        tank.fill(state);
        tank
    }

    /// The packet on its way to the wall, at the height `y` above it.
    fn packet(self, x: f64, y: f64) -> (f64, [f64; 2]) {
        let (x, cos, across) = match self {
            Self::Oblique => (x - START_M, ANGLE_DEG.to_radians().cos(), 1.0),
            Self::Steep => (x, LENGTH_M / JOINED as f64, 0.0),
        };
        let sin = (1.0 - cos * cos).sqrt();
        let y = y - START_M;
        let envelope = HEIGHT_M * (-(across * x * x + y * y) / (2.0 * SPREAD_M * SPREAD_M)).exp();
        let eta = envelope * (TURN * (x * cos - y * sin) / LENGTH_M).cos();
        let speed = (GRAVITY * DEPTH_M).sqrt() * eta / DEPTH_M;
        (DEPTH_M + eta, [speed * cos, -speed * sin])
    }

    /// The largest difference of any cell's level from that in a tank with the packet's image in the place of the wall, which
    /// stands half a cell beyond the last row (`half_way`) or on it; in units of the highest crest.
    fn off_mirror(self, wall: Wall, half_way: bool) -> f64 {
        let (plane, below) = if half_way { (0.0, ACROSS) } else { (0.5, ACROSS - 1) };
        let mut walled = self.tank(ACROSS, wall, |x, y| self.packet(x, y - plane));
        let mut mirrored = self.tank(ACROSS + below, Wall::FREE_SLIP, |x, y| {
            let y = y - plane - below as f64;
            let (depth, [u, v]) = self.packet(x, y.abs());
            (depth, [u, if y < 0.0 { -v } else { v }])
        });
        walled.run(STEPS);
        mirrored.run(STEPS);
        let (mut off, mut crest) = (0.0f64, 0.0f64);
        for (i, j) in (0..ACROSS).flat_map(|j| (0..walled.lattice.layout().nx()).map(move |i| (i, j))) {
            let image = mirrored.eta_m(i, j + below);
            off = off.max((walled.eta_m(i, j) - image).abs());
            crest = crest.max(image);
        }
        off / crest
    }
}

/// Tolerance of the rounding by which populations from a half-way free-slip wall differ from those of the image.
const SAME: f64 = 1e-6;

/// Wave number of the wave at the wall, 1 / cell.
const WAVE_NUMBER: f64 = TURN / LENGTH_M;

/// The error of the trapezoidal rule over half a cell, `(k Δx / 2)² / 12`: that of what is of second order.
fn second_order() -> f64 {
    WAVE_NUMBER * WAVE_NUMBER / 48.0
}

/// Loss of a wave at a wall that water sticks to, at the angle θ: in the layer `√(ν/ω)` the water lags behind, and what
/// it piles up goes out as a wave of `2 cos²θ / sin θ · k √(ν/ω)` of the incident one (Stokes' layer; to first order in it).
fn layer() -> f64 {
    let cos = LENGTH_M / JOINED as f64;
    let viscosity = (2.0 * TAU - 1.0) / 6.0;
    let frequency = WAVE_NUMBER * GRAVITY_NUMBER.sqrt();
    2.0 * cos * cos / (1.0 - cos * cos).sqrt() * WAVE_NUMBER * (viscosity / frequency).sqrt()
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    // A wall, and as much water in its place.
    let [mut walled, mut free] = [0, ACROSS].map(|below| {
        let way = Way::Oblique;
        way.tank(ACROSS + below, Wall::FREE_SLIP, |x, y| way.packet(x, y - below as f64))
    });
    walled.run(STEPS);
    free.run(STEPS);
    // At the same time: as it spreads, the packet's mean direction changes with and without the wall.
    let [out, on] = [&walled, &free].map(waves);
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case: "wall reflection",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    let mut rows = vec![
        row("amplitude / that without a wall", (out.energy / on.energy).sqrt(), 1.0, 0.02),
        row("angle out, without a wall in [°]", out.angle_deg, on.angle_deg, 0.02 * on.angle_deg),
    ];
    for (name, way, wall, half_way, reference, tolerance) in [
        ("free slip, oblique", Way::Oblique, Wall::FREE_SLIP, true, 0.0, SAME),
        (
            "free slip on grid, oblique",
            Way::Oblique,
            Wall::OnGrid(Slip::FreeSlip),
            false,
            0.0,
            second_order(),
        ),
        ("free slip on grid, at 80°", Way::Steep, Wall::OnGrid(Slip::FreeSlip), false, 0.0, second_order()),
        ("no slip, at 80°", Way::Steep, Wall::NO_SLIP, true, layer(), second_order()),
        ("no slip on grid, at 80°", Way::Steep, Wall::OnGrid(Slip::NoSlip), false, layer(), second_order()),
        ("modified, at 80°", Way::Steep, Wall::Modified, false, layer(), second_order()),
        ("interpolated, at 80°", Way::Steep, Wall::Interpolated(Slip::NoSlip), true, layer(), second_order()),
        // This wall uses two cells.
        ("extrapolated, at 80°", Way::Steep, Wall::Extrapolated, true, layer(), 2.0 * second_order()),
    ] {
        rows.push(row(&format!("image: {name}"), way.off_mirror(wall, half_way), reference, tolerance));
    }
    rows
}
