//! Values as text in serde formats, with the feature `serde`.

#[doc(hidden)]
pub use serde;

/// Implements `Serialize` by `Display`, and `Deserialize` by `FromStr`.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),+ $(,)?) => {
        const _: () = {
            use $crate::serde_text::serde::de::{Deserialize, Deserializer, Error};
            use $crate::serde_text::serde::ser::{Serialize, Serializer};

            $(
                impl Serialize for $type {
                    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                        serializer.collect_str(self)
                    }
                }

                impl<'de> Deserialize<'de> for $type {
                    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
                    }
                }
            )+
        };
    };
}

serde_as_text!(crate::Board, crate::Leaper, crate::MoveOrder);
