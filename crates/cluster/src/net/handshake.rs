//! The handshake: two processes authenticate each other with the shared secret, and then compare the
//! parameters of their counts.
//!
//! ```text
//! caller → listener   announcement A (92 bytes)
//! listener → caller   announcement B (92 bytes)
//! caller → listener   HMAC-SHA256(secret, "caller" A B)
//! listener → caller   HMAC-SHA256(secret, "listener" A B), or 32 zeros if the caller's code is wrong
//! ```
//!
//! An announcement contains a nonce, so a recorded handshake cannot be replayed. Each side has its own
//! label, so a code cannot be sent back to its author. The codes cover both announcements. An announcement
//! is used only after its code was checked.

use caracole_core::shorten;
use hmac::Mac;

use crate::secret::{HmacSha256, Key, hmac};

const MAGIC: &[u8; 8] = b"caracole";
/// The version of this handshake. Any change of its bytes requires a new number.
const PROTOCOL: u32 = 2;
const VERSION: &str = env!("CARGO_PKG_VERSION");
const VERSION_LEN: usize = 20;
const NONCE_LEN: usize = 32;
const NUMBERS: usize = 5;
/// The length of magic, protocol, program version, five numbers of 4 bytes, digest and nonce.
pub(super) const ANNOUNCEMENT_LEN: usize =
    MAGIC.len() + 4 + VERSION_LEN + 4 * NUMBERS + 8 + NONCE_LEN;
/// The length of a code.
pub(super) const PROOF_LEN: usize = 32;

/// The parameters of a process. All except the first two must be the same for all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parameters {
    pub(crate) process: u32,
    /// The expected number of the other process.
    pub(crate) to: u32,
    pub(crate) processes: u32,
    pub(crate) threads: u32,
    /// 1 with a checkpoint folder, 0 without one.
    pub(crate) has_checkpoint: u32,
    /// Identifies the question.
    pub(crate) digest: u64,
}

/// The first message of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Announcement {
    pub(super) parameters: Parameters,
    version: String,
    bytes: [u8; ANNOUNCEMENT_LEN],
}

impl Announcement {
    /// Returns the announcement of this process, with a nonce from the operating system.
    pub(super) fn new(parameters: Parameters) -> std::io::Result<Self> {
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce)?;
        Ok(Self::with(parameters, VERSION, nonce))
    }

    pub(super) fn with(parameters: Parameters, version: &str, nonce: [u8; NONCE_LEN]) -> Self {
        let mut name = [0; VERSION_LEN];
        name.iter_mut().zip(version.bytes()).for_each(|(place, byte)| *place = byte);
        let Parameters { process, to, processes, threads, has_checkpoint, digest } = parameters;
        let numbers = [PROTOCOL, process, to, processes, threads, has_checkpoint];
        let numbers = numbers.map(u32::to_le_bytes);
        let [protocol, numbers @ ..] = numbers;
        let (numbers, digest) = (numbers.concat(), digest.to_le_bytes());
        let parts = [&MAGIC[..], &protocol, &name, &numbers, &digest, &nonce].concat();
        let mut bytes = [0; ANNOUNCEMENT_LEN];
        bytes.iter_mut().zip(parts).for_each(|(place, byte)| *place = byte);
        Self { parameters, version: shorten(version), bytes }
    }

    /// Decodes the announcement of another process.
    pub(super) fn decode(bytes: &[u8; ANNOUNCEMENT_LEN]) -> Option<Self> {
        let (magic, rest) = bytes.split_first_chunk()?;
        let (protocol, rest) = rest.split_first_chunk()?;
        if magic != MAGIC || u32::from_le_bytes(*protocol) != PROTOCOL {
            return None;
        }
        let (version, rest) = rest.split_first_chunk::<VERSION_LEN>()?;
        let (numbers, rest) = rest
            .as_chunks::<4>()
            .0
            .split_first_chunk::<NUMBERS>()
            .map(|(numbers, _)| (numbers, &rest[4 * NUMBERS..]))?;
        let [process, to, processes, threads, has_checkpoint] = numbers.map(u32::from_le_bytes);
        let digest = u64::from_le_bytes(*rest.first_chunk()?);
        let version = version.split(|byte| *byte == 0).next()?;
        let version = shorten(&String::from_utf8_lossy(version));
        let parameters = Parameters { process, to, processes, threads, has_checkpoint, digest };
        Some(Self { parameters, version, bytes: *bytes })
    }

    pub(super) const fn bytes(&self) -> &[u8; ANNOUNCEMENT_LEN] {
        &self.bytes
    }

    /// Returns the first difference from the announcement of an authenticated process, and what to do about
    /// it, as the end of a sentence.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let (ours, theirs) = (&self.parameters, &other.parameters);
        let me = ours.process;
        if other.version != self.version {
            let (ours, theirs) = (&self.version, &other.version);
            return Some(format!(
                "is version {theirs}, and process {me} (this one) is version {ours}: use the same"
            ));
        }
        if (ours.processes, me) != (theirs.processes, theirs.to) || theirs.process >= ours.processes
        {
            return Some(format!(
                "and process {me} (this one) have different lists of hosts: give all the same"
            ));
        }
        if ours.digest != theirs.digest {
            return Some(format!(
                "and process {me} (this one) count different things: give all the same problem"
            ));
        }
        if ours.threads != theirs.threads {
            let (ours, theirs) = (ours.threads, theirs.threads);
            return Some(format!(
                "has {theirs} threads, and process {me} (this one) has {ours}: give all the same \
                 number"
            ));
        }
        (ours.has_checkpoint != theirs.has_checkpoint).then(|| {
            format!(
                "and process {me} (this one) do not both keep finished layers: give all the folder"
            )
        })
    }
}

