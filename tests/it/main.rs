//! All integration tests, one module a topic.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod agree;
mod batch;
mod boards;
mod check;
mod cli;
#[cfg(all(feature = "clipboard", target_os = "linux"))]
mod cli_clipboard;
mod cli_hostile;
mod cli_pictures;
#[cfg(feature = "watch")]
mod cli_watch;
mod damage;
mod degrade;
mod exact;
mod explain;
mod fixtures;
mod golden;
mod kinds;
mod layers;
#[cfg(feature = "linear")]
mod linear;
mod mutate;
mod paint;
mod read;
mod render;
mod render_corpus;
mod render_scene;
mod render_steps;
mod score;
mod sheets;
mod slow;
mod solve;
mod support;
mod survey;
mod techniques;
mod text;
