//! Validation of requests and responses against `openapi.json`.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::client::Response;

pub(crate) const OPENAPI: &str = include_str!("../../src/openapi.json");

pub(crate) static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI).expect("JSON"));

/// Returns the value at a JSON pointer, or the value that a `$ref` there points to.
pub(crate) fn resolve(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(reference) => {
            DOCUMENT.pointer(reference.trim_start_matches('#')).expect("a valid reference")
        }
        None => value,
    }
}

/// Returns the operation of a method and a path, if the document describes it.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    let matches = |template: &str| {
        let (template, path) = (template.split('/'), path.split('/'));
        template.clone().count() == path.clone().count()
            && template.zip(path).all(|(template, path)| template == path || template == "{id}")
    };
    let by_template = || paths.iter().find(|(path, _)| matches(path)).map(|(_, item)| item);
    paths.get(path).or_else(by_template)?.get(method.to_ascii_lowercase())
}

/// Asserts that a request matches its schema.
pub(crate) fn validate_request(path: &str, request: &Value) {
    let body = resolve(&operation("POST", path).expect("an operation")["requestBody"]);
    assert_valid(&body["content"]["application/json"]["schema"], request);
}

/// Asserts that a response of the API is documented and matches its schema.
pub(crate) fn validate_response(method: &str, path: &str, response: &Response) {
    let Some(operation) = operation(method, path) else { return };
    let documented = resolve(&operation["responses"][response.status.to_string()]);
    let media_type = response.header("content-type").unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default();
    let content = &documented["content"][media_type];
    assert!(content.is_object(), "{method} {path}: {} {media_type}", response.status);
    let schema = &content["schema"];
    if media_type == "application/json" && schema.get("type").is_none() {
        // A field that the document does not describe is an error too.
        let strict = json!({"allOf": [schema], "unevaluatedProperties": false});
        assert_valid(&strict, &response.json());
    }
}

/// Asserts that a value matches a schema, which may refer to the components of the document.
pub(crate) fn assert_valid(schema: &Value, value: &Value) {
    static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> =
        LazyLock::new(Mutex::default);
    let validator = {
        let mut validators = VALIDATORS.lock().expect("no panic while it is locked");
        let compile = || {
            let mut schema = schema.clone();
            schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
            schema["components"] = DOCUMENT["components"].clone();
            Arc::new(jsonschema::validator_for(&schema).expect("a valid schema"))
        };
        Arc::clone(validators.entry(schema.to_string()).or_insert_with(compile))
    };
    let errors: Vec<_> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    let shown: String = value.to_string().chars().take(500).collect();
    assert!(errors.is_empty(), "{shown} does not match {schema}: {errors:#?}");
}
