//! Driven solids: what they take from the water and give it.

use lbm_boundary::{Boundary, Load, Mask, Motion, Side, SideKind, Slip, Wall};
use lbm_core::{Collision, Lattice};

use crate::setups::{Cross, units};

const SIZE: [usize; 2] = [90, 40];

const WALLS: [Wall; 4] =
    [Wall::NO_SLIP, Wall::FREE_SLIP, Wall::Interpolated(Slip::NoSlip), Wall::Interpolated(Slip::FreeSlip)];

/// Water with a solid that may move, periodic along x between free-slip walls.
struct Tank {
    lattice: Lattice,
    boundary: Boundary,
    /// Impulse on the solid, and momentum of the water at first.
    load: Load,
    before: [f64; 2],
}

impl Tank {
    fn new(tau: f64, wall: Wall, labels: &[u16], stream_m_s: f64) -> Self {
        let builder = Lattice::builder(SIZE[0], SIZE[1], units()).collision(Collision::Bgk { tau });
        let mut lattice = builder.build().unwrap();
        for k in (0..labels.len()).filter(|&k| labels[k] == 0) {
            lattice.set_cell_m(k % SIZE[0], k / SIZE[0], 1.0, [stream_m_s, 0.0]);
        }
        let mut builder = Boundary::builder().solids(labels).solid_wall(wall);
        for side in Side::ALL {
            let along = matches!(side, Side::West | Side::East);
            builder =
                builder.side(side, if along { SideKind::Periodic } else { SideKind::Wall(Wall::FREE_SLIP) });
        }
        let boundary = builder.build(&lattice).unwrap();
        let before = lattice.totals(|k| labels[k] == 0).momentum;
        Self { lattice, boundary, load: Load::default(), before }
    }

    fn step(&mut self, labels: &[u16], motion: Motion, distance: &(dyn Fn([f64; 2]) -> f64 + Sync)) {
        let along = |_, from, to| {
            let [near, far] = [distance(from), distance(to)];
            near / (near - far)
        };
        let mask = Mask::new(labels).distance(&along);
        self.boundary.move_solids(&mut self.lattice, &mask, &[(1, motion)]).unwrap();
        self.boundary.apply(&mut self.lattice);
        self.load.add(&self.boundary.ledger().load(1));
        assert!(self.lattice.step());
    }

    /// Momentum along x that the water has gained.
    fn gained(&self) -> f64 {
        self.lattice.totals(|k| self.boundary.labels()[k] == 0).momentum[0] - self.before[0]
    }
}

/// Distance of a place to a disc, m.
fn to_disc(place: [f64; 2], center: [f64; 2], radius: f64) -> f64 {
    (place[0] - center[0]).hypot(place[1] - center[1]) - radius
}

/// A disc that is driven through still water, in lattice units of velocity, or held in a stream that comes with that speed, for so many steps: the tank, and the mean drag of the second half.
fn disc(wall: Wall, tau: f64, (speed, is_driven): (f64, bool), steps: usize) -> (Tank, f64) {
    let radius = 5.3;
    let mut center_m = [20.3, 20.1];
    let labels = |center| -> Vec<u16> {
        let cell = |k: usize| [(k % SIZE[0]) as f64 + 0.5, (k / SIZE[0]) as f64 + 0.5];
        (0..SIZE[0] * SIZE[1]).map(|k| u16::from(to_disc(cell(k), center, radius) < 0.0)).collect()
    };
    let [of_solid, of_water] = if is_driven { [speed, 0.0] } else { [0.0, -speed] };
    let mut tank = Tank::new(tau, wall, &labels(center_m), units().to_m_s(of_water));
    let mut first = 0.0;
    for step in 0..steps {
        center_m[0] += of_solid;
        let motion = Motion { center_m, linvel_m_s: [units().to_m_s(of_solid), 0.0], angvel_rad_s: 0.0 };
        tank.step(&labels(center_m), motion, &|place| to_disc(place, center_m, radius));
        if step < steps / 2 {
            first = tank.load.force[0];
        }
    }
    let drag = (first - tank.load.force[0]) / (steps - steps / 2) as f64;
    (tank, drag)
}

