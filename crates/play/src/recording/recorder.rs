//! Observers that record a solver or show its frames.

use std::ops::ControlFlow;
use std::sync::Arc;

use caracole_core::{Problem, Square};
use caracole_solve::{NetworkView, Observer, TrailView};

use super::{Action, Chunk, Frame, PackedAction, Recording};

/// Records the events of a solver.
///
/// The recording ends when it reaches the memory limit, and [`Recording::is_truncated`] returns true. The
/// solver continues, because its answer is still needed.
///
/// A recording can be played while it is made: [`Recorder::sending`] sends chunks of it, first of a few events,
/// then of some thousand. A sweep of a network or a cycle of ants is sent immediately.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::recording::{Recorder, Recording};
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("8x8".parse()?).start("a1")?;
/// let record = |recorder: &mut Recorder<'_>| {
///     Warnsdorff::default().solve(&problem, &mut Run::new().observed_by(recorder))
/// };
/// let mut recorder = Recorder::new(&problem);
/// assert!(record(&mut recorder).is_found());
/// assert_eq!(recorder.into_recording().len(), 64);
///
/// // Played while it is made.
/// let mut recording = Recording::new(&problem);
/// let mut recorder = Recorder::new(&problem).sending(|chunk| recording.append(chunk));
/// record(&mut recorder);
/// let last = recorder.into_last_chunk();
/// recording.append(last);
/// assert_eq!(recording.len(), 64);
///
/// // With a small limit.
/// let mut recorder = Recorder::new(&problem).max_bytes(Recorder::MAX_BYTES >> 20);
/// assert!(record(&mut recorder).is_found(), "the solver continues");
/// let recording = recorder.into_recording();
/// assert!(recording.is_truncated() && recording.len() < 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder<'a> {
    frame: Frame,
    chunk: Chunk,
    /// The number of bytes that are left.
    bytes_left: usize,
    /// The number of events of the next chunk.
    batch: usize,
    is_full: bool,
    send: Option<Box<dyn FnMut(Chunk) + 'a>>,
}

/// The most events of a chunk that is sent.
const MAX_BATCH: usize = 1 << 12;

impl<'a> Recorder<'a> {
    /// The default limit in bytes, enough for eight million steps.
    pub const MAX_BYTES: usize = 64 << 20;

    /// Returns a recorder for a solver that works on a problem.
    pub fn new(problem: &Problem) -> Self {
        let (frame, chunk) = (Frame::new(problem), Chunk::default());
        Self { frame, chunk, bytes_left: Self::MAX_BYTES, batch: 1, is_full: false, send: None }
    }

    /// Limits the memory of the recording.
    #[must_use]
    pub fn max_bytes(self, bytes: usize) -> Self {
        Self { bytes_left: bytes, ..self }
    }

    /// Sends the recording in chunks while it is made. [`Recorder::into_last_chunk`] returns the last one.
    #[must_use]
    pub fn sending(self, send: impl FnMut(Chunk) + 'a) -> Self {
        Self { send: Some(Box::new(send)), ..self }
    }

    /// Returns the recording, without the chunks that were sent.
    pub fn into_recording(self) -> Recording {
        let mut recording = Recording::new(self.frame.problem());
        recording.append(self.chunk);
        recording
    }

    /// Returns the chunk that was not sent yet.
    pub fn into_last_chunk(self) -> Chunk {
        self.chunk
    }

    /// Reserves memory for an action and a number of bytes. Returns false at the limit, where the recording
    /// ends.
    fn reserve(&mut self, bytes: usize) -> bool {
        if let Some(left) = self.bytes_left.checked_sub(size_of::<PackedAction>() + bytes) {
            self.bytes_left = left;
            return true;
        }
        self.is_full = true;
        self.chunk.is_truncated = true;
        // The receiver learns this now and not when the solver ends.
        self.send_chunk();
        false
    }

