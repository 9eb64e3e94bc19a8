//! `serve` as it is typed.

use std::net::IpAddr;

use caracole_server::ProxyHeader;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::values::{host, host_name, port, threads};
use super::{Bytes, Pause};

/// Start the web page: solve, watch, play, puzzles, numbers
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole serve                      then open http://localhost:8064/ in a browser
  caracole serve --port 0             any port that is free; the address is printed
  caracole serve --host 0.0.0.0       for every computer that can reach this one
  caracole serve --allow-host tours.example.org --trust-proxy x-forwarded-for
  caracole serve --timeout 1h --memory 8G")]
pub(crate) struct ServeArgs {
    /// The port
    #[arg(
        long,
        value_name = "N",
        default_value = "8064",
        allow_hyphen_values = true,
        value_parser = port
    )]
    pub(crate) port: u16,
    /// The address to listen on; others than loopback can be reached from elsewhere
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1",
        allow_hyphen_values = true,
        value_parser = host
    )]
    pub(crate) host: IpAddr,
    /// A host name to answer to, besides localhost and the own addresses; repeatable
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_parser = host_name)]
    pub(crate) allow_host: Vec<String>,
    /// Take the address of a client from this header, which a proxy writes
    #[arg(
        long,
        value_name = "HEADER",
        allow_hyphen_values = true,
        ignore_case = true,
        value_parser = proxy_headers()
    )]
    pub(crate) trust_proxy: Option<ProxyHeader>,
    /// The longest a count or another job may take
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10m",
        allow_hyphen_values = true,
        help_heading = "What is lent to clients"
    )]
    pub(crate) timeout: Pause,
    /// Memory for all work together: 512M, 8G [default: half of what is free]
    #[arg(
        long,
        value_name = "SIZE",
        allow_hyphen_values = true,
        help_heading = "What is lent to clients"
    )]
    pub(crate) memory: Option<Bytes>,
    /// Cores for each count [default: all]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = threads,
        help_heading = "What is lent to clients"
    )]
    pub(crate) threads: Option<usize>,
}

fn proxy_headers() -> impl TypedValueParser<Value = ProxyHeader> {
    let all = [ProxyHeader::XForwardedFor, ProxyHeader::Forwarded];
    PossibleValuesParser::new(all.map(ProxyHeader::name))
        .try_map(|name| name.parse::<ProxyHeader>())
}