/// The impulse on a driven solid is what the water lost, but for the momentum of the water that it owes and what is still to come.
#[test]
fn a_driven_solid_takes_from_the_water_what_this_takes_from_it() {
    let speed = 0.05;
    for wall in WALLS {
        for tau in [0.52, 0.8] {
            let (tank, _) = disc(wall, tau, (speed, true), 900);
            let (gained, felt) = (tank.gained(), tank.load.force[0]);
            let (owed, to_come) =
                (speed * tank.boundary.owed_mass(), tank.boundary.state().pushes[1].force[0]);
            let off = gained + felt + owed + to_come;
            assert!(gained > 0.5, "{wall:?}, tau {tau}: {gained}");
            assert!(off.abs() < 1e-6 * gained, "{wall:?}, tau {tau}: {off} of {gained}");
            assert!((owed.abs() + to_come.abs()) < 0.1 * gained, "{wall:?}, tau {tau}: {owed}, {to_come}");
        }
    }
}

/// Torque and force on a cross that turns in a basin are what the water gains, but for what mass owed carries from one place to another.
#[test]
fn a_turning_solid_feels_the_angular_momentum_that_it_gives() {
    let n = 48;
    for wall in WALLS {
        let mut lattice =
            Lattice::builder(n, n, units()).collision(Collision::Bgk { tau: 0.6 }).build().unwrap();
        let mut cross = Cross::new([24.2, 23.7], 12.0, 2.2);
        cross.motion.angvel_rad_s = 0.005 * units().lattice_speed_m_s();
        let mut boundary =
            Boundary::builder().solids(&cross.labels(n, n)).solid_wall(wall).build(&lattice).unwrap();
        let (mut felt, mut given) = (Load::default(), [0.0; 3]);
        for _ in 0..1200 {
            cross.advance(units().time_step_s());
            boundary
                .move_solids(&mut lattice, &Mask::new(&cross.labels(n, n)), &[(1, cross.motion)])
                .unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            let (load, gained) = (boundary.ledger().load(1), boundary.ledger().solid(1));
            felt.add(&load);
            let [x, y] = gained.momentum;
            // About the center of the cross.
            let turned = gained.angular_momentum - (0.2 * y - -0.3 * x);
            given = [given[0] + x, given[1] + y, given[2] + turned];
        }
        let to_come = boundary.state().pushes[1];
        felt.add(&to_come);
        assert!(to_come.torque.abs() < 0.005 * felt.torque.abs(), "{wall:?}: {to_come:?} of {felt:?}");
        let [x, y, turned] = given;
        assert!(turned > 100.0, "{wall:?}: {turned}");
        assert!((turned + felt.torque).abs() < 0.005 * turned, "{wall:?}: {felt:?} for {given:?}");
        let off = (x + felt.force[0]).hypot(y + felt.force[1]);
        assert!(off < 2e-4 * turned, "{wall:?}: {felt:?} for {given:?}");
    }
}

/// The drag coefficient of a disc that is driven through still water is that of one held in a stream.
#[test]
fn the_drag_of_a_driven_solid_is_that_of_one_held_in_a_stream() {
    for wall in WALLS {
        for tau in [0.51, 0.6, 0.8] {
            let [driven, held] = [true, false].map(|is_driven| disc(wall, tau, (0.05, is_driven), 900).1);
            let off = (driven - held) / (0.5 * 0.05 * 0.05 * 10.6);
            assert!(off.abs() < 0.12, "{wall:?}, tau {tau}: {driven} of {held}, {off} in the coefficient");
        }
    }
}

/// Walls of the sides of a canal and of the piston that is driven through it.
const PAIRS: [[Wall; 2]; 5] = [
    [Wall::NO_SLIP, Wall::NO_SLIP],
    [Wall::NO_SLIP, Wall::Interpolated(Slip::FreeSlip)],
    [Wall::FREE_SLIP, Wall::NO_SLIP],
    [Wall::FREE_SLIP, Wall::FREE_SLIP],
    [Wall::FREE_SLIP, Wall::Interpolated(Slip::NoSlip)],
];

