//! What processes say of themselves, in bytes, and what they make of each other's words.

/// What a process says of itself. All but the first two must be the same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) process: u32,
    /// The process that it takes the other for.
    pub(crate) to: u32,
    pub(crate) processes: u32,
    pub(crate) threads: u32,
    /// Are finished layers kept?
    pub(crate) keeps: u32,
    /// What is counted.
    pub(crate) digest: u64,
}

const MAGIC: &[u8; 8] = b"caracole";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The magic, the version of the program in 20 bytes, five numbers of 4 and one of 8.
pub(super) const SIZE: usize = 56;

impl Hello {
    pub(super) fn pack(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(MAGIC);
        for (place, byte) in bytes[8..28].iter_mut().zip(VERSION.bytes()) {
            *place = byte;
        }
        let numbers = [self.process, self.to, self.processes, self.threads, self.keeps];
        for (place, number) in bytes[28..48].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes[48..].copy_from_slice(&self.digest.to_le_bytes());
        bytes
    }

    /// What another process says; none if it is not one of ours.
    pub(super) fn unpack(bytes: &[u8; SIZE]) -> Option<(String, Self)> {
        let text = bytes[8..28].iter().take_while(|byte| **byte != 0).copied().collect();
        let number =
            |at: usize| bytes[28 + 4 * at..].first_chunk().copied().map(u32::from_le_bytes);
        let hello = Self {
            process: number(0)?,
            to: number(1)?,
            processes: number(2)?,
            threads: number(3)?,
            keeps: number(4)?,
            digest: bytes.last_chunk().copied().map(u64::from_le_bytes)?,
        };
        (bytes[..8] == *MAGIC).then_some((String::from_utf8(text).ok()?, hello))
    }

    /// What is different at another process, if it matters.
    pub(super) fn differs(&self, version: &str, other: &Self) -> Option<String> {
        if version != VERSION {
            return Some(format!("is version {version}, and this one is {VERSION}: use the same"));
        }
        if (self.processes, self.process) != (other.processes, other.to) {
            return Some("has another list of hosts: give all processes the same".into());
        }
        if self.digest != other.digest {
            return Some("counts something else: give all processes the same problem".into());
        }
        if self.threads != other.threads {
            let (theirs, ours) = (other.threads, self.threads);
            return Some(format!(
                "has {theirs} threads, and this one has {ours}: give all processes the same number"
            ));
        }
        (self.keeps != other.keeps).then(|| {
            "and this one do not both keep finished layers: give all processes the folder".into()
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) const HELLO: Hello =
        Hello { process: 1, to: 0, processes: 3, threads: 2, keeps: 1, digest: 0xfeed };

    #[test]
    fn a_hello_survives_the_journey() {
        let (version, hello) = Hello::unpack(&HELLO.pack()).expect("one of ours");
        assert_eq!((&version[..], hello), (VERSION, HELLO));
        assert_eq!(Hello::unpack(&[b'x'; SIZE]), None);
    }

    #[test]
    fn what_matters_is_compared() {
        let ours = Hello { process: 0, to: 1, ..HELLO };
        let differs = |other: Hello| ours.differs(VERSION, &other);
        assert_eq!(differs(HELLO), None);
        assert!(differs(Hello { to: 2, ..HELLO }).is_some_and(|text| text.contains("hosts")));
        assert!(differs(Hello { processes: 2, ..HELLO }).is_some());
        assert!(
            differs(Hello { threads: 8, ..HELLO }).is_some_and(|text| text.contains("8 threads"))
        );
        assert!(differs(Hello { digest: 1, ..HELLO }).is_some_and(|text| text.contains("counts")));
        assert!(differs(Hello { keeps: 0, ..HELLO }).is_some_and(|text| text.contains("folder")));
        assert!(ours.differs("9.9.9", &HELLO).is_some_and(|text| text.contains("9.9.9")));
    }
}
