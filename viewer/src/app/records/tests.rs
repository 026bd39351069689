#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::*;
use crate::render::Picture;
use crate::scene::WaterSheet;
use crate::sim::records::LIST;

fn scene(time_s: f64) -> Scene {
    let level_m = (0..96).map(|cell| 0.1 * (f64::from(cell) + time_s).sin() as f32).collect();
    let water = WaterSheet { nx: 12, ny: 8, cell_size_m: 0.5, level_m, ..Default::default() };
    Scene { time_s, water, ..Scene::default() }
}

fn wait(records: &mut Records) {
    while records.is_busy() {
        records.update();
        thread::sleep(Duration::from_millis(1));
    }
}

fn view() -> View {
    View { size: [64, 48], ..View::default() }
}

#[test]
fn pictures_and_models_have_names_of_their_own_and_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = Records::new(Some(folder.path().join("trip")));
    for name in ["harbor-1.50s.png", "harbor-1.50s-2.png"] {
        records.screenshot("files/harbor.toml", scene(1.5), view(), Scales::default());
        wait(&mut records);
        let path = folder.path().join("trip").join(name);
        assert_eq!(records.news(), format!("wrote {}", path.display()));
        assert_eq!(Picture::open(path).unwrap().size(), [64, 48]);
    }
    records.model("files/harbor.toml", scene(1.5), view(), Scales::default());
    wait(&mut records);
    assert!(fs::read(folder.path().join("trip/harbor-1.50s.glb")).unwrap().starts_with(b"glTF"));
    let list = fs::read_to_string(folder.path().join("trip").join(LIST)).unwrap();
    for name in ["harbor-1.50s.png", "harbor-1.50s-2.png", "harbor-1.50s.glb"] {
        assert!(list.lines().any(|line| line == name), "{list}");
    }
}

#[test]
fn runs_never_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("trip");
    let claimed = |records: &mut Records| {
        records.screenshot("pool.toml", scene(0.0), view(), Scales::default());
        wait(records);
        records.folder("pool.toml").unwrap().path().to_owned()
    };
    let mut first = Records::new(Some(out.clone()));
    assert_eq!(claimed(&mut first), out);
    // Beside the first while it is open, after its end, and for another run of the same window.
    assert_eq!(claimed(&mut Records::new(Some(out.clone()))), folder.path().join("trip-2"));
    drop(first);
    let mut third = Records::new(Some(out.clone()));
    assert_eq!(claimed(&mut third), folder.path().join("trip-3"));
    assert_eq!(claimed(&mut third), folder.path().join("trip-3"));
    third.begin_run();
    assert_eq!(claimed(&mut third), folder.path().join("trip-4"));
    // Nor one that holds fields which no run has listed.
    fs::create_dir_all(folder.path().join("mine/fields")).unwrap();
    fs::write(folder.path().join("mine/fields/0000.vti"), "mine").unwrap();
    assert_eq!(claimed(&mut Records::new(Some(folder.path().join("mine")))), folder.path().join("mine-2"));
    assert!(!folder.path().join("mine").join(LIST).exists());
}

#[test]
fn what_cannot_be_written_is_said_with_its_remedy() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let mut records = Records::new(Some(folder.path().join("file/out")));
    records.screenshot("pool", scene(0.0), view(), Scales::default());
    assert!(!records.is_busy());
    assert_eq!(records.news(), "", "it is no news");
    assert!(records.film("pool", (Format::Gif, 0.1, false), [64, 48], Scales::default()).is_none());
    let failures: Vec<String> = records.take_failures().collect();
    assert_eq!(failures.len(), 2);
    for why in failures {
        assert!(why.contains("file/out") && why.contains("page Records (F11)"), "{why}");
        assert!(!why.contains("--"), "a window has no options: {why}");
    }
    // Another folder takes them.
    records.move_to(folder.path().join("trip"));
    records.screenshot("pool", scene(0.0), view(), Scales::default());
    wait(&mut records);
    assert!(folder.path().join("trip/pool-0.00s.png").exists() && records.take_failures().next().is_none());
}

/// A film on a disk that is full, as far as it came.
#[test]
fn remedies_are_those_that_there_are_in_a_window() {
    let source = || std::io::Error::from(std::io::ErrorKind::StorageFull);
    let film = Error::Film { path: "trip/pool.gif".into(), pictures: 7, is_kept: true, source: source() };
    let ffmpeg = Error::NoFfmpeg { format: "mp4", reason: "not found".into() };
    let removed = crate::sim::records::Error::NotAFolder { path: "trip".into() };
    let said = [said::of_pictures(&film), said::of_pictures(&ffmpeg), said::of_records(&removed)];
    for (text, part) in said.iter().zip(["beyond picture 7", "gif or apng", "trip"]) {
        assert!(text.contains(part) && text.contains("page Records (F11)") && !text.contains("--"), "{text}");
    }
}

#[test]
fn a_film_without_pictures_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = Records::new(Some(folder.path().join("trip")));
    let film = records.film("pool", (Format::Apng, 0.1, false), [64, 48], Scales::default());
    assert!(film.is_some() && records.is_filming());
    drop(film);
    wait(&mut records);
    assert!(records.news().contains("the clock stood"), "{}", records.news());
    assert!(!Path::new(&folder.path().join("trip/pool.apng")).exists());
}

#[test]
fn each_picture_of_a_film_has_its_model() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = Records::new(Some(folder.path().join("trip")));
    for models in ["pool-models", "pool-2-models"] {
        let film = records.film("pool", (Format::Apng, 0.1, true), [64, 48], Scales::default()).unwrap();
        for n in 0..3 {
            film.push(scene(0.1 * f64::from(n)), view());
        }
        drop(film);
        wait(&mut records);
        let at = folder.path().join("trip").join(models);
        assert!(
            records.news().ends_with(&format!("3 pictures, models in {}", at.display())),
            "{}",
            records.news()
        );
        // That of the last one is what the model of the state would be, by the scales of the film so far.
        let mut renderer = Renderer::new(Backend::Cpu).unwrap();
        for n in 0..3 {
            renderer.draw(&scene(0.1 * f64::from(n)), &view());
            let expected = crate::render::glb(&scene(0.1 * f64::from(n)), &view(), renderer.scales());
            assert!(fs::read(at.join(format!("model-{n:05}.glb"))).unwrap() == expected, "model {n}");
        }
        assert_eq!(fs::read_dir(&at).unwrap().count(), 3);
        let list = fs::read_to_string(folder.path().join("trip").join(LIST)).unwrap();
        assert!(list.lines().any(|line| line == format!("{models}/model-00002.glb")), "{list}");
    }
}
