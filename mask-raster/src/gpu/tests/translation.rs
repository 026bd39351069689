//! The shaders are valid on every platform, as far as translation to its language can show.

use crate::gpu::shaders::Shader;
use naga::back::{hlsl, msl};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

/// Parses and validates a shader, without optional capabilities.
fn validated(source: &str) -> Result<(naga::Module, ModuleInfo), String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|error| error.emit_to_string(source))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let info = validator.validate(&module).map_err(|error| error.emit_to_string(source))?;
    Ok((module, info))
}

#[test]
fn every_shader_translates_to_metal_and_direct3d() {
    // The oldest Metal with invariant positions, by which both depth maps get the same heights.
    let metal = msl::Options { lang_version: (2, 1), ..Default::default() };
    for shader in Shader::ALL {
        let (module, info) = validated(&shader.source()).unwrap();
        assert!(!module.entry_points.is_empty());
        let (metal, _) = msl::write_string(&module, &info, &metal, &msl::PipelineOptions::default()).unwrap();
        let (mut direct3d, options) = (String::new(), hlsl::Options::default());
        let pipeline = hlsl::PipelineOptions::default();
        let names =
            hlsl::Writer::new(&mut direct3d, &options, &pipeline).write(&module, &info, None).unwrap();
        for (entry, name) in module.entry_points.iter().zip(names.entry_point_names) {
            let name = name.unwrap();
            assert!(direct3d.contains(&name), "{shader:?}: no {name} in HLSL");
            assert!(metal.contains(&entry.name), "{shader:?}: no {} in MSL", entry.name);
        }
    }
}

#[test]
fn shaders_that_are_not_valid_are_found() {
    let source = Shader::Wet.source();
    for (right, wrong) in [("-> f32 {", "-> u32 {"), ("read_write> wet", "read> wet"), ("fill(", "fil(")] {
        assert!(source.contains(right), "{right}");
        assert!(validated(&source.replacen(right, wrong, 1)).is_err(), "{wrong}");
    }
}
