//! Clients, and the limits on their unfinished requests.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderMap, HeaderValue};

use crate::ProxyHeader;
use crate::error::ApiError;

/// A client, identified by its address. One IPv6 user controls a whole /64 network, so all addresses
/// of such a network are one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Client(IpAddr);

impl Client {
    pub(crate) const fn new(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
            }
            address @ IpAddr::V4(_) => address,
        })
    }

    /// Returns the client that sent a request: the peer of the connection, or the client that a trusted
    /// proxy names. If the proxy names no valid address, the proxy itself is the client.
    pub(crate) fn of_request(
        peer: IpAddr,
        headers: &HeaderMap,
        trusted: Option<ProxyHeader>,
    ) -> Self {
        Self::new(trusted.and_then(|header| forwarded_for(headers, header)).unwrap_or(peer))
    }
}

/// Returns the address that the last hop wrote. The client may have forged the entries before it.
fn forwarded_for(headers: &HeaderMap, header: ProxyHeader) -> Option<IpAddr> {
    let last = headers.get_all(header.name()).iter().next_back().map(HeaderValue::to_str)?.ok()?;
    let last = last.rsplit(',').next()?.trim();
    let node = match header {
        ProxyHeader::XForwardedFor => last,
        ProxyHeader::Forwarded => last.split(';').find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            name.eq_ignore_ascii_case("for").then(|| value.trim_matches('"'))
        })?,
    };
    let with_port = || node.parse().ok().map(|address: SocketAddr| address.ip());
    let bracketed = || node.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    node.parse().ok().or_else(with_port).or_else(bracketed)
}

/// Grants a limited number of permits to each client, and a limited number in total.
#[derive(Clone)]
pub(crate) struct ClientLimiter {
    /// The name of the limited things, such as `unfinished requests`, for messages.
    name: &'static str,
    max_per_client: usize,
    max_total: usize,
    active: Arc<Mutex<HashMap<Client, usize>>>,
}

/// The right to one unfinished request, job or connection. Dropping it frees the place.
pub(crate) struct Permit {
    limiter: ClientLimiter,
    client: Client,
}

impl ClientLimiter {
    pub(crate) fn new(name: &'static str, max_per_client: usize, max_total: usize) -> Self {
        Self { name, max_per_client, max_total, active: Arc::default() }
    }

    fn active(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a permit, unless the client or all clients together have reached their limit.
    pub(crate) fn acquire(&self, client: Client) -> Result<Permit, ApiError> {
        let (name, max_per_client, max_total) = (self.name, self.max_per_client, self.max_total);
        let mut active = self.active();
        if active.get(&client).is_some_and(|&own| own >= max_per_client) {
            let text = format!("you have {max_per_client} {name}: wait until one of them ends");
            return Err(ApiError::too_many(text));
        }
        if active.values().sum::<usize>() >= max_total {
            let text = format!("the server has {max_total} {name}: try again later");
            return Err(ApiError::busy(text));
        }
        *active.entry(client).or_default() += 1;
        Ok(Permit { limiter: self.clone(), client })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut active = self.limiter.active();
        if let Some(own) = active.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                active.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn client(address: &str) -> Client {
        Client::new(address.parse().expect("an address"))
    }

    #[test]
    fn ipv6_clients_are_networks() {
        assert_eq!(client("2001:db8:1:2::3"), client("2001:db8:1:2:ffff::9"));
        assert_ne!(client("2001:db8:1:2::3"), client("2001:db8:1:3::3"));
        // An IPv4 address is one client, also in IPv6 notation.
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("::ffff:192.0.2.1"), client("::ffff:192.0.2.2"));
    }

    #[test]
    fn only_the_last_hop_of_a_trusted_header_is_used() {
        let (x, forwarded) = (ProxyHeader::XForwardedFor, ProxyHeader::Forwarded);
        for (trusted, lines, expected) in [
            (Some(x), &["x-forwarded-for: 192.0.2.1"][..], "192.0.2.1"),
            (Some(x), &["x-forwarded-for: 192.0.2.1, 192.0.2.2"], "192.0.2.2"),
            (Some(x), &["x-forwarded-for: 192.0.2.1", "x-forwarded-for: 192.0.2.3"], "192.0.2.3"),
            (Some(x), &["x-forwarded-for: 192.0.2.1:4711"], "192.0.2.1"),
            (Some(x), &["x-forwarded-for: [2001:db8::1]:80"], "2001:db8::1"),
            (Some(x), &["x-forwarded-for: 192.0.2.1, unknown"], "127.0.0.1"),
            (Some(x), &["forwarded: for=192.0.2.1"], "127.0.0.1"),
            (Some(x), &[], "127.0.0.1"),
            (Some(forwarded), &["forwarded: for=192.0.2.1"], "192.0.2.1"),
            (
                Some(forwarded),
                &["forwarded: for=192.0.2.9, For=\"[2001:db8::1]:4711\";proto=http"],
                "2001:db8::1",
            ),
            (Some(forwarded), &["forwarded: by=192.0.2.7;for=\"[2001:db8::2]\""], "2001:db8::2"),
            (Some(forwarded), &["x-forwarded-for: 192.0.2.1"], "127.0.0.1"),
            (None, &["x-forwarded-for: 192.0.2.1", "forwarded: for=192.0.2.1"], "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                let (name, value) = line.split_once(": ").expect("a header");
                headers.append(name, HeaderValue::from_static(value));
            }
            let found = Client::of_request(PEER, &headers, trusted);
            assert_eq!(found, client(expected), "{trusted:?} {lines:?}");
        }
    }

    #[test]
    fn the_number_of_permits_is_limited_per_client_and_in_total() {
        let limiter = ClientLimiter::new("requests", 2, 3);
        let [one, other] = ["127.0.0.1", "127.0.0.2"].map(client);
        let first = limiter.acquire(one).ok();
        let _second = limiter.acquire(one).ok();
        let text = "you have 2 requests: wait until one of them ends";
        assert_eq!(limiter.acquire(one).err(), Some(ApiError::too_many(text)));
        let _third = limiter.acquire(other).ok();
        let text = "the server has 3 requests: try again later";
        assert_eq!(limiter.acquire(other).err(), Some(ApiError::busy(text)));
        drop(first);
        assert!(limiter.acquire(one).is_ok());
        assert_eq!(limiter.active().len(), 2);
    }
}
