//! Sponges that relax rows in the sweep give the same as sponges in a pass before the boundaries, to the bit.

use lbm_boundary::{Boundary, Mask, Motion, Side, SideKind, Slip, Wall};
use lbm_core::d2q9::Q;
use lbm_core::{Collision, Instructions, Lattice};
use proptest::prelude::*;

use crate::setups::{assert_booked, units};

const NX: usize = 45;

fn wall() -> impl Strategy<Value = Wall> {
    prop_oneof![
        Just(Wall::NO_SLIP),
        Just(Wall::FREE_SLIP),
        Just(Wall::OnGrid(Slip::FreeSlip)),
        Just(Wall::Modified),
        Just(Wall::Interpolated(Slip::NoSlip)),
        Just(Wall::Extrapolated),
        Just(Wall::AsPrinted),
    ]
}

fn side() -> impl Strategy<Value = SideKind> {
    prop_oneof![
        4 => (1.0f64..20.0).prop_map(|width_m| SideKind::Sponge { width_m }),
        1 => wall().prop_map(SideKind::Wall),
        1 => Just(SideKind::Outflow),
        1 => Just(SideKind::Characteristic { level_m: 1.01, velocity_m_s: 0.1 }),
        1 => Just(SideKind::Discharge { discharge_m3_s: 0.5, ramp_s: 2.0 }),
    ]
}

/// Two opposite sides: both periodic or neither.
fn pair() -> impl Strategy<Value = [SideKind; 2]> {
    prop_oneof![1 => Just([SideKind::Periodic; 2]), 5 => [side(), side()]]
}

/// A sea with waves, solids of one label each, and the given sides and walls.
#[derive(Debug, Clone)]
struct Sea {
    ny: usize,
    sides: [SideKind; 4],
    wall: Wall,
    posts: Vec<[usize; 2]>,
    /// Of the elevation, over the depth; where it is small, sums are rounded.
    amplitude: f64,
    sloping: bool,
}

impl Default for Sea {
    fn default() -> Self {
        let sides = [SideKind::Wall(Wall::NO_SLIP); 4];
        Self { ny: 1, sides, wall: Wall::NO_SLIP, posts: Vec::new(), amplitude: 0.02, sloping: false }
    }
}

impl Sea {
    fn labels(&self) -> Vec<u16> {
        let mut labels = vec![0; NX * self.ny];
        for (label, &[i, j]) in (1..).zip(&self.posts) {
            let j = j % self.ny;
            labels[j * NX + i] = label;
            labels[j * NX + (i + 1) % NX] = label;
        }
        labels
    }

    fn start(&self, isa: Instructions) -> (Lattice, Boundary) {
        let builder = Lattice::builder(NX, self.ny, units()).collision(Collision::Bgk { tau: 0.7 });
        let slope = |x: f64, y: f64| 0.1 * (0.2 * x).sin() * (0.1 * y).cos();
        let builder = if self.sloping { builder.bed_m(slope) } else { builder };
        let mut lattice = builder.build().unwrap();
        lattice.set_instructions(isa);
        for k in 0..NX * self.ny {
            let wave = (0.4 * (k % NX) as f64).sin() * (0.3 * (k / NX) as f64).cos();
            let [eta, u, v] = [1.0, 5.0, -2.5].map(|factor| self.amplitude * factor * wave);
            lattice.set_cell_m(k % NX, k / NX, 1.0 + eta, [u, v]);
        }
        let labels = self.labels();
        let mut boundary = Boundary::builder().solids(&labels).solid_wall(self.wall);
        for (side, kind) in Side::ALL.into_iter().zip(self.sides) {
            boundary = boundary.side(side, kind);
        }
        let boundary = boundary.build(&lattice).unwrap();
        (lattice, boundary)
    }
}

