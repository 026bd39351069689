//! Particles in air: what they and the air do to each other, where they end, and their books.

use lbm_boundary::{
    AirBoundary, AirExchange, AirParticles, AirSide, AirSideKind, Particle, ParticleKind, ParticleTotals,
    Sphere,
};
use lbm_core::{Air, AirUnits, Collision, Ends};

const ASH: ParticleKind =
    ParticleKind { mass: 0.3, stokes_time: 15.0, reynolds: 400.0, acceleration: -2e-3, lasts: u32::MAX };

fn at(position: [f64; 3], velocity: [f64; 3]) -> Particle {
    Particle { kind: 0, age: 0, position, velocity }
}

/// Runs particles in still air between open sides and a floor with a block on it, with a source of smoke.
fn run(steps: u32, threads: usize) -> (Air, AirBoundary, AirParticles, [f64; 4]) {
    let cells = [12, 10, 14];
    let mut labels = vec![0u16; 12 * 10 * 14];
    (0..4 * 120).filter(|n| n % 12 > 6).for_each(|n| labels[n] = 1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let builder = Air::builder(cells).collision(Collision::Bgk { tau: 0.56 }).smagorinsky(0.12);
        let mut air = builder.buoyancy(1e-3).ends([Ends::Given; 3]).build().unwrap();
        let mut builder = AirBoundary::builder().solids(&labels).source([3, 5, 4], 0.05);
        for side in AirSide::ALL.into_iter().filter(|&side| side != AirSide::Bottom) {
            builder = builder.side(side, AirSideKind::Open { concentration: 0.0 });
        }
        let mut boundary = builder.build(&mut air).unwrap();
        let light = ParticleKind { mass: 0.0, stokes_time: 0.1, lasts: 100, ..ASH };
        let mut particles = AirParticles::new(vec![ASH, light]);
        // What streams into solids is none of the air's.
        let is_air = |[i, j, k]: [usize; 3]| labels[(k * 10 + j) * 12 + i] == 0;
        let before = air.totals(is_air);
        let mut air_gains = AirExchange::default();
        let [mut added, mut settled, mut left] = [ParticleTotals::default(); 3];
        let (mut weight, mut on_air) = (0.0, [0.0; 3]);
        for step in 0..steps {
            let turn = f64::from(step % 7);
            let velocity = [0.03 * (turn - 3.0), 0.02, 0.08 - 0.01 * turn];
            particles.add(at([1.0 + turn, 4.6, 8.2], velocity));
            particles.add(Particle {
                kind: 1,
                age: 0,
                position: [3.4, 5.2, 5.0 + 0.1 * turn],
                velocity: [0.0; 3],
            });
            particles.step(&mut air, &boundary);
            boundary.apply(&mut air);
            assert!(air.step(), "{:?}", air.trouble());
            air_gains.add(&boundary.ledger().total());
            let ledger = particles.ledger();
            added.add_all(&ledger.added);
            settled.add_all(&ledger.settled);
            left.add_all(&ledger.left);
            weight += ledger.weight;
            (0..3).for_each(|a| on_air[a] += ledger.on_air[a]);
        }
        assert!(settled.count > 20 && left.count > 20, "{settled:?}, {left:?}");
        let now = particles.totals();
        assert_eq!(added.count, u64::from(2 * steps));
        assert_eq!(now.count, added.count - settled.count - left.count);
        assert!((now.mass - (added.mass - settled.mass - left.mass)).abs() < 1e-9);
        let mut lost = [0.0; 4];
        for a in 0..3 {
            let of_weight = if a == 2 { weight } else { 0.0 };
            let gained = added.momentum[a] - settled.momentum[a] - left.momentum[a] + of_weight - on_air[a];
            lost[a] = now.momentum[a] - gained;
        }
        let after = air.totals(is_air);
        let lost_air = |a: usize| after.momentum[a] - before.momentum[a] - air_gains.momentum[a] - on_air[a];
        lost[3] = (0..3).map(|a| lost_air(a).abs()).fold(0.0, f64::max);
        (air, boundary, particles, lost)
    })
}

