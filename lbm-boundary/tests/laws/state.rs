//! A boundary continues from its state with the same bits, whatever its solids did before; what is no state of it is refused.

use crate::setups::{Cross, units};
use lbm_boundary::{Boundary, BoundaryState, Mask, Motion, Refill, Side, SideKind, Slip, Wall};
use lbm_core::Lattice;
use proptest::prelude::*;

const N: usize = 32;

/// A cross that starts inside, goes west until it closes on that side, and stops there; the solid 2 beside it rests.
struct Flow {
    lattice: Lattice,
    boundary: Boundary,
    cross: Cross,
}

fn wall() -> impl Strategy<Value = Wall> {
    prop_oneof![
        Just(Wall::NO_SLIP),
        Just(Wall::FREE_SLIP),
        Just(Wall::OnGrid(Slip::NoSlip)),
        Just(Wall::Modified),
        Just(Wall::Interpolated(Slip::NoSlip)),
        Just(Wall::Interpolated(Slip::FreeSlip)),
        Just(Wall::Extrapolated),
        Just(Wall::AsPrinted),
    ]
}

fn side() -> impl Strategy<Value = SideKind> {
    prop_oneof![
        Just(SideKind::Inflow { velocity_m_s: 0.4, level_m: None }),
        Just(SideKind::Discharge { discharge_m3_s: 8.0, ramp_s: 5.0 }),
        Just(SideKind::Sponge { width_m: 9.0 }),
        Just(SideKind::Characteristic { level_m: 1.0, velocity_m_s: 0.1 }),
        Just(SideKind::Wall(Wall::OnGrid(Slip::NoSlip))),
    ]
}

impl Flow {
    fn new(walls: [Wall; 2], west: SideKind) -> Self {
        let lattice = Lattice::builder(N, N, units()).build().unwrap();
        let mut cross = Cross::new([12.3, 14.8], 6.0, 2.2);
        cross.motion.linvel_m_s = [-0.8, 0.1];
        cross.motion.angvel_rad_s = 0.05;
        let boundary = Boundary::builder()
            .solids(&with_block(&cross))
            .wall_of(1, walls[0])
            .wall_of(2, walls[1])
            .refill(Refill::NonEquilibrium)
            .side(Side::West, west)
            .side(Side::East, SideKind::Level { level_m: 1.0 })
            .side(Side::South, SideKind::Wall(Wall::OnGrid(Slip::NoSlip)))
            .build(&lattice)
            .unwrap();
        Self { lattice, boundary, cross }
    }

    fn step(&mut self) {
        let seconds = units().time_step_s();
        if self.cross.motion.center_m[0] < 7.0 {
            self.cross.motion = Motion { center_m: self.cross.motion.center_m, ..Motion::default() };
        }
        self.cross.advance(seconds);
        let (labels, middle) = (with_block(&self.cross), self.cross.motion.center_m[0]);
        let distance = |label: u16, [x, y]: [f64; 2], _: [f64; 2]| {
            (0.3 * f64::from(label) + (x - middle).abs() + y).fract()
        };
        // Every other mask without distances: links keep theirs.
        let mask = Mask::new(&labels);
        let mask = if self.lattice.steps().is_multiple_of(2) { mask.distance(&distance) } else { mask };
        self.boundary.move_solids(&mut self.lattice, &mask, &[(1, self.cross.motion)]).unwrap();
        self.boundary.apply(&mut self.lattice);
        assert!(self.lattice.step());
    }
}

fn with_block(cross: &Cross) -> Vec<u16> {
    let mut labels = cross.labels(N, N);
    for k in (0..N * N).filter(|k| (23..27).contains(&(k % N)) && (8..14).contains(&(k / N))) {
        labels[k] = 2;
    }
    labels
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_boundary_continues_from_its_state_with_the_same_bits(
        walls in prop::array::uniform2(wall()), west in side(), before in 0usize..260,
    ) {
        let mut flow = Flow::new(walls, west);
        (0..before).for_each(|_| flow.step());
        let (lattice, boundary) = (flow.lattice.state(), flow.boundary.state());
        let mut other = Flow::new(walls, west);
        other.lattice.restore(&lattice).unwrap();
        other.boundary.restore(&other.lattice, &boundary).unwrap();
        (other.cross.motion, other.cross.angle) = (flow.cross.motion, flow.cross.angle);
        prop_assert_eq!(&other.boundary.state(), &boundary);
        let contour = |flow: &Flow| flow.boundary.contour().collect::<Vec<_>>();
        prop_assert_eq!(contour(&other), contour(&flow));
        for step in 0..40 {
            flow.step();
            other.step();
            prop_assert_eq!(other.lattice.state_hash(), flow.lattice.state_hash(), "step {}", step);
        }
        prop_assert_eq!(other.boundary.ledger(), flow.boundary.ledger());
        prop_assert_eq!(other.boundary.state(), flow.boundary.state());
        // And back, in place.
        flow.lattice.restore(&lattice).unwrap();
        flow.boundary.restore(&flow.lattice, &boundary).unwrap();
        prop_assert_eq!(flow.boundary.state(), boundary);
    }
}

