//! The secret that the processes of a count share.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A message authentication code under some key.
pub(crate) type Code = Hmac<Sha256>;

/// The bytes that prove that a process belongs to a count.
///
/// All processes need the same secret as soon as one of them is beyond the loopback interface. White space
/// at both ends does not count, so a secret survives editors that add a line break.
///
/// ```
/// use caracole_cluster::{Secret, SecretError};
///
/// let secret = Secret::new(b"kJ0v5zqM2rYcXb7TnWd4uQ==\n")?;
/// assert_eq!(format!("{secret:?}"), "Secret(24 bytes)", "the bytes are never printed");
/// assert_eq!(Secret::new(b"knight\n").err(), Some(SecretError::Short { bytes: 6 }));
/// assert!(Secret::new(&[b'n'; Secret::MIN_LEN]).is_ok());
/// assert_eq!(Secret::new(&[b'n'; Secret::MAX_LEN + 1]).err(), Some(SecretError::Long));
/// # Ok::<(), SecretError>(())
/// ```
#[derive(Clone)]
pub struct Secret(Vec<u8>);

/// The reason why some bytes cannot be a secret.
///
/// ```
/// use caracole_cluster::Secret;
///
/// let error = Secret::new(b"tour").expect_err("too short");
/// assert_eq!(error.to_string(), "has 4 bytes; a secret has 16 to 4096");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// Too few bytes.
    #[error("has {bytes} bytes; a secret has {} to {}", Secret::MIN_LEN, Secret::MAX_LEN)]
    Short {
        /// The number of bytes without white space at the ends.
        bytes: usize,
    },
    /// Too many bytes.
    #[error("has more than {max} bytes; a secret has {min} to {max}", min = Secret::MIN_LEN, max = Secret::MAX_LEN)]
    Long,
}

impl Secret {
    /// The least number of bytes, white space at the ends excluded.
    pub const MIN_LEN: usize = 16;
    /// The largest number of bytes, white space at the ends excluded.
    pub const MAX_LEN: usize = 4096;

    /// Checks the length of a secret.
    pub fn new(bytes: &[u8]) -> Result<Self, SecretError> {
        let bytes = bytes.trim_ascii();
        match bytes.len() {
            ..Self::MIN_LEN => Err(SecretError::Short { bytes: bytes.len() }),
            Self::MIN_LEN..=Self::MAX_LEN => Ok(Self(bytes.to_vec())),
            _ => Err(SecretError::Long),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({} bytes)", self.0.len())
    }
}

/// The key of a count: the secret, or nothing on loopback. Without a secret the codes still find damage
/// and strangers that do not know the protocol; they do not keep out a program that does.
#[derive(Clone)]
pub(crate) struct Key(Code);

impl Key {
    pub(crate) fn new(secret: Option<&Secret>) -> Self {
        Self(code(secret.map_or(&[], |secret| &secret.0)))
    }

    /// The code of some parts. The label separates uses of the key, so no code serves for two.
    pub(crate) fn over(&self, label: &str, parts: [&[u8]; 2]) -> Code {
        let mut code = self.0.clone();
        code.update(&[label.len() as u8]);
        code.update(label.as_bytes());
        // The parts have fixed lengths, so their boundary is known.
        for part in parts {
            code.update(part);
        }
        code
    }
}

/// A code under a key of any length.
pub(crate) fn code(key: &[u8]) -> Code {
    // Impossible: HMAC shortens keys that are longer than a block.
    Code::new_from_slice(key).unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"))
}