/// The two ends of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Caller,
    Listener,
}

impl Role {
    const fn other(self) -> Self {
        match self {
            Self::Caller => Self::Listener,
            Self::Listener => Self::Caller,
        }
    }
}

/// The messages of a handshake that the codes cover, and the key.
pub(super) struct Transcript<'a> {
    pub(super) key: &'a Key,
    pub(super) caller: &'a Announcement,
    pub(super) listener: &'a Announcement,
}

impl Transcript<'_> {
    fn code(&self, label: &str) -> HmacSha256 {
        self.key.code(label, [&self.caller.bytes, &self.listener.bytes])
    }

    fn proof_code(&self, of: Role) -> HmacSha256 {
        self.code(match of {
            Role::Caller => "caracole handshake: caller",
            Role::Listener => "caracole handshake: listener",
        })
    }

    /// Returns the code that proves that one end has the secret.
    pub(super) fn proof(&self, of: Role) -> [u8; PROOF_LEN] {
        self.proof_code(of).finalize().into_bytes().into()
    }

    /// Returns true if a code proves that one end has the secret. Takes the same time for all codes.
    pub(super) fn is_proof(&self, of: Role, proof: &[u8; PROOF_LEN]) -> bool {
        self.proof_code(of).verify_slice(proof).is_ok()
    }

    /// Returns the keys of the frames that follow.
    pub(super) fn session(&self, role: Role) -> Session {
        let key = |of: Role| {
            let label = match of {
                Role::Caller => "caracole frames: caller",
                Role::Listener => "caracole frames: listener",
            };
            hmac(&self.code(label).finalize().into_bytes())
        };
        Session { outgoing: key(role), incoming: key(role.other()) }
    }
}

/// The keys of the frames that one end of a connection writes and reads.
#[derive(Clone)]
pub(super) struct Session {
    pub(super) outgoing: HmacSha256,
    pub(super) incoming: HmacSha256,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Secret;

    pub(in super::super) const PARAMETERS: Parameters = Parameters {
        process: 1,
        to: 0,
        processes: 3,
        threads: 2,
        has_checkpoint: 1,
        digest: 0xfeed,
    };

    fn key(secret: &[u8]) -> Key {
        Key::new(Some(&Secret::new(secret).expect("long enough")))
    }

