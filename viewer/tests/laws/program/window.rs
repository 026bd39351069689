//! The window as a user meets it, on a virtual display.

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::setup::program;

/// Wall time that a thing may take to be seen: no law, but tests end.
const PATIENCE: Duration = Duration::from_secs(180);
/// Wall time between two looks.
const LOOK: Duration = Duration::from_millis(50);
/// Wall time in which a picture that stands does not change, at least: longer than that over which pictures a second are counted.
const STANDS: Duration = Duration::from_millis(1500);
/// The same in slowest answers so far: on a busy machine it takes longer until what was asked for is seen.
const ANSWERS: u32 = 3;

/// A virtual display, ended with the test.
struct Display {
    server: Child,
    name: String,
    /// The longest time that something took to be seen.
    slowest: Cell<Duration>,
}

/// Waits for something; `Err` of it, as it is seen, is told where it does not come.
fn wait_for<T, E: std::fmt::Display>(what: &str, mut seen: impl FnMut() -> Result<T, E>) -> T {
    let start = Instant::now();
    loop {
        match seen() {
            Ok(seen) => return seen,
            Err(error) if start.elapsed() > PATIENCE => panic!("{what}: {error}"),
            Err(_) => std::thread::sleep(LOOK),
        }
    }
}

impl Display {
    fn start() -> Self {
        // The server chooses a display that is free, and writes its number. A key is not repeated where a busy machine lets it go late.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x900x24", "-r"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("apt-get install xvfb");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Self { server, name: format!(":{}", number.trim()), slowest: Cell::default() }
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
        // To start takes longer than to answer.
        self.slowest.take();
        (estela, window)
    }

    fn ask(&self, program: &str, arguments: &[&str]) -> Vec<u8> {
        let output = Command::new(program).args(arguments).env("DISPLAY", &self.name).output();
        output.unwrap_or_else(|error| panic!("{program}: {error}; apt-get install xdotool x11-apps")).stdout
    }

    fn input(&self, arguments: &[&str]) {
        self.ask("xdotool", arguments);
    }

    /// The pixels of a window, once it is on the display.
    fn picture(&self, window: &str) -> Vec<u8> {
        wait_for("the window is seen", || {
            let picture = self.ask("xwd", &["-silent", "-id", window]);
            if picture.is_empty() { Err("no pixels") } else { Ok(picture) }
        })
    }

