//! Drop in a screenshot of a Queens puzzle, get the answer drawn on it.
//!
//! A Queens board has N rows, N columns and N coloured regions; each of them holds exactly one queen, and no two queens
//! touch.
//!
//! ```text
//!  file ─ decode ─► Picture                                           ┌─► explain   sentences
//!                     │                                               ├─► grade     level, score
//!                  locate ─► Grid                             solve ─► Trace ─► scene, overlay
//!                     │                                         ▲              │
//!                  sample ─► colours of the cells             State     ┌──────┼─────┬──────────┐
//!                     │                                         │      png    svg   gif   terminal
//!                  cluster, marks ─► Candidates, best first     │
//!                     │                                         │
//!                  judge ─► Reading { board, marks, grid, … }   │
//!                                    │                          │
//!  letters, JSON ◄───────────────► Board ──────────────────────┘
//! ```
//!
//! Every arrow is a public function from one value to the next, so one can begin and stop anywhere. From a picture to the
//! picture with the answer:
//!
#![cfg_attr(feature = "image", doc = "```")]
#![cfg_attr(not(feature = "image"), doc = "```ignore")]
//! use queenshot::board::State;
//! use queenshot::read::{self, ReadOptions};
//! use queenshot::render::{overlay, png};
//! use queenshot::solve::{SolveOptions, solve};
//! use queenshot::judge;
//!
//! let file = std::fs::read("fixtures/shots/crop-307.png")?;
//! let mut picture = read::decode(&file, read::DEFAULT_MAX_MEGAPIXELS)?;
//! let options = ReadOptions::default();
//! let reading = judge::reading(read::candidates(&picture, &options)?, &options)?;
//!
//! let start = State::with_marks(&reading.board, &reading.marks.given_only())?;
//! let trace = solve(&reading.board, start, &SolveOptions::default());
//! let answer = overlay::Overlay { queens: trace.end().queens, ..Default::default() };
//! overlay::draw(&mut picture, &reading.grid, &reading.board, &answer)?;
//! let annotated: Vec<u8> = png::encode(&picture, png::Compression::default())?;
//! assert_eq!(trace.solution().map(|solution| solution.to_string()).as_deref(), Some("6 4 1 3 5 2 0"));
//! # assert!(!annotated.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The seams are three values: [`Board`](board::Board) between reading and solving, [`Trace`](solve::Trace) between solving and
//! telling, and lists of [`Item`](render::Item)s between drawing and the formats.
//!
//! Features, all additive: `image` (reading pictures and drawing on them), `parallel` (many inputs over all cores), `linear` (linear
//! programs solved in process), `chart` (bar charts), `cli` (the program). Without any of them boards are read from text, solved,
//! explained, and drawn as SVG and terminal text.

pub mod batch;
pub mod board;
pub mod check;
pub mod colour;
pub mod exact;
pub mod explain;
pub mod generate;
pub mod grade;
pub mod grid;
pub mod hint;
pub mod judge;
pub mod linear;
pub mod nqueens;
pub mod picture;
pub mod read;
pub mod render;
pub mod report;
#[cfg(feature = "image")]
pub mod score;
pub mod solve;
pub mod survey;
pub mod text;

/// The README's examples, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
