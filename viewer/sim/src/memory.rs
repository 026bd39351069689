//! Memory that a world takes, and that the machine has.

use super::scenario::{Error, Scenario};

/// Bytes of a cell: populations, fields, labels, what the coupling keeps.
const CELL: u64 = 88;

/// Bytes of a cell over a bed: its heights for the lattice, for contacts and for records.
const BED: u64 = 17;

/// Bytes of a sample of the mask.
const SAMPLE: u64 = 12;

/// Bytes of a triangle of a hull, with its part of the meshes, while it is built.
const TRIANGLE: u64 = 600;

/// Bytes of a triangle of a body that shares its hull.
const OF_BODY: u64 = 48;

/// What the program takes besides.
const PROGRAM: u64 = 30_000_000;

/// Triangles that forces are computed on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Triangles {
    /// Triangles of all distinct hulls, of which copies of a body share one.
    pub of_hulls: usize,
    /// Triangles of all bodies.
    pub of_bodies: usize,
}

/// Bytes that a run of a scenario takes at most, with bodies of some number of triangles.
pub fn needed_bytes(scenario: &Scenario, triangles: Triangles) -> u64 {
    let cells: u64 = scenario.grid.cells.iter().map(|n| *n as u64).product();
    let samples = (scenario.coupling.samples_per_side as u64).pow(2);
    let bed = if scenario.bed.is_empty() { 0 } else { BED };
    let air = scenario.air.as_ref().map_or(0, |air| air.bytes());
    PROGRAM
        + air
        + cells * (CELL + bed + SAMPLE * samples)
        + triangles.of_hulls as u64 * TRIANGLE
        + triangles.of_bodies as u64 * OF_BODY
}

/// Bytes of memory that are free and that there are in all, of the machine or of the control group of the process if that has less. `None` where
/// the system does not say.
pub fn free_bytes() -> Option<[u64; 2]> {
    let memory = sysinfo::MemoryRefreshKind::nothing().with_ram();
    let kind = sysinfo::RefreshKind::nothing().with_memory(memory);
    let system = sysinfo::System::new_with_specifics(kind).ok()?;
    let machine = [system.available_memory(), system.total_memory()];
    let less = |[free, all]: [u64; 2], [free_too, all_too]: [u64; 2]| [free.min(free_too), all.min(all_too)];
    let of_group = system.cgroup_limits().map(|group| [group.free_memory, group.total_memory]);
    Some([of_group, of_process()].into_iter().flatten().fold(machine, less))
}

/// What a limit of its address space (`ulimit -v`) leaves this process, and all of it; none where there is no limit, or no `/proc`.
fn of_process() -> Option<[u64; 2]> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let all: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let taken: u64 = size.split_whitespace().next()?.parse().ok()?;
    Some([all.saturating_sub(taken << 10), all])
}

/// Refuses a scenario whose cells do not fit into the memory that is free.
pub(crate) fn fits(scenario: &Scenario) -> Result<(), Error> {
    let needed = needed_bytes(scenario, Triangles::default());
    let Some(free) = free_bytes().filter(|[free, _]| needed > *free) else { return Ok(()) };
    let (needs, of) = (gigabytes(needed), of_machine(free));
    let (key, message) = match &scenario.air {
        Some(air) if 2 * air.bytes() > needed => {
            let [nx, ny, nz] = air.cells;
            let message =
                format!("{nx} × {ny} × {nz} cells take {needs}, but {of}: take fewer or larger cells");
            ("air.cells", message)
        }
        _ => {
            let ([nx, ny], samples) = (scenario.grid.cells, scenario.coupling.samples_per_side);
            let message = format!(
                "{nx} × {ny} cells, with {samples} × {samples} samples in each, take {needs}, but {of}: take fewer or larger cells, or \
                 fewer coupling.samples_per_side"
            );
            ("grid.cells", message)
        }
    };
    Err(Error::Key { file: scenario.origin.name.clone(), key: key.into(), message })
}

/// Bytes that a checkpoint of the water and of the air takes while it is written: the populations, and the bytes of the file, for which memory
/// for twice as many may be reserved.
fn checkpoint_bytes(scenario: &Scenario) -> [u64; 2] {
    let bytes = |cells: &[usize], populations: usize| {
        3 * 4 * populations as u64 * cells.iter().map(|n| *n as u64).product::<u64>()
    };
    let of_air = scenario.air.as_ref().map_or(0, |air| bytes(&air.cells, lbm_core::Air::POPULATIONS));
    [bytes(&scenario.grid.cells, lbm_core::d2q9::Q), of_air]
}

/// Refuses checkpoints of a run, whose world is there, that do not fit into the memory which is free.
///
/// # Errors
/// [`Error::Key`] with the cells that take most of it.
pub fn checkpoint_fits(scenario: &Scenario) -> Result<(), Error> {
    let [of_water, of_air] = checkpoint_bytes(scenario);
    let needed = of_water + of_air;
    let Some(free) = free_bytes().filter(|[free, _]| needed > *free) else { return Ok(()) };
    let message = format!(
        "a checkpoint takes {} while it is written, but {}: take fewer or larger cells, or leave out --checkpoint",
        gigabytes(needed),
        of_machine(free)
    );
    let key = if of_air > of_water { "air.cells" } else { "grid.cells" };
    Err(Error::Key { file: scenario.origin.name.clone(), key: key.into(), message })
}

/// What of the memory of the machine is free, for the user.
pub(crate) fn of_machine(bytes: [u64; 2]) -> String {
    let [free, all] = bytes.map(gigabytes);
    format!("of the {all} that this machine gives {free} are free")
}

/// A number of bytes for the user.
pub fn gigabytes(bytes: u64) -> String {
    match bytes as f64 / 1e9 {
        few if few < 1.0 => format!("{:.0} MB", 1e3 * few),
        many => format!("{many:.1} GB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_how_much_there_is() {
        let mut scenario = Scenario::load("floating", &[]).unwrap();
        assert!(fits(&scenario).is_ok());
        let [free, all] = free_bytes().unwrap();
        assert!(0 < free && free <= all, "{free} of {all}");
        scenario.grid.cells = [1 << 20, 1 << 20];
        let message = fits(&scenario).unwrap_err().to_string();
        for part in ["floating: grid.cells: 1048576 × 1048576 cells", &gigabytes(all), " are free"] {
            assert!(message.contains(part), "{message:?} does not say {part:?}");
        }
    }
}
