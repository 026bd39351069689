//! Particles that air drags and that drag it: their momentum, the speeds to which both come, and how fast they fall.

use lbm_boundary::{
    AirBoundary, AirExchange, AirParticles, AirSide, AirSideKind, Particle, ParticleKind, ParticleLedger,
    Sphere,
};
use lbm_core::{Air, AirUnits, Collision, Ends};

use super::each;
use crate::verify::row::Row;

/// One in each cell of air at rest, half as heavy as the air in it.
const DUST: ParticleKind =
    ParticleKind { mass: 0.5, stokes_time: 60.0, reynolds: 0.0, acceleration: 0.0, lasts: u32::MAX };

/// Dust that moves through air at rest, both alike everywhere: `r = r₀ exp(−(1 + m) t / τ)` after `τ`, over the law, and the velocity of both
/// in the end over that of their momentum.
fn dust() -> [f64; 2] {
    let n = [8; 3];
    let mut air = Air::builder(n).build().expect("in range");
    let boundary = AirBoundary::builder().build(&mut air).expect("periodic");
    let mut particles = AirParticles::new(vec![DUST]);
    let speed = 0.03;
    for cell in each(n) {
        let position = cell.map(|at| at as f64 + 0.5);
        particles.add(Particle { kind: 0, age: 0, position, velocity: [speed, 0.0, 0.0] });
    }
    let mut step = |times: f64| {
        for _ in 0..times as u32 {
            particles.step(&mut air, &boundary);
            assert!(air.step(), "dust slows down");
        }
        let of_air = air.totals(|_| true);
        let of_dust = particles.totals();
        [of_dust.momentum[0] / of_dust.mass, of_air.momentum[0] / of_air.mass]
    };
    let [dust, gas] = step(DUST.stokes_time);
    let law = (-(1.0 + DUST.mass)).exp();
    let [end, _] = step(20.0 * DUST.stokes_time);
    [(dust - gas) / speed / law, end / (speed * DUST.mass / (1.0 + DUST.mass))]
}

/// Ash that falls out of a plume onto a floor with a block on it and is blown through open sides: what the books of the particles miss of
/// the momentum that their weight gave, and those of the air of what particles and smoke gave it.
fn ash() -> [f64; 2] {
    let n = [24, 24, 28];
    let labels: Vec<u16> =
        each(n).map(|[i, j, k]| u16::from((4..12).contains(&i) && (6..18).contains(&j) && k < 6)).collect();
    let is_air = |[i, j, k]: [usize; 3]| labels[(k * n[1] + j) * n[0] + i] == 0;
    let builder = Air::builder(n).collision(Collision::Trt { tau: 0.53, magic: 0.25 }).smagorinsky(0.12);
    let mut air = builder.buoyancy(1e-3).ends([Ends::Given; 3]).build().expect("in range");
    let wind = AirSideKind::Inflow { velocity: [0.04, 0.0, 0.0], concentration: 0.0 };
    let mut builder =
        AirBoundary::builder().solids(&labels).source([15, 12, 4], 0.1).side(AirSide::West, wind);
    for side in [AirSide::East, AirSide::South, AirSide::North, AirSide::Top] {
        builder = builder.side(side, AirSideKind::Open { concentration: 0.0 });
    }
    let mut boundary = builder.build(&mut air).expect("in range");
    let heavy =
        ParticleKind { mass: 0.02, stokes_time: 25.0, reynolds: 200.0, acceleration: -4e-3, lasts: 3000 };
    let light = ParticleKind { mass: 1e-4, stokes_time: 0.5, ..heavy };
    let mut particles = AirParticles::new(vec![heavy, light]);
    let before = air.totals(is_air);
    let (mut gained, mut books, mut lifted) = (AirExchange::default(), ParticleLedger::default(), 0.0);
    for step in 0..1500u32 {
        let turn = f64::from(step) * 0.618_034 % 1.0;
        let position = [7.0 + 8.0 * turn, 8.0 + 8.0 * (turn * 7.0 % 1.0), 12.0 + 8.0 * (turn * 13.0 % 1.0)];
        particles.add(Particle { kind: (step % 2) as u16, age: 0, position, velocity: [0.0, 0.0, 0.05] });
        particles.step(&mut air, &boundary);
        boundary.apply(&mut air);
        assert!(air.step(), "ash falls: {:?}", air.trouble());
        gained.add(&boundary.ledger().total());
        lifted += boundary.ledger().buoyancy();
        books.add(particles.ledger());
    }
    let (after, now) = (air.totals(is_air), particles.totals());
    let mut lost = [0.0, 0.0];
    for a in 0..3 {
        let came = books.added.momentum[a] - books.settled.momentum[a] - books.left.momentum[a];
        let of_weight = if a == 2 { books.weight } else { 0.0 };
        lost[0] += (now.momentum[a] - (came + of_weight - books.on_air[a])).abs();
        lost[1] += (after.momentum[a] - before.momentum[a] - gained.momentum[a] - books.on_air[a]).abs();
    }
    let settles = books.settled.count as f64 / books.added.count as f64;
    assert!(
        (0.1..0.9).contains(&settles) && books.left.count > 100,
        "some settle, and some leave: {settles}"
    );
    [lost[0] / books.weight.abs(), lost[1] / (lifted + books.weight.abs())]
}

pub(in crate::verify) fn particles() -> Vec<Row> {
    let row = |quantity: &str, value, reference, tolerance| Row {
        case: "particles in air",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    let [slip, end] = dust();
    let [of_particles, of_air] = ash();
    let units = AirUnits { cell_size_m: 0.05, time_step_s: 1e-3, density_kg_m3: 1.2 };
    let drop = Sphere { diameter_m: 1e-4, density_kg_m3: 1000.0, viscosity_pa_s: 1.81e-5 };
    let falls = units.to_m_s(drop.kind(&units, 0.0, 9.81, 1.0).terminal_speed());
    vec![
        row("slip of dust after τ, over exp(−(1 + m))", slip, 1.0, 1e-3),
        row("velocity of dust and air in the end, over exact", end, 1.0, 1e-4),
        row("momentum of particles, beyond the books / weight", of_particles, 0.0, 1e-6),
        row("momentum of the air, beyond the books / given", of_air, 0.0, 1e-6),
        // Hinds 1999, Aerosol Technology, table A11.
        row("fall of a drop of 0.1 mm through air [m/s]", falls, 0.249, 0.03 * 0.249),
    ]
}
