//! The whole window on a virtual display, when the graphics device that draws it is lost.

use std::io::{BufRead, BufReader};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use winit::event_loop::EventLoop;
use winit::platform::pump_events::EventLoopExtPumpEvents;
use winit::platform::x11::EventLoopBuilderExtX11;
use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};

use super::*;
use crate::app::controls::Request;
use crate::app::window::Window;
use crate::render::Backend;

/// Wall time that a thing may take to be seen: no law, but tests end.
const PATIENCE: Duration = Duration::from_secs(180);

/// A window whose events are let come a few at a time.
struct Opened {
    events: EventLoop<egui_winit::accesskit_winit::Event>,
    window: Window,
}

impl Opened {
    fn new() -> Self {
        let events = EventLoop::with_user_event().with_x11().with_any_thread(true).build().unwrap();
        let engine = Engine::new(&pool(&["duration_s=1e6"]), &[]).unwrap();
        let backend = Backend::Gpu { allow_software: true };
        let window = Window::new(engine, backend, None, events.create_proxy()).unwrap();
        let mut opened = Self { events, window };
        opened.until("it opens", |window| window.presenter().is_some());
        opened
    }

    /// Goes on until something is so.
    fn until(&mut self, what: &str, is_so: impl Fn(&Window) -> bool) {
        let start = Instant::now();
        while !is_so(&self.window) {
            assert!(start.elapsed() < PATIENCE, "{what}: {:?}", self.said());
            self.events.pump_app_events(Some(Duration::from_millis(20)), &mut self.window);
            assert!(self.window.presenter().is_none() || self.window.failure().is_none());
        }
    }

    fn device(&self) -> &str {
        self.window.presenter().unwrap().device()
    }

    /// What was said of lost devices.
    fn said(&self) -> Vec<String> {
        let log = self.window.snapshot().log.iter();
        log.filter(|line| line.is_error).map(|line| line.text.clone()).collect()
    }

    /// Lines of pixels on the display.
    fn pixels(&self, lines: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> Vec<[u8; 4]> {
        let handle = self.window.presenter().unwrap().window().window_handle().unwrap().as_raw();
        let RawWindowHandle::Xlib(handle) = handle else { panic!("{handle:?}") };
        let xwd = Process::new("xwd").args(["-silent", "-id", &handle.window.to_string()]).output();
        let file = xwd.expect("apt-get install x11-apps").stdout;
        let number = |at: usize| u32::from_be_bytes(file[4 * at..4 * at + 4].try_into().unwrap()) as usize;
        // Length of the header, of a line, and number of colors, of 12 bytes each, before the lines.
        let first = number(0) + 12 * number(19);
        let lines = file[first..].chunks(number(12)).skip(lines.start).take(lines.len());
        lines.flat_map(|line| &line.as_chunks::<4>().0[columns.clone()]).copied().collect()
    }

    /// The picture in the middle, where no panel is, changes on the display, and again.
    fn goes_on(&mut self) {
        for _ in 0..2 {
            let middle = |opened: &Self| opened.pixels(300..500, 500..900);
            let (before, step) = (middle(self), self.window.snapshot().step);
            let start = Instant::now();
            while middle(self) == before || self.window.snapshot().step == step {
                assert!(start.elapsed() < PATIENCE, "nothing moves by {}", self.device());
                self.events.pump_app_events(Some(Duration::from_millis(20)), &mut self.window);
            }
        }
    }

    /// The buttons above the picture.
    fn buttons(&self) -> Vec<[u8; 4]> {
        self.pixels(0..40, 0..800)
    }
}

/// Runs this test again on a virtual display.
fn on_a_display_of_its_own() {
    let mut server = Process::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x900x24"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("apt-get install xvfb");
    let mut number = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
    let name = std::thread::current().name().unwrap().to_owned();
    let again = Process::new(std::env::current_exe().unwrap())
        .args([&name, "--exact", "--ignored", "--nocapture"])
        .env("DISPLAY", format!(":{}", number.trim()))
        .env_remove("WAYLAND_DISPLAY")
        .output();
    let ended = server.kill().and_then(|()| server.wait());
    let again = again.unwrap();
    let text = String::from_utf8_lossy(&again.stdout) + String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success() && text.contains("1 passed"), "{text}");
    ended.unwrap();
}

/// A lost device is told of in one sentence with what to do, and the window goes on: drawn by the processor where the device was young or an
/// error came that nobody waited for, by a new one else. The run goes on meanwhile.
#[test]
#[ignore = "needs a virtual display and a software adapter: apt-get install xvfb x11-apps mesa-vulkan-drivers"]
fn the_window_goes_on_where_the_graphics_device_is_lost() {
    if std::env::var_os("DISPLAY").is_none() {
        return on_a_display_of_its_own();
    }
    let mut opened = Opened::new();
    opened.goes_on();
    let gpu = opened.device().to_owned();
    assert_ne!(gpu, "CPU");
    let buttons = opened.buttons();
    let is_on = |window: &Window, device: &str| window.presenter().unwrap().device() == device;
    let is_said = |window: &Window, times: usize| {
        window
            .snapshot()
            .log
            .iter()
            .filter(|line| line.text.starts_with("The graphics device was lost ("))
            .count()
            == times
    };

    opened.window.presenter().unwrap().lose();
    opened.until("the processor draws", |window| is_on(window, "CPU"));
    opened.until("it is said", |window| is_said(window, 1));
    opened.goes_on();
    let said = opened.said().pop().unwrap();
    assert!(said.contains("drawing on the processor") && said.contains("--renderer cpu"), "{said}");
    assert_eq!(opened.window.controls_mut().loss, Some(said));
    // Letters and buttons were drawn before, and are drawn again from their textures; the fourth byte means nothing.
    let others = buttons
        .iter()
        .zip(opened.buttons())
        .filter(|(one, two)| one.iter().zip(two).take(3).any(|(a, b)| a.abs_diff(*b) > 60));
    let (others, all) = (others.count(), buttons.len());
    assert!(
        buttons.iter().any(|pixel| pixel[..3] != buttons[0][..3]) && others < all / 50,
        "{others} of {all} pixels"
    );

    opened.window.controls_mut().requests.push(Request::DrawBy { gpu: true });
    opened.until("it is tried again", |window| is_on(window, &gpu));
    assert_eq!(opened.window.controls_mut().loss, None);
    opened.goes_on();
    opened.until("it is no longer young", |window| window.presenter().unwrap().is_proven());
    opened.window.presenter().unwrap().lose();
    opened.until("it is said again", |window| is_said(window, 2));
    assert_eq!(opened.device(), gpu);
    assert_eq!(opened.window.controls_mut().loss, None);
    assert!(opened.said().pop().unwrap().contains("goes on with a new one"), "{:?}", opened.said());
    opened.goes_on();

    opened.window.presenter().unwrap().refuse();
    opened.until("an error is said", |window| is_said(window, 3));
    opened.goes_on();
    assert_eq!(opened.device(), "CPU");
    assert!(opened.said().pop().unwrap().contains("Validation Error"), "{:?}", opened.said());
}
