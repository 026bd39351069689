//! Films and models that `estela render` writes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use glam::{Mat4, Quat, Vec3};
use serde_json::Value;
use viewer::sim::mesh_file;

use crate::setup::{estela, program};

const SMALL: [&str; 6] = [
    "--set=grid.cells=[32, 24]",
    "--set=body.boat.position_m=[4.0, 3.0]",
    "--set=gauge.0.position_m=[1, 1]",
    "--set=gauge.1.position_m=[7, 5]",
    "--set=view.size=[64, 36]",
    "--quiet",
];

fn message(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn render(folder: &Path, more: &[&str]) -> Output {
    estela(folder, &[&["render", "floating", "--out=out", "--every=0.1"], &SMALL[..], more].concat())
}

#[test]
fn pictures_are_drawn_by_what_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |renderer: &str, out: &str| {
        let out = format!("--out={out}");
        let asked = ["render", "floating", "--steps=1", renderer, &out];
        let mut program = program(folder.path());
        program.args([&asked[..], &SMALL[..]].concat());
        program
            .envs([("VK_DRIVER_FILES", "/nonexistent"), ("VK_ICD_FILENAMES", "/nonexistent")])
            .output()
            .unwrap()
    };
    for (renderer, out) in [("--renderer=cpu", "cpu"), ("--renderer=auto", "auto")] {
        let output = drawn(renderer, out);
        assert!(output.status.success(), "{}", message(&output));
    }
    let frame = |out: &str| fs::read(folder.path().join(out).join("frames/frame-00000.png")).unwrap();
    assert!(frame("cpu") == frame("auto"));
    for renderer in ["--renderer=gpu", "--renderer=software"] {
        let output = drawn(renderer, "none");
        let message = message(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("no GPU to draw with") && message.contains("`cpu` or `auto`"), "{message}");
        assert!(!folder.path().join("none").exists(), "{renderer}");
    }
}

#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn pictures_are_drawn_by_a_software_adapter_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let output = estela(
        folder.path(),
        &[&["render", "floating", "--out=out", "--steps=1", "--renderer=software"], &SMALL[..]].concat(),
    );
    assert!(output.status.success(), "{}", message(&output));
    assert!(folder.path().join("out/frames/frame-00000.png").exists());
}

/// Number of pictures of a GIF, each decoded.
fn gif_pictures(path: &Path) -> usize {
    let mut decoder = gif::DecodeOptions::new().read_info(fs::File::open(path).unwrap()).unwrap();
    let mut count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    count
}

#[test]
fn an_animated_png_takes_the_place_of_the_gif_and_goes_on_after_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let film = |name: &str| fs::read(folder.path().join(name).join("animation.apng")).unwrap();
    let out = render(folder.path(), &["--film=apng", "--until=1"]);
    assert!(out.status.success(), "{}", message(&out));
    assert!(!folder.path().join("out/animation.gif").exists());
    fs::rename(folder.path().join("out"), folder.path().join("whole")).unwrap();
    let out = render(folder.path(), &["--film=apng", "--checkpoint=0.2", "--until=0.5"]);
    assert!(out.status.success(), "{}", message(&out));
    let resumed = estela(folder.path(), &["resume", "out", "--until=1", "--quiet"]);
    assert!(resumed.status.success(), "{}", message(&resumed));
    assert!(film("out") == film("whole"), "the film is that of a run that was not stopped");
}

/// A limit on the size of files is met as a full disk is, within the film: pictures are smaller.
#[cfg(target_os = "linux")]
#[test]
fn a_film_that_does_not_fit_ends_with_the_pictures_before() {
    for (format, count) in [("gif", gif_pictures as fn(&Path) -> usize), ("apng", |path| apng_pictures(path))]
    {
        let folder = tempfile::tempdir().unwrap();
        let arguments = SMALL.map(|argument| format!("'{argument}'")).join(" ");
        // 600 × 512 bytes: more than the space that is reserved for the last records. The boat falls in, so that pictures differ.
        let script = format!(
            "ulimit -f 600; exec {} render floating --out out --every 0.02 --film {format} --threads 2 --until 9 {arguments} '--set=view.size=[320, 180]' '--set=body.boat.position_m=[4.0, 3.0, 2.5]'",
            env!("CARGO_BIN_EXE_estela")
        );
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
        let message = message(&output);
        assert_eq!(output.status.code(), Some(4), "{message}");
        let film = folder.path().join("out").join(format!("animation.{format}"));
        let pictures = count(&film);
        let words = [
            format!("animation.{format} beyond picture {pictures}: File too large"),
            "it holds those before".to_owned(),
            "--out DIR".to_owned(),
        ];
        for word in words {
            assert!(message.contains(&word), "{message:?} does not say {word:?}");
        }
        assert!(pictures > 2, "{format}: {pictures}");
        assert!(!film.with_added_extension("part").exists());
        assert!(folder.path().join("out/frames/frame-00002.png").exists());
    }
}

/// Number of pictures of an animated PNG, each decoded.
fn apng_pictures(path: &Path) -> usize {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let count = reader.info().animation_control().unwrap().num_frames;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    for _ in 0..count {
        reader.next_frame(&mut pixels).unwrap();
    }
    count as usize
}

