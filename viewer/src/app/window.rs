//! The window: hands events to the panels and controls, commands to the session, and shows frames.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Context, ViewportId};
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::WindowId;

use super::controls::{Controls, Request};
use super::error::Error;
use super::panels::{self, Shown};
use super::presenter::{Frame, Loss, Presenter, still_water};
use super::rate::{Rate, SPAN};
use super::records::Records;
use super::screen_reader;
use super::session::{Command, Engine, Session};
use crate::render::{Backend, Scales};
use crate::scene::View;
use crate::sim::Replay;

/// Least time between two frames.
const FRAME: Duration = Duration::from_millis(16);
/// Room for the panels, added to the scenario's size of pictures, pixels.
const ROOM: [u32; 2] = [260, 180];
/// Least size of the window at its start, pixels: a page beside the picture leaves that room, too.
const LEAST: [u32; 2] = [1120, 740];
/// The part of a screen's width and height that its bars take, one in so many.
const BARS: [u32; 2] = [40, 14];
/// Least side of the window, pixels, whatever the screen is said to be.
const MIN_SIDE: u32 = 200;

/// A session in a window.
pub(crate) struct Window {
    session: Session,
    controls: Controls,
    context: Context,
    backend: Backend,
    open: Option<Open>,
    records: Records,
    /// Number of the session's news that were taken last.
    said: u64,
    failure: Option<Error>,
    /// By which a screen reader asks for the tree of the panels, and presses what is in it.
    readers: EventLoopProxy<screen_reader::Request>,
    #[cfg(feature = "gamepad")]
    gamepads: Option<super::gamepad::Gamepads>,
}

/// What there is once the window is open.
struct Open {
    presenter: Presenter,
    input: egui_winit::State,
    /// Whether the panels have been shown, with still water in place of the first picture, which may take a while.
    is_shown: bool,
    /// The view that was drawn last.
    drawn: Option<View>,
    last: Instant,
    /// Wall time that the last frame took.
    took: Duration,
    /// Time at which the panels want to be shown again.
    wakes: Option<Instant>,
    is_dirty: bool,
    rate: Rate,
}

impl Window {
    /// Starts the session; the window itself opens when the event loop runs.
    pub(crate) fn new(
        engine: Engine,
        backend: Backend,
        out: Option<PathBuf>,
        readers: EventLoopProxy<screen_reader::Request>,
    ) -> Result<Self, Error> {
        let session = Session::start(engine)?;
        let controls = Controls::new(session.snapshot());
        Ok(Self {
            session,
            controls,
            context: Context::default(),
            backend,
            open: None,
            records: Records::new(out),
            said: 0,
            failure: None,
            readers,
            #[cfg(feature = "gamepad")]
            gamepads: super::gamepad::Gamepads::new(),
        })
    }

