// Velocities of bodies in the cells they cover: the twin of `velocity.rs`.

struct Motion {
    /// The point that moves with `linvel_m_s`, m.
    centre_m: vec3<f32>,
    linvel_m_s: vec3<f32>,
    angvel_rad_s: vec3<f32>,
}

// Three layers of one value per sample: label, bits of the top, bits of the bottom.
@group(0) @binding(1) var<storage, read> samples: array<u32>;
// How bodies move, by label.
@group(0) @binding(2) var<storage, read> motions: array<Motion>;
// Four layers of one value per cell: label, 0 where there is no body, and bits of the velocity's x, y and z.
@group(0) @binding(3) var<storage, read_write> velocities: array<u32>;

const INVOCATIONS = 64u;

/// `x`, whose bits the compiler cannot see through: nothing is fused.
fn rounded(x: vec3<f32>) -> vec3<f32> {
    return bitcast<vec3<f32>>(bitcast<vec3<u32>>(x) ^ vec3<u32>(frame.zero));
}

fn cross_product(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    return rounded(rounded(a.yzx * b.zxy) - rounded(b.yzx * a.zxy));
}

/// How many samples of the cell that begins at sample `first` are covered with a label, with any if that is 0.
fn count(first: u32, own: u32) -> u32 {
    let n = frame.samples_per_side;
    var found = 0u;
    for (var k = 0u; k < n * n; k++) {
        let label = samples[first + k / n * frame.size.x + k % n];
        found += select(0u, 1u, label != 0u && (own == 0u || label == own));
    }
    return found;
}

/// Label and bits of the bottom.
struct Underside {
    label: u32,
    bottom: u32,
}

/// The body that covers most samples of a cell of which half or more are covered, of equals the one with the smallest label.
fn most(first: u32) -> Underside {
    let n = frame.samples_per_side;
    if 2u * count(first, 0u) < n * n {
        return Underside(0u, 0u);
    }
    var label = 0u;
    var largest = 0u;
    var lowest = 0.0;
    for (var k = 0u; k < n * n; k++) {
        let sample = first + k / n * frame.size.x + k % n;
        let own = samples[sample];
        if own == 0u {
            continue;
        }
        let bottom_m = bitcast<f32>(samples[2u * frame.size.x * frame.size.y + sample]);
        let found = count(first, own);
        if own == label {
            lowest = min(lowest, bottom_m);
        } else if found > largest || (found == largest && own < label) {
            label = own;
            largest = found;
            lowest = bottom_m;
        }
    }
    return Underside(label, bitcast<u32>(lowest));
}

@compute @workgroup_size(INVOCATIONS)
fn find_velocities(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let n = frame.samples_per_side;
    let cells = frame.size / n;
    let layer = cells.x * cells.y;
    let cell = (group.y * groups.x + group.x) * INVOCATIONS + lane;
    if cell >= layer {
        return;
    }
    let place = vec2<u32>(cell % cells.x, cell / cells.x);
    let centre = place * n + n / 2u;
    let sample = centre.y * frame.size.x + centre.x;
    var under = Underside(samples[sample], samples[2u * frame.size.x * frame.size.y + sample]);
    if under.label == 0u {
        under = most(place.y * n * frame.size.x + place.x * n);
    }
    let label = under.label;
    var velocity_m_s = vec3<f32>(0.0);
    if label != 0u {
        let motion = motions[label];
        let offset = frame.cell_size_m * (vec2<f32>(place) + 0.5);
        let bottom_m = bitcast<f32>(under.bottom);
        let underside_m = rounded(vec3<f32>(frame.origin_m, bottom_m) + rounded(vec3<f32>(offset, 0.0)));
        let arm_m = rounded(underside_m - motion.centre_m);
        velocity_m_s = rounded(motion.linvel_m_s + cross_product(motion.angvel_rad_s, arm_m));
    }
    let bits = bitcast<vec3<u32>>(velocity_m_s);
    velocities[cell] = label;
    velocities[layer + cell] = bits.x;
    velocities[2u * layer + cell] = bits.y;
    velocities[3u * layer + cell] = bits.z;
}
