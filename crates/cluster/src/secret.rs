//! The secret that the processes of a count share.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The state of a message authentication code under some key.
pub(crate) type HmacSha256 = Hmac<Sha256>;

/// A secret that all processes of a count share, to authenticate each other.
///
/// It is required if a process is not on the loopback interface. White space at both ends is removed, because
/// editors add line breaks.
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

/// The reason why some bytes are not a valid secret.
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
    /// The secret is too short.
    #[error("has {bytes} bytes; a secret has {} to {}", Secret::MIN_LEN, Secret::MAX_LEN)]
    Short {
        /// The number of bytes without white space at the ends.
        bytes: usize,
    },
    /// The secret is too long.
    #[error("has more than {max} bytes; a secret has {min} to {max}", min = Secret::MIN_LEN, max = Secret::MAX_LEN)]
    Long,
}

impl Secret {
    /// The least number of bytes, white space at the ends excluded.
    pub const MIN_LEN: usize = 16;
    /// The largest number of bytes, white space at the ends excluded.
    pub const MAX_LEN: usize = 4096;

    /// Returns a secret, if its length is valid.
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

/// The key of a count: its secret, or the empty key. Codes under the empty key detect damage and other
/// protocols, but not a program that knows this protocol.
#[derive(Clone)]
pub(crate) struct Key(HmacSha256);

impl Key {
    pub(crate) fn new(secret: Option<&Secret>) -> Self {
        Self(hmac(secret.map_or(&[], |secret| &secret.0)))
    }

    /// Returns the code of a label and two parts. Each use of the key has its own label, so a code is valid
    /// for one use only.
    pub(crate) fn code(&self, label: &str, parts: [&[u8]; 2]) -> HmacSha256 {
        let mut code = self.0.clone();
        // Labels are constants with fewer than 256 bytes.
        code.update(&[label.len() as u8]);
        code.update(label.as_bytes());
        // The parts have fixed lengths, so their boundary is known.
        for part in parts {
            code.update(part);
        }
        code
    }
}

/// Returns the initial state of codes under a key.
pub(crate) fn hmac(key: &[u8]) -> HmacSha256 {
    HmacSha256::new_from_slice(key).expect("HMAC accepts keys of any length")
}
