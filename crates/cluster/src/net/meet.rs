//! All processes find each other, and make sure that they mean the same.
//!
//! Each process calls those with smaller numbers and is called by those with larger ones. Both sides say
//! what they are up to; the caller then says once more that it stays.

mod hello;

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use caracole_core::Stop;
use caracole_count::{CountError, Job};

use crate::{ClusterError, Hosts};

pub(crate) use hello::Hello;
use hello::SIZE;

const STAYS: &[u8; 1] = b"!";
/// So long a call, and an answer, may take.
const CALL: Duration = Duration::from_secs(2);
const ANSWER: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(30);
/// After this time it is told who is missing.
const LONG: Duration = Duration::from_secs(3);

/// Connects to all other processes. `notice` is told if it takes long.
pub(crate) fn meet(
    hosts: &Hosts,
    hello: Hello,
    job: &Job<'_>,
    notice: &dyn Fn(&str),
) -> Result<Vec<Option<TcpStream>>, ClusterError> {
    let me = hello.process as usize;
    let mut sockets: Vec<Option<TcpStream>> = (0..hosts.len()).map(|_| None).collect();
    if hosts.len() == 1 {
        return Ok(sockets);
    }
    let listener = listen(hosts, me)?;
    let mut begun = Instant::now();
    let mut is_told = false;
    loop {
        for socket in &mut sockets {
            // Whoever left meanwhile may come again.
            if socket.as_ref().is_some_and(is_gone) {
                *socket = None;
                (begun, is_told) = (Instant::now(), false);
            }
        }
        let missing = |sockets: &[Option<TcpStream>]| {
            (0..hosts.len())
                .filter(|&peer| peer != me && sockets[peer].is_none())
                .collect::<Vec<_>>()
        };
        let before = missing(&sockets);
        if before.is_empty() {
            return Ok(sockets);
        }
        for &peer in before.iter().take_while(|&&peer| peer < me) {
            look(job)?;
            sockets[peer] = call(hosts.address(peer).unwrap_or_default(), peer, hello)?;
        }
        while let Ok((socket, _)) = listener.accept() {
            look(job)?;
            if let Some((peer, socket)) = answer(socket, hello)? {
                // If it has called before, it has forgotten about it.
                sockets[peer] = Some(socket);
            }
        }
        look(job)?;
        let missing = missing(&sockets);
        if !is_told && !missing.is_empty() && begun.elapsed() > LONG {
            is_told = true;
            let name = |peer: &usize| {
                format!("process {peer} at {}", hosts.address(*peer).unwrap_or_default())
            };
            let names: Vec<_> = missing.iter().map(name).collect();
            notice(&format!("waiting for {}", names.join(", ")));
        }
        if missing == before {
            thread::sleep(PAUSE);
        }
    }
}

/// Has the other side hung up?
fn is_gone(socket: &TcpStream) -> bool {
    let peek = || {
        socket.set_nonblocking(true)?;
        let peeked = socket.peek(&mut [0; 1]);
        socket.set_nonblocking(false)?;
        peeked
    };
    match peek() {
        Ok(bytes) => bytes == 0,
        Err(why) => why.kind() != io::ErrorKind::WouldBlock,
    }
}

fn listen(hosts: &Hosts, process: usize) -> Result<TcpListener, ClusterError> {
    let address = hosts.address(process).unwrap_or_default().to_owned();
    let listen = || {
        let listener = TcpListener::bind(&address)?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    };
    listen().map_err(|why| ClusterError::Listen { process, address: address.clone(), why })
}

fn look(job: &Job<'_>) -> Result<(), ClusterError> {
    let stopped = |cause| Stop::new(cause, "waiting for the other processes");
    job.look().map_err(|cause| CountError::Stopped(stopped(cause)).into())
}

/// Calls a process; it may not be there yet.
fn call(address: &str, peer: usize, hello: Hello) -> Result<Option<TcpStream>, ClusterError> {
    let call = || -> io::Result<_> {
        let mut socket = connect(address)?;
        socket.write_all(&Hello { to: peer as u32, ..hello }.pack())?;
        let said = hear(&mut socket)?;
        Ok((socket, said))
    };
    let Ok((mut socket, Some((version, other)))) = call() else { return Ok(None) };
    check(&hello, &version, &other)?;
    Ok(socket.write_all(STAYS).is_ok().then_some(socket))
}

