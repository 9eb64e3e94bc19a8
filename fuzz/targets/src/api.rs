//! What is sent to the server.

use std::time::Duration;

use caracole_server::{Settings, ask, verbs};
use serde_json::Value;

/// A request: the verb in the first line, then the body. It is answered or refused within its limits,
/// and never with a fault of ours.
pub fn api(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (verb, body) = data.split_at(end);
    let Ok(verb) = std::str::from_utf8(verb) else { return };
    let settings = Settings {
        time: Duration::from_millis(200),
        memory: 1 << 26,
        threads: 1,
        squares: 400,
        at_once: 1,
        jobs_at_once: 1,
        ..Settings::default()
    };
    let reply = ask(verb, body, &settings);
    let is_verb = verbs().any(|known| known == verb);
    assert_eq!(reply.status == 404, !is_verb, "{verb}");
    assert!(matches!(reply.status, 200 | 400 | 404 | 422), "{verb}: {}", reply.status);
    if reply.status != 200 || reply.media == "application/json" {
        let object: Value = serde_json::from_slice(&reply.body).expect("an object");
        assert!(object.get("schema").is_some() && object.get("version").is_some(), "{object}");
        assert_eq!(object.get("error").is_some(), reply.status != 200, "{object}");
    }
}
