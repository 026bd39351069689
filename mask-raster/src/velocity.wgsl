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
    let label = samples[sample];
    var velocity_m_s = vec3<f32>(0.0);
    if label != 0u {
        let motion = motions[label];
        let offset = frame.cell_size_m * (vec2<f32>(place) + 0.5);
        let bottom_m = bitcast<f32>(samples[2u * frame.size.x * frame.size.y + sample]);
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
