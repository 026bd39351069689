// The rim of the wet section and its normals: the twin of `rim.rs`.

// Three layers of one value per cell: label, bits of the thickness, bits of the wet fraction.
@group(0) @binding(1) var<storage, read> wet: array<u32>;
// Three layers of one value per cell: label, 0 off the rim, and bits of the normal's x and y.
@group(0) @binding(2) var<storage, read_write> rim_cells: array<u32>;


@compute @workgroup_size(INVOCATIONS)
fn rim(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let cells = vec2<i32>(frame.size / frame.samples_per_side);
    let cell = (group.y * groups.x + group.x) * INVOCATIONS + lane;
    let layer = u32(cells.x * cells.y);
    if cell >= layer {
        return;
    }
    let center = vec2<i32>(i32(cell) % cells.x, i32(cell) / cells.x);
    var sum = vec2<i32>(0, 0);
    var label = 0u;
    for (var dy = -1; dy <= 1; dy++) {
        for (var dx = -1; dx <= 1; dx++) {
            let neighbor = center + vec2<i32>(dx, dy);
            let on_grid = all(neighbor >= vec2<i32>(0, 0)) && all(neighbor < cells);
            if on_grid && wet[u32(neighbor.y * cells.x + neighbor.x)] == 0u {
                // The cell itself is visited too: in the section it is no water, outside it its label is 0.
                label = wet[cell];
                sum += vec2<i32>(dx, dy);
            }
        }
    }
    let scale = select(0.0, RECIPROCAL_LENGTH[dot(sum, sum)], label != 0u);
    rim_cells[cell] = label;
    rim_cells[layer + cell] = bitcast<u32>(f32(sum.x) * scale);
    rim_cells[2u * layer + cell] = bitcast<u32>(f32(sum.y) * scale);
}