/// A piston across a canal of four cells moves the water with its own speed, whichever walls both have, along x and y, between sides and between banks that are solids: none passes in the corners.
#[test]
fn a_piston_moves_all_of_the_water_before_it() {
    let (along, speed, steps) = (240, 0.03, 200);
    for ([of_sides, of_piston], (turned, banks)) in
        PAIRS.into_iter().flat_map(|pair| [(false, 0), (true, 0), (false, 1)].map(|how| (pair, how)))
    {
        let across = 4 + 2 * banks;
        let size = if turned { [across, along] } else { [along, across] };
        let labels = |from: f64| -> Vec<u16> {
            let label = |k: usize| {
                let [x, y] = [k % size[0], k / size[0]];
                let [x, y] = if turned { [y, x] } else { [x, y] };
                let in_bank = y < banks || y >= across - banks;
                if in_bank { 2 } else { u16::from((from..from + 6.0).contains(&(x as f64 + 0.5))) }
            };
            (0..size[0] * size[1]).map(label).collect()
        };
        let mut lattice = Lattice::builder(size[0], size[1], units())
            .collision(Collision::Bgk { tau: 0.6 })
            .build()
            .unwrap();
        let mut from = 20.3;
        let mut builder = Boundary::builder().wall_of(1, of_piston).wall_of(2, of_sides);
        for side in Side::ALL {
            builder = builder.side(side, SideKind::Wall(of_sides));
        }
        let first = labels(from);
        let mut boundary = builder.solids(&first).build(&lattice).unwrap();
        let water = |lattice: &Lattice, labels: &[u16]| lattice.totals(|k| labels[k] == 0).mass;
        let ahead = |lattice: &Lattice, labels: &[u16]| {
            let along = |k: usize| if turned { k / size[0] } else { k % size[0] };
            lattice.totals(|k| labels[k] == 0 && along(k) >= 26).mass
        };
        let (before, at_first) = (water(&lattice, &first), ahead(&lattice, &first));
        let mut linvel_m_s = [units().to_m_s(speed), 0.0];
        if turned {
            linvel_m_s.reverse();
        }
        for _ in 0..steps {
            from += speed;
            let motion = Motion { linvel_m_s, ..Motion::default() };
            boundary.move_solids(&mut lattice, &Mask::new(&labels(from)), &[(1, motion)]).unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
        }
        let what = format!("{of_piston:?} between {of_sides:?}, turned {turned}, banks {banks}");
        // After so many whole cells there is as much water ahead as at first.
        let leaked = (ahead(&lattice, &labels(from)) - at_first) / (4.0 * speed * f64::from(steps));
        assert!(leaked.abs() < 0.015, "{what}: {leaked} of what it sweeps");
        // Between walls that do not slip the wave ahead of it dies out.
        let celerity = units().gravity_number(1.0).sqrt();
        let cells = (40..(20.0 + 0.8 * celerity * f64::from(steps)) as usize)
            .flat_map(|x| (banks..across - banks).map(move |y| if turned { [y, x] } else { [x, y] }));
        let speeds: Vec<f64> = cells
            .map(|[i, j]| {
                let m = lattice.moments(lattice.layout().site(i as isize, j as isize));
                f64::from(if turned { m.v } else { m.u })
            })
            .collect();
        let part = speeds.iter().sum::<f64>() / speeds.len() as f64 / speed;
        assert!(of_sides == Wall::NO_SLIP || (part - 1.0).abs() < 0.01, "{what}: {part} of its speed");
        let kept = water(&lattice, &labels(from)) + boundary.owed_mass() - before;
        assert!(kept.abs() < 1e-6 * before, "{what}: {kept} of {before}");
        assert!(boundary.ledger().sides().mass.abs() < 1e-12, "{what}: {:?}", boundary.ledger().sides());
    }
}
