//! The comparison of a wet section from a GPU with that from the CPU.

use mask_raster::gpu::Section;
use mask_raster::{RimCell, WetCell};

/// The first difference: its quantity and cell. On a GPU a cell has one value for all bodies in it, summed in another order than
/// here.
pub(crate) fn difference(
    gpu: &Section,
    wet: &[WetCell],
    normals: &[RimCell],
) -> Option<(&'static str, usize)> {
    let cells = gpu.coverage.len();
    let (mut thickness_m, mut coverage, mut label) =
        (vec![0.0_f32; cells], vec![0.0_f32; cells], vec![0; cells]);
    for parts in wet.chunk_by(|a, b| a.index == b.index) {
        let cell = parts[0].index as usize;
        thickness_m[cell] = parts.iter().map(|part| part.thickness_m).sum();
        coverage[cell] = parts.iter().map(|part| part.coverage).sum();
        // Entries are sorted by label: the smallest of equals stays.
        let most = parts.iter().reduce(|most, part| if part.coverage > most.coverage { part } else { most });
        label[cell] = most.filter(|_| coverage[cell] >= 0.5).map_or(0, |most| most.label);
    }
    let near = |a: f32, b: f32| (a - b).abs() <= 4.0 * f32::EPSILON * b.max(1.0);
    for cell in 0..cells {
        if gpu.label[cell] != label[cell] {
            return Some(("label", cell));
        }
        if !near(gpu.thickness_m[cell], thickness_m[cell]) {
            return Some(("thickness", cell));
        }
        if !near(gpu.coverage[cell], coverage[cell]) {
            return Some(("coverage", cell));
        }
    }
    let alike = gpu.rim.iter().zip(normals).take_while(|(a, b)| a == b).count();
    (alike < gpu.rim.len().max(normals.len())).then_some(("rim", alike))
}