    /// Closes the window; returns what went wrong while it was open. Files that are being written are completed.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        self.session.send(Command::EndFilm);
        while self.records.is_busy() {
            self.records.update();
            std::thread::sleep(FRAME);
        }
        self.failure.map_or(Ok(()), Err)
    }

    fn title(&self) -> String {
        let scenario = self.session.snapshot().scenario.as_deref();
        format!("{} \u{2013} estela", scenario.map_or("", |scenario| &scenario.title))
    }

    fn fail(&mut self, error: Error, events: &ActiveEventLoop) {
        self.failure = Some(error);
        events.exit();
    }

    fn set_up(&self, events: &ActiveEventLoop) -> Result<Open, Error> {
        let monitor = events.primary_monitor().or_else(|| events.available_monitors().next());
        let screen = monitor.map(|monitor| monitor.size().into());
        let size = PhysicalSize::<u32>::from(first_size(self.controls.eye.base().size, screen));
        let attributes =
            winit::window::Window::default_attributes().with_title(self.title()).with_inner_size(size);
        // Screen readers have to know of it before it is seen.
        let attributes = attributes.with_visible(false);
        let window = Arc::new(events.create_window(attributes).map_err(Error::window)?);
        let (root, scale) = (ViewportId::ROOT, window.scale_factor() as f32);
        let (context, theme) = (self.context.clone(), window.theme());
        let mut input = egui_winit::State::new(context, root, &*window, Some(scale), theme, None);
        screen_reader::introduce(&window, events, &mut input, &self.readers);
        window.set_visible(true);
        let presenter = Presenter::new(window, events, self.backend)?;
        Ok(Open {
            presenter,
            input,
            is_shown: false,
            drawn: None,
            last: Instant::now(),
            took: Duration::ZERO,
            wakes: None,
            is_dirty: true,
            rate: Rate::default(),
        })
    }

    /// Shows a frame: takes the latest snapshot and the input, shows the panels, draws.
    fn frame(&mut self) -> Result<bool, Error> {
        let Some(open) = &mut self.open else { return Ok(false) };
        let started = Instant::now();
        let is_news = self.session.update(started, open.took);
        let snapshot = self.session.snapshot();
        if self.controls.follow(snapshot) {
            open.presenter.forget_scales();
            self.records.begin_run();
            let scenario = snapshot.scenario.as_deref();
            let title = scenario.map_or("", |scenario| &scenario.title);
            open.presenter.window().set_title(&format!("{title} \u{2013} estela"));
        }
        let scenario = snapshot.scenario.as_ref().map_or("", |scenario| scenario.origin.name.as_str());
        self.records.update();
        self.controls.commands.extend(self.records.take_failures().map(Command::Blame));
        if snapshot.film.is_some() && !self.records.is_filming() {
            // It ended before it was asked to: the disk is full, or there is no ffmpeg.
            self.controls.commands.push(Command::EndFilm);
        }
        if std::mem::replace(&mut self.said, snapshot.said.0) != snapshot.said.0 {
            self.records.say(snapshot.said.1.to_string());
        }
        let folder = self.records.folder_name(scenario);
        let now = Instant::now();
        let passed = now - std::mem::replace(&mut open.last, now);
        let mut input = open.input.take_egui_input(open.presenter.window());
        self.controls.take_keys(&mut input, snapshot, self.context.egui_wants_keyboard_input());
        // What a key begins goes on by itself, whether the key is repeated or not; after a rest the rudder does not jump.
        let moves = self.controls.pass(passed.as_secs_f64().min(0.1), snapshot);
        let shown = Shown {
            picture: open.presenter.picture(),
            device: open.presenter.device(),
            rate: open.rate.per_second(now),
            folder: &folder,
            news: self.records.news(),
            is_alive: self.session.is_alive(),
        };
        let is_counting = shown.rate.is_some();
        let controls = &mut self.controls;
        let output = self.context.run_ui(input, |ui| panels::show(ui, controls, snapshot, &shown));
        let (view, _) = self.controls.view(snapshot);
        let is_new = is_news || open.drawn.as_ref() != Some(&view);
        let pixels_per_point = output.pixels_per_point;
        let primitives = self.context.tessellate(output.shapes, pixels_per_point);
        let mut textures = output.textures_delta;
        let is_first = !std::mem::replace(&mut open.is_shown, true);
        let still = is_first.then(|| still_water(&snapshot.scene, &view));
        let (scene, drawn_view) =
            still.as_ref().map_or((&snapshot.scene, &view), |(scene, view)| (scene, view));
        let frame = Frame {
            size: open.presenter.window().inner_size().into(),
            scene,
            view: drawn_view,
            is_new,
            primitives: &primitives,
            textures: &textures,
            pixels_per_point,
            background: self.context.global_style().visuals.panel_fill.to_array(),
        };
        let drawn = open.presenter.show(&frame);
        open.took = started.elapsed();
        textures.clear();
        let loss = drawn?;
        let is_lost = loss.is_some();
        if let Some(Loss { text, is_for_good }) = loss {
            self.controls.commands.push(Command::Blame(text.clone()));
            self.controls.loss = is_for_good.then_some(text);
        }
        open.rate.count(now, is_new);
        open.input.handle_platform_output(open.presenter.window(), output.platform_output);
        let delay = output.viewport_output.get(&ViewportId::ROOT).map(|root| root.repaint_delay);
        open.wakes = delay.and_then(|delay| now.checked_add(delay));
        if is_counting {
            // The pictures of the last second are counted again when they are over.
            open.wakes = Some(open.wakes.map_or(now + SPAN, |at| at.min(now + SPAN)));
        }
        open.wakes = open.wakes.into_iter().chain(open.presenter.due()).min();
        open.is_dirty = moves || is_lost || is_first;
        if snapshot.film.is_some() && open.drawn.as_ref() != Some(&view) {
            self.controls.commands.push(Command::Look(view.clone()));
        }
        let scales = open.presenter.scales();
        if is_first {
            open.presenter.forget_scales();
        } else {
            open.drawn = Some(view);
        }
        self.serve(scales)
    }

    /// Sends the commands on, and does what was asked of the window; true if it is to be closed.
    fn serve(&mut self, scales: Scales) -> Result<bool, Error> {
        self.controls.commands.drain(..).for_each(|command| self.session.send(command));
        let snapshot = self.session.snapshot();
        let name = snapshot.scenario.as_ref().map_or("", |scenario| scenario.origin.name.as_str());
        let (view, _) = self.controls.view(snapshot);
        let mut is_over = false;
        let every_s = self.controls.film_every_s(snapshot);
        for request in self.controls.requests.drain(..) {
            let (records, scene) = (&mut self.records, self.session.state_scene());
            match request {
                Request::Quit => is_over = true,
                Request::DrawBy { gpu } => {
                    let Some(open) = &mut self.open else { continue };
                    let refused = open.presenter.draw_by(gpu)?;
                    (self.controls.loss, open.drawn, open.is_dirty) = (None, None, true);
                    let text =
                        refused.map(|why| format!("The window is still drawn by the processor: {why}"));
                    text.into_iter().for_each(|text| self.session.send(Command::Blame(text)));
                }
                Request::Folder(folder) => records.move_to(folder),
                Request::Screenshot => records.screenshot(name, scene.clone(), view.clone(), scales),
                Request::Model => records.model(name, scene.clone(), view.clone(), scales),
                Request::Replay => {
                    let command = records.file(name, "", Replay::ENDING).map(Command::SaveReplay);
                    command.into_iter().for_each(|command| self.session.send(command));
                }
                Request::Fields => {
                    let command = records.folder(name).map(Command::SaveFields);
                    command.into_iter().for_each(|command| self.session.send(command));
                }
                Request::Record if snapshot.film.is_some() => self.session.send(Command::EndFilm),
                Request::Record => {
                    let film = self.controls.film;
                    let options = (film.format, every_s, film.models);
                    let film = records.film(name, options, view.size, scales);
                    film.into_iter().for_each(|film| {
                        self.session.send(Command::BeginFilm(film, view.clone()));
                    });
                }
            }
        }
        Ok(is_over)
    }
}

