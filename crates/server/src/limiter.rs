//! Limits on how much one client, and all clients together, have under way.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::client::Client;
use crate::refusal::Refusal;

/// Hands out a number of permits to each client, and a number to all together.
#[derive(Clone)]
pub(crate) struct ClientLimiter {
    /// What a permit is for, in the plural, for messages.
    what: &'static str,
    per_client: usize,
    in_all: usize,
    held: Arc<Mutex<HashMap<Client, usize>>>,
}

/// The right to have one thing under way. It ends when it is dropped.
pub(crate) struct Permit {
    limiter: ClientLimiter,
    client: Client,
}

impl ClientLimiter {
    pub(crate) fn new(what: &'static str, per_client: usize, in_all: usize) -> Self {
        Self { what, per_client, in_all, held: Arc::default() }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a permit, unless the client, or all together, hold as many as they may.
    pub(crate) fn enter(&self, client: Client) -> Result<Permit, Refusal> {
        let (what, per_client, in_all) = (self.what, self.per_client, self.in_all);
        let mut held = self.held();
        if held.get(&client).is_some_and(|&own| own >= per_client) {
            let text =
                format!("{per_client} {what} of yours are not finished: wait for one of them");
            return Err(Refusal::too_many(text));
        }
        if held.values().sum::<usize>() >= in_all {
            let text = format!("{in_all} {what} are not finished: try again later");
            return Err(Refusal::busy(text));
        }
        *held.entry(client).or_default() += 1;
        Ok(Permit { limiter: self.clone(), client })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut held = self.limiter.held();
        if let Some(own) = held.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                held.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn each_client_has_a_limit_and_all_have_one() {
        let limiter = ClientLimiter::new("requests", 2, 3);
        let [one, other] =
            [[127, 0, 0, 1], [127, 0, 0, 2]].map(|address| Client::new(IpAddr::from(address)));
        let first = limiter.enter(one).ok();
        let _second = limiter.enter(one).ok();
        let text = "2 requests of yours are not finished: wait for one of them";
        assert_eq!(limiter.enter(one).err(), Some(Refusal::too_many(text)));
        let _third = limiter.enter(other).ok();
        let text = "3 requests are not finished: try again later";
        assert_eq!(limiter.enter(other).err(), Some(Refusal::busy(text)));
        drop(first);
        assert!(limiter.enter(one).is_ok());
        assert_eq!(limiter.held().len(), 2);
    }
}
