//! A job as it goes on: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};

use crate::api::Client;
use crate::held;
use crate::house::House;
use crate::jobs::Job;
use crate::refusal::Refusal;

/// Sends `progress` while a job goes on, the first at once, and `done` with the whole job at its end,
/// also where it is cancelled. The job goes on when nobody watches any more.
pub(super) async fn watch(
    State(house): State<Arc<House>>,
    Extension(Client(client)): Extension<Client>,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let job = house.jobs.find(&name)?;
    let pass = house.streams.enter(client)?;
    let events = Sse::new(events(job)).keep_alive(KeepAlive::default());
    // The last event holds the whole answer, so the place is kept until that is taken.
    Ok(held::until_taken(events.into_response(), pass))
}

fn events(job: Arc<Job>) -> impl Stream<Item = Result<Event, Infallible>> {
    let (standing, progress) = (job.standing(), job.progress());
    stream::unfold(Some((job, standing, progress, true)), async |state| {
        let (job, mut standing, mut progress, is_first) = state?;
        if !is_first && !standing.borrow_and_update().is_over() {
            tokio::select! {
                _ = standing.changed() => {}
                Ok(()) = progress.changed() => {}
            }
        }
        // Looked at before the text is written: what ends meanwhile is told by the next event.
        let is_over = standing.borrow_and_update().is_over();
        let event = Event::default().event(if is_over { "done" } else { "progress" });
        let event = event.data(job.text());
        Some((Ok(event), (!is_over).then_some((job, standing, progress, false))))
    })
}
