//! A job as it goes on: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};

use crate::api::PathName;
use crate::jobs::Job;
use crate::listen::Peer;
use crate::permit_body;
use crate::refusal::Refusal;
use crate::state::AppState;

/// Sends `progress` while a job goes on, the first at once, and `done` with the whole job at its end,
/// also where it is cancelled. The job goes on when nobody watches any more.
pub(super) async fn watch(
    State(state): State<Arc<AppState>>,
    Extension(Peer { client, .. }): Extension<Peer>,
    PathName(name): PathName,
) -> Result<Response, Refusal> {
    let job = state.jobs.find(&name)?;
    let permit = state.streams.enter(client)?;
    let events = Sse::new(events(job)).keep_alive(KeepAlive::default());
    // The last event contains the whole answer, so the permit is kept until that is taken. A stream
    // lasts as long as its job.
    Ok(permit_body::until_taken(events.into_response(), permit, None))
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
