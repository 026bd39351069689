//! Water forces on triangle meshes: clipping at the water level, buoyancy, drag, lift.
