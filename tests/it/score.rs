//! Scoring pictures with a known truth: both layouts of a folder, the verdicts, the table, and the corpus.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use queenshot::board::Marks;
use queenshot::read::ReadOptions;
use queenshot::score::{Counts, Sample, Scored, Summary, Truth, Verdict, samples, score};
use queenshot::text::Puzzle;

use crate::support::fixtures;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Copies a picture of the fixtures under another name.
fn copy(shot: &str, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(fixtures().join("shots").join(shot), to).unwrap();
}

fn truth_of(sample: &Sample) -> &Truth {
    &sample.truth
}

fn scored(sample: &Sample) -> Scored {
    score(sample, &ReadOptions::default()).unwrap()
}

#[test]
fn truths_lie_beside_their_pictures() {
    let dir = folder();
    let board = fs::read_to_string(fixtures().join("shots/crop-307.board")).unwrap();
    copy("crop-307.png", &dir.path().join("kitchen-table-3.png"));
    fs::write(dir.path().join("kitchen-table-3.board"), &board).unwrap();
    copy("crop-307.png", &dir.path().join("deep/er/monday.png"));
    fs::write(dir.path().join("deep/er/monday.txt"), &board).unwrap();
    copy("bad/no-grid-01.png", &dir.path().join("nothing.png"));
    fs::write(dir.path().join("nothing.board"), "NONE\n").unwrap();
    copy("bad/no-grid-01.png", &dir.path().join("bad/no-grid-17.png"));
    copy("crop-307.png", &dir.path().join("stray.png"));

    let found = samples(dir.path()).unwrap();
    let names: Vec<&str> = found.samples.iter().map(|sample| sample.name.as_str()).collect();
    assert_eq!(names, ["bad/no-grid-17.png", "deep/er/monday.png", "kitchen-table-3.png", "nothing.png"]);
    assert_eq!(found.unlabelled, [dir.path().join("stray.png")]);
    let puzzle: Puzzle = board.parse().unwrap();
    let shown = Truth::Board { board: puzzle.board, marks: Marks::default() };
    assert_eq!(*truth_of(&found.samples[0]), Truth::Refusal { code: Some("no-grid".into()) });
    assert_eq!(*truth_of(&found.samples[1]), shown);
    assert_eq!(*truth_of(&found.samples[2]), shown);
    assert_eq!(*truth_of(&found.samples[3]), Truth::Refusal { code: None });
    assert_eq!(found.samples[2].tags, ["kitchen", "table"]);
    assert_eq!(found.samples[1].tags, ["er", "monday"]);
    assert!(found.samples.iter().all(|sample| scored(sample).verdict == Verdict::Right));
}

#[test]
fn an_index_names_pictures_truths_and_tags() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir_all(at("truth")).unwrap();
    let board = fs::read_to_string(fixtures().join("shots/crop-marks-6.board")).unwrap();
    let (letters, marks) = board.split_once("\n\n").unwrap();
    for id in ["one", "two", "three"] {
        copy("crop-marks-6.png", &at(&format!("img/{id}.png")));
        fs::write(at(&format!("truth/{id}.txt")), format!("{letters}\n")).unwrap();
    }
    fs::write(at("truth/one.marks.txt"), marks).unwrap();
    fs::write(at("truth/three.txt"), letters.replace('A', "B")).unwrap();
    fs::write(
        at("index.tsv"),
        "id\tnote\ttags\tfile\none\t\tcrop,marks\tone.png\ntwo\t\thidden\ttwo.png\nthree\t\tinvalid\tthree.png\n",
    )
    .unwrap();
    let found = samples(dir.path()).unwrap().samples;
    let puzzle: Puzzle = board.parse().unwrap();
    assert_eq!(found[0].truth, Truth::Board { board: puzzle.board, marks: puzzle.marks });
    assert_eq!(found[0].tags, ["crop", "marks"]);
    assert_eq!(found[1].truth, Truth::Refusal { code: None }, "a hidden board must be refused");
    assert_eq!(found[2].truth, Truth::Refusal { code: None }, "an illegal board must be refused");
    assert_eq!(scored(&found[1]).verdict, Verdict::False, "a board is read where none must be");
}

#[test]
fn faults_of_a_folder_have_codes() {
    let dir = folder();
    let code = |path: &Path| samples(path).unwrap_err().code();
    assert_eq!(code(&dir.path().join("missing")), "io");
    assert_eq!(code(dir.path()), "no-truth");
    copy("crop-307.png", &dir.path().join("a.png"));
    assert_eq!(code(dir.path()), "no-truth");
    fs::write(dir.path().join("a.board"), "ABC\nAB\n").unwrap();
    assert_eq!(code(dir.path()), "bad-truth");
    fs::write(dir.path().join("index.tsv"), "file\ttags\n").unwrap();
    assert_eq!(code(dir.path()), "bad-index");
    fs::write(dir.path().join("index.tsv"), "file\ttags\tid\na.png\n").unwrap();
    assert_eq!(code(dir.path()), "bad-index");
}

