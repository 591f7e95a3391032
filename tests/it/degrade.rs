//! How well the reader copes with spoilt pictures: the table by kind and strength, and a small fixed part of it as a
//! test. `examples/degrade.rs` runs all of it.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use image::RgbImage;
use queenshot::board::{Board, Marks};
use queenshot::judge;
use queenshot::picture::{Channels, Picture};
use queenshot::read::{self, ReadOptions};

#[cfg(test)]
use queenshot::board::CellSet;

#[cfg(test)]
use crate::damage::KINDS;
use crate::damage::{Kind, Spoilt};
#[cfg(test)]
use crate::support::shots;

/// What a reader made of a picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// Every cell right.
    Right { marks: bool },
    /// No board, with the code of the reason.
    Refused(String),
    /// Another board.
    False,
}

/// A reader: board and marks, or the code of its refusal.
pub(crate) type Reader<'a> = dyn Fn(&Spoilt) -> Result<(Board, Marks), String> + Sync + 'a;

/// Compares a reading with the truth.
pub(crate) fn verdict(spoilt: &Spoilt, read: &Reader<'_>) -> Verdict {
    match read(spoilt) {
        Err(code) => Verdict::Refused(code),
        Ok((board, marks)) if board == spoilt.painted.board => Verdict::Right { marks: marks == spoilt.painted.marks },
        Ok(_) => Verdict::False,
    }
}

/// One line of the table.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) kind: &'static Kind,
    pub(crate) strength: f64,
    /// Whether the reader must master this strength.
    pub(crate) required: bool,
    pub(crate) verdicts: Vec<Verdict>,
}

impl Line {
    pub(crate) fn count(&self, wanted: fn(&Verdict) -> bool) -> usize {
        self.verdicts.iter().filter(|verdict| wanted(verdict)).count()
    }

    pub(crate) fn right(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Right { .. }))
    }

    pub(crate) fn wrong(&self) -> usize {
        self.count(|verdict| *verdict == Verdict::False)
    }

    fn refused(&self) -> usize {
        self.verdicts.len() - self.right() - self.wrong()
    }

    fn marks(&self) -> usize {
        self.count(|verdict| *verdict == Verdict::Right { marks: true })
    }

    /// The codes of the refusals with their numbers, the most frequent first.
    fn codes(&self) -> String {
        let mut codes: Vec<(&str, usize)> = Vec::new();
        for verdict in &self.verdicts {
            let Verdict::Refused(code) = verdict else { continue };
            match codes.iter_mut().find(|(known, _)| known == code) {
                Some((_, n)) => *n += 1,
                None => codes.push((code, 1)),
            }
        }
        codes.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        codes.iter().map(|(code, n)| format!("{code} {n}")).collect::<Vec<_>>().join(", ")
    }
}

/// Whether a line reaches the share of right readings that every kind must reach.
fn mastered(line: &Line) -> bool {
    line.right() * 100 >= line.verdicts.len() * 95
}

/// The table as text, with the knee of each kind: the last strength up to which all are mastered.
pub(crate) fn text(lines: &[Line]) -> String {
    let mut out = String::from("kind          strength       right refused false  marks  required  refusals\n");
    for of_kind in lines.chunk_by(|a, b| a.kind.name == b.kind.name) {
        for line in of_kind {
            let strength = format!("{} {}", line.strength, line.kind.unit);
            let required = if line.required { "yes" } else { "" };
            let (name, right, marks) = (line.kind.name, line.right(), line.marks());
            let (refused, wrong) = (line.refused(), line.wrong());
            let row = format!(
                "{name:<12} {strength:<16} {right:>4} {refused:>7} {wrong:>5} {marks:>6}  {required:<8}  {}",
                line.codes()
            );
            let _ = writeln!(out, "{}", row.trim_end());
        }
        let knee = of_kind.iter().take_while(|line| mastered(line)).last();
        let knee = knee.map_or("below the mildest".into(), |line| format!("{} {}", line.strength, line.kind.unit));
        let _ = writeln!(out, "{:<12} knee: {knee}", of_kind[0].kind.name);
    }
    let sum = |of: fn(&Line) -> usize, required: bool| -> usize {
        lines.iter().filter(|line| line.required || !required).map(of).sum()
    };
    for (what, required) in [("all", false), ("required", true)] {
        let total = sum(|line| line.verdicts.len(), required);
        let (right, wrong) = (sum(Line::right, required), sum(Line::wrong, required));
        let percent = 100.0 * right as f64 / total.max(1) as f64;
        let _ = writeln!(out, "{what}: {right} of {total} right ({percent:.1} %), {wrong} false");
    }
    out
}