/// A program called ffmpeg, in a folder of its own: a script.
#[cfg(unix)]
fn pretended_ffmpeg(folder: &Path, script: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).unwrap();
    let path = programs.join("ffmpeg");
    fs::write(&path, format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    programs
}

#[cfg(unix)]
#[test]
fn a_film_that_takes_an_ffmpeg_which_is_not_there_is_refused_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&["render", "floating", "--out=out", "--film=mp4"], &SMALL[..]].concat();
    let without = program(folder.path()).args(&arguments).env("PATH", folder.path()).output().unwrap();
    // And one that cannot encode it.
    let programs = pretended_ffmpeg(folder.path(), "echo ' V....D huffyuv  Huffyuv'");
    let unable = program(folder.path()).args(&arguments).env("PATH", &programs).output().unwrap();
    for (output, why) in [(without, "ffmpeg: No such file"), (unable, "none of the encoders libx264")] {
        let message = message(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        for word in ["no ffmpeg to write MP4 with", why, "install ffmpeg", "gif or apng"] {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
        assert_eq!(message.trim().lines().count(), 1, "{message}");
    }
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_dies_ends_the_run_and_the_pictures_stay() {
    let folder = tempfile::tempdir().unwrap();
    // It takes some pictures, writes a film of them, and fails as one does whose disk is full.
    let script = r#"
        case "$*" in *-encoders*) echo ' V....D libx264  H.264'; exit 0;; esac
        for last; do :; done
        head -c 30000 | wc -c > "${last#file:}"
        printf 'ftyp....moof' >> "${last#file:}"
        echo 'av_interleaved_write_frame(): No space left on device' >&2
        exit 228"#;
    let programs = pretended_ffmpeg(folder.path(), script);
    let arguments = [&["render", "floating", "--out=out", "--film=mp4", "--every=0.02"], &SMALL[..]].concat();
    let output = program(folder.path()).args(&arguments).env("PATH", &programs).output().unwrap();
    let message = message(&output);
    assert_eq!(output.status.code(), Some(4), "{message}");
    for word in [
        "stopped at step",
        "animation.mp4 beyond picture",
        "No space left on device",
        "it holds those before",
    ] {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    let out = folder.path().join("out");
    assert!(fs::read_to_string(out.join("animation.mp4")).unwrap().contains("30000"), "what it wrote");
    assert!(out.join("frames/frame-00002.png").exists() && !out.join("animation.mp4.part").exists());
    assert!(fs::read_to_string(out.join("summary.json")).unwrap().contains("No space left"));
}

/// What ffmpeg shows of a film that it wrote: size, and number of pictures.
#[test]
#[ignore = "needs ffmpeg: apt-get install ffmpeg"]
fn films_by_ffmpeg_have_all_pictures() {
    for (format, odd) in [("mp4", "[65, 37]"), ("webm", "[64, 36]")] {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("--set=view.size={odd}");
        let output = render(folder.path(), &["--film", format, "--until=1", &size]);
        assert!(output.status.success(), "{}", message(&output));
        let film = folder.path().join("out").join(format!("animation.{format}"));
        let probe = Command::new("ffprobe")
            .args(["-v", "error", "-count_frames", "-select_streams", "v:0", "-of", "default=nw=1"])
            .args(["-show_entries", "stream=nb_read_frames,width,height,r_frame_rate,color_space,pix_fmt"])
            .arg(&film)
            .output()
            .unwrap();
        let said = String::from_utf8(probe.stdout).unwrap();
        let width = if format == "mp4" { "width=66" } else { "width=64" };
        for word in [width, "nb_read_frames=11", "r_frame_rate=10/1", "color_space=bt709", "pix_fmt=yuv420p"]
        {
            assert!(said.lines().any(|line| line == word), "{said} does not say {word}");
        }
        assert!(!film.with_added_extension("part").exists());
    }
}

/// The JSON and the bytes of a binary glTF.
fn parts(path: &Path) -> (Value, Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    let json = word(12);
    assert!(json.is_multiple_of(4) && &bytes[16..20] == b"JSON" && &bytes[24 + json..28 + json] == b"BIN\0");
    let text = serde_json::from_slice(&bytes[20..20 + json]).unwrap();
    (text, bytes[28 + json..].to_vec())
}

/// The numbers of an array, as floats.
fn numbers(document: &Value, bytes: &[u8], accessor: &Value) -> Vec<f64> {
    let accessor = &document["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &document["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let [start, length] = ["byteOffset", "byteLength"].map(|key| view[key].as_u64().unwrap() as usize);
    let bytes = &bytes[start..start + length];
    match accessor["componentType"].as_u64().unwrap() {
        5126 => bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b).into()).collect(),
        5125 => bytes.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b).into()).collect(),
        _ => bytes.as_chunks().0.iter().map(|b| f64::from(u16::from_le_bytes(*b)) / 65_535.0).collect(),
    }
}

fn vectors(numbers: &[f64]) -> Vec<Vec3> {
    numbers.chunks(3).map(|v| Vec3::new(v[0] as f32, v[1] as f32, v[2] as f32)).collect()
}

