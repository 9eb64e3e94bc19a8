//! The handshake: two processes prove to each other that they have the same secret, and then compare what
//! they are about to count.
//!
//! ```text
//! caller → listener   announcement A (92 bytes)
//! listener → caller   announcement B (92 bytes)
//! caller → listener   HMAC-SHA256(secret, "caller" A B)
//! listener → caller   HMAC-SHA256(secret, "listener" A B), or 32 zeros if the caller's code is wrong
//! ```
//!
//! An announcement holds a nonce, so a recorded handshake cannot be used again, and each side has a label
//! of its own, so a code cannot be sent back to its author. The codes cover everything that was said. An
//! announcement counts only after its code was checked.

use caracole_core::shorten;
use hmac::Mac;

use crate::secret::{Code, Key, code};

const MAGIC: &[u8; 8] = b"caracole";
/// The version of this handshake. A change in any byte of it needs another number.
const PROTOCOL: u32 = 2;
const VERSION: &str = env!("CARGO_PKG_VERSION");
const VERSION_LEN: usize = 20;
const NONCE_LEN: usize = 32;
const NUMBERS: usize = 5;
/// Magic, protocol, version of the program, five numbers of 4 bytes, the digest, the nonce.
pub(super) const ANNOUNCEMENT_LEN: usize =
    MAGIC.len() + 4 + VERSION_LEN + 4 * NUMBERS + 8 + NONCE_LEN;
/// The length of a code.
pub(super) const PROOF_LEN: usize = 32;

/// The plan of a process. All but the first two numbers must be the same for all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) process: u32,
    /// The process that is believed to be at the other end.
    pub(crate) to: u32,
    pub(crate) processes: u32,
    pub(crate) threads: u32,
    /// 1 if finished layers are kept in a folder, 0 if not.
    pub(crate) keeps: u32,
    /// Identifies the question.
    pub(crate) digest: u64,
}

/// The first words of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Announcement {
    pub(super) plan: Plan,
    version: String,
    bytes: [u8; ANNOUNCEMENT_LEN],
}

