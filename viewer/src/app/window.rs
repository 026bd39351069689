//! The window: handles events, steps the world and shows pictures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::WindowId;

use super::error::Error;
use super::eye::Eye;
use super::keys::{Action, HELP};
use super::pace::Pace;
use super::presenter::Presenter;
use crate::render::{Backend, Notes};
use crate::scene::Scene;
use crate::sim::scenario::Scenario;
use crate::sim::{Helm, World};
use crate::staging::{self, Foam};

/// Least time between two pictures.
const FRAME: Duration = Duration::from_millis(16);
/// Wall time that the steps before one picture may take, so that the window stays responsive.
const STEPPING: Duration = Duration::from_millis(40);
/// Pixels of a touchpad's scroll that count as a notch of a wheel.
const PIXELS_PER_NOTCH: f64 = 40.0;

/// A scenario in a window.
pub(crate) struct Window<'a> {
    scenario: &'a Scenario,
    world: World,
    scene: Scene,
    foam: Foam,
    eye: Eye,
    size: [u32; 2],
    pace: Pace,
    last: Instant,
    helm: Helm,
    is_paused: bool,
    /// Paused because the scenario is over; it goes on beyond its end when the user resumes it.
    is_at_end: bool,
    shows_help: bool,
    grip: Option<(f64, f64)>,
    cursor: (f64, f64),
    backend: Backend,
    presenter: Option<Presenter>,
    failure: Option<Error>,
}

impl<'a> Window<'a> {
    /// Sets the scenario up; the window itself opens when the event loop runs.
    pub(crate) fn new(scenario: &'a Scenario, backend: Backend) -> Result<Self, Error> {
        let world = World::new(scenario)?;
        let mut scene = Scene::default();
        staging::scene(&world, &mut scene);
        let view = staging::view(scenario);
        let steered =
            scenario.body.iter().find(|(_, body)| body.propeller.is_some()).map(|(name, _)| name.clone());
        let size = view.size;
        Ok(Self {
            eye: Eye::new(view, &scene, steered),
            scenario,
            world,
            scene,
            foam: Foam::default(),
            size,
            pace: Pace::default(),
            last: Instant::now(),
            helm: HANDS_OFF,
            is_paused: false,
            is_at_end: false,
            shows_help: false,
            grip: None,
            cursor: (0.0, 0.0),
            backend,
            presenter: None,
            failure: None,
        })
    }

    /// Closes the window; returns what went wrong while it was open.
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.failure.map_or(Ok(()), Err)
    }

    fn act(&mut self, action: Action, events: &ActiveEventLoop) {
        match action {
            Action::Pause => (self.is_paused, self.is_at_end) = (!self.is_paused, false),
            Action::Restart => match World::new(self.scenario) {
                Ok(world) => {
                    (self.world, self.pace, self.helm) = (world, Pace::default(), HANDS_OFF);
                    (self.is_paused, self.is_at_end) = (false, false);
                    self.foam = Foam::default();
                    staging::scene(&self.world, &mut self.scene);
                }
                Err(error) => self.fail(error.into(), events),
            },
            Action::Top => self.eye.toggle_top(),
            Action::Follow => self.eye.toggle_follow(&self.scene),
            Action::Help => self.shows_help = !self.shows_help,
            Action::Quit => events.exit(),
            Action::Thrust(more) => {
                self.steer(Helm { thrust: (self.helm.thrust + more).clamp(-1.0, 1.0), ..self.helm });
            }
            // The bow turns away from the side that the jet points to.
            Action::Turn(port_deg) => {
                self.steer(Helm {
                    angle_deg: (self.helm.angle_deg - port_deg).clamp(-30.0, 30.0),
                    ..self.helm
                });
            }
        }
    }

    fn steer(&mut self, helm: Helm) {
        self.helm = helm;
        self.world.steer(Some(helm));
    }

    fn fail(&mut self, error: Error, events: &ActiveEventLoop) {
        self.failure = Some(error);
        events.exit();
    }

    /// Steps until the world has caught up with the clock, or the time for stepping is used up.
    fn catch_up(&mut self) {
        let now = Instant::now();
        let passed = now - std::mem::replace(&mut self.last, now);
        if self.is_paused {
            return;
        }
        self.pace.advance(passed.as_secs_f64());
        let time_step_s = self.world.time_step_s();
        while self.pace.is_due(time_step_s) && now.elapsed() < STEPPING {
            let was_running = self.world.time_s() < self.scenario.duration_s;
            self.world.step();
            self.foam.watch(&self.world);
            self.pace.stepped(time_step_s);
            if was_running && self.world.time_s() >= self.scenario.duration_s {
                (self.is_paused, self.is_at_end) = (true, true);
                break;
            }
        }
        staging::scene(&self.world, &mut self.scene);
        self.foam.write(&mut self.scene.water);
    }

    fn draw(&mut self, events: &ActiveEventLoop) {
        let view = self.eye.view(self.size);
        let remark = match (self.is_paused, self.is_at_end) {
            (false, _) => self.pace.remark(),
            (true, false) => "paused".into(),
            (true, true) => "the end (Space goes on, R restarts)".into(),
        };
        let notes = Notes { remark: &remark, help: if self.shows_help { &HELP[..] } else { &[] } };
        let shown = self.presenter.as_mut().map(|presenter| presenter.show(&self.scene, &view, &notes));
        if let Some(Err(error)) = shown {
            self.fail(error, events);
        }
    }
}

/// The helm before the first key press.
const HANDS_OFF: Helm = Helm { thrust: 0.0, angle_deg: 0.0 };

impl ApplicationHandler for Window<'_> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.presenter.is_some() {
            return;
        }
        let attributes = winit::window::Window::default_attributes()
            .with_title(format!("{} \u{2013} estela", self.scenario.title))
            .with_inner_size(PhysicalSize::new(self.size[0], self.size[1]));
        let opened = events
            .create_window(attributes)
            .map_err(Error::window)
            .and_then(|window| Presenter::new(Arc::new(window), events, self.backend));
        match opened {
            Ok(presenter) => {
                self.size = presenter.size();
                self.presenter = Some(presenter);
                self.last = Instant::now();
            }
            Err(error) => self.fail(error, events),
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(size) => self.size = [size.width, size.height],
            WindowEvent::KeyboardInput { event, .. } => {
                let KeyEvent { logical_key, state: ElementState::Pressed, repeat, .. } = event else {
                    return;
                };
                if let Some(action) = Action::of(&logical_key).filter(|action| !repeat || action.repeats()) {
                    self.act(action, events);
                }
            }
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                self.grip = (state == ElementState::Pressed).then_some(self.cursor);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.cursor = (position.x, position.y);
                if let Some((x, y)) = self.grip {
                    self.grip = Some(self.cursor);
                    let height = f64::from(self.size[1].max(1));
                    self.eye.drag(((position.x - x) / height) as f32, ((position.y - y) / height) as f32);
                }
            }
            WindowEvent::MouseWheel { delta, .. } => self.eye.wheel(match delta {
                MouseScrollDelta::LineDelta(_, lines) => lines,
                MouseScrollDelta::PixelDelta(pixels) => (pixels.y / PIXELS_PER_NOTCH) as f32,
            }),
            WindowEvent::RedrawRequested => {
                self.catch_up();
                self.draw(events);
                events.set_control_flow(ControlFlow::WaitUntil(self.last + FRAME));
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, _: &ActiveEventLoop) {
        if let Some(presenter) = self.presenter.as_ref().filter(|_| self.last.elapsed() >= FRAME) {
            presenter.request_redraw();
        }
    }
}
