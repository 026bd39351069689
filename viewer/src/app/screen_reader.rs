//! Panels told to a screen reader, and what it asks for, through accesskit.

pub(super) use tree::{Request, introduce, take};

#[cfg(feature = "screen-reader")]
mod tree {
    use egui::Context;
    use egui_winit::State;
    use egui_winit::accesskit_winit::{Event, WindowEvent};
    use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
    use winit::window::Window;

    pub(crate) type Request = Event;

    /// Makes the window known to screen readers; it must not have been seen yet.
    pub(crate) fn introduce(
        window: &Window,
        events: &ActiveEventLoop,
        input: &mut State,
        to: &EventLoopProxy<Request>,
    ) {
        input.init_accesskit(events, window, to.clone());
    }

    /// Does what a screen reader asks for: the tree of the panels, or a press of what is in it.
    pub(crate) fn take(request: Request, context: &Context, input: &mut State) {
        match request.window_event {
            WindowEvent::InitialTreeRequested => context.enable_accesskit(),
            WindowEvent::ActionRequested(request) => input.on_accesskit_action_request(request),
            WindowEvent::AccessibilityDeactivated => context.disable_accesskit(),
        }
    }
}

#[cfg(not(feature = "screen-reader"))]
mod tree {
    use egui::Context;
    use egui_winit::State;
    use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
    use winit::window::Window;

    /// Nobody asks.
    pub(crate) enum Request {}

    pub(crate) fn introduce(_: &Window, _: &ActiveEventLoop, _: &mut State, _: &EventLoopProxy<Request>) {}

    pub(crate) fn take(request: Request, _: &Context, _: &mut State) {
        match request {}
    }
}