#[test]
fn another_board_is_false_and_a_refusal_is_a_miss() {
    let board: Puzzle = fs::read_to_string(fixtures().join("shots/crop-307.board")).unwrap().parse().unwrap();
    let other: Puzzle =
        fs::read_to_string(fixtures().join("shots/phone-wrong-crown-7.board")).unwrap().parse().unwrap();
    let sample = |picture: &str, truth: Truth| Sample {
        name: picture.into(),
        picture: fixtures().join("shots").join(picture),
        truth,
        tags: Vec::new(),
    };
    let shown = |puzzle: &Puzzle| Truth::Board { board: puzzle.board.clone(), marks: puzzle.marks };
    let verdict = |picture, truth| {
        let Scored { verdict, code, marks, .. } = scored(&sample(picture, truth));
        (verdict, code, marks)
    };
    assert_eq!(verdict("crop-307.png", shown(&board)), (Verdict::Right, None, Some(true)));
    assert_eq!(verdict("crop-307.png", shown(&other)), (Verdict::False, None, None));
    assert_eq!(verdict("crop-307.png", Truth::Refusal { code: None }), (Verdict::False, None, None));
    assert_eq!(verdict("bad/empty-file-01.png", shown(&board)), (Verdict::Missed, Some("empty-file"), None));
    let refusal = |code: &str| Truth::Refusal { code: Some(code.into()) };
    assert_eq!(verdict("bad/empty-file-01.png", refusal("empty-file")), (Verdict::Right, Some("empty-file"), None));
    assert_eq!(verdict("bad/empty-file-01.png", refusal("no-grid")), (Verdict::Missed, Some("empty-file"), None));
    let marked = Truth::Board { board: board.board, marks: other.marks };
    assert_eq!(verdict("crop-307.png", marked), (Verdict::Right, None, Some(false)));
}

#[test]
fn the_table_counts_by_tag() {
    let board: Puzzle = fs::read_to_string(fixtures().join("shots/crop-307.board")).unwrap().parse().unwrap();
    let mut summary = Summary::default();
    let boards = Truth::Board { board: board.board, marks: board.marks };
    for (truth, tags, verdict, marks, confidence) in [
        (boards.clone(), vec!["phone", "dark"], Verdict::Right, Some(true), Some(1.0)),
        (boards.clone(), vec!["phone"], Verdict::Right, Some(false), Some(0.62)),
        (boards.clone(), vec!["phone"], Verdict::Missed, None, None),
        (boards, vec!["crop"], Verdict::False, None, Some(0.6)),
        (Truth::Refusal { code: None }, vec!["negative"], Verdict::Right, None, None),
    ] {
        let tags = tags.into_iter().map(str::to_owned).collect();
        let sample = Sample { name: String::new(), picture: PathBuf::new(), truth, tags };
        let time = Duration::from_millis(5);
        summary.add(&sample, &Scored { verdict, code: None, marks, confidence, time });
    }
    assert_eq!(summary.boards, Counts { right: 2, missed: 1, wrong: 1 });
    assert_eq!(summary.refusals, Counts { right: 1, missed: 0, wrong: 0 });
    let tags: BTreeMap<&str, usize> = summary.tags.iter().map(|(tag, counts)| (tag.as_str(), counts.total())).collect();
    assert_eq!(tags, BTreeMap::from([("crop", 1), ("dark", 1), ("negative", 1), ("phone", 3)]));
    assert_eq!(summary.unmarked, (2, 1), "marks were found on one of two boards without any");
    let text = summary.to_string();
    assert!(text.contains("boards to be read             4      2       1      1\n"), "{text}");
    assert!(text.contains("phone                         3      2       1      0\n"), "{text}");
    assert!(text.contains("  0.6 to 0.7: 1 of 2 right, 50 %\n  0.9 to 1.0: 1 of 1 right, 100 %\n"), "{text}");
}

/// What the reader has been brought to on the corpus: boards right at least, boards false at most (of either kind),
/// marked boards exactly right at least, unmarked boards with marks at most. Raise it with the reader, never lower it.
const REACHED: (usize, usize, usize, usize) = (437, 0, 51, 7);

#[test]
fn the_corpus_is_read_as_well_as_before() {
    let Some(shared) = env::var_os("QUEENSHOT_SHARED") else {
        println!("QUEENSHOT_SHARED is not set: the corpus is not read");
        return;
    };
    let found = samples(&Path::new(&shared).join("corpus")).unwrap();
    assert_eq!((found.samples.len(), found.unlabelled.len()), (515, 0));
    let mut summary = Summary::default();
    for sample in &found.samples {
        let scored = scored(sample);
        if scored.verdict != Verdict::Right {
            println!("{}: {} {}", sample.name, scored.verdict.name(), scored.code.unwrap_or_default());
        }
        summary.add(sample, &scored);
    }
    println!("{summary}");
    assert_eq!((summary.boards.total(), summary.refusals.total()), (437, 78));
    let (right, wrong, marked, unmarked) = REACHED;
    assert!(summary.boards.right >= right, "{} boards right", summary.boards.right);
    assert!(summary.boards.wrong + summary.refusals.wrong <= wrong, "{:?} {:?}", summary.boards, summary.refusals);
    assert!(summary.marked.1 >= marked && summary.unmarked.1 <= unmarked, "marks");
}
