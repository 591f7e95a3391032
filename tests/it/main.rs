//! All integration tests, one module a topic.

mod text;
