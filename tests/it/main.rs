//! All integration tests, one module a topic.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod fixtures;
mod render;
mod support;
mod text;
