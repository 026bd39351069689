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

/// Numbers that both sides know reach the shaders from Rust; these are of shaders alone.
#[test]
fn shaders_declare_no_numbers_of_their_twins() {
    for shader in Shader::ALL {
        let source = shader.source();
        for number in ["INVOCATIONS", "SUBSAMPLES", "NO_TOP", "NO_BOTTOM", "LARGEST"] {
            assert_eq!(source.matches(&format!("const {number} =")).count(), 1, "{shader:?}: {number}");
        }
        let own = source.split("const LARGEST =").nth(1).unwrap().lines().skip(1);
        let own: Vec<&str> = own.filter(|line| line.starts_with("const ")).collect();
        let expected: &[&str] = match shader {
            Shader::Canvas => &["const SMALL = 64u;"],
            Shader::Depth => &["const DEEPEST = 0.5;"],
            Shader::Merge | Shader::Wet => &[],
            Shader::Rim => continue,
        };
        assert_eq!(own, expected, "{shader:?}");
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
