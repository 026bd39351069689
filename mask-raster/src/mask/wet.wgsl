// The wet section, cell by cell: the twin of `wet.rs`.
//
// Here a cell has one value for all bodies in it: the sum of their thicknesses, the sum of their wet fractions, and, if that is a half
// or more, the label of the body that wets most of the cell, the smallest of equals.

// Three layers of one value per sample: label, bits of the top, bits of the bottom.
@group(0) @binding(1) var<storage, read> samples: array<u32>;
// Bits of the water level by label or by cell, m.
@group(0) @binding(2) var<storage, read> level_m: array<u32>;
// Three layers of one value per cell: label, bits of the thickness, bits of the wet fraction.
@group(0) @binding(3) var<storage, read_write> wet: array<u32>;


/// `x`, in a form that the compiler cannot fuse or reorder: sums are taken in the order in which they are written.
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ frame.zero);
}

/// A level, m, with finite values in the place of those that shaders need not support: the largest magnitude for infinities, the
/// lowest level for NaN, which no body reaches, and 0 for subnormal ones.
fn finite(bits: u32) -> f32 {
    let magnitude = bits & 0x7fffffffu;
    let is_number = magnitude <= 0x7f800000u;
    if magnitude < 0x00800000u {
        return 0.0;
    }
    let sign = select(0x80000000u, bits & 0x80000000u, is_number);
    return bitcast<f32>(sign | min(magnitude, LARGEST));
}

/// Label of the body at a wet sample, 0 for a dry one, and its submerged thickness.
struct WetSample {
    label: u32,
    thickness_m: f32,
}

fn wet_sample(sample: u32, cell: u32, by_cell: bool) -> WetSample {
    let layer = frame.size.x * frame.size.y;
    let label = samples[sample];
    if label == 0u {
        return WetSample(0u, 0.0);
    }
    let here_m = finite(level_m[select(label, cell, by_cell)]);
    let top_m = bitcast<f32>(samples[layer + sample]);
    let bottom_m = bitcast<f32>(samples[2u * layer + sample]);
    if bottom_m < here_m {
        return WetSample(label, rounded(min(here_m, top_m) - bottom_m));
    }
    return WetSample(0u, 0.0);
}

@compute @workgroup_size(INVOCATIONS)
fn wet_section(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    fill((group.y * groups.x + group.x) * INVOCATIONS + lane, false);
}

@compute @workgroup_size(INVOCATIONS)
fn wet_section_below(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    fill((group.y * groups.x + group.x) * INVOCATIONS + lane, true);
}

/// How many samples of a cell are wet with a label.
fn samples_of(label: u32, corner: u32, cell: u32, by_cell: bool) -> u32 {
    let n = frame.samples_per_side;
    var count = 0u;
    for (var k = 0u; k < n * n; k++) {
        if wet_sample(corner + (k / n) * frame.size.x + k % n, cell, by_cell).label == label {
            count++;
        }
    }
    return count;
}

fn fill(cell: u32, by_cell: bool) {
    let n = frame.samples_per_side;
    let cells = frame.size / n;
    let layer = cells.x * cells.y;
    if cell >= layer {
        return;
    }
    let corner = (cell / cells.x) * n * frame.size.x + (cell % cells.x) * n;
    var thickness_m = 0.0;
    var column_m = 0.0;
    var count = 0u;
    var most = 0u;
    var most_samples = 0u;
    // Each column of samples is summed, then the columns.
    for (var k = 0u; k < n * n; k++) {
        let found = wet_sample(corner + (k % n) * frame.size.x + k / n, cell, by_cell);
        if found.label != 0u {
            column_m = rounded(column_m + found.thickness_m);
            count++;
        }
        if k % n == n - 1u {
            thickness_m = rounded(thickness_m + column_m);
            column_m = 0.0;
        }
        // Neighboring samples mostly belong to one body, which is then counted only once.
        if found.label != 0u && found.label != most {
            let own = samples_of(found.label, corner, cell, by_cell);
            if own > most_samples || (own == most_samples && found.label < most) {
                most = found.label;
                most_samples = own;
            }
        }
    }
    wet[cell] = select(0u, most, 2u * count >= n * n);
    wet[layer + cell] = bitcast<u32>(rounded(thickness_m * frame.sample_weight));
    wet[2u * layer + cell] = bitcast<u32>(rounded(f32(count) * frame.sample_weight));
}
