use std::io::Write;
use std::net::TcpListener;

use caracole_core::Problem;
use caracole_count::{Job, Question};

use super::frame::{FrameWriter, Kind};
use super::*;
use crate::cluster::digest_of;
use crate::secret::Key;
use crate::{Cluster, Hosts};

/// Process 0 counts; process 1 shakes hands with it as it should, and then sends these frames.
fn count_with_an_odd_peer(frames: &[(Kind, Vec<u8>)], is_genuine: bool) -> ClusterError {
    let bind = || TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let [first, second] = [bind(), bind()].map(|address| address.expect("a port is free"));
    let hosts = Hosts::parse(&format!("{first}\n{second}\n")).expect("two hosts");
    let question = Question::new(Problem::new("6x6".parse().expect("a board")).closed());
    let job = Job::new().threads(1);
    thread::scope(|scope| {
        let count = scope.spawn(|| Cluster::new(&hosts, 0).expect("is one").count(&question, &job));
        let digest = digest_of(&question);
        let plan = Plan { process: 1, to: 0, processes: 2, threads: 1, keeps: 0, digest };
        let (key, has_secret) = (Key::new(None), false);
        let meeting = Meeting { hosts: &hosts, plan, key, has_secret, notice: &|_| () };
        let mut peers = meeting.meet(&job).expect("they meet");
        let Peer { mut socket, session } = peers[0].take().expect("is met");
        let key = if is_genuine { session.outgoing } else { session.incoming };
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
    let error = count_with_an_odd_peer(&[(Kind::Alive, Vec::new())], false).to_string();
    assert_eq!(error, "process 1 sent damaged data: a frame does not have the right code");
}

#[test]
fn a_message_for_an_unknown_worker_ends_the_run() {
    for numbers in [[1, 1, 0, 9, 8, 0], [1, 1, u64::MAX, 1, 8, 0], [1, 7, 0, 1, 8, 0]] {
        let error = count_with_an_odd_peer(&[(Kind::Bytes, header(numbers))], true).to_string();
        assert!(error.starts_with("process 1 sent damaged data: a message is f"), "{error}");
    }
}

/// Whatever the channel, a worker that cannot read a message ends the run, and nothing waits for it.
#[test]
fn a_message_that_is_not_one_ends_the_run() {
    for channel in 0..8 {
        let bytes = [header([channel, 1, 0, 1, 64, 0]), vec![0xff; 64]].concat();
        // If the channel does not exist, the goodbye ends the run.
        let trouble = trouble::encode(&Trouble { process: 1, how: How::Interrupted });
        let error = count_with_an_odd_peer(&[(Kind::Bytes, bytes), (Kind::Trouble, trouble)], true);
        assert!(matches!(error, ClusterError::Left { .. } | ClusterError::Count(_)), "{error}");
    }
}

#[test]
fn trouble_of_a_peer_is_its_own() {
    let frames = [(Kind::Trouble, vec![9; 3])];
    let error = count_with_an_odd_peer(&frames, true).to_string();
    assert_eq!(error, "process 1 sent damaged data: a message is not understood");
    // A process that is not one of the two is the peer.
    let trouble = trouble::encode(&Trouble { process: 5, how: How::Failed("x\ny".into()) });
    let error = count_with_an_odd_peer(&[(Kind::Trouble, trouble)], true).to_string();
    assert_eq!(error, "process 1 failed: x?y");
}
