//! `caracole serve`: the web server.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use caracole_server::{ProxyHeader, Server, Settings};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::args::values::{host, host_name, port, threads};
use crate::args::{DurationArg, GlobalOptions, SizeArg};
use crate::failure::{Failure, error_text};
use crate::output::Output;
use crate::{Exit, interrupt};

/// Start the web server: solve, watch, play, puzzles, numbers
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole serve                      then open http://localhost:8064/ in a browser
  caracole serve --port 0             any port that is free; the address is printed
  caracole serve --host 0.0.0.0       for every computer that can reach this one
  caracole serve --allow-host tours.example.org --trust-proxy x-forwarded-for
  caracole serve --timeout 1h --memory 8G")]
pub(crate) struct ServeArgs {
    /// Port
    #[arg(long, value_name = "N", default_value = "8064", value_parser = port)]
    pub(crate) port: u16,
    /// Address to listen on; one beyond loopback is reachable from other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = host)]
    pub(crate) host: IpAddr,
    /// Accept this host name, besides localhost and the server's addresses; repeatable
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    pub(crate) allow_host: Vec<String>,
    /// Header in which a trusted proxy names the client
    #[arg(long, value_name = "HEADER", ignore_case = true, value_parser = proxy_headers())]
    pub(crate) trust_proxy: Option<ProxyHeader>,
    /// Time limit of a count or another job
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10m",
        help_heading = "What is lent to clients"
    )]
    pub(crate) timeout: DurationArg,
    /// Memory for all work together: 512M, 8G [default: half of the free memory]
    #[arg(long, value_name = "SIZE", help_heading = "What is lent to clients")]
    pub(crate) memory: Option<SizeArg>,
    /// Threads of each count [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "What is lent to clients")]
    pub(crate) threads: Option<usize>,
}

/// The interval of checking the signal flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Returns the advice for an address that cannot be used.
const fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::AddrInUse => "; --port 0 takes any port that is free",
        ErrorKind::AddrNotAvailable => "; --host takes an address of this computer, or 0.0.0.0",
        ErrorKind::PermissionDenied => "; --port takes any number from 1024 without permission",
        _ => "",
    }
}

pub(crate) fn run(args: &ServeArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let defaults = Settings::default();
    let settings = Settings {
        job_time_limit: args.timeout.0,
        memory: args.memory.map_or(defaults.memory, |bytes| bytes.0),
        threads: args.threads.unwrap_or(defaults.threads),
        allowed_hosts: args.allow_host.clone(),
        proxy_header: args.trust_proxy,
        ..defaults
    };
    let wanted = SocketAddr::new(args.host, args.port);
    let server = Server::bind(wanted, settings).map_err(|error| {
        Failure::of(wanted, format!("{}{}", error_text(&error), advice(error.kind())))
    })?;
    let address = server.address();
    Output::standard().write(|out| Ok(writeln!(out, "http://{address}/")?))?;
    if !address.ip().is_loopback() {
        global.remark("anyone who can reach this address can use the server");
    }
    global.remark("Ctrl-C stops the server");
    let interrupt_guard = interrupt::guard();
    let (flag, stopper) = (interrupt_guard.flag(), server.stopper());
    thread::spawn(move || {
        while !flag.load(Ordering::SeqCst) {
            thread::sleep(POLL_INTERVAL);
        }
        stopper.stop();
    });
    let end = server.run();
    interrupt_guard.finish()?;
    end.map_err(|error| Failure::of(address, error_text(&error)))?;
    Ok(Exit::Yes)
}

fn proxy_headers() -> impl TypedValueParser<Value = ProxyHeader> {
    let all = [ProxyHeader::XForwardedFor, ProxyHeader::Forwarded];
    PossibleValuesParser::new(all.map(ProxyHeader::name))
        .try_map(|name| name.parse::<ProxyHeader>())
}
