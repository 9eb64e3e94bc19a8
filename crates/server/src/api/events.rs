//! A job as it goes on: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};

use crate::house::House;
use crate::jobs::{Job, Standing};
use crate::refusal::Refusal;

/// Sends `progress` while a job goes on, and `done` with the whole job at its end.
pub(super) async fn watch(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let job = house.jobs.find(&name)?;
    Ok(Sse::new(events(house, job)).keep_alive(KeepAlive::default()).into_response())
}

fn events(house: Arc<House>, job: Arc<Job>) -> impl Stream<Item = Result<Event, Infallible>> {
    let (standing, progress) = (job.standing(), job.progress());
    stream::unfold(Some((house, job, standing, progress, true)), async |state| {
        let (house, job, mut standing, mut progress, is_first) = state?;
        if !is_first && !matches!(*standing.borrow(), Standing::Done { .. }) {
            tokio::select! {
                _ = standing.changed() => {}
                Ok(()) = progress.changed() => {}
                () = house.closed() => return None,
            }
        }
        let is_done = matches!(*standing.borrow(), Standing::Done { .. });
        let event = Event::default().event(if is_done { "done" } else { "progress" });
        let event = event.data(job.object().to_string());
        let next = (!is_done).then_some((house, job, standing, progress, false));
        Some((Ok(event), next))
    })
}
