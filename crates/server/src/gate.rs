//! Who comes in: so many pieces of work for each client, and so many in all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::refusal::Refusal;

/// A gate with a number of passes for each client, and a number for all together.
#[derive(Clone)]
pub(crate) struct Gate {
    what: &'static str,
    per_client: usize,
    in_all: usize,
    inside: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// The right to be worked for. It ends when it is dropped.
pub(crate) struct Pass {
    gate: Gate,
    client: IpAddr,
}

impl Gate {
    /// A gate for work of this name.
    pub(crate) fn new(what: &'static str, per_client: usize, in_all: usize) -> Self {
        Self { what, per_client, in_all, inside: Arc::default() }
    }

    fn inside(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a client in, unless it, or all together, have enough.
    pub(crate) fn enter(&self, client: IpAddr) -> Result<Pass, Refusal> {
        let (what, per_client, in_all) = (self.what, self.per_client, self.in_all);
        let mut inside = self.inside();
        if inside.get(&client).is_some_and(|&own| own >= per_client) {
            let text =
                format!("{per_client} {what} of yours are not finished: wait for one of them");
            return Err(Refusal::too_many(text));
        }
        if inside.values().sum::<usize>() >= in_all {
            let text = format!("{in_all} {what} are not finished: try again later");
            return Err(Refusal::busy(text));
        }
        *inside.entry(client).or_default() += 1;
        Ok(Pass { gate: self.clone(), client })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inside = self.gate.inside();
        if let Some(own) = inside.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                inside.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_share_and_all_have_a_bound() {
        let gate = Gate::new("requests", 2, 3);
        let [one, other] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(IpAddr::from);
        let first = gate.enter(one).ok();
        let _second = gate.enter(one).ok();
        let text = "2 requests of yours are not finished: wait for one of them";
        assert_eq!(gate.enter(one).err(), Some(Refusal::too_many(text)));
        let _third = gate.enter(other).ok();
        let text = "3 requests are not finished: try again later";
        assert_eq!(gate.enter(other).err(), Some(Refusal::busy(text)));
        drop(first);
        assert!(gate.enter(one).is_ok());
        assert_eq!(gate.inside().len(), 2);
    }
}
