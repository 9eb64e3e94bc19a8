//! A job as it goes on: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};

use crate::api::Client;
use crate::gate::Pass;
use crate::house::House;
use crate::jobs::{Job, Standing};
use crate::refusal::Refusal;

/// Sends `progress` while a job goes on, and `done` with the whole job at its end.
pub(super) async fn watch(
    State(house): State<Arc<House>>,
    Extension(Client(client)): Extension<Client>,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let job = house.jobs.find(&name)?;
    let pass = house.streams.enter(client)?;
    Ok(Sse::new(events(house, job, pass)).keep_alive(KeepAlive::default()).into_response())
}

fn events(
    house: Arc<House>,
    job: Arc<Job>,
    pass: Pass,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let (standing, progress) = (job.standing(), job.progress());
    stream::unfold(Some((house, job, pass, standing, progress, true)), async |state| {
        let (house, job, pass, mut standing, mut progress, is_first) = state?;
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
        let next = (!is_done).then_some((house, job, pass, standing, progress, false));
        Some((Ok(event), next))
    })
}