#[cfg(all(test, feature = "panel-tests", feature = "gpu", target_os = "linux"))]
impl Window {
    pub(super) fn presenter(&self) -> Option<&Presenter> {
        self.open.as_ref().map(|open| &open.presenter)
    }

    pub(super) fn snapshot(&self) -> &super::session::Snapshot {
        self.session.snapshot()
    }

    pub(super) fn controls_mut(&mut self) -> &mut Controls {
        &mut self.controls
    }

    pub(super) fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }
}

/// Size of the window at its start, pixels: with room for the panels around a picture of a size, but no larger than the screen, of which some is
/// taken by bars.
fn first_size(picture: [u32; 2], screen: Option<[u32; 2]>) -> [u32; 2] {
    let wished = [0, 1].map(|axis| (picture[axis].saturating_add(ROOM[axis])).max(LEAST[axis]));
    let most = |axis: usize| {
        screen.map_or(u32::MAX, |screen| screen[axis] - screen[axis] / BARS[axis]).max(MIN_SIDE)
    };
    [0, 1].map(|axis| wished[axis].min(most(axis)))
}

impl ApplicationHandler<screen_reader::Request> for Window {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match self.set_up(events) {
            Ok(open) => {
                open.presenter.window().request_redraw();
                self.open = Some(open);
            }
            Err(error) => self.fail(error, events),
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        let response = open.input.on_window_event(open.presenter.window(), &event);
        open.is_dirty |= response.repaint;
        match event {
            WindowEvent::CloseRequested if self.controls.may_close(self.session.snapshot()) => events.exit(),
            WindowEvent::CloseRequested => open.is_dirty = true,
            WindowEvent::DroppedFile(path) => {
                self.controls.take_file(&path, self.session.snapshot());
                open.is_dirty = true;
            }
            WindowEvent::RedrawRequested => match self.frame() {
                Ok(true) => events.exit(),
                Ok(false) => {}
                Err(error) => self.fail(error, events),
            },
            _ => {}
        }
    }

    /// Does what a screen reader asks for.
    fn user_event(&mut self, _: &ActiveEventLoop, request: screen_reader::Request) {
        let Some(open) = &mut self.open else { return };
        screen_reader::take(request, &self.context, &mut open.input);
        open.is_dirty = true;
    }

    /// Asks for a frame when there is something new to show; looks again after the time of a frame.
    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        #[cfg(feature = "gamepad")]
        for input in self.gamepads.iter_mut().flat_map(super::gamepad::Gamepads::inputs) {
            self.controls.take_pad(input, self.session.snapshot());
            self.open.iter_mut().for_each(|open| open.is_dirty = true);
        }
        let is_recording = self.records.is_busy();
        let Some(open) = &mut self.open else { return };
        let now = Instant::now();
        let is_due = now >= open.last + FRAME;
        let wakes = open.wakes.is_some_and(|at| at <= now);
        let is_news = self.session.has_news() || open.is_dirty || wakes || is_recording;
        if is_due && is_news {
            open.presenter.window().request_redraw();
        }
        let next = if is_due { now } else { open.last };
        events.set_control_flow(ControlFlow::WaitUntil(next + FRAME));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_no_larger_than_the_screen() {
        assert_eq!(first_size([960, 540], Some([1920, 1080])), [1220, 740]);
        assert_eq!(first_size([3840, 2160], Some([1920, 1080])), [1872, 1003]);
        assert_eq!(first_size([960, 540], Some([0, 0])), [MIN_SIDE; 2], "an unknown screen");
        assert_eq!(first_size([u32::MAX, 8], None), [u32::MAX, 740]);
    }
}
