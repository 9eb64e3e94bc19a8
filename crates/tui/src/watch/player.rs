//! A film that is made and played at the same time.

use std::time::Duration;

use caracole::film::{Camera, Film, Projector, Reel, Stage};
use caracole::{Limits, Outcome, Run, Square};

use super::{Work, words};
use crate::job::Job;
use crate::memory;
use crate::theme::Tone;

/// Plays the film of a method at work.
pub(super) struct Player {
    projector: Projector,
    job: Job<News>,
    /// The answer in words, when there is one.
    answer: Option<(String, Tone)>,
    is_playing: bool,
    /// Is it to stay at the end while the film grows?
    is_at_end: bool,
    /// How long each step is shown.
    pause: Duration,
    /// Time that has passed since the last step.
    carry: Duration,
    /// The next tick tells of time that passed before it was played.
    is_stale: bool,
}

enum News {
    Reel(Reel),
    Answer { text: String, tone: Tone },
}

const FASTEST: Duration = Duration::from_micros(1);
const SLOWEST: Duration = Duration::from_secs(8);

/// Nobody sees more pictures than so many in a second.
const BETWEEN_PICTURES: Duration = Duration::from_millis(33);
/// How often a film that is not played asks whether it has grown.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

impl Player {
    /// Lets the method work, and plays what it does from the beginning.
    pub(super) fn new(work: Work) -> Self {
        Self::with_room(work, Camera::ROOM)
    }

    /// The same with room for so many bytes of film.
    fn with_room(work: Work, room: usize) -> Self {
        let film = Film::new(&work.problem);
        let pause = work.pause.clamp(FASTEST, SLOWEST);
        let Work { problem, method, settings, seed, .. } = work;
        let job = Job::start(move |flag, tell| {
            // Whoever does not listen any more has raised the flag.
            let send = |news| drop(tell.send(news));
            let mut camera =
                Camera::new(&problem).room(room).sending(|reel| send(News::Reel(reel)));
            let limits = Limits { memory: Some(memory::share()), ..Limits::default() };
            let run = Run::new().limits(limits).seed(seed);
            let mut run = run.interrupted_by(flag).observed_by(&mut camera);
            let outcome = method.solver(&settings).solve(&problem, &mut run);
            let by = run.method();
            send(News::Reel(camera.last_reel()));
            let text = words::answer(&outcome, problem.board(), by);
            send(News::Answer { text, tone: tone_of(&outcome) });
        });
        Self {
            projector: Projector::new(film),
            job,
            answer: None,
            is_playing: true,
            is_at_end: false,
            pause,
            carry: Duration::ZERO,
            is_stale: false,
        }
    }

    /// What is to be seen now.
    pub(super) const fn stage(&self) -> &Stage {
        self.projector.stage()
    }

    pub(super) const fn moment(&self) -> usize {
        self.projector.moment()
    }

    /// The last moment that is known.
    pub(super) const fn moments(&self) -> usize {
        self.projector.moments()
    }

    pub(super) const fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Is the method still at work?
    pub(super) const fn is_at_work(&self) -> bool {
        self.answer.is_none()
    }

    /// Was there no room for more film?
    pub(super) const fn is_cut(&self) -> bool {
        self.projector.film().is_cut()
    }

    /// Is this the end of the film, and can it not grow any more?
    pub(super) const fn is_over(&self) -> bool {
        self.moment() == self.moments() && (self.is_cut() || !self.is_at_work())
    }

    /// The answer, where the film has come to its end.
    pub(super) fn answer(&self) -> Option<(&str, Tone)> {
        let answer = self.answer.as_ref().filter(|_| self.is_over());
        answer.map(|(text, tone)| (text.as_str(), *tone))
    }

    /// How many steps are shown in a second.
    pub(super) const fn speed(&self) -> f64 {
        self.pause.as_secs_f64().recip()
    }

    pub(super) fn faster(&mut self) {
        self.pause = (self.pause / 2).max(FASTEST);
    }

    pub(super) fn slower(&mut self) {
        self.pause = (self.pause * 2).min(SLOWEST);
    }

    /// Plays or stops; at the end it plays again from the start.
    pub(super) fn toggle(&mut self) {
        self.is_playing = !self.is_playing;
        self.is_at_end = false;
        self.is_stale = self.is_playing;
        self.carry = Duration::ZERO;
        if self.is_playing && self.is_over() {
            self.projector.jump(0);
        }
    }

    /// Stops, and goes on by so many events, back if negative.
    pub(super) fn step(&mut self, by: isize) {
        self.jump(self.moment().saturating_add_signed(by));
    }

    /// Stops, and goes to a moment.
    pub(super) fn jump(&mut self, moment: usize) {
        (self.is_playing, self.is_at_end) = (false, false);
        self.projector.jump(moment);
    }

    /// Stops at the end, and stays there while the film grows.
    pub(super) fn jump_to_end(&mut self) {
        self.jump(usize::MAX);
        self.is_at_end = true;
    }

    /// Does it stay at the end?
    pub(super) const fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Stops, and goes back to where the knight stood on a square of its path.
    pub(super) fn back_to(&mut self, square: Square) {
        if self.stage().step_of(square).is_some() {
            (self.is_playing, self.is_at_end) = (false, false);
            while self.stage().knight() != Some(square) && self.projector.back() {}
        }
    }

    /// How long nothing changes.
    pub(super) fn rest(&self) -> Option<Duration> {
        if self.is_playing {
            return Some(self.pause.saturating_sub(self.carry).max(BETWEEN_PICTURES));
        }
        self.is_at_work().then_some(BETWEEN_LOOKS)
    }

    /// Takes in what is new, and plays for so long.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        self.take_news();
        if self.is_at_end {
            self.projector.jump(usize::MAX);
        }
        let is_stale = std::mem::take(&mut self.is_stale);
        if !self.is_playing || is_stale {
            return;
        }
        self.carry += elapsed;
        let steps = self.carry.as_nanos() / self.pause.as_nanos().max(1);
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.carry = self.carry.saturating_sub(self.pause * steps);
        self.projector.jump(self.moment().saturating_add(steps as usize));
        if self.moment() == self.moments() {
            // What was not there in time is not made up for.
            self.carry = Duration::ZERO;
            self.is_playing = !self.is_over();
        }
    }

    fn take_news(&mut self) {
        for news in self.job.news() {
            hear(news, &mut self.projector, &mut self.answer);
        }
    }

    /// Waits until the method has answered, or the film is full.
    #[cfg(test)]
    pub(super) fn wait(&mut self) {
        while self.is_at_work()
            && !self.is_cut()
            && let Some(news) = self.job.wait()
        {
            hear(news, &mut self.projector, &mut self.answer);
        }
    }
}

fn hear(news: News, projector: &mut Projector, answer: &mut Option<(String, Tone)>) {
    match news {
        News::Reel(reel) => projector.append(reel),
        News::Answer { text, tone } => *answer = Some((text, tone)),
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
mod tests;
