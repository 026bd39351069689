//! Memory that the lattice allocates, counted by thread.

use allocation_counter::measure;
use lbm_core::{BorderRow, Collision, Forces, Lattice, LatticeBuilder, Policy, Units};

fn builder(n: usize) -> LatticeBuilder {
    Lattice::builder(n, n, Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap())
}

/// Counted on this thread, which is one of the pool's and computes some of the rows.
#[test]
fn steps_allocate_nothing() {
    let forces = Forces { manning_s_m13: 0.02, ..Forces::default() };
    let central = Collision::CentralMoments { tau: 0.55, bulk_tau: 1.0 };
    let builders = [
        builder(100),
        builder(100).policy(Policy::AdaptViscosity).smagorinsky(0.1),
        builder(100).collision(central).forces(forces).bed_m(|x, _| 1e-3 * x),
    ];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).use_current_thread().build().unwrap();
    for builder in builders {
        let mut lattice = builder.build().unwrap();
        let mut run = || {
            let border = |row: &mut BorderRow<'_>| row.set_population(1, -1, 1e-3);
            let well = pool.install(|| (0..20).all(|_| lattice.step()) && lattice.steps_with(20, &border));
            assert!(well);
        };
        run();
        // Occasionally the pool itself allocates for its queues: of a few runs at least one is without.
        let during = (0..5).map(|_| measure(&mut run)).min_by_key(|during| during.count_total).unwrap();
        assert_eq!(during.count_total, 0, "{during:?}");
    }
}

/// Bytes that this process may write, used or not, where the system tells.
fn data_bytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmData:"))?;
    line.trim().strip_suffix(" kB")?.parse::<f64>().ok().map(|kilobytes| 1024.0 * kilobytes)
}

/// Set in the process that runs one law alone.
const ALONE: &str = "ESTELA_LAW_ALONE";

/// Huge pages are asked of the system, past the allocator that counts; in a process alone, as the system counts what other laws map too.
#[test]
fn a_lattice_of_4096_cells_squared_fits_in_0_65_gib() {
    if std::env::var_os(ALONE).is_none() {
        let law = "memory::a_lattice_of_4096_cells_squared_fits_in_0_65_gib";
        let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
        let output = alone.args(["--exact", law]).env(ALONE, "1").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
        return;
    }
    let before = data_bytes();
    let mut lattice = None;
    let allocated = measure(|| lattice = Some(builder(4096).build().unwrap())).bytes_max as f64;
    let mapped = before.zip(data_bytes()).map_or(0.0, |(before, after)| after - before);
    assert!(lattice.is_some());
    let (populations, took) = (4096.0 * 4096.0 * 36.0, allocated.max(mapped));
    assert!(
        took >= populations && took <= 0.65 * 1024f64.powi(3),
        "{allocated} bytes allocated, {mapped} mapped"
    );
}
