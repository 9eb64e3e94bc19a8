use std::io::Write;
use std::net::TcpListener;

use caracole_core::Problem;
use caracole_count::{Job, Options, Question};

use super::frame::{FrameKind, FrameWriter};
use super::*;
use crate::cluster::digest_of;
use crate::secret::Key;
use crate::{Cluster, Hosts};

/// Runs process 0 with a process 1 that performs the handshake and then sends these frames, with valid or
/// invalid codes. Returns the error of process 0.
fn error_after_frames(frames: &[(FrameKind, Vec<u8>)], is_authentic: bool) -> ClusterError {
    let bind = || TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let [first, second] = [bind(), bind()].map(|address| address.expect("a port is free"));
    let hosts = Hosts::parse(&format!("{first}\n{second}\n")).expect("two hosts");
    let question = Question::new(Problem::new("6x6".parse().expect("a board")).closed());
    let job = Job::with_options(&Options::new().threads(1));
    thread::scope(|scope| {
        let count = scope.spawn(|| Cluster::new(&hosts, 0).expect("is one").count(&question, &job));
        let digest = digest_of(&question);
        let (processes, threads, has_checkpoint) = (2, 1, 0);
        let parameters =
            Parameters { process: 1, to: 0, processes, threads, has_checkpoint, digest };
        let (key, has_secret) = (Key::new(None), false);
        let rendezvous = Rendezvous { hosts: &hosts, parameters, key, has_secret, notice: &|_| () };
        let mut peers = rendezvous.connect_all(&job).expect("they connect");
        let Peer { mut socket, session } = peers[0].take().expect("is connected");
        let key = if is_authentic { session.outgoing } else { session.incoming };
        let mut writer = FrameWriter::new(key);
        for (kind, payload) in frames {
            socket.write_all(writer.encode(*kind, payload)).expect("is written");
        }
        let error = count.join().expect("no panic").expect_err("cannot be counted");
        drop(socket);
        error
    })
}

fn header(numbers: [u64; 6]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

#[test]
fn a_frame_without_its_code_ends_the_run() {
    let error = error_after_frames(&[(FrameKind::Heartbeat, Vec::new())], false).to_string();
    assert_eq!(error, "process 1 sent damaged data: a frame does not have the right code");
}

#[test]
fn a_message_for_an_unknown_worker_ends_the_run() {
    for numbers in [[1, 1, 0, 9, 8, 0], [1, 1, u64::MAX, 1, 8, 0], [1, 7, 0, 1, 8, 0]] {
        let error = error_after_frames(&[(FrameKind::Data, header(numbers))], true).to_string();
        assert!(error.starts_with("process 1 sent damaged data: a message is f"), "{error}");
    }
}

/// A message that a worker cannot decode ends the run, on every channel of timely.
#[test]
fn a_malformed_message_ends_the_run() {
    for channel in 0..8 {
        let bytes = [header([channel, 1, 0, 1, 64, 0]), vec![0xff; 64]].concat();
        // If the channel does not exist, the failure ends the run.
        let failure = Failure { process: 1, cause: FailureCause::Interrupted }.encode();
        let frames = [(FrameKind::Data, bytes), (FrameKind::Failure, failure)];
        let error = error_after_frames(&frames, true);
        assert!(matches!(error, ClusterError::Peer { .. } | ClusterError::Count(_)), "{error}");
    }
}

#[test]
fn a_failure_of_an_unknown_process_is_that_of_the_peer() {
    let frames = [(FrameKind::Failure, vec![9; 3])];
    let error = error_after_frames(&frames, true).to_string();
    assert_eq!(error, "process 1 sent damaged data: a message is not understood");
    let failure = Failure { process: 5, cause: FailureCause::Failed("x\ny".into()) }.encode();
    let error = error_after_frames(&[(FrameKind::Failure, failure)], true).to_string();
    assert_eq!(error, "process 1 failed: x?y");
}
