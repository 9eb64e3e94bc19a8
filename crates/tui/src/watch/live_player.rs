//! Plays a recording while the method is still running.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::Duration;

use caracole::play::recording;
use caracole::play::recording::{Chunk, Frame, Recorder, Recording};
use caracole::solvers::{Limits, Run};
use caracole::{Options, Outcome, Square};

use super::{WatchRequest, view};
use crate::task::Task;
use crate::text::memory_limit;
use crate::theme::Tone;

/// Plays the recording of a running method.
pub(super) struct LivePlayer {
    player: recording::Player,
    task: Task<Message>,
    /// The answer in words, when it has arrived.
    answer: Option<(String, Tone)>,
    is_playing: bool,
    /// True if the player stays at the end while the recording grows.
    is_at_end: bool,
    /// The time per step.
    pause: Duration,
    /// The time since the last step.
    carry: Duration,
    /// True if the next tick includes time before playing started.
    is_stale: bool,
}

enum Message {
    Chunk(Chunk),
    Answer { text: String, tone: Tone },
}

const FASTEST: Duration = Duration::from_micros(1);
const SLOWEST: Duration = Duration::from_secs(8);

/// The shortest time between two drawings.
const MIN_FRAME_TIME: Duration = Duration::from_millis(33);
/// The time between two checks for messages while paused.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

impl LivePlayer {
    /// Starts the method, and plays its recording from the beginning.
    pub(super) fn new(request: WatchRequest) -> Self {
        Self::with_max_bytes(request, Recorder::MAX_BYTES)
    }

    /// Does the same with a limit on the size of the recording.
    fn with_max_bytes(request: WatchRequest, max_bytes: usize) -> Self {
        let recording = Recording::new(&request.problem);
        let pause = request.pause.clamp(FASTEST, SLOWEST);
        let WatchRequest { problem, method, settings, seed, .. } = request;
        let work = move |flag: &AtomicBool, sender: &Sender<Message>| {
            // If the receiver is gone, the flag is raised.
            let send = |message| drop(sender.send(message));
            let mut recorder = Recorder::new(&problem)
                .max_bytes(max_bytes)
                .sending(|chunk| send(Message::Chunk(chunk)));
            let limits = Limits { memory: Some(memory_limit()), ..Limits::default() };
            let options = Options::new().limits(limits).seed(seed).cancel_flag(flag);
            let mut run = Run::with_options(&options).observed_by(&mut recorder);
            let outcome = method.solver(&settings).solve(&problem, &mut run);
            let by = run.method();
            send(Message::Chunk(recorder.into_last_chunk()));
            let text = view::answer(&outcome, problem.board(), by);
            send(Message::Answer { text, tone: tone_of(&outcome) });
        };
        let task = Task::start(work, |text| Message::Answer { text, tone: Tone::Unknown });
        Self {
            player: recording::Player::new(recording),
            task,
            answer: None,
            is_playing: true,
            is_at_end: false,
            pause,
            carry: Duration::ZERO,
            is_stale: false,
        }
    }

    /// Returns the current frame.
    pub(super) const fn frame(&self) -> &Frame {
        self.player.frame()
    }

    pub(super) const fn moment(&self) -> usize {
        self.player.moment()
    }

    /// Returns the last recorded moment.
    pub(super) const fn moments(&self) -> usize {
        self.player.last_moment()
    }

    pub(super) const fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Returns true while the method is running.
    pub(super) const fn is_running(&self) -> bool {
        self.answer.is_none()
    }

    /// Returns true if the recording is full.
    pub(super) const fn is_cut(&self) -> bool {
        self.player.recording().is_truncated()
    }

    /// Returns true at the end of a recording that no longer grows.
    pub(super) const fn is_over(&self) -> bool {
        self.moment() == self.moments() && (self.is_cut() || !self.is_running())
    }

    /// Returns the answer at the end of the recording.
    pub(super) fn answer(&self) -> Option<(&str, Tone)> {
        let answer = self.answer.as_ref().filter(|_| self.is_over());
        answer.map(|(text, tone)| (text.as_str(), *tone))
    }

    /// Returns the steps per second.
    pub(super) const fn speed(&self) -> f64 {
        self.pause.as_secs_f64().recip()
    }

    pub(super) fn faster(&mut self) {
        self.pause = (self.pause / 2).max(FASTEST);
    }