#[test]
fn what_particles_lose_the_air_gains() {
    let (.., lost) = run(400, 2);
    // Particles carried 400 · 0.3 · 0.05 in; weight gave up to 400 · 0.3 · 2e-3 a step.
    assert!(lost[..3].iter().all(|of| of.abs() < 1e-7), "{lost:?}");
    assert!(lost[3] < 1e-5, "{lost:?}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads_and_go_on_from_a_state() {
    let (one, _, first, _) = run(400, 1);
    let (mut three, mut boundary, mut particles, _) = run(400, 3);
    assert!(one.values() == three.values() && first.all() == particles.all());
    let (state, air) = (particles.state(), three.state());
    let mut go_on = |particles: &mut AirParticles| {
        for _ in 0..20 {
            particles.step(&mut three, &boundary);
            boundary.apply(&mut three);
            assert!(three.step());
        }
        // What streams into solids is left out.
        let cells =
            (0..12 * 10 * 14).map(|n| [n % 12, n / 12 % 10, n / 120]).filter(|[i, _, k]| *i < 7 || *k > 3);
        let gas: Vec<_> = cells.map(|cell| three.populations(cell)).collect();
        let end = (particles.state(), gas);
        three.restore(&air).unwrap();
        end
    };
    let straight = go_on(&mut particles);
    let mut others = AirParticles::new(vec![ASH; 2]);
    others.add(at([3.0; 3], [0.0; 3]));
    assert!(particles.restore(&state));
    assert!(others.restore(&state) && !AirParticles::new(vec![ASH]).restore(&state));
    let again = go_on(&mut particles);
    assert!(again.0 == straight.0, "particles go on otherwise");
    assert!(again.1 == straight.1, "air goes on otherwise");
}

/// In a periodic box both come to the velocity of all momentum, as fast as the law says: the particle sees air that it has begun to move.
#[test]
fn a_heavy_particle_and_the_air_come_to_one_velocity() {
    for stokes_time in [1e-3, 0.5, 30.0] {
        let mut air = Air::builder([6, 6, 6]).build().unwrap();
        let boundary = AirBoundary::builder().build(&mut air).unwrap();
        let kind =
            ParticleKind { mass: 108.0, stokes_time, reynolds: 0.0, acceleration: 0.0, lasts: u32::MAX };
        let mut particles = AirParticles::new(vec![kind]);
        particles.add(at([2.3, 5.9, 0.1], [0.06, -0.03, 0.0]));
        for _ in 0..4000 {
            particles.step(&mut air, &boundary);
            assert!(air.step(), "{:?}", air.trouble());
        }
        let [x, y, z] = particles.all()[0].velocity;
        assert!((x - 0.02).abs() < 2e-4 && (y + 0.01).abs() < 2e-4 && z.abs() < 1e-5, "{x}, {y}, {z}");
    }
}

/// Terminal speeds in air that hardly notices: Stokes's, and Schiller's and Naumann's at a Reynolds number of 100,
/// where the drag coefficient is 1.09.
#[test]
fn particles_fall_with_their_terminal_speed() {
    let fall = |reynolds: f64, acceleration: f64| {
        let mut air = Air::builder([4, 4, 4]).build().unwrap();
        let boundary = AirBoundary::builder().build(&mut air).unwrap();
        let kind = ParticleKind { mass: 1e-9, stokes_time: 40.0, reynolds, acceleration, lasts: u32::MAX };
        let mut particles = AirParticles::new(vec![kind]);
        particles.add(at([2.0; 3], [0.0; 3]));
        (0..1000).for_each(|_| particles.step(&mut air, &boundary));
        (-particles.all()[0].velocity[2], kind.terminal_speed())
    };
    let (speed, law) = fall(0.0, -1e-3);
    assert!((speed - 0.04).abs() < 1e-6 && (law - 0.04).abs() < 1e-12, "{speed}, {law}");
    // Re = 100: C_D Re / 24 = 4.54.
    let (speed, law) = fall(2000.0, -0.05 * 4.549 / 40.0);
    assert!((speed / 0.05 - 1.0).abs() < 2e-3 && (speed / law - 1.0).abs() < 1e-6, "{speed}, {law}");
}

/// A drop of water of 0.1 mm falls through air of 20 °C with 0.249 m/s (Hinds 1999, Aerosol Technology, table A11).
#[test]
fn a_drop_falls_as_fast_as_in_nature() {
    let units = AirUnits { cell_size_m: 0.05, time_step_s: 1e-3, density_kg_m3: 1.2 };
    let drop = Sphere { diameter_m: 1e-4, density_kg_m3: 1000.0, viscosity_pa_s: 1.81e-5 };
    let speed = units.to_m_s(drop.kind(&units, 0.0, 9.81, 1.0).terminal_speed());
    assert!((speed / 0.249 - 1.0).abs() < 0.03, "{speed} m/s");
}
