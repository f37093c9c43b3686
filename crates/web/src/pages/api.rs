//! The API for people: its description as a readable page.

use super::{Frame, Page};
use crate::{markdown, person::Who};
use axum::{Extension, Json};
use maud::{Markup, html};
use serde_json::Value;
use std::sync::Arc;

/// The description, shared.
#[derive(Clone)]
pub struct Spec(pub Arc<Value>);

/// `GET /api/openapi.json`
pub async fn spec(Extension(Spec(spec)): Extension<Spec>) -> Json<Value> {
    Json((*spec).clone())
}

/// `GET /api`
pub async fn page(Extension(Spec(spec)): Extension<Spec>, who: Who) -> Page {
    let empty = serde_json::Map::new();
    let paths = spec["paths"].as_object().unwrap_or(&empty);
    let tags = spec["tags"].as_array().cloned().unwrap_or_default();
    let middle = html! {
        div.narrow.api {
            h1 { "For programs" }
            p.lead { "Everything a person can do here a program can do, too, with the same knowledge and the same refusals. "
                "The exact description is " a href="/api/openapi.json" { "OpenAPI 3.1" } "." }
            h2 { "A game in four requests" }
            pre tabindex="0" { (example(&spec)) }
            @for tag in &tags {
                @let name = tag["name"].as_str().unwrap_or_default();
                h2 { (tag["description"].as_str().unwrap_or(name)) }
                @for (path, methods) in paths {
                    @for (method, operation) in methods.as_object().unwrap_or(&empty) {
                        @if operation["tags"][0] == name { (operation_section(path, method, operation)) }
                    }
                }
            }
        }
    };
    Frame::new("For programs", "api", who.0.as_ref()).html(&middle)
}

fn operation_section(path: &str, method: &str, operation: &Value) -> Markup {
    let text = |key: &str| operation[key].as_str().unwrap_or_default().to_owned();
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    html! {
        section.operation {
            h3 { code { (method.to_uppercase()) " " (path) } }
            p { strong { (text("summary")) } @if !text("summary").is_empty() { ". " } (markdown::inline(&text("description").replace('\n', " "))) }
            @let query: Vec<&Value> = parameters.iter().filter(|p| p["in"] == "query").collect();
            @if !query.is_empty() {
                ul { @for p in query { li { code { (p["name"].as_str().unwrap_or_default()) } " " (markdown::inline(&p["description"].as_str().unwrap_or_default().replace('\n', " "))) } } }
            }
        }
    }
}

/// The example, at this server's own address where that is known.
fn example(spec: &Value) -> String {
    EXAMPLE.replace("localhost:7777", spec["servers"][0]["url"].as_str().unwrap_or("localhost:7777"))
}

const EXAMPLE: &str = "\
# A table with a program against an easy bot; the answer holds the token.
curl -s localhost:7777/api/v1/tables -H 'content-type: application/json' \\
     -d '{\"game\":\"red-alert\",\"seats\":[\"api\",\"easy\"]}'
# What is asked of us?
curl -s localhost:7777/api/v1/tables/$ID/choices -H \"authorization: Bearer $TOKEN\"
# Take the first choice; the answer says what is asked next.
curl -s localhost:7777/api/v1/tables/$ID/act -H \"authorization: Bearer $TOKEN\" \\
     -H 'content-type: application/json' -d '{\"question\":1,\"choice\":0}'
# Or listen.
curl -sN localhost:7777/api/v1/tables/$ID/stream -H \"authorization: Bearer $TOKEN\"";