    /// Records an action. Its path or snapshot is in the chunk.
    fn record(&mut self, action: Action) {
        self.chunk.actions.push(PackedAction::new(action));
        let is_snapshot = matches!(action, Action::Sweep | Action::Trails);
        if self.send.is_some() && (is_snapshot || self.chunk.actions.len() >= self.batch) {
            self.batch = (self.batch * 2).min(MAX_BATCH);
            self.send_chunk();
        }
    }

    fn send_chunk(&mut self) {
        if let Some(send) = &mut self.send {
            send(std::mem::take(&mut self.chunk));
        }
    }
}

impl Observer for Recorder<'_> {
    fn begin_walk(&mut self, start: Square) -> ControlFlow<()> {
        if !self.is_full {
            let ended: Box<[Square]> = self.frame.path().into();
            let bytes = size_of_val(&ended) + size_of_val(&*ended);
            if self.frame.on_attempt(start) && self.reserve(bytes) {
                self.chunk.ended.push(ended);
                self.record(Action::Attempt(start));
            }
        }
        ControlFlow::Continue(())
    }

    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        if !self.is_full && self.frame.on_visit(step, square) && self.reserve(0) {
            self.record(Action::Visit(square));
        }
        ControlFlow::Continue(())
    }

    fn backtrack(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        if !self.is_full
            && let Some(left) = self.frame.knight()
            && self.frame.on_backtrack(step, square)
            && self.reserve(0)
        {
            self.record(Action::Backtrack(left));
        }
        ControlFlow::Continue(())
    }

    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        if !self.is_full
            && self.frame.on_network(network)
            && let Some(snapshot) = self.frame.shared_network().map(Arc::clone)
            && self.reserve(snapshot.bytes())
        {
            self.chunk.networks.push(snapshot);
            self.record(Action::Sweep);
        }
        ControlFlow::Continue(())
    }

    fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
        if !self.is_full
            && self.frame.on_trails(trails)
            && let Some(snapshot) = self.frame.shared_trails().map(Arc::clone)
            && self.reserve(snapshot.bytes())
        {
            self.chunk.trails.push(snapshot);
            self.record(Action::Trails);
        }
        ControlFlow::Continue(())
    }
}

/// Shows the frame after each event of a solver, and stores nothing else.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::Problem;
/// use caracole_play::recording::{Frame, FrameObserver};
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("8x8".parse()?).start("a1")?;
/// let mut lengths = Vec::new();
/// let mut observer = FrameObserver::new(&problem, |frame: &Frame| {
///     lengths.push(frame.path().len());
///     if frame.path().len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// });
/// Warnsdorff::default().solve(&problem, &mut Run::new().observed_by(&mut observer));
/// assert_eq!(observer.into_frame().path().len(), 3);
/// assert_eq!(lengths, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameObserver<F> {
    frame: Frame,
    show: F,
}

impl<F: FnMut(&Frame) -> ControlFlow<()>> FrameObserver<F> {
    /// Returns an observer of a solver that works on a problem. If `show` returns `Break`, the solver stops.
    pub fn new(problem: &Problem, show: F) -> Self {
        Self { frame: Frame::new(problem), show }
    }

    /// Returns the last frame.
    pub fn into_frame(self) -> Frame {
        self.frame
    }

    fn show(&mut self, is_changed: bool) -> ControlFlow<()> {
        if is_changed { (self.show)(&self.frame) } else { ControlFlow::Continue(()) }
    }
}

impl<F: FnMut(&Frame) -> ControlFlow<()>> Observer for FrameObserver<F> {
    fn begin_walk(&mut self, start: Square) -> ControlFlow<()> {
        let is_changed = self.frame.on_attempt(start);
        self.show(is_changed)
    }

    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let is_changed = self.frame.on_visit(step, square);
        self.show(is_changed)
    }

    fn backtrack(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let is_changed = self.frame.on_backtrack(step, square);
        self.show(is_changed)
    }

    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        let is_changed = self.frame.on_network(network);
        self.show(is_changed)
    }

    fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
        let is_changed = self.frame.on_trails(trails);
        self.show(is_changed)
    }
}