/// Surface and bodies as a model, read back: by hand, and the bodies as any mesh file is.
#[test]
fn models_hold_the_surface_and_the_bodies_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    // It falls in, so that there are waves.
    let falls = "--set=body.boat.position_m=[4.0, 3.0, 2.5]";
    let output = render(
        folder.path(),
        &["--models", "--until=1", "--look=science", "--field=speed", "--range=0..2", falls],
    );
    assert!(output.status.success(), "{}", message(&output));
    let models = folder.path().join("out/models");
    assert_eq!(fs::read_dir(&models).unwrap().count(), 11);
    let path = models.join("model-00010.glb");
    let (document, bytes) = parts(&path);
    let list = |key: &str| document[key].as_array().unwrap().clone();
    assert!((document["scenes"][0]["extras"]["time_s"].as_f64().unwrap() - 1.0).abs() < 0.02);
    let named = |name: &str| list("nodes").into_iter().find(|node| node["name"] == name).unwrap();
    let mesh =
        |node: &Value| document["meshes"][node["mesh"].as_u64().unwrap() as usize]["primitives"][0].clone();

    // The water: cells of 0.25 m, a height for each, normals of it, colors of the speed.
    let water = mesh(&named("water"));
    let of = |primitive: &Value, name: &str| numbers(&document, &bytes, &primitive["attributes"][name]);
    let (places, normals) = (vectors(&of(&water, "POSITION")), vectors(&of(&water, "NORMAL")));
    let span = places.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), v| (a.min(*v), b.max(*v)));
    assert!(
        span.0.truncate().length() < 1e-4 && span.1.truncate().distance(glam::Vec2::new(8.0, 6.0)) < 1e-4
    );
    let heights = span.1.z - span.0.z;
    assert!(heights > 0.005 && heights < 0.5, "{heights}");
    let corners = numbers(&document, &bytes, &water["indices"]);
    for triangle in corners.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|k| triangle[k] as usize);
        let across = (places[b] - places[a]).cross(places[c] - places[a]);
        assert!(across.z > 0.0, "seen from above");
        for k in [a, b, c] {
            assert!((normals[k].length() - 1.0).abs() < 1e-4 && normals[k].dot(across) > 0.0);
        }
    }
    let colors = of(&water, "COLOR_0");
    let distinct: std::collections::BTreeSet<u64> = colors.chunks(4).map(|c| (c[1] * 1e4) as u64).collect();
    assert!(distinct.len() > 10 && colors.chunks(4).all(|c| c[3] == 1.0), "{}", distinct.len());

    // The boat: its mesh at its pose, which is that of the records.
    let boat = named("boat");
    let part = |key: &str| -> Vec<f32> {
        boat[key].as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
    };
    let (at_m, turned) = (Vec3::from_slice(&part("translation")), Quat::from_slice(&part("rotation")));
    let mut table = csv::Reader::from_path(folder.path().join("out/bodies.csv")).unwrap();
    let last: viewer::sim::records::BodyRow = table
        .deserialize()
        .map(Result::unwrap)
        .filter(|row: &viewer::sim::records::BodyRow| row.body == "boat")
        .last()
        .unwrap();
    let place = at_m - Vec3::new(last.x_m as f32, last.y_m as f32, last.z_m as f32);
    assert!(place.length() < 1.0, "origin and center of mass: {place}");
    let forward = turned * Vec3::X;
    let heading_deg = f64::from(forward.y.atan2(forward.x).to_degrees());
    assert!((heading_deg - last.heading_deg).abs() < 0.05, "{heading_deg} {}", last.heading_deg);

    // Another reader: with the water left out, the program's own for meshes, which wants closed hulls.
    let hidden =
        render(folder.path(), &["--models", "--until=1", "--overwrite", "--set=view.hide_water=true", falls]);
    assert!(hidden.status.success(), "{}", message(&hidden));
    let (hull, repairs) = mesh_file::read(&path, 1.0).unwrap_or_else(|error| panic!("{error}"));
    let world = crate::setup::shipped("floating", &[]);
    let surface = world.surfaces().next().unwrap();
    let volume = |vertices: &[Vec3], triangles: &[[u32; 3]]| -> f32 {
        let of = |t: &[u32; 3]| t.map(|v| vertices[v as usize]);
        triangles
            .iter()
            .map(|t| {
                let [a, b, c] = of(t);
                a.dot(b.cross(c)) / 6.0
            })
            .sum()
    };
    let wanted = volume(surface.vertices, surface.triangles);
    assert!(
        (hull.volume_m3() as f32 / wanted - 1.0).abs() < 1e-3,
        "{} {wanted} {repairs:?}",
        hull.volume_m3()
    );
    // Up is y in the file and z again in what is read.
    let root = Mat4::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    assert!(root.transform_vector3(Vec3::Z).distance(Vec3::Y) < 1e-6);
    let [low, high] = hull.bounds_m();
    assert!(low.z < 2.0 && high.z > at_m.z - 2.0 && (high - low).z < 3.0, "{low} {high}");
}