/// The table as comma-separated values.
pub(crate) fn csv(lines: &[Line]) -> String {
    let mut out = String::from("kind,strength,unit,required,pictures,right,refused,false,marks_right\n");
    for line in lines {
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{},{},{}",
            line.kind.name,
            line.strength,
            line.kind.unit,
            line.required,
            line.verdicts.len(),
            line.right(),
            line.refused(),
            line.wrong(),
            line.marks()
        );
    }
    out
}

/// The table as an SVG drawing: a panel a kind, a bar a strength (green right, grey refused, red false); the strengths
/// that the reader must master stand on a black line.
pub(crate) fn svg(lines: &[Line]) -> String {
    const ACROSS: usize = 5;
    const PANEL: (f64, f64) = (236.0, 150.0);
    const BAR_HEIGHT: f64 = 84.0;
    let kinds: Vec<&[Line]> = lines.chunk_by(|a, b| a.kind.name == b.kind.name).collect();
    let width = PANEL.0 * ACROSS as f64;
    let height = PANEL.1 * kinds.len().div_ceil(ACROSS) as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (i, of_kind) in kinds.iter().enumerate() {
        let (x, y) = (PANEL.0 * (i % ACROSS) as f64 + 12.0, PANEL.1 * (i / ACROSS) as f64 + 20.0);
        let kind = of_kind[0].kind;
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"13\">{} ({})</text>", kind.name, kind.unit);
        let step = (PANEL.0 - 24.0) / of_kind.len() as f64;
        for (k, line) in of_kind.iter().enumerate() {
            let left = x + step * k as f64;
            let bar = (step - 3.0).min(30.0);
            let mut top = y + 10.0;
            let total = line.verdicts.len().max(1) as f64;
            for (count, colour) in [(line.wrong(), "#c62828"), (line.refused(), "#bdbdbd"), (line.right(), "#4c9a5b")] {
                let tall = BAR_HEIGHT * count as f64 / total;
                if count > 0 {
                    let _ = writeln!(
                        out,
                        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{bar:.1}\" height=\"{tall:.1}\" fill=\"{colour}\"/>"
                    );
                }
                top += tall;
            }
            if line.required {
                let _ = writeln!(
                    out,
                    "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{bar:.1}\" height=\"2\" fill=\"#000\"/>",
                    top + 1.0
                );
            }
            let (middle, below) = (left + bar / 2.0, top + 14.0);
            let _ = writeln!(
                out,
                "<text x=\"{middle:.1}\" y=\"{below:.1}\" font-size=\"9\" text-anchor=\"middle\">{}</text>",
                line.strength
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Writes a picture and its truth into a folder, in the layout of the fixtures.
pub(crate) fn save(folder: &Path, name: &str, spoilt: &Spoilt) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    match &spoilt.file {
        Some((bytes, extension)) => fs::write(folder.join(format!("{name}.{extension}")), bytes)?,
        None => spoilt.painted.image.save(folder.join(format!("{name}.png"))).map_err(io::Error::other)?,
    }
    let mut truth = format!("{}\n", spoilt.painted.board);
    let marks = &spoilt.painted.marks;
    if !marks.is_empty() {
        for cell in spoilt.painted.board.cells() {
            if cell.column() == 0 {
                truth.push('\n');
            }
            let queen = (marks.queens | marks.given).contains(cell);
            truth.push(if queen {
                'Q'
            } else if marks.crosses.contains(cell) {
                'x'
            } else {
                '.'
            });
        }
        truth.push('\n');
    }
    fs::write(folder.join(format!("{name}.board")), truth)
}

/// The picture of an image in memory.
pub(crate) fn picture(image: &RgbImage) -> Picture {
    let (width, height) = image.dimensions();
    Picture::new(width, height, Channels::Rgb, image.as_raw().clone()).expect("as many bytes as pixels")
}

/// Reads a spoilt picture with this library.
pub(crate) fn read(spoilt: &Spoilt) -> Result<(Board, Marks), String> {
    let options = ReadOptions::default();
    let picture = match &spoilt.file {
        Some((bytes, _)) => read::decode(bytes, 100),
        None => Ok(picture(&spoilt.painted.image)),
    };
    let reading = picture
        .and_then(|picture| read::candidates(&picture, &options))
        .and_then(|candidates| judge::reading(candidates, &options))
        .map_err(|error| error.code().to_owned())?;
    Ok((reading.board, reading.marks))
}

/// The lines of the table for the required strengths, or for all.
#[cfg(test)]
fn lines(seeds: std::ops::Range<u64>, all: bool) -> Vec<Line> {
    use rayon::prelude::*;
    let count = |kind: &crate::damage::Kind| if all { kind.strengths.len() } else { kind.required };
    let strengths = KINDS.iter().flat_map(|kind| kind.strengths[..count(kind)].iter().map(move |&s| (kind, s)));
    let line = |(kind, strength): (&'static crate::damage::Kind, f64)| {
        let verdicts = seeds.clone().map(|seed| verdict(&kind.picture(strength, seed), &read)).collect();
        Line { kind, strength, required: true, verdicts }
    };
    strengths.collect::<Vec<_>>().into_par_iter().map(line).collect()
}

#[test]
fn the_verdict_tells_right_from_refused_from_false() {
    let spoilt = KINDS[0].picture(0.0, 1);
    let truth = (spoilt.painted.board.clone(), spoilt.painted.marks);
    let other = KINDS[0].picture(0.0, 2).painted.board;
    assert_eq!(verdict(&spoilt, &|_| Ok(truth.clone())), Verdict::Right { marks: true });
    let more = Marks { queens: truth.1.queens | CellSet::square(1), ..truth.1 };
    assert_eq!(verdict(&spoilt, &|_| Ok((truth.0.clone(), more))), Verdict::Right { marks: more == truth.1 });
    assert_eq!(verdict(&spoilt, &|_| Ok((other.clone(), truth.1))), Verdict::False);
    assert_eq!(verdict(&spoilt, &|_| Err("no-grid".into())), Verdict::Refused("no-grid".into()));
}

#[test]
fn a_saved_picture_is_found_with_its_truth() {
    let folder = tempfile::tempdir().unwrap();
    let marks = KINDS.iter().find(|kind| kind.name == "marks").unwrap();
    let spoilt = marks.picture(0.0, 4);
    save(folder.path(), "marks-0-4", &spoilt).unwrap();
    let [shot] = shots(folder.path()).try_into().unwrap();
    assert_eq!(
        (shot.name.as_str(), &shot.board, shot.marks),
        ("marks-0-4", &spoilt.painted.board, spoilt.painted.marks)
    );
    assert!(!shot.marks.is_empty());
    assert_eq!(image::open(&shot.picture).unwrap().to_rgb8(), spoilt.painted.image);
}

#[test]
fn the_knee_is_the_last_strength_before_the_first_failure() {
    let kind = KINDS.iter().find(|kind| kind.name == "noise").unwrap();
    let line = |strength, right: usize| {
        let verdicts = (0..20).map(|i| if i < right { Verdict::Right { marks: true } } else { Verdict::False });
        Line { kind, strength, required: true, verdicts: verdicts.collect() }
    };
    let lines = [line(5.0, 20), line(10.0, 19), line(15.0, 18), line(20.0, 20)];
    assert!(text(&lines).contains("noise        knee: 10 sigma\n"), "{}", text(&lines));
    assert!(text(&lines).contains("all: 77 of 80 right (96.2 %), 3 false\n"), "{}", text(&lines));
    assert_eq!(csv(&lines).lines().nth(2), Some("noise,10,sigma,true,20,19,0,1,19"));
    assert_eq!(svg(&lines).matches("#c62828").count(), 2, "two strengths have false boards");
}

/// What the reader must master: so many of a hundred over all kinds, and in each of them.
#[cfg(test)]
const WANTED: (usize, usize) = (99, 95);

/// Asserts that enough of the pictures come out right and none as another board.
#[cfg(test)]
fn assert_mastered(lines: &[Line]) {
    let counts = |lines: &[&Line]| {
        let right: usize = lines.iter().map(|line| line.right()).sum();
        (right, lines.iter().map(|line| line.verdicts.len()).sum::<usize>())
    };
    let (right, all) = counts(&lines.iter().collect::<Vec<_>>());
    assert!(right * 100 >= all * WANTED.0, "\n{}", text(lines));
    assert_eq!(lines.iter().map(Line::wrong).sum::<usize>(), 0, "\n{}", text(lines));
    for kind in KINDS.iter().filter(|kind| kind.required > 0) {
        let own: Vec<&Line> = lines.iter().filter(|line| line.kind.name == kind.name).collect();
        let (right, all) = counts(&own);
        assert!(all > 0 && right * 100 >= all * WANTED.1, "{}:\n{}", kind.name, text(lines));
    }
}

#[test]
fn spoilt_pictures_are_read() {
    assert_mastered(&lines(0..3, false));
}

#[test]
fn no_spoilt_picture_is_read_as_another_board() {
    let lines = lines(15..18, true);
    assert_eq!(lines.iter().map(Line::wrong).sum::<usize>(), 0, "\n{}", text(&lines));
}

#[test]
#[ignore = "takes minutes; run it after changes to the reader"]
fn twenty_spoilt_pictures_of_each_kind_are_read() {
    assert_mastered(&lines(0..20, false));
}
