//! Films: pictures at regular instants of a run, which go to whoever draws them.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use crate::scene::{Scene, View};

/// Pictures of a film that may wait to be drawn. The run waits before it makes more.
const WAITING: usize = 4;

/// A picture of a film, to be drawn: what is seen, and from where.
pub(crate) type Shot = Box<(Scene, View)>;

/// Where the pictures of a film go, and how often.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    shots: Arc<SyncSender<Shot>>,
    /// Simulated time between two pictures, s.
    pub(crate) every_s: f64,
    /// Width and height, pixels.
    pub(crate) size: [u32; 2],
}

impl Film {
    /// A film, and the other end, which ends when the film does.
    pub(crate) fn new(every_s: f64, size: [u32; 2]) -> (Self, Receiver<Shot>) {
        let (shots, received) = sync_channel(WAITING);
        (Self { shots: Arc::new(shots), every_s, size }, received)
    }

    /// Adds a picture at once.
    #[cfg(test)]
    pub(crate) fn push(&self, scene: Scene, view: View) {
        let _ = self.shots.send(Box::new((scene, view)));
    }
}

/// Whether they are one film.
impl PartialEq for Film {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shots, &other.shots)
    }
}

/// A film in the making: a picture at the first step at or after each multiple of its interval.
#[derive(Debug)]
pub(super) struct Filming {
    film: Film,
    view: View,
    /// Number of the interval whose picture is next.
    next: f64,
    /// A picture for which there is no room yet.
    waiting: Option<Shot>,
    /// Pictures so far.
    pub(super) count: usize,
}

impl Filming {
    pub(super) fn new(film: Film, view: View, time_s: f64) -> Self {
        let mut filming = Self { film, view, next: 0.0, waiting: None, count: 0 };
        filming.go_to(time_s);
        filming
    }

    /// Goes on at a time, back in the past or at the start.
    pub(super) fn go_to(&mut self, time_s: f64) {
        // Rounding does not delay a picture by a step.
        self.next = (time_s / self.film.every_s - 1e-6).ceil();
    }

    /// The view of the picture that is due at a time, if one is.
    pub(super) fn due(&mut self, time_s: f64) -> Option<View> {
        let passed = time_s / self.film.every_s + 1e-6;
        let is_due = passed >= self.next;
        if is_due {
            self.next = passed.floor() + 1.0;
        }
        is_due.then(|| View { size: self.film.size, ..self.view.clone() })
    }

    /// Looks from another place from now on.
    pub(super) fn look(&mut self, view: View) {
        self.view = view;
    }

    /// Adds a picture, which waits until there is room for it.
    pub(super) fn add(&mut self, scene: Scene, view: View) {
        self.wait();
        self.waiting = Some(Box::new((scene, view)));
    }

    /// Whether a picture waits.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.is_some()
    }

    /// Hands on what waits; false if nobody takes pictures any more.
    pub(super) fn hand_on(&mut self) -> bool {
        match self.waiting.take().map(|shot| self.film.shots.try_send(shot)) {
            None => true,
            Some(Ok(())) => {
                self.count += 1;
                true
            }
            Some(Err(TrySendError::Full(shot))) => {
                self.waiting = Some(shot);
                true
            }
            Some(Err(TrySendError::Disconnected(_))) => false,
        }
    }

    /// Hands on what waits when there is room for it.
    fn wait(&mut self) {
        if let Some(shot) = self.waiting.take() {
            // A film that is over is noticed by the next picture.
            let _ = self.film.shots.send(shot);
            self.count += 1;
        }
    }
}

/// The picture that waits is part of the film.
impl Drop for Filming {
    fn drop(&mut self) {
        self.wait();
    }
}