impl Announcement {
    /// The plan of this process, with a nonce from the operating system.
    pub(super) fn new(plan: Plan) -> std::io::Result<Self> {
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce)?;
        Ok(Self::with(plan, VERSION, nonce))
    }

    pub(super) fn with(plan: Plan, version: &str, nonce: [u8; NONCE_LEN]) -> Self {
        let mut name = [0; VERSION_LEN];
        name.iter_mut().zip(version.bytes()).for_each(|(place, byte)| *place = byte);
        let Plan { process, to, processes, threads, keeps, digest } = plan;
        let numbers = [PROTOCOL, process, to, processes, threads, keeps].map(u32::to_le_bytes);
        let [protocol, numbers @ ..] = numbers;
        let (numbers, digest) = (numbers.concat(), digest.to_le_bytes());
        let parts = [&MAGIC[..], &protocol, &name, &numbers, &digest, &nonce].concat();
        let mut bytes = [0; ANNOUNCEMENT_LEN];
        bytes.iter_mut().zip(parts).for_each(|(place, byte)| *place = byte);
        Self { plan, version: shorten(version), bytes }
    }

    /// Another process's announcement; none if this is not one.
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
        let [process, to, processes, threads, keeps] = numbers.map(u32::from_le_bytes);
        let digest = u64::from_le_bytes(*rest.first_chunk()?);
        let version = version.split(|byte| *byte == 0).next().unwrap_or_default();
        let version = shorten(&String::from_utf8_lossy(version));
        let plan = Plan { process, to, processes, threads, keeps, digest };
        Some(Self { plan, version, bytes: *bytes })
    }

    pub(super) const fn bytes(&self) -> &[u8; ANNOUNCEMENT_LEN] {
        &self.bytes
    }

    /// The difference between this process's announcement and that of an authenticated one, and what to
    /// do about it.
    pub(super) fn differs(&self, other: &Self) -> Option<String> {
        let (ours, theirs) = (&self.plan, &other.plan);
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
        (ours.keeps != theirs.keeps).then(|| {
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

/// Everything that was announced, and the secret.
pub(super) struct Transcript<'a> {
    pub(super) key: &'a Key,
    pub(super) caller: &'a Announcement,
    pub(super) listener: &'a Announcement,
}

impl Transcript<'_> {
    fn code(&self, label: &str) -> Code {
        self.key.over(label, [&self.caller.bytes, &self.listener.bytes])
    }

    fn proof_code(&self, of: Role) -> Code {
        self.code(match of {
            Role::Caller => "caracole handshake: caller",
            Role::Listener => "caracole handshake: listener",
        })
    }

    /// The code by which one end shows that it has the secret.
    pub(super) fn proof(&self, of: Role) -> [u8; PROOF_LEN] {
        self.proof_code(of).finalize().into_bytes().into()
    }

    /// Returns true if a code is that of one end. Takes the same time for all codes.
    pub(super) fn is_proof(&self, of: Role, proof: &[u8; PROOF_LEN]) -> bool {
        self.proof_code(of).verify_slice(proof).is_ok()
    }

    /// The keys for everything that follows.
    pub(super) fn session(&self, role: Role) -> Session {
        let key = |of: Role| {
            let label = match of {
                Role::Caller => "caracole frames: caller",
                Role::Listener => "caracole frames: listener",
            };
            code(&self.code(label).finalize().into_bytes())
        };
        Session { outgoing: key(role), incoming: key(role.other()) }
    }
}

/// The codes of the frames in both directions, as one end sees them.
#[derive(Clone)]
pub(super) struct Session {
    pub(super) outgoing: Code,
    pub(super) incoming: Code,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Secret;

    pub(in super::super) const PLAN: Plan =
        Plan { process: 1, to: 0, processes: 3, threads: 2, keeps: 1, digest: 0xfeed };

    fn key(secret: &[u8]) -> Key {
        Key::new(Some(&Secret::new(secret).expect("long enough")))
    }

    #[test]
    fn an_announcement_is_decoded_as_it_was_encoded() {
        let ours = Announcement::new(PLAN).expect("a nonce");
        assert_eq!(Announcement::decode(ours.bytes()), Some(ours.clone()));
        assert_ne!(Announcement::new(PLAN).expect("a nonce"), ours, "the nonce is a new one");
        for at in 0..MAGIC.len() + 4 {
            let mut bytes = *ours.bytes();
            bytes[at] ^= 1;
            assert_eq!(Announcement::decode(&bytes), None, "byte {at}");
        }
        let odd = Announcement::with(PLAN, "1.\u{1b}[2J\n", [0; NONCE_LEN]);
        assert_eq!(Announcement::decode(odd.bytes()).expect("is one").version, "1.?[2J?");
    }

    #[test]
    fn a_proof_fits_one_key_one_role_and_one_transcript() {
        let (caller, listener) = (Announcement::new(PLAN), Announcement::new(PLAN));
        let (caller, listener) = (caller.expect("a nonce"), listener.expect("a nonce"));
        let right = key(b"0123456789abcdef");
        let said = Transcript { key: &right, caller: &caller, listener: &listener };
        let proof = said.proof(Role::Caller);
        assert!(said.is_proof(Role::Caller, &proof));
        assert!(!said.is_proof(Role::Listener, &proof), "a code that is sent back");
        assert!(!said.is_proof(Role::Caller, &[0; PROOF_LEN]));
        for key in [key(b"0123456789abcdeg"), Key::new(None)] {
            assert!(!Transcript { key: &key, ..said }.is_proof(Role::Caller, &proof));
        }
        let later = Announcement::new(PLAN).expect("a nonce");
        let replayed = Transcript { key: &right, caller: &caller, listener: &later };
        assert!(!replayed.is_proof(Role::Caller, &proof), "a recorded handshake");
        // Every byte that was said is covered.
        for at in 0..ANNOUNCEMENT_LEN {
            let mut changed = caller.clone();
            changed.bytes[at] ^= 1;
            assert!(!Transcript { caller: &changed, ..said }.is_proof(Role::Caller, &proof));
        }
    }

    #[test]
    fn both_ends_have_the_same_keys_and_each_direction_another() {
        let (caller, listener) = (Announcement::new(PLAN), Announcement::new(PLAN));
        let (caller, listener) = (caller.expect("a nonce"), listener.expect("a nonce"));
        let key = Key::new(None);
        let said = Transcript { key: &key, caller: &caller, listener: &listener };
        let of = |code: Code| code.finalize().into_bytes();
        let [there, here] = [Role::Listener, Role::Caller].map(|role| said.session(role));
        assert_eq!(of(there.outgoing.clone()), of(here.incoming.clone()));
        assert_eq!(of(there.incoming.clone()), of(here.outgoing));
        assert_ne!(of(there.outgoing), of(there.incoming));
    }

    #[test]
    fn plans_are_compared() {
        let of = |plan| Announcement::with(plan, VERSION, [0; NONCE_LEN]);
        let ours = of(Plan { process: 0, to: 1, ..PLAN });
        let differs = |other: Plan| ours.differs(&of(other)).unwrap_or_default();
        assert_eq!(differs(PLAN), "");
        assert!(differs(Plan { to: 2, ..PLAN }).contains("lists of hosts"));
        assert!(differs(Plan { processes: 2, ..PLAN }).contains("lists of hosts"));
        assert!(differs(Plan { process: 3, ..PLAN }).contains("lists of hosts"));
        assert!(differs(Plan { threads: 8, ..PLAN }).contains("has 8 threads, and process 0"));
        assert!(differs(Plan { digest: 1, ..PLAN }).contains("count different things"));
        assert!(differs(Plan { keeps: 0, ..PLAN }).contains("folder"));
        let other = Announcement::with(PLAN, "9.9.9", [0; NONCE_LEN]);
        let text = ours.differs(&other).expect("another version");
        assert!(text.contains("9.9.9") && text.contains(VERSION), "{text}");
    }
}
