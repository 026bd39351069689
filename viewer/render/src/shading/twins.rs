//! The numbers in the functions of the shaders are those of their twins in Rust.
//!
//! Constants with a name reach the shaders from Rust (`constants.rs`). What has none stands in both texts, and is compared here, without a
//! GPU.

use std::collections::BTreeMap;

/// A number by its digits, and how often it stands in a text.
type Numbers = BTreeMap<String, usize>;

/// Texts of the shaders, each with that of its twins.
const TWINS: [(&str, &str, &[&str]); 9] = [
    (
        "shading",
        include_str!("shading.wgsl"),
        &[include_str!("lighting.rs"), include_str!("sampling.rs"), include_str!("footprint.rs")],
    ),
    ("sky", include_str!("sky.wgsl"), &[include_str!("sky.rs")]),
    ("solids", include_str!("solids.wgsl"), &[include_str!("solids.rs")]),
    (
        "water",
        include_str!("water.wgsl"),
        &[
            include_str!("water.rs"),
            include_str!("foam.rs"),
            include_str!("tiles.rs"),
            include_str!("cover.rs"),
        ],
    ),
    (
        "smoke",
        include_str!("../smoke/smoke.wgsl"),
        &[
            include_str!("../smoke/volume.rs"),
            include_str!("../smoke/march.rs"),
            include_str!("../smoke/packet.rs"),
            include_str!("../smoke/over.rs"),
        ],
    ),
    ("resolve", include_str!("../gpu/resolve.wgsl"), &[include_str!("../color/space.rs")]),
    (
        "smear",
        include_str!("../gpu/smear.wgsl"),
        &[include_str!("../cpu/smear.rs"), include_str!("mirror.rs")],
    ),
    ("show", include_str!("../gpu/show.wgsl"), &[include_str!("../color/space.rs")]),
    (
        "relief",
        include_str!("relief.wgsl"),
        &[
            include_str!("relief.rs"),
            include_str!("../geometry/levels.rs"),
            include_str!("../geometry/spline.rs"),
            include_str!("../geometry/water_surface.rs"),
        ],
    ),
];

/// Functions of shaders whose numbers stand in functions of other names.
const OTHERWISE: [(&str, &[&str]); 11] = [
    ("tone", &["tone", "film"]),
    ("lines", &["lines", "away"]),
    ("shade_solid", &["shade_solids"]),
    ("ripple_detail", &["ripple_layers"]),
    ("ripple_place", &["ripple_layers"]),
    ("view_of", &["view"]),
    ("sample_smoke", &["sample"]),
    ("along_smoke", &["run", "fill"]),
    ("through", &["rays"]),
    ("over_smoke", &["over"]),
    ("color_of_smoke", &["color"]),
];

/// Functions of shaders alone: a triangle over the whole target, and the codes of what its samples show.
const ALONE: [&str; 2] = ["whole", "resolve"];

/// Numbers that structure makes, and that which stands for infinity, for which WGSL has no literal.
const STRUCTURE: [f64; 5] = [0.0, 0.5, 1.0, 2.0, 1e30];

/// The bodies of the functions of a text, without comments and tests.
fn functions(text: &str) -> BTreeMap<String, String> {
    let text = text.split("#[cfg(test)]").next().unwrap();
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
    let code = code.join("\n");
    let mut found = BTreeMap::new();
    for (start, _) in code.match_indices("fn ") {
        let rest = &code[start + 3..];
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some(open) = rest.find('{') else { continue };
        let mut depth = 0;
        let end = rest[open..].find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        found.entry(name).or_insert_with(String::new).push_str(&rest[open..open + end.unwrap()]);
    }
    found
}

/// The numbers with a point or an exponent in some code, but for those of [`STRUCTURE`].
fn numbers(code: &str) -> Numbers {
    let mut counts = Numbers::new();
    let code = code.replace("e-", "e~");
    for word in code.split(|c: char| !(c.is_alphanumeric() || "._~".contains(c))) {
        let word = word.trim_end_matches('.').replace('~', "-").replace('_', "");
        if !word.starts_with(|c: char| c.is_ascii_digit()) || !word.contains(['.', 'e']) {
            continue;
        }
        // Digits before a method's name are no number.
        let Ok(value) = word.parse::<f64>() else { continue };
        if !STRUCTURE.contains(&value) {
            *counts.entry(format!("{value:?}")).or_default() += 1;
        }
    }
    counts
}

/// Numbers of a shader's function that its twin lacks, or has less often; the twin may have more, for what it leaves out early.
fn lacking(name: &str, shader: &str, twins: &BTreeMap<String, String>) -> Vec<String> {
    let same = [name];
    let names = OTHERWISE.iter().find(|(other, _)| *other == name).map_or(&same[..], |(_, names)| names);
    let code: Vec<&str> = names.iter().filter_map(|name| twins.get(*name)).map(String::as_str).collect();
    let twin = numbers(&code.join("\n"));
    let lacks = |(number, count): &(String, usize)| twin.get(number).is_none_or(|twin| twin < count);
    numbers(shader).into_iter().filter(lacks).map(|(number, _)| format!("{name}: {number}")).collect()
}

/// What all shaders lack, with their functions after a change.
fn all_lacking(change: impl Fn(&str) -> String) -> Vec<String> {
    let mut all = Vec::new();
    for (file, shader, twins) in TWINS {
        let twins = twins.iter().flat_map(|text| functions(text)).collect();
        for (name, code) in functions(shader).iter().filter(|(name, _)| !ALONE.contains(&name.as_str())) {
            all.extend(
                lacking(name, &change(code), &twins).into_iter().map(|found| format!("{file}.wgsl: {found}")),
            );
        }
    }
    all
}

#[test]
fn shaders_have_the_numbers_of_their_twins() {
    assert_eq!(all_lacking(str::to_owned), [""; 0]);
    // Not for lack of numbers to compare.
    let compared = TWINS.iter().map(|(_, shader, _)| numbers(shader).values().sum::<usize>()).sum::<usize>();
    assert!(compared > 100, "{compared}");
}

#[test]
fn a_number_that_differs_in_a_shader_is_found() {
    for (file, shader, _) in TWINS {
        let all = functions(shader);
        for (name, code) in all.iter().filter(|(name, _)| !ALONE.contains(&name.as_str())) {
            for number in numbers(code).keys() {
                let planted = code.replacen(number.as_str(), "7.625", 1);
                let found = all_lacking(|of| if of == code { planted.clone() } else { of.to_owned() });
                assert!(!found.is_empty(), "{file}.wgsl: {name}: {number}");
            }
        }
    }
}

#[test]
fn shaders_declare_no_constants_of_their_own() {
    let picture = include_str!("../gpu/picture.wgsl");
    for text in TWINS.iter().map(|(_, shader, _)| *shader).chain([picture]) {
        assert!(!text.lines().any(|line| line.starts_with("const ")), "{text}");
    }
}
