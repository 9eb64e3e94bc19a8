//! The client of a request, to which the limits per client apply.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::{HeaderMap, HeaderValue};

use crate::ProxyHeader;

/// A client, identified by its address. One IPv6 user controls a whole /64 network, so all addresses
/// of such a network are one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Client(IpAddr);

impl Client {
    /// The client with this address.
    pub(crate) const fn new(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
            }
            address @ IpAddr::V4(_) => address,
        })
    }

    /// The client that sent a request: the peer of the connection, or the client that a trusted proxy
    /// names. If the proxy names none that can be read, the proxy itself is the client.
    pub(crate) fn of_request(
        peer: IpAddr,
        headers: &HeaderMap,
        trusted: Option<ProxyHeader>,
    ) -> Self {
        Self::new(trusted.and_then(|header| forwarded_for(headers, header)).unwrap_or(peer))
    }
}

/// The address that the last hop wrote. Entries before it were sent by the client, which may write
/// anything.
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
        // An IPv4 address stays a whole address, also when it is written as an IPv6 one.
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("::ffff:192.0.2.1"), client("::ffff:192.0.2.2"));
    }

    #[test]
    fn only_the_last_hop_of_a_trusted_header_counts() {
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
}