    pub(super) fn slower(&mut self) {
        self.pause = (self.pause * 2).min(SLOWEST);
    }

    /// Plays or pauses; at the end it plays again from the start.
    pub(super) fn toggle(&mut self) {
        self.is_playing = !self.is_playing;
        self.is_at_end = false;
        self.is_stale = self.is_playing;
        self.carry = Duration::ZERO;
        if self.is_playing && self.is_over() {
            self.player.seek(0);
        }
    }

    /// Pauses, and moves by a number of events.
    pub(super) fn step(&mut self, by: isize) {
        self.jump(self.moment().saturating_add_signed(by));
    }

    /// Pauses, and goes to a moment.
    pub(super) fn jump(&mut self, moment: usize) {
        (self.is_playing, self.is_at_end) = (false, false);
        self.player.seek(moment);
    }

    /// Goes to the end, and stays there while the recording grows.
    pub(super) fn jump_to_end(&mut self) {
        self.jump(usize::MAX);
        self.is_at_end = true;
    }

    /// Returns true if the player stays at the end.
    pub(super) const fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Pauses, and goes back to the moment when the knight was on a square of its path.
    pub(super) fn back_to(&mut self, square: Square) {
        if self.frame().step_of(square).is_some() {
            (self.is_playing, self.is_at_end) = (false, false);
            while self.frame().knight() != Some(square) && self.player.step_back() {}
        }
    }

    /// Returns the time until the next change.
    pub(super) fn next_tick(&self) -> Option<Duration> {
        if self.is_playing {
            return Some(self.pause.saturating_sub(self.carry).max(MIN_FRAME_TIME));
        }
        self.is_running().then_some(POLL_INTERVAL)
    }

    /// Handles messages, and plays for a time.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        self.take_messages();
        if self.is_at_end {
            self.player.seek(usize::MAX);
        }
        let is_stale = std::mem::take(&mut self.is_stale);
        if !self.is_playing || is_stale {
            return;
        }
        self.carry += elapsed;
        let steps = self.carry.as_nanos() / self.pause.as_nanos().max(1);
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.carry = self.carry.saturating_sub(self.pause * steps);
        self.player.seek(self.moment().saturating_add(steps as usize));
        if self.moment() == self.moments() {
            // Steps that were recorded too late are not caught up.
            self.carry = Duration::ZERO;
            self.is_playing = !self.is_over();
        }
    }

    fn take_messages(&mut self) {
        for message in self.task.messages() {
            handle(message, &mut self.player, &mut self.answer);
        }
    }

    /// Waits until the method has answered, or the recording is full.
    #[cfg(test)]
    pub(super) fn wait(&mut self) {
        while self.is_running()
            && !self.is_cut()
            && let Some(message) = self.task.wait()
        {
            handle(message, &mut self.player, &mut self.answer);
        }
    }
}

fn handle(message: Message, player: &mut recording::Player, answer: &mut Option<(String, Tone)>) {
    match message {
        Message::Chunk(chunk) => player.append(chunk),
        Message::Answer { text, tone } => *answer = Some((text, tone)),
    }
}

const fn tone_of(outcome: &Outcome) -> Tone {
    match outcome {
        Outcome::Found(_) => Tone::Winning,
        Outcome::Impossible(_) => Tone::Losing,
        Outcome::Unknown(_) => Tone::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use caracole::solvers::MethodSettings;
    use caracole::{Method, Problem};

    use super::*;

    #[test]
    fn a_full_recording_is_played_while_the_method_runs() {
        let request = WatchRequest {
            problem: Problem::new("8x8".parse().unwrap()).start("a8").unwrap(),
            method: Method::Backtracking,
            settings: MethodSettings::default(),
            seed: 0,
            pause: Duration::ZERO,
        };
        let mut player = LivePlayer::with_max_bytes(request, 8 * 1000);
        player.wait();
        assert!(player.is_cut() && player.is_running() && !player.is_over());
        assert_eq!(player.moments(), 1000 - size_of::<Box<[u8]>>() / 8);
        player.tick(Duration::from_secs(1));
        assert!(player.is_over() && !player.is_playing());
        assert_eq!(player.answer(), None, "the method is running");
        assert!(player.next_tick().is_some(), "an answer may come");
    }
}