    /// The window of the program, once it is there.
    fn window(&self) -> String {
        wait_for("the window opens", || {
            let found = String::from_utf8(self.ask("xdotool", &["search", "--name", "estela"])).unwrap();
            found.lines().last().map(str::to_owned).ok_or("no window")
        })
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

    /// What is seen once it is as it should be; how long that takes is kept.
    fn answer<T, E: std::fmt::Display>(&self, what: &str, seen: impl FnMut() -> Result<T, E>) -> T {
        let start = Instant::now();
        let seen = wait_for(what, seen);
        self.slowest.set(self.slowest.get().max(start.elapsed()));
        seen
    }

    /// Waits for a picture that is another one than `before`.
    fn change(&self, window: &str, before: &[u8], what: &str) -> Vec<u8> {
        self.answer(what, || self.changed(window, before))
    }

    fn changed(&self, window: &str, before: &[u8]) -> Result<Vec<u8>, &str> {
        let picture = self.picture(window);
        if picture == before { Err("nothing changes") } else { Ok(picture) }
    }

    /// Waits until a quarter of the pixels in the middle are others than `before`: the picture, not what is written on it.
    fn change_middle(&self, window: &str, before: &[u8], what: &str) -> Vec<u8> {
        self.answer(what, || self.changed_middle(window, before))
    }

    fn changed_middle(&self, window: &str, before: &[u8]) -> Result<Vec<u8>, String> {
        let middle = self.middle(window);
        let pairs = middle.chunks(4).zip(before.chunks(4));
        let other = pairs.filter(|(now, before)| now != before).count();
        if 4 * other > middle.len() / 4 { Ok(middle) } else { Err(format!("{other} pixels change")) }
    }

    /// Waits until the picture is one that was seen before.
    fn back(&self, window: &str, before: &[u8], what: &str) {
        self.answer(what, || {
            let picture = self.picture(window);
            let others =
                picture.chunks(4).zip(before.chunks(4)).filter(|(now, before)| now != before).count();
            if picture == before { Ok(()) } else { Err(format!("{others} pixels are others")) }
        });
    }

    /// Waits until the picture stays as it is.
    fn rest(&self, window: &str, what: &str) -> Vec<u8> {
        let mut last = (self.picture(window), Instant::now());
        wait_for(what, || {
            let picture = self.picture(window);
            if picture != last.0 {
                last = (picture, Instant::now());
            }
            let stands = last.1.elapsed() > STANDS.max(ANSWERS * self.slowest.get());
            if stands { Ok(last.0.clone()) } else { Err("it does not come to rest") }
        })
    }

    /// Drags from the middle of the window until that is seen: on a busy machine the pointer may have moved before the window is told of the
    /// button, and turns nothing then.
    fn drag<T, E: std::fmt::Display>(&self, mut seen: impl FnMut() -> Result<T, E>) {
        self.input(&["mousedown", "1"]);
        self.answer("a drag", || {
            self.input(&["mousemove_relative", "10", "4"]);
            seen()
        });
        self.input(&["mouseup", "1"]);
    }

    /// Closes the window by a key; the program ends.
    fn quit(&self, estela: &mut Child) {
        self.input(&["key", "q"]);
        let ended = wait_for("it ends", || estela.try_wait().unwrap().ok_or("it runs on"));
        assert!(ended.success());
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
    display.back(&window, &paused, "the past looks as it did");

    display.input(&["key", "h"]);
    display.change(&window, &paused, "the help");
    display.input(&["key", "Escape"]);
    display.back(&window, &paused, "help closed");

    // In the middle of the window is the picture: a drag turns it, the wheel zooms, Home comes back.
    display.input(&["mousemove", "--window", &window, "700", "400"]);
    let hovered = display.rest(&window, "the pointer is there");
    display.drag(|| display.changed(&window, &hovered));
    let turned = display.rest(&window, "it is turned");
    display.input(&["click", "4"]);
    display.change(&window, &turned, "the wheel");
    display.rest(&window, "it zooms smoothly");
    display.input(&["mousemove", "--window", &window, "700", "400", "key", "Home"]);
    display.back(&window, &hovered, "home looks as it did");

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
    let wait = |name: &'static str| wait_for(name, || named(name).ok_or("no such file"));
    for (keys, name) in [("x", "a.png"), ("shift+x", "a.glb"), ("shift+v", "fields/a.vti")] {
        display.input(&["key", keys]);
        wait(name);
    }
    let size = viewer::render::Picture::open(wait("a.png")).unwrap().size();
    assert!(size[0] > 300 && size[1] > 200, "{size:?}");
    let before = display.rest(&window, "all is written");
    display.input(&["key", "v"]);
    let films = display.change(&window, &before, "it films");
    display.input(&["key", "Next"]);
    display.change(&window, &films, "a second on");
    display.rest(&window, "it is there");
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
    let film = wait("a.gif");
    wait_for("the film has pictures", || {
        let pictures = pictures(&film);
        if pictures.is_some_and(|pictures| pictures > 1) { Ok(()) } else { Err(format!("{pictures:?}")) }
    });
    let list = std::fs::read_to_string(out.join("records.txt")).unwrap();
    assert!(list.contains("run of floating") && list.contains("floating.gif"), "{list}");

    display.quit(&mut estela);
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
    display.drag(|| display.changed_middle(&window, &hovered));
    display.rest(&window, "it is turned");
    let turned = display.middle(&window);
    display.input(&["click", "4"]);
    change(&turned, "the wheel");
    display.quit(&mut estela);
}
