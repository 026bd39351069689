//! Memory that a world takes, and that the machine has.

use super::scenario::{Error, Scenario};

/// Bytes of a cell: populations, fields, labels, what the coupling keeps.
const CELL: u64 = 92;

/// Bytes of a cell over a bed: its heights for the lattice, for contacts and for records.
const BED: u64 = 17;

/// Bytes of a sample of the mask.
const SAMPLE: u64 = 12;

/// Bytes of a triangle that forces are computed on, with its part of the meshes.
const TRIANGLE: u64 = 600;

/// What the program takes besides.
const PROGRAM: u64 = 30_000_000;

/// Bytes that a run of a scenario takes at most, with bodies of some number of triangles.
pub fn needed_bytes(scenario: &Scenario, triangles: usize) -> u64 {
    let cells: u64 = scenario.grid.cells.iter().map(|n| *n as u64).product();
    let samples = (scenario.coupling.samples_per_side as u64).pow(2);
    let bed = if scenario.bed.is_empty() { 0 } else { BED };
    PROGRAM + cells * (CELL + bed + SAMPLE * samples) + triangles as u64 * TRIANGLE
}

/// Bytes of memory that the machine has free, and all that it has, less where a group of processes is given less; none where
/// the system does not say.
pub fn free_bytes() -> Option<[u64; 2]> {
    let memory = sysinfo::MemoryRefreshKind::nothing().with_ram();
    let kind = sysinfo::RefreshKind::nothing().with_memory(memory);
    let system = sysinfo::System::new_with_specifics(kind).ok()?;
    let machine = [system.available_memory(), system.total_memory()];
    Some(match system.cgroup_limits() {
        Some(group) => [machine[0].min(group.free_memory), machine[1].min(group.total_memory)],
        None => machine,
    })
}

/// Refuses a scenario whose cells do not fit into the memory that is free.
pub(crate) fn fits(scenario: &Scenario) -> Result<(), Error> {
    let needed = needed_bytes(scenario, 0);
    let Some([free, all]) = free_bytes().filter(|[free, _]| needed > *free) else { return Ok(()) };
    let ([nx, ny], samples) = (scenario.grid.cells, scenario.coupling.samples_per_side);
    Err(Error::Key {
        file: scenario.origin.name.clone(),
        key: "grid.cells".into(),
        message: format!(
            "{nx} × {ny} cells, with {samples} × {samples} samples in each, take {}, but of the {} of this machine {} are free: \
             take fewer or larger cells, or fewer coupling.samples_per_side",
            gigabytes(needed),
            gigabytes(all),
            gigabytes(free)
        ),
    })
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
