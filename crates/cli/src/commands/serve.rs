//! `caracole serve`: the web page.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use caracole_server::{Server, Settings};

use crate::Exit;
use crate::args::{Manners, ServeArgs};
use crate::failure::{Failure, error_text};
use crate::interrupt;
use crate::output::Output;

/// So often the flag of the signals is looked at.
const PULSE: Duration = Duration::from_millis(20);

/// What to do about an address that cannot be had.
const fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::AddrInUse => "; --port 0 takes any port that is free",
        ErrorKind::AddrNotAvailable => "; --host takes an address of this computer, or 0.0.0.0",
        ErrorKind::PermissionDenied => "; --port takes any number from 1024 without permission",
        _ => "",
    }
}

pub(crate) fn run(args: &ServeArgs, manners: &Manners) -> Result<Exit, Failure> {
    let defaults = Settings::default();
    let settings = Settings {
        job_time: args.timeout.0,
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
        manners.remark("everybody who can reach this address can use it");
    }
    manners.remark("Ctrl-C stops the server");
    let heed = interrupt::heed();
    let (flag, stopper) = (heed.flag(), server.stopper());
    thread::spawn(move || {
        while !flag.load(Ordering::SeqCst) {
            thread::sleep(PULSE);
        }
        stopper.stop();
    });
    let end = server.run();
    heed.end()?;
    end.map_err(|error| Failure::of(address, error_text(&error)))?;
    Ok(Exit::Yes)
}
