//! Calls of the API.

use std::time::Duration;

use caracole_server::{Settings, call, endpoints};
use serde_json::Value;

/// The first line is the name of an endpoint, the rest is the body. The response is never an internal
/// error, and respects the limits.
pub fn api(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (name, body) = data.split_at(end);
    let Ok(name) = std::str::from_utf8(name) else { return };
    let settings = Settings {
        time_limit: Duration::from_millis(200),
        memory: 1 << 26,
        threads: 1,
        max_squares: 400,
        worker_slots: 1,
        job_slots: 1,
        ..Settings::default()
    };
    let reply = call(name, body, &settings);
    let is_known = endpoints().any(|known| known == name);
    assert_eq!(reply.status == 404, !is_known, "{name}");
    assert!(matches!(reply.status, 200 | 400 | 404 | 422), "{name}: {}", reply.status);
    if reply.status != 200 || reply.media_type == "application/json" {
        let object: Value = serde_json::from_slice(&reply.body).expect("an object");
        assert!(object.get("schema").is_some() && object.get("version").is_some(), "{object}");
        // A certificate that does not hold is an answer with an error inside.
        let is_error = object["schema"] == "caracole.error/1";
        assert_eq!(is_error, reply.status != 200, "{object}");
    }
}
