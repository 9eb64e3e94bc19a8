//! The list of hosts.

use std::collections::HashSet;

use caracole_core::shorten;

/// The addresses of all processes, in the order of their numbers.
///
/// The text form has one `host:port` on each line; a `#` begins a comment.
///
/// ```
/// use caracole_cluster::Hosts;
///
/// let hosts = Hosts::parse("# two machines\nanna:2101\nbert:2101\n")?;
/// assert_eq!(hosts.len(), 2);
/// assert_eq!(hosts.address(1), Some("bert:2101"));
/// assert!(Hosts::parse("anna\n").unwrap_err().to_string().starts_with("line 1: 'anna' has no port"));
/// # Ok::<(), caracole_cluster::HostsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

/// The reason why a list of hosts is invalid, or does not contain a process.
///
/// ```
/// use caracole_cluster::{Cluster, Hosts, HostsError};
///
/// let error = Hosts::parse("anna:2101\nbert\n").expect_err("bert has no port");
/// assert_eq!(
///     error.to_string(),
///     "line 2: 'bert' has no port from 1 to 65535: write host:port, such as anna:2101"
/// );
/// let hosts = Hosts::parse("anna:2101\nbert:2101\n")?;
/// let error = Cluster::new(&hosts, 2).err();
/// assert_eq!(error, Some(HostsError::NoSuchProcess { process: 2, processes: 2 }));
/// # Ok::<(), HostsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// The list contains no address.
    #[error("names no host: write one host:port a line")]
    Empty,
    /// The list contains too many addresses.
    #[error("names {0} hosts; {MAX} are the most")]
    TooMany(usize),
    /// A line is not an address with a port.
    #[error(
        "line {line}: '{text}' has no port from 1 to 65535: write host:port, such as anna:2101"
    )]
    NoPort {
        /// The number of the line, from 1.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// An address occurs twice.
    #[error("line {line}: '{text}' is listed twice: each process needs its own address")]
    Duplicate {
        /// The number of the line, from 1.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// No process has this number.
    #[error("{process} is beyond the processes 0 to {last}", last = processes - 1)]
    NoSuchProcess {
        /// The number.
        process: usize,
        /// The number of processes.
        processes: usize,
    },
}

/// The largest number of processes.
const MAX: usize = 4096;

impl Hosts {
    /// Parses a list.
    pub fn parse(text: &str) -> Result<Self, HostsError> {
        let mut hosts: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        for (at, line) in text.lines().enumerate() {
            let text = line.split_once('#').map_or(line, |(text, _)| text).trim();
            if text.is_empty() {
                continue;
            }
            let line = at + 1;
            if !is_address(text) {
                return Err(HostsError::NoPort { line, text: shorten(text) });
            }
            if !seen.insert(text) {
                return Err(HostsError::Duplicate { line, text: shorten(text) });
            }
            hosts.push(text.to_owned());
        }
        match hosts.len() {
            0 => Err(HostsError::Empty),
            1..=MAX => Ok(Self(hosts)),
            many => Err(HostsError::TooMany(many)),
        }
    }

    /// Returns the list of a single process, which needs no address.
    pub(crate) fn alone() -> Self {
        Self(vec![String::new()])
    }

    /// Returns the number of processes, which is at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a list of hosts is never empty")]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the address of a process.
    pub fn address(&self, process: usize) -> Option<&str> {
        self.0.get(process).map(String::as_str)
    }

    /// Returns the first address that may lead to another machine, if the list has several processes. Such
    /// a list needs a [`Secret`](crate::Secret).
    ///
    /// ```
    /// use caracole_cluster::Hosts;
    ///
    /// let here = Hosts::parse("localhost:2101\n127.0.0.1:2102\n[::1]:2103\n")?;
    /// assert_eq!(here.beyond_loopback(), None);
    /// let both = Hosts::parse("localhost:2101\nbert:2101\n")?;
    /// assert_eq!(both.beyond_loopback(), Some("bert:2101"));
    /// # Ok::<(), caracole_cluster::HostsError>(())
    /// ```
    pub fn beyond_loopback(&self) -> Option<&str> {
        let others = self.0.iter().filter(|_| self.len() > 1);
        others.map(String::as_str).find(|address| !names_loopback(address))
    }

    /// Checks that a process is in the list.
    pub(crate) const fn check(&self, process: usize) -> Result<(), HostsError> {
        let processes = self.len();
        if process < processes {
            Ok(())
        } else {
            Err(HostsError::NoSuchProcess { process, processes })
        }
    }
}

/// Returns true if the name alone shows that an address is on the loopback interface.
fn names_loopback(address: &str) -> bool {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    let number = host.trim_start_matches('[').trim_end_matches(']');
    let number = number.parse::<std::net::IpAddr>();
    number.map_or_else(
        |_| host.eq_ignore_ascii_case("localhost"),
        |number| number.to_canonical().is_loopback(),
    )
}

fn is_address(text: &str) -> bool {
    let Some((host, port)) = text.rsplit_once(':') else { return false };
    let port = port.parse::<u16>().is_ok_and(|port| port > 0);
    let is_odd = |sign: char| sign.is_whitespace() || sign.is_control();
    !host.is_empty() && !host.contains(is_odd) && port
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_lists_are_parsed() {
        let text = "\n  anna:2101  # fast\n# bert is off\n[::1]:2102\n10.0.0.7:1\n";
        let hosts = Hosts::parse(text).expect("a valid list");
        assert_eq!(hosts.0, ["anna:2101", "[::1]:2102", "10.0.0.7:1"]);
        assert!(hosts.check(2).is_ok());
        assert_eq!(hosts.check(3), Err(HostsError::NoSuchProcess { process: 3, processes: 3 }));
    }

    #[test]
    fn only_loopback_addresses_need_no_secret() {
        let beyond = |text: &str| Hosts::parse(text).expect("a list").beyond_loopback().is_some();
        for here in ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "LOCALHOST:1", "[::ffff:127.0.0.1]:1"]
        {
            assert!(!beyond(&format!("localhost:2\n{here}\n")), "{here}");
        }
        for there in ["anna:1", "10.0.0.1:1", "0.0.0.0:1", "[::]:1", "[fe80::1]:1", "localhost.a:1"]
        {
            assert!(beyond(&format!("localhost:2\n{there}\n")), "{there}");
        }
        assert!(!beyond("anna:1"), "a single process connects to nothing");
    }

    #[test]
    fn errors_name_the_line() {
        for text in ["anna", "anna:", "anna:0", "anna:65536", ":2101", "anna bert:1", "a:x"] {
            let error = HostsError::NoPort { line: 2, text: text.into() };
            assert_eq!(Hosts::parse(&format!("# hosts\n{text}\n")), Err(error));
        }
        // Control characters of the file do not reach the terminal.
        let error = Hosts::parse("\u{1b}[2J:2101").expect_err("an invalid address");
        assert_eq!(error, HostsError::NoPort { line: 1, text: "?[2J:2101".into() });
        let error = Hosts::parse(&"x".repeat(1000)).expect_err("no port");
        assert!(error.to_string().contains("xxx...'"), "{error}");
        let twice = HostsError::Duplicate { line: 3, text: "a:1".into() };
        assert_eq!(Hosts::parse("a:1\nb:1\na:1\n"), Err(twice));
        for text in ["", "\n\n", "# none\n"] {
            assert_eq!(Hosts::parse(text), Err(HostsError::Empty));
        }
        let many: Vec<_> = (0..=MAX).map(|at| format!("h{at}:1")).collect();
        let many = many.join("\n");
        assert_eq!(Hosts::parse(&many), Err(HostsError::TooMany(MAX + 1)));
    }
}
