//! Checks the licences of all dependencies.
//!
//! Caracole may be used for any purpose, so its dependencies must permit that too.

use std::io;
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};

/// The licences that require at most attribution.
const ALLOWED: [&str; 9] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Zlib",
];

/// Returns a line for each package, on any system, with another licence, and the number of packages.
pub(crate) fn refused() -> io::Result<(Vec<String>, usize)> {
    let output =
        Command::new("cargo").args(["metadata", "--locked", "--format-version", "1"]).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    Ok((packages.iter().filter_map(refusal).collect(), packages.len()))
}

/// Returns why a package is refused, if it is.
fn refusal(package: &Value) -> Option<String> {
    let name = package["name"].as_str().unwrap_or("a package without a name");
    let Some(licence) = package["license"].as_str() else {
        return Some(format!("{name}: it names no licence"));
    };
    // Some packages still write `MIT/Apache-2.0`, which means `OR`.
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Err(error) => Some(format!("{name}: {licence}: {}", error.reason)),
        Ok(expression) if expression.evaluate(is_allowed) => None,
        Ok(_) => Some(format!("{name}: {licence} is not among {}", ALLOWED.join(", "))),
    }
}

fn is_allowed(needed: &LicenseReq) -> bool {
    needed.addition.is_none()
        && needed.license.id().is_some_and(|licence| ALLOWED.contains(&licence.name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn is_refused(licence: &str) -> bool {
        refusal(&json!({ "name": "x", "license": licence })).is_some()
    }

    #[test]
    fn one_good_licence_of_several_is_enough() {
        for good in ["MIT", "MIT/Apache-2.0", "Apache-2.0 OR LGPL-2.1-or-later"] {
            assert!(!is_refused(good), "{good}");
        }
        assert!(!is_refused("(MIT OR Apache-2.0) AND Unicode-3.0"));
    }

    #[test]
    fn what_asks_for_more_is_refused() {
        for bad in ["GPL-3.0-only", "MIT AND LGPL-2.1-only", "AGPL-3.0-or-later", "a word", ""] {
            assert!(is_refused(bad), "{bad}");
        }
        assert!(refusal(&json!({ "name": "x" })).is_some_and(|why| why.contains("no licence")));
    }
}