/// All populations of the grid, solid cells included.
fn bits(lattice: &Lattice) -> Vec<[u32; Q]> {
    let layout = lattice.layout();
    let sites = (0..layout.cells()).map(|k| layout.site((k % NX) as isize, (k / NX) as isize));
    sites.map(|site| lattice.populations(site).map(f32::to_bits)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_sponge_in_the_sweep_is_one_in_a_pass_of_its_own(
        ny in prop_oneof![2usize..20, 60usize..140],
        ([west, east], [south, north]) in (pair(), pair()),
        wall in wall(),
        posts in prop::collection::vec([0..NX, 0usize..140], 0..5),
        amplitude in prop_oneof![Just(0.02), Just(1e-8)],
        sloping in any::<bool>(),
    ) {
        let clamp = |kind: SideKind, cells: usize| match kind {
            SideKind::Sponge { width_m } => SideKind::Sponge { width_m: width_m.min(cells as f64) },
            kind => kind,
        };
        let sides = [clamp(west, NX), clamp(east, NX), clamp(south, ny), clamp(north, ny)];
        let sea = Sea { ny, sides, wall, posts, amplitude, sloping };
        for (n, isa) in Instructions::all().into_iter().enumerate() {
            let (mut single, mut apart) = sea.start(isa);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + n % 3).build().unwrap();
            let (mut swept, mut within) = sea.start(isa);
            for _ in 0..12 {
                apart.apply(&mut single);
                let well = single.step();
                let swept_well = pool.install(|| {
                    within.prepare(&mut swept);
                    within.sweep(&mut swept)
                });
                prop_assert_eq!(swept_well, well);
                prop_assert_eq!(within.state(), apart.state());
                prop_assert_eq!(within.ledger(), apart.ledger());
                prop_assert!(bits(&swept) == bits(&single), "after {} steps", single.steps());
            }
        }
    }
}

/// The widths of sponges and the number of rows are such that two and three threads share rows of sponges.
#[test]
fn any_number_of_threads_books_the_same() {
    let sponge = SideKind::Sponge { width_m: 14.0 };
    let sea = Sea { ny: 200, sides: [sponge; 4], posts: vec![[3, 80]], ..Sea::default() };
    let [isa, ..] = Instructions::all()[..] else { unreachable!() };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (mut lattice, mut boundary) = sea.start(isa);
        pool.install(|| {
            for _ in 0..40 {
                let before = lattice.totals(|k| boundary.labels()[k] == 0);
                boundary.prepare(&mut lattice);
                assert!(boundary.sweep(&mut lattice));
                let after = lattice.totals(|k| boundary.labels()[k] == 0);
                assert_booked(&before, &after, boundary.ledger(), 2e-4);
            }
        });
        (bits(&lattice), format!("{:?}", boundary.state()))
    };
    let one = run(1);
    assert!(one.1.contains("mass: -"));
    for threads in [2, 3] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

/// A post that wanders through a sponge and stops, sides that change, a state that is restored: the early cells are found again.
#[test]
fn what_changes_between_steps_is_seen() {
    let sponge = SideKind::Sponge { width_m: 12.0 };
    let sea = Sea { ny: 70, sides: [sponge; 4], posts: vec![[3, 30]], ..Sea::default() };
    let [isa, ..] = Instructions::all()[..] else { unreachable!() };
    let (mut single, mut apart) = sea.start(isa);
    let (mut swept, mut within) = sea.start(isa);
    let mut kept = None;
    for step in 0..60 {
        let at = 3 + (step / 10).min(4);
        let labels = Sea { posts: vec![[at, 30]], ..sea.clone() }.labels();
        let linvel_m_s = if (5..40).contains(&step) { [0.1, 0.0] } else { [0.0; 2] };
        let motion = Motion { linvel_m_s, center_m: [at as f64 + 1.0, 30.5], ..Motion::default() };
        for (lattice, boundary) in [(&mut single, &mut apart), (&mut swept, &mut within)] {
            boundary.move_solids(lattice, &Mask::new(&labels), &[(1, motion)]).unwrap();
            if step == 45 {
                boundary.set_side(lattice, Side::West, SideKind::Sponge { width_m: 5.0 }).unwrap();
            }
        }
        if step == 50 {
            kept = Some((swept.state(), within.state()));
        }
        apart.apply(&mut single);
        assert!(single.step());
        within.prepare(&mut swept);
        assert!(within.sweep(&mut swept));
        assert_eq!(within.ledger(), apart.ledger(), "step {step}");
        assert!(bits(&swept) == bits(&single), "step {step}");
    }
    let (lattice_state, boundary_state) = kept.unwrap();
    let (mut again, mut of_again) = sea.start(isa);
    of_again.set_side(&again, Side::West, SideKind::Sponge { width_m: 5.0 }).unwrap();
    // One step with what it was built with, after which the early cells are those of other labels.
    of_again.prepare(&mut again);
    assert!(of_again.sweep(&mut again));
    again.restore(&lattice_state).unwrap();
    of_again.restore(&again, &boundary_state).unwrap();
    for _ in 50..60 {
        of_again.prepare(&mut again);
        assert!(of_again.sweep(&mut again));
    }
    assert!(bits(&again) == bits(&single));
}