fn connect(address: &str) -> io::Result<TcpStream> {
    let mut error = io::ErrorKind::NotFound.into();
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CALL) {
            Ok(socket) => return Ok(socket),
            Err(why) => error = why,
        }
    }
    Err(error)
}

/// Answers a call; anybody may call.
fn answer(mut socket: TcpStream, hello: Hello) -> Result<Option<(usize, TcpStream)>, ClusterError> {
    let mut talk = || -> io::Result<_> {
        socket.set_nonblocking(false)?;
        let Some((version, other)) = hear(&mut socket)? else { return Ok(None) };
        socket.write_all(&Hello { to: other.process, ..hello }.pack())?;
        Ok(Some((version, other)))
    };
    let Ok(Some((version, other))) = talk() else { return Ok(None) };
    check(&hello, &version, &other)?;
    let stays = other.process > hello.process && socket.read_exact(&mut [0; 1]).is_ok();
    Ok(stays.then_some((other.process as usize, socket)))
}

fn hear(socket: &mut TcpStream) -> io::Result<Option<(String, Hello)>> {
    socket.set_read_timeout(Some(ANSWER))?;
    socket.set_write_timeout(Some(ANSWER))?;
    let mut bytes = [0; SIZE];
    socket.read_exact(&mut bytes)?;
    Ok(Hello::unpack(&bytes))
}

fn check(hello: &Hello, version: &str, other: &Hello) -> Result<(), ClusterError> {
    let process = other.process as usize;
    let differs = if other.process >= hello.processes {
        Some("has another list of hosts: give all processes the same".into())
    } else {
        hello.differs(version, other)
    };
    differs.map_or(Ok(()), |differs| Err(ClusterError::Differs { process, differs }))
}

#[cfg(test)]
mod tests {
    use super::hello::tests::HELLO;
    use super::*;

    /// Who was there and left is waited for, and may come again.
    #[test]
    fn a_process_may_come_again() {
        let free = || TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let hosts: Vec<_> = (0..3).map(|_| free().expect("a port").to_string()).collect();
        let hosts = Hosts::parse(&hosts.join("\n")).expect("three hosts");
        let hello = |process| Hello { process, to: 0, ..HELLO };
        thread::scope(|scope| {
            let wait = |process| {
                let hosts = &hosts;
                scope.spawn(move || meet(hosts, hello(process), &Job::new(), &|_| ()))
            };
            let first = wait(0);
            let address = hosts.address(0).expect("has one");
            let called = loop {
                if let Some(socket) = call(address, 0, hello(1)).expect("is one of ours") {
                    break socket;
                }
            };
            drop(called);
            let others = [wait(1), wait(2)];
            let all = [first].into_iter().chain(others);
            let all: Vec<_> =
                all.map(|one| one.join().expect("no panic").expect("they meet")).collect();
            for sockets in &all {
                let mut met = sockets.iter().flatten();
                assert_eq!(met.clone().count(), 2);
                assert!(met.all(|socket| !is_gone(socket)));
            }
        });
    }

    /// Who calls by mistake is not listened to for long, and does no harm.
    #[test]
    fn two_processes_meet_in_spite_of_a_stranger() {
        let free = || TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let [a, b] = [free().expect("a port"), free().expect("a port")];
        let hosts = Hosts::parse(&format!("{a}\n{b}\n")).expect("two hosts");
        let hello = |process| Hello { process, to: 0, processes: 2, ..HELLO };
        thread::scope(|scope| {
            let first = scope.spawn(|| meet(&hosts, hello(0), &Job::new(), &|_| ()));
            let stranger = loop {
                if let Ok(mut socket) = TcpStream::connect(a) {
                    socket.write_all(&[b'x'; SIZE]).expect("is written");
                    break socket;
                }
            };
            let second = meet(&hosts, hello(1), &Job::new(), &|_| ()).expect("they meet");
            assert!(second[0].is_some() && second[1].is_none());
            let first = first.join().expect("no panic").expect("they meet");
            assert!(first[0].is_none() && first[1].is_some());
            drop(stranger);
        });
    }
}