/// A solid in the corner and one at a side, both of them through which nothing passes: what their cells hold is a result too.
#[test]
fn solids_at_sides_hold_what_the_state_says() {
    let labels: Vec<u16> = (0..N * N)
        .map(|k| match (k % N, k / N) {
            (0..5, 0..4) => 1,
            (10..14, 29..) => 2,
            _ => 0,
        })
        .collect();
    let new = || {
        let mut lattice = Lattice::builder(N, N, units()).build().unwrap();
        lattice.set_cell_m(16, 16, 1.3, [0.1, 0.0]);
        let boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
        (lattice, boundary)
    };
    let run = |(lattice, boundary): &mut (Lattice, Boundary), steps: usize| {
        for _ in 0..steps {
            boundary.apply(lattice);
            assert!(lattice.step());
        }
    };
    let mut flow = new();
    run(&mut flow, 41);
    let mut other = new();
    other.0.restore(&flow.0.state()).unwrap();
    other.1.restore(&other.0, &flow.1.state()).unwrap();
    run(&mut flow, 30);
    run(&mut other, 30);
    assert_eq!(other.0.state_hash(), flow.0.state_hash());
    // In traversals of several steps too.
    let mut fast = new();
    assert!(fast.1.steps(&mut fast.0, 71));
    assert_eq!(fast.0.state_hash(), flow.0.state_hash());
}

/// Between [`Boundary::move_solids`] and [`Boundary::apply`] covered cells are not in the ledger yet.
#[test]
fn what_waits_for_the_next_step_is_part_of_the_state() {
    let new = || Flow::new([Wall::NO_SLIP; 2], SideKind::Outflow);
    let mut flow = new();
    (0..20).for_each(|_| flow.step());
    let labels: Vec<u16> =
        flow.boundary.labels().iter().map(|&label| if label == 2 { 0 } else { label }).collect();
    let mut labels = labels;
    (0..N * N)
        .filter(|k| (24..28).contains(&(k % N)) && (8..14).contains(&(k / N)))
        .for_each(|k| labels[k] = 2);
    let motion = Motion { linvel_m_s: [0.5, 0.0], ..Motion::default() };
    flow.boundary.move_solids(&mut flow.lattice, &Mask::new(&labels), &[(2, motion)]).unwrap();
    assert!(flow.boundary.owed_mass() != 0.0);
    let mut other = new();
    other.lattice.restore(&flow.lattice.state()).unwrap();
    other.boundary.restore(&other.lattice, &flow.boundary.state()).unwrap();
    for of in [&mut flow, &mut other] {
        of.boundary.apply(&mut of.lattice);
    }
    assert_eq!(other.boundary.ledger(), flow.boundary.ledger());
    assert_eq!(other.lattice.state_hash(), flow.lattice.state_hash());
}

#[test]
fn what_is_no_state_of_the_boundary_is_refused_and_changes_nothing() {
    let mut flow = Flow::new(
        [Wall::Interpolated(Slip::NoSlip); 2],
        SideKind::Inflow { velocity_m_s: 0.4, level_m: None },
    );
    (0..30).for_each(|_| flow.step());
    let state = flow.boundary.state();
    let mut refused = |change: &dyn Fn(&mut BoundaryState), part: &str| {
        let mut wrong = state.clone();
        change(&mut wrong);
        let message = flow.boundary.restore(&flow.lattice, &wrong).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
        assert_eq!(flow.boundary.state(), state);
    };
    refused(&|state| state.labels.truncate(9), "9 solid labels: must be 1024");
    refused(&|state| state.labels.fill(1), "solids cover all 1024 cells");
    refused(&|state| state.labels[3] = 3, "not one motion for each label");
    refused(&|state| state.motions.resize(70_000, [0.0; 5]), "not one motion for each label");
    refused(&|state| state.motions[1][4] = f64::NAN, "a motion that is not finite");
    refused(&|state| state.owed_by_solids.truncate(1), "not one mass owed and push for each label");
    refused(&|state| state.moved.truncate(1), "not one mass owed and push for each label");
    refused(&|state| state.pushes.truncate(1), "not one mass owed and push for each label");
    refused(&|state| state.loads.truncate(1), "not one account and load");
    refused(&|state| state.distances.push(0.5), "not one distance for each link");
    refused(&|state| state.labels[40] = 2, "not one distance for each link");
}

/// The state of a flow under way, and the kind of its side, through text and back.
#[cfg(feature = "serde")]
#[test]
fn a_state_that_is_written_and_read_is_the_same() {
    let west = SideKind::Discharge { discharge_m3_s: 8.0, ramp_s: 5.0 };
    let mut flow = Flow::new([Wall::NO_SLIP, Wall::Interpolated(Slip::NoSlip)], west);
    (0..20).for_each(|_| flow.step());
    let state = flow.boundary.state();
    let text = serde_json::to_string(&(&state, west)).unwrap();
    assert_eq!(serde_json::from_str::<(BoundaryState, SideKind)>(&text).unwrap(), (state, west));
}
