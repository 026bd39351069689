//! The window as a user meets it, on a virtual display.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::setup::program;

/// Wall time that a thing may take to be seen: no law, but tests end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A virtual display, ended with the test.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn start() -> Self {
        // The server chooses a display that is free, and writes its number.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x900x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("apt-get install xvfb");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Self { server, name: format!(":{}", number.trim()) }
    }

    /// Opens a run that goes on; the program, and its window once it moves.
    fn open(&self, folder: &Path, options: &[&str]) -> (Child, String) {
        let estela = program(folder)
            .args(["open", "floating", "--set=grid.cells=[80, 60]", "--until=1e6"])
            .args(options)
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
            .spawn()
            .unwrap();
        let window = self.window();
        self.input(&["windowfocus", "--sync", &window]);
        let first = self.picture(&window);
        let second = self.change(&window, &first, "it runs");
        self.change(&window, &second, "it goes on");
        (estela, window)
    }

    fn ask(&self, program: &str, arguments: &[&str]) -> Vec<u8> {
        let output = Command::new(program).args(arguments).env("DISPLAY", &self.name).output();
        output.unwrap_or_else(|error| panic!("{program}: {error}; apt-get install xdotool x11-apps")).stdout
    }

    fn input(&self, arguments: &[&str]) {
        self.ask("xdotool", arguments);
    }

    /// The pixels of a window.
    fn picture(&self, window: &str) -> Vec<u8> {
        self.ask("xwd", &["-silent", "-id", window])
    }

    /// The window of the program, once it is there.
    fn window(&self) -> String {
        let start = Instant::now();
        loop {
            let found = String::from_utf8(self.ask("xdotool", &["search", "--name", "estela"])).unwrap();
            if let Some(id) = found.lines().last() {
                return id.to_owned();
            }
            assert!(start.elapsed() < PATIENCE, "no window");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The pixels of the middle of a window, where no panel is.
    fn middle(&self, window: &str) -> Vec<u8> {
        let file = self.picture(window);
        let number = |at: usize| u32::from_be_bytes(file[4 * at..4 * at + 4].try_into().unwrap()) as usize;
        // Length of the header, of a line, and number of colors, of 12 bytes each, before the lines.
        let first = number(0) + 12 * number(19);
        let lines = file[first..].chunks(number(12)).skip(300).take(200);
        lines.flat_map(|line| &line[4 * 500..4 * 900]).copied().collect()
    }

    /// Waits for a picture that is another one than `before`.
    fn change(&self, window: &str, before: &[u8], what: &str) -> Vec<u8> {
        let start = Instant::now();
        loop {
            let picture = self.picture(window);
            if picture != before {
                return picture;
            }
            assert!(start.elapsed() < PATIENCE, "nothing changes: {what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until a quarter of the pixels in the middle are others than `before`: the picture, not what is written on it.
    fn change_middle(&self, window: &str, before: &[u8], what: &str) -> Vec<u8> {
        let start = Instant::now();
        loop {
            let middle = self.middle(window);
            let pairs = middle.chunks(4).zip(before.chunks(4));
            let other = pairs.filter(|(now, before)| now != before).count();
            if 4 * other > middle.len() / 4 {
                return middle;
            }
            assert!(start.elapsed() < PATIENCE, "{other} pixels change: {what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until the picture stays as it is.
    fn rest(&self, window: &str, what: &str) -> Vec<u8> {
        let start = Instant::now();
        let mut before = self.picture(window);
        loop {
            // Longer than the time over which pictures a second are counted.
            std::thread::sleep(Duration::from_millis(1500));
            let picture = self.picture(window);
            if picture == before {
                return picture;
            }
            assert!(start.elapsed() < PATIENCE, "it does not come to rest: {what}");
            before = picture;
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The window opens on a display without a GPU; keys, mouse and buttons change what is seen; Q closes it.
#[test]
#[ignore = "needs a virtual display: apt-get install xvfb xdotool x11-apps"]
fn the_window_shows_what_keys_and_mouse_do() {
    let folder = tempfile::tempdir().unwrap();
    let display = Display::start();
    let (mut estela, window) = display.open(folder.path(), &[]);

    display.input(&["key", "space"]);
    let paused = display.rest(&window, "paused");
    display.input(&["key", "period"]);
    let stepped = display.change(&window, &paused, "a step");
    display.input(&["key", "comma"]);
    display.change(&window, &stepped, "and back");
    let paused = display.rest(&window, "back");
    display.input(&["key", "period"]);
    let stepped = display.change(&window, &paused, "a step");
    display.input(&["key", "comma"]);
    display.change(&window, &stepped, "and back");
    assert!(display.rest(&window, "paused") == paused, "the past looks as it did");

    display.input(&["key", "h"]);
    display.change(&window, &paused, "the help");
    display.input(&["key", "Escape"]);
    assert!(display.rest(&window, "help closed") == paused);

    // In the middle of the window is the picture: a drag turns it, the wheel zooms, Home comes back.
    display.input(&["mousemove", "--window", &window, "700", "400"]);
    let hovered = display.rest(&window, "the pointer is there");
    for step in [&["mousedown", "1"][..], &["mousemove_relative", "--sync", "60", "20"], &["mouseup", "1"]] {
        display.input(step);
        std::thread::sleep(Duration::from_millis(200));
    }
    let turned = display.change(&window, &hovered, "a drag");
    display.input(&["click", "4"]);
    display.change(&window, &turned, "the wheel");
    display.rest(&window, "it zooms smoothly");
    display.input(&["mousemove", "--window", &window, "700", "400", "key", "Home"]);
    assert!(display.rest(&window, "home") == hovered, "home looks as it did");

    // F9 flies: ahead as long as the key is held.
    display.input(&["key", "F9"]);
    let flying = display.rest(&window, "it flies");
    display.input(&["keydown", "w"]);
    let ahead = display.change(&window, &flying, "ahead");
    display.change(&window, &ahead, "and on");
    display.input(&["keyup", "w"]);
    display.rest(&window, "it stays");
    display.input(&["key", "Home"]);
    display.rest(&window, "home again");

    // A picture, a model, fields and a film go to a folder of this run.
    let out = folder.path().join("out/floating-window");
    let named = |name: &'static str| {
        let of = Path::new(name);
        let inside = out.join(of.parent().unwrap());
        let files = std::fs::read_dir(inside).into_iter().flatten().map(|file| file.unwrap().path());
        files.into_iter().find(|path| path.extension() == of.extension())
    };
    let wait = |name: &'static str| {
        let start = Instant::now();
        loop {
            if let Some(path) = named(name) {
                return path;
            }
            assert!(start.elapsed() < PATIENCE, "no {name}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    for (keys, name) in [("x", "a.png"), ("shift+x", "a.glb"), ("shift+v", "fields/a.vti")] {
        display.input(&["key", keys]);
        wait(name);
    }
    let size = viewer::render::Picture::open(wait("a.png")).unwrap().size();
    assert!(size[0] > 300 && size[1] > 200, "{size:?}");
    display.input(&["key", "v"]);
    display.input(&["key", "Next"]);
    std::thread::sleep(Duration::from_millis(500));
    display.input(&["key", "v"]);
    // The file is there before all of it is written.
    let pictures = |path: &Path| -> Option<usize> {
        let mut film = gif::DecodeOptions::new().read_info(std::fs::File::open(path).ok()?).ok()?;
        let mut pictures = 0;
        while film.read_next_frame().ok()?.is_some() {
            pictures += 1;
        }
        Some(pictures)
    };
    let (film, start) = (wait("a.gif"), Instant::now());
    while pictures(&film).is_none_or(|pictures| pictures < 2) {
        assert!(start.elapsed() < PATIENCE, "{:?} pictures", pictures(&film));
        std::thread::sleep(Duration::from_millis(50));
    }
    let list = std::fs::read_to_string(out.join("records.txt")).unwrap();
    assert!(list.contains("run of floating") && list.contains("floating.gif"), "{list}");

    display.input(&["key", "q"]);
    assert!(estela.wait().unwrap().success());
}

/// The same as a GPU draws it, through wgpu by a driver that computes on the processor.
#[test]
#[ignore = "needs a virtual display and a software adapter: apt-get install xvfb xdotool x11-apps mesa-vulkan-drivers"]
fn the_window_that_a_gpu_draws_shows_what_keys_and_mouse_do() {
    let folder = tempfile::tempdir().unwrap();
    let display = Display::start();
    let (mut estela, window) = display.open(folder.path(), &["--renderer=software"]);
    display.input(&["key", "space"]);
    display.rest(&window, "paused");
    let change = |before: &[u8], what: &str| display.change_middle(&window, before, what);
    let water = display.middle(&window);
    display.input(&["key", "y"]);
    let colored = change(&water, "the colors of a field");
    display.input(&["key", "y"]);
    change(&colored, "and back");
    display.input(&["mousemove", "--window", &window, "700", "400"]);
    display.rest(&window, "the pointer is there");
    let hovered = display.middle(&window);
    for step in [&["mousedown", "1"][..], &["mousemove_relative", "--sync", "60", "20"], &["mouseup", "1"]] {
        display.input(step);
        std::thread::sleep(Duration::from_millis(200));
    }
    let turned = change(&hovered, "a drag");
    display.input(&["click", "4"]);
    change(&turned, "the wheel");
    display.input(&["key", "q"]);
    assert!(estela.wait().unwrap().success());
}