    #[test]
    fn an_announcement_is_decoded_as_it_was_encoded() {
        let ours = Announcement::new(PARAMETERS).expect("a nonce");
        assert_eq!(Announcement::decode(ours.bytes()), Some(ours.clone()));
        assert_ne!(Announcement::new(PARAMETERS).expect("a nonce"), ours, "a new nonce");
        for at in 0..MAGIC.len() + 4 {
            let mut bytes = *ours.bytes();
            bytes[at] ^= 1;
            assert_eq!(Announcement::decode(&bytes), None, "byte {at}");
        }
        let odd = Announcement::with(PARAMETERS, "1.\u{1b}[2J\n", [0; NONCE_LEN]);
        assert_eq!(Announcement::decode(odd.bytes()).expect("an announcement").version, "1.?[2J?");
    }

    #[test]
    fn a_proof_is_valid_for_one_key_one_role_and_one_transcript() {
        let (caller, listener) = (Announcement::new(PARAMETERS), Announcement::new(PARAMETERS));
        let (caller, listener) = (caller.expect("a nonce"), listener.expect("a nonce"));
        let right = key(b"0123456789abcdef");
        let transcript = Transcript { key: &right, caller: &caller, listener: &listener };
        let proof = transcript.proof(Role::Caller);
        assert!(transcript.is_proof(Role::Caller, &proof));
        assert!(!transcript.is_proof(Role::Listener, &proof), "a code that is sent back");
        assert!(!transcript.is_proof(Role::Caller, &[0; PROOF_LEN]));
        for key in [key(b"0123456789abcdeg"), Key::new(None)] {
            assert!(!Transcript { key: &key, ..transcript }.is_proof(Role::Caller, &proof));
        }
        let later = Announcement::new(PARAMETERS).expect("a nonce");
        let replayed = Transcript { key: &right, caller: &caller, listener: &later };
        assert!(!replayed.is_proof(Role::Caller, &proof), "a recorded handshake");
        // Every byte of the announcement is covered.
        for at in 0..ANNOUNCEMENT_LEN {
            let mut changed = caller.clone();
            changed.bytes[at] ^= 1;
            assert!(!Transcript { caller: &changed, ..transcript }.is_proof(Role::Caller, &proof));
        }
    }

    #[test]
    fn both_ends_have_the_same_keys_and_each_direction_its_own() {
        let (caller, listener) = (Announcement::new(PARAMETERS), Announcement::new(PARAMETERS));
        let (caller, listener) = (caller.expect("a nonce"), listener.expect("a nonce"));
        let key = Key::new(None);
        let transcript = Transcript { key: &key, caller: &caller, listener: &listener };
        let of = |code: HmacSha256| code.finalize().into_bytes();
        let [there, here] = [Role::Listener, Role::Caller].map(|role| transcript.session(role));
        assert_eq!(of(there.outgoing.clone()), of(here.incoming.clone()));
        assert_eq!(of(there.incoming.clone()), of(here.outgoing));
        assert_ne!(of(there.outgoing), of(there.incoming));
    }

    #[test]
    fn parameters_are_compared() {
        let of = |parameters| Announcement::with(parameters, VERSION, [0; NONCE_LEN]);
        let ours = of(Parameters { process: 0, to: 1, ..PARAMETERS });
        let difference = |other: Parameters| ours.difference(&of(other)).unwrap_or_default();
        assert_eq!(difference(PARAMETERS), "");
        assert!(difference(Parameters { to: 2, ..PARAMETERS }).contains("lists of hosts"));
        assert!(difference(Parameters { processes: 2, ..PARAMETERS }).contains("lists of hosts"));
        assert!(difference(Parameters { process: 3, ..PARAMETERS }).contains("lists of hosts"));
        assert!(
            difference(Parameters { threads: 8, ..PARAMETERS })
                .contains("has 8 threads, and process 0")
        );
        assert!(
            difference(Parameters { digest: 1, ..PARAMETERS }).contains("count different things")
        );
        assert!(difference(Parameters { has_checkpoint: 0, ..PARAMETERS }).contains("folder"));
        let other = Announcement::with(PARAMETERS, "9.9.9", [0; NONCE_LEN]);
        let text = ours.difference(&other).expect("another version");
        assert!(text.contains("9.9.9") && text.contains(VERSION), "{text}");
    }
}
