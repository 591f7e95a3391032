//! The program as its users meet it: arguments, streams, files and exit statuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use queenshot::board::CellSet;
use queenshot::text::Puzzle;
use serde_json::{Value, json};

use crate::support::fixtures;

/// The board of Queens No. 307, as the article states it.
pub(crate) const ARTICLE: &str = "AAAAAAA\nBBBBCAA\nBDDECAA\nBBEEEAA\nBBFEGGA\nBBFBBBA\nBBBBBBA\n";
const ARTICLE_SOLVED: &str = "......♛\n....♛..\n.♛.....\n...♛...\n.....♛.\n..♛....\n♛......\n";
/// Four regions in rows: two solutions, r1c2 r2c4 r3c1 r4c3 and its mirror image.
pub(crate) const ROWS: &str = "AAAA\nBBBB\nCCCC\nDDDD\n";
/// No solution: A and B share the corner cells that attack each other.
const NONE: &str = "ABBB\nCCCD\nCCCD\nCCCD\n";

pub(crate) fn queenshot(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("queenshot"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs the program in a folder.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    queenshot(arguments).current_dir(folder).output().unwrap()
}

/// Runs the program with text on standard input.
pub(crate) fn pipe(input: impl AsRef<[u8]>, arguments: &[&str]) -> Output {
    assert_cmd::Command::from(queenshot(arguments)).write_stdin(input.as_ref()).output().unwrap()
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn status(output: &Output) -> i32 {
    output.status.code().expect("the program ends by itself")
}

/// Each line of standard output as JSON.
pub(crate) fn json_lines(output: &Output) -> Vec<Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// One line on standard error that ends with the code.
pub(crate) fn assert_refused(output: &Output, code: &str) {
    assert_eq!(status(output), 2, "{}", err(output));
    assert_eq!(out(output), "");
    let lines: Vec<_> = err(output).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("queenshot: ") && lines[0].ends_with(&format!("[{code}]")), "{lines:?}");
}

pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_report_is_the_answer_and_nothing_else() {
    let output = pipe(ARTICLE, &["solve", "-"]);
    assert_eq!(status(&output), 0);
    let text = out(&output);
    let (board, counters) = text.split_once("\n\n").unwrap();
    assert_eq!(format!("{board}\n"), ARTICLE_SOLVED);
    let lines: Vec<_> = counters.lines().collect();
    assert_eq!(lines.len(), 5 + 27 + 6);
    assert_eq!(lines[0], "Queen-adjacent kill              : 7");
    assert_eq!(lines[37], "Placement-forces-contradiction   : 0");
    for line in &lines {
        let (name, count) = line.split_at(32);
        assert!(!name.trim().is_empty() && count.starts_with(" : "), "{line}");
        count[3..].parse::<u32>().unwrap();
    }
    assert!(err(&output).contains("exactly one solution"));
}

#[test]
fn a_file_a_stream_and_the_bare_program_answer_alike() {
    let folder = folder();
    fs::write(folder.path().join("board.txt"), ARTICLE).unwrap();
    let solved = run(folder.path(), &["solve", "board.txt"]);
    assert_eq!(solved.stdout, run(folder.path(), &["board.txt"]).stdout);
    assert_eq!(solved.stdout, pipe(ARTICLE, &["-"]).stdout);
    assert_eq!(names_in(folder.path()), ["board.txt"], "board text makes no picture by itself");
}

#[test]
fn a_stalled_solve_prints_the_partial_state_alone() {
    let stalls = "BBBCAAD\nBBBCAAD\nBBBCAAD\nEGBCADD\nEGBBBDD\nEGBBDDF\nEGGDDFF\n";
    let output = pipe(stalls, &["solve", "-", "--probe", "off", "--techniques", "baseline"]);
    assert_eq!(status(&output), 1);
    let rows: Vec<String> = out(&output).lines().map(str::to_owned).collect();
    assert_eq!(rows.len(), 7);
    assert!(
        rows.iter().all(|row| row.chars().count() == 7 && row.chars().all(|sign| "♛⨯.".contains(sign))),
        "{rows:?}"
    );
    assert!(err(&output).contains("exactly one solution, but the deductions"), "{}", err(&output));
    let output = pipe(stalls, &["solve", "-"]);
    assert_eq!(status(&output), 0, "the full probe solves it");
    assert!(!out(&output).ends_with("Placement-forces-contradiction   : 0\n"));
}

#[test]
fn boards_with_several_solutions_or_none_are_said_to_be_so() {
    let output = pipe(ROWS, &["solve", "-"]);
    assert_eq!(status(&output), 1);
    assert!(err(&output).contains("2 solutions; they differ in "), "{}", err(&output));
    assert!(!out(&output).contains('♛'), "nothing is forced:\n{}", out(&output));
    let output = pipe(NONE, &["solve", "-"]);
    assert_eq!(status(&output), 1);
    assert!(err(&output).contains("no solution"), "{}", err(&output));
}

#[test]
fn json_has_every_key_in_order() {
    let output = pipe(ARTICLE, &["solve", "-", "--format", "json"]);
    let [record] = json_lines(&output).try_into().unwrap();
    let keys: Vec<_> = record.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "file",
            "ok",
            "size",
            "board",
            "marks",
            "given",
            "solutions",
            "confidence",
            "grid",
            "warnings",
            "solved",
            "solution",
            "level",
            "score",
            "counters"
        ]
    );
    assert_eq!(record["file"], "-");
    assert_eq!(record["solution"], json!([6, 4, 1, 3, 5, 2, 0]));
    assert_eq!((&record["confidence"], &record["grid"]), (&Value::Null, &Value::Null));
    assert_eq!(record["counters"].as_object().unwrap().len(), 38);
    assert_eq!(record["board"].as_array().unwrap().len(), 7);

    let output = pipe(ROWS, &["solve", "-", "--format", "json"]);
    let [record] = json_lines(&output).try_into().unwrap();
    assert_eq!((&record["ok"], &record["solved"], &record["solution"]), (&json!(true), &json!(false), &Value::Null));
    assert_eq!((&record["solutions"], &record["level"]), (&json!(2), &Value::Null));
}

#[test]
fn json_reports_what_cannot_be_read_in_its_place() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), ARTICLE).unwrap();
    fs::write(folder.path().join("b.txt"), "ABC\nAB\n").unwrap();
    let output = run(folder.path(), &["read", "a.txt", "b.txt", "no.txt", "--format", "json"]);
    assert_eq!(status(&output), 2);
    let records = json_lines(&output);
    let seen: Vec<_> = records.iter().map(|r| (r["file"].as_str().unwrap(), r["ok"].as_bool().unwrap())).collect();
    assert_eq!(seen, [("a.txt", true), ("b.txt", false), ("no.txt", false)]);
    assert_eq!(records[1]["error"]["code"], "size-out-of-range");
    assert_eq!(records[2]["error"]["code"], "io");
    assert_eq!(records[2].as_object().unwrap().keys().collect::<Vec<_>>(), ["file", "ok", "error"]);
}

#[test]
fn what_read_writes_solve_reads() {
    let folder = folder();
    let marked = format!("{ARTICLE}\nQ......\n.......\nx......\n.......\n.......\n.......\n.......\n");
    fs::write(folder.path().join("a.txt"), &marked).unwrap();
    fs::write(folder.path().join("b.txt"), ROWS).unwrap();
    for format in ["text", "json"] {
        let read = run(folder.path(), &["read", "a.txt", "b.txt", "--format", format]);
        assert_eq!(status(&read), 0);
        let solved = pipe(&read.stdout, &["solve", "-", "--format", "json"]);
        let records = json_lines(&solved);
        assert_eq!(records.len(), 2, "{format}");
        assert_eq!(records[0]["solution"], json!([6, 4, 1, 3, 5, 2, 0]));
        assert_eq!(records[0]["marks"][0], "Q......");
        assert_eq!((&records[0]["board_index"], &records[1]["board_index"]), (&json!(0), &json!(1)));
        assert_eq!(records[1]["name"], "b.txt");
        assert!(err(&solved).contains("a.txt: your crown at r1c1 is wrong"), "{}", err(&solved));
    }
    assert_eq!(out(&run(folder.path(), &["read", "a.txt"])), marked);
}

#[test]
fn several_answers_stand_under_headers_in_the_order_of_the_inputs() {
    let folder = folder();
    for name in ["b.txt", "a.txt", "c.txt"] {
        fs::write(folder.path().join(name), ARTICLE).unwrap();
    }
    let output = run(folder.path(), &["read", "b.txt", "a.txt", "c.txt"]);
    let expected = ["b", "a", "c"].map(|name| format!("=== {name}.txt ===\n{ARTICLE}")).join("\n");
    assert_eq!(out(&output), expected);
    assert!(err(&output).ends_with("3 answered, 0 not fully answered, 0 failed\n"));
}

#[test]
fn the_worst_input_decides_the_status() {
    let folder = folder();
    for (name, text) in [("good", ARTICLE), ("open", ROWS), ("bad", "AB")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let solve = |names: &[&str]| status(&run(folder.path(), &[&["solve"], names].concat()));
    assert_eq!(solve(&["good"]), 0);
    assert_eq!(solve(&["good", "open", "good"]), 1);
    assert_eq!(solve(&["open", "bad", "good"]), 2);
    assert_eq!(status(&run(folder.path(), &["read", "good", "open"])), 0, "reading does not ask for one solution");
}

#[test]
fn wrong_usage_has_status_2() {
    let cases: [&[&str]; 7] = [
        &[],
        &["solve"],
        &["solve", "--no-such-option", "x"],
        &["solve", "-", "--probe", "sometimes"],
        &["solve", "-", "--techniques", "guessing"],
        &["solve", "-", "--set", "r5c3"],
        &["solve", "-", "-"],
    ];
    for arguments in cases {
        let output = pipe(ARTICLE, arguments);
        assert_eq!((status(&output), out(&output).as_str()), (2, ""), "{arguments:?}");
        assert!(!err(&output).is_empty());
    }
}

#[test]
fn malformed_boards_are_refused_in_one_line_and_at_once() {
    let square = |size: usize| format!("{}\n", "A".repeat(size)).repeat(size).into_bytes();
    let cases: [(Vec<u8>, &str); 9] = [
        (b"".to_vec(), "empty-file"),
        (b"AAAA\nBBBB\nCCC\nDDDD\n".to_vec(), "ragged-rows"),
        (b"AAAA\nBBBB\nCCCC\nDDDE\n".to_vec(), "too-many-regions"),
        (square(3), "size-out-of-range"),
        (square(27), "size-out-of-range"),
        (vec![0x7F, 0, 1, 2, 0xFE, 0xFF, 0x80], "not-a-board"),
        (b"Once upon a time\nthere was a queen\n".to_vec(), "not-a-board"),
        (b"{\"board\": [\"AAAA\",".to_vec(), "bad-json"),
        (vec![b'A'; 10 << 20], "size-out-of-range"),
    ];
    for (input, code) in cases {
        // The best of three, since other work on the machine counts too.
        let times = (0..3).map(|_| {
            let start = Instant::now();
            let output = pipe(&input, &["solve", "-"]);
            assert_refused(&output, code);
            assert!(err(&output).contains("line "), "{}", err(&output));
            start.elapsed()
        });
        let best = times.min().unwrap();
        // The promise is a second for the program that people install; an unoptimised one is given longer.
        let limit = Duration::from_secs(if cfg!(debug_assertions) { 4 } else { 1 });
        assert!(best < limit, "{code} took {best:?}");
    }
}

#[test]
fn a_closed_pipe_is_success() {
    for arguments in [&["techniques"][..], &["solve", "-"], &["completions", "bash"], &["man"]] {
        let mut child =
            queenshot(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), ARTICLE.as_bytes()).ok();
        let output = child.wait_with_output().unwrap();
        assert_eq!(status(&output), 0, "{arguments:?}: {}", err(&output));
        assert!(!err(&output).contains("panicked"));
    }
}

#[test]
fn output_files_are_new_whole_and_never_an_input() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.txt"), ARTICLE).unwrap();
    fs::write(path("other"), "precious").unwrap();

    assert_refused(&run(folder.path(), &["read", "a.txt", "-o", "a.txt"]), "output-is-input");
    assert_refused(&run(folder.path(), &["read", "a.txt", "-o", "./a.txt"]), "output-is-input");
    assert_refused(&run(folder.path(), &["read", "a.txt", "-o", "other"]), "output-exists");
    // Paths through folders that are not there yet.
    assert_refused(&run(folder.path(), &["read", "a.txt", "-o", "new/../a.txt", "--overwrite"]), "output-is-input");
    assert_refused(&run(folder.path(), &["read", "a.txt", "-o", "newer/../other"]), "output-exists");
    assert_eq!(fs::read_to_string(path("other")).unwrap(), "precious");
    assert_eq!(fs::read_to_string(path("a.txt")).unwrap(), ARTICLE);

    let output = run(folder.path(), &["read", "a.txt", "-o", "deep/down/b.txt"]);
    assert_eq!((status(&output), out(&output).as_str()), (0, ""));
    assert_eq!(fs::read_to_string(path("deep/down/b.txt")).unwrap(), ARTICLE);
    assert_eq!(status(&run(folder.path(), &["read", "a.txt", "-o", "deep/down/b.txt"])), 0, "the same once more");
    assert_eq!(status(&run(folder.path(), &["read", "a.txt", "-o", "other", "--overwrite"])), 0);
    assert_eq!(fs::read_to_string(path("other")).unwrap(), ARTICLE);
    assert_eq!(names_in(&path("deep/down")), ["b.txt"], "no temporary file stays behind");
}

#[test]
fn folders_are_walked_and_mirrored() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("in/sub/.hidden")).unwrap();
    for name in ["in/b.txt", "in/sub/a.board", "in/sub/.hidden/c.txt", "in/.d.txt", "in/e.solved.png"] {
        fs::write(path(name), ARTICLE).unwrap();
    }
    fs::write(path("in/README.md"), "not for us").unwrap();
    let output = run(folder.path(), &["read", "in", "--format", "json"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let files: Vec<_> = json_lines(&output).iter().map(|r| r["file"].as_str().unwrap().to_owned()).collect();
    assert_eq!(files, ["in/b.txt", "in/sub/a.board"]);

    let output = run(folder.path(), &["read", "in", "--glob", "**/*.board"]);
    assert_eq!(out(&output), ARTICLE);
    assert_eq!(status(&run(folder.path(), &["read", "in", "-o", "out"])), 0);
    assert_eq!(names_in(&path("out")), ["b.txt", "sub"]);
    assert_eq!(names_in(&path("out/sub")), ["a.txt"]);

    fs::create_dir(path("empty")).unwrap();
    assert_refused(&run(folder.path(), &["read", "empty"]), "empty-folder");
}

#[test]
fn names_that_clash_are_found_before_any_work() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["one", "two"] {
        fs::create_dir(path(name)).unwrap();
        fs::write(path(name).join("a.txt"), ARTICLE).unwrap();
    }
    let both = ["read", "one/a.txt", "two/a.txt", "-o", "out"];
    assert_refused(&run(folder.path(), &both), "output-clash");
    assert!(!path("out").exists());
    let apart = [&both[..], &["--name-template", "{parent}-{stem}.board"]].concat();
    assert_eq!(status(&run(folder.path(), &apart)), 0);
    assert_eq!(names_in(&path("out")), ["one-a.board", "two-a.board"]);

    fs::write(path("one/a.json"), ARTICLE).unwrap();
    assert_eq!(status(&run(folder.path(), &["read", "one/a.txt", "one/a.json", "-o", "stems"])), 0);
    assert_eq!(names_in(&path("stems")), ["a.json.txt", "a.txt.txt"]);
}

#[test]
fn lists_of_files_come_from_files_and_streams() {
    let folder = folder();
    for name in ["a.txt", "b b.txt"] {
        fs::write(folder.path().join(name), ARTICLE).unwrap();
    }
    let list = |input: &str, arguments: &[&str]| {
        let mut command = queenshot(arguments);
        command.current_dir(folder.path());
        assert_cmd::Command::from(command).write_stdin(input).output().unwrap()
    };
    let expected = format!("=== b b.txt ===\n{ARTICLE}\n=== a.txt ===\n{ARTICLE}");
    assert_eq!(out(&list("b b.txt\r\n\na.txt", &["read", "--files-from", "-"])), expected);
    assert_eq!(out(&list("b b.txt\0a.txt\0", &["read", "--files-from", "-", "-0"])), expected);
}

#[test]
fn a_finished_run_is_taken_up_where_it_ended() {
    let folder = folder();
    for name in ["a.txt", "b.txt"] {
        fs::write(folder.path().join(name), ARTICLE).unwrap();
    }
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("out/a.txt"), "done before").unwrap();
    let output = run(folder.path(), &["read", "a.txt", "b.txt", "-o", "out", "--skip-existing"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    assert_eq!(fs::read_to_string(folder.path().join("out/a.txt")).unwrap(), "done before");
    assert_eq!(fs::read_to_string(folder.path().join("out/b.txt")).unwrap(), ARTICLE);
}

#[test]
fn corrections_move_cells_to_other_regions() {
    let output = pipe(ROWS, &["read", "-", "--set", "r1c4=B", "--set", "r2c1=a"]);
    assert_eq!(out(&output), "AAAB\nABBB\nCCCC\nDDDD\n");
    assert_eq!(status(&pipe(ROWS, &["read", "-", "--set", "r5c1=A"])), 2);
    assert_refused(&pipe(ROWS, &["read", "-", "--set", "r1c1=Z"]), "too-many-regions");
}

#[test]
fn marks_count_only_when_they_are_to_be_trusted() {
    let marked = format!("{ROWS}\n.Q..\n....\n....\n....\n");
    assert_eq!(status(&pipe(&marked, &["solve", "-"])), 1);
    let trusted = pipe(&marked, &["solve", "-", "--trust-marks"]);
    assert!(out(&trusted).starts_with(".♛..\n...♛\n♛...\n..♛.\n"), "{}", out(&trusted));
    let given = marked.replace('Q', "G");
    assert!(out(&pipe(&given, &["solve", "-"])).starts_with(".♛..\n...♛\n♛...\n..♛.\n"), "given queens always count");
}

#[test]
fn board_text_becomes_a_clean_picture_where_one_is_asked_for() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.txt"), ARTICLE).unwrap();
    let solve = |out: &str| run(folder.path(), &["solve", "a.txt", "-o", out]);
    assert_eq!(status(&solve("a.png")), 0);
    let picture = image::open(path("a.png")).unwrap();
    assert_eq!(picture.width(), picture.height());
    assert_eq!(status(&solve("a.svg")), 0);
    assert!(fs::read_to_string(path("a.svg")).unwrap().contains("<svg"));
    assert_eq!(status(&solve("a.docx")), 2, "no such form");
    assert!(!path("a.docx").exists());

    fs::write(path("two.txt"), format!("=== x ===\n{ARTICLE}\n=== y ===\n{ROWS}")).unwrap();
    assert_eq!(status(&run(folder.path(), &["solve", "two.txt", "-o", "two.png"])), 1);
    assert!(path("two.png").exists() && path("two-2.png").exists());
}

#[test]
fn our_own_pictures_are_replaced_and_others_are_not() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.txt"), ARTICLE).unwrap();
    fs::write(path("b.txt"), ROWS).unwrap();
    assert_eq!(status(&run(folder.path(), &["solve", "a.txt", "-o", "out.png"])), 0);
    let first = fs::read(path("out.png")).unwrap();
    assert_eq!(status(&run(folder.path(), &["solve", "b.txt", "-o", "out.png"])), 1, "ours is replaced");
    assert_ne!(fs::read(path("out.png")).unwrap(), first);

    let foreign = image::RgbImage::from_pixel(9, 9, image::Rgb([1, 2, 3]));
    foreign.save(path("foreign.png")).unwrap();
    let before = fs::read(path("foreign.png")).unwrap();
    let output = run(folder.path(), &["solve", "a.txt", "-o", "foreign.png"]);
    assert_eq!(status(&output), 2);
    assert!(err(&output).contains("[output-exists]"), "{}", err(&output));
    assert_eq!(out(&output).lines().next(), Some("......♛"), "the answer is printed all the same");
    assert_eq!(fs::read(path("foreign.png")).unwrap(), before);
}

#[test]
fn the_steps_are_told_in_words() {
    let plain = out(&pipe(ARTICLE, &["solve", "-"]));
    let output = out(&pipe(ARTICLE, &["solve", "-", "--steps"]));
    let story = output.strip_prefix(&plain).expect("the report comes first");
    let lines: Vec<_> = story.trim_start().lines().collect();
    assert!(lines.len() >= 7 && lines[0].starts_with("1. "), "{story}");
    let [record] = json_lines(&pipe(ARTICLE, &["solve", "-", "--steps", "--format", "json"])).try_into().unwrap();
    let steps = record["steps"].as_array().unwrap();
    assert_eq!(steps.len(), lines.len());
    let placed = steps.iter().filter(|step| !step["place"].is_null()).count();
    assert_eq!(placed, 7, "every queen is placed by a step");
}

#[test]
fn every_technique_is_in_the_table() {
    let output = run(Path::new("."), &["techniques", "--format", "json"]);
    let names: Vec<_> = json_lines(&output).iter().map(|line| line["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names.len(), 38);
    let text = out(&run(Path::new("."), &["techniques"]));
    assert_eq!(text.lines().count(), 39);
    for name in names {
        assert!(text.contains(&name));
        assert_ne!(status(&pipe(ARTICLE, &["solve", "-", "--techniques", &name])), 2, "{name} can be asked for");
    }
}

#[test]
fn completions_and_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = out(&run(Path::new("."), &["completions", shell]));
        for word in ["solve", "techniques", "trust-marks"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let folder = folder();
    assert_eq!(status(&run(folder.path(), &["man", "-o", "man1"])), 0);
    let names = names_in(&folder.path().join("man1"));
    for name in ["queenshot.1", "queenshot-solve.1", "queenshot-read.1"] {
        assert!(names.iter().any(|other| other == name), "{names:?}");
    }
    assert!(!names.iter().any(|name| name.contains("hold")), "{names:?}");
    assert!(out(&run(Path::new("."), &["man"])).contains(".TH"));
}

/// A copy of a fixture in a folder of its own.
pub(crate) fn shot(name: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = folder();
    let path = folder.path().join(format!("{name}.png"));
    fs::copy(fixtures().join(format!("shots/{name}.png")), &path).unwrap();
    (folder, path)
}

/// What stands beside a fixture: its board and what is drawn on it.
fn truth(name: &str) -> Puzzle {
    fs::read_to_string(fixtures().join(format!("shots/{name}.board"))).unwrap().parse().unwrap()
}

#[test]
fn a_picture_gets_its_answer_beside_it() {
    let (folder, path) = shot("phone-light-307");
    let before = fs::read(&path).unwrap();
    for turn in ["first", "once more, over our own"] {
        let output = run(folder.path(), &["phone-light-307.png"]);
        assert_eq!(status(&output), 0, "{turn}: {}", err(&output));
        assert!(out(&output).starts_with(ARTICLE_SOLVED));
        assert_eq!(names_in(folder.path()), ["phone-light-307.png", "phone-light-307.solved.png"]);
    }
    assert_eq!(fs::read(&path).unwrap(), before, "the input stays as it is");
    let (old, new) = (image::open(&path).unwrap(), image::open(path.with_extension("solved.png")).unwrap());
    assert_eq!((old.width(), old.height()), (new.width(), new.height()));
    assert_ne!(old, new);

    fs::write(path.with_extension("solved.png"), "mine").unwrap();
    let output = run(folder.path(), &["phone-light-307.png"]);
    assert_eq!(status(&output), 2);
    assert_eq!(fs::read(path.with_extension("solved.png")).unwrap(), b"mine");
}

#[test]
fn small_files_hold_the_same_picture() {
    let (folder, _) = shot("phone-light-307");
    let solve = |more: &[&str]| run(folder.path(), &[&["phone-light-307.png", "-o"], more].concat());
    assert_eq!(status(&solve(&["fast.png"])), 0);
    assert_eq!(status(&solve(&["small.png", "--compress"])), 0);
    let [fast, small] = ["fast.png", "small.png"].map(|name| fs::read(folder.path().join(name)).unwrap());
    assert!(small.len() * 10 < fast.len() * 9, "{} bytes of {}", small.len(), fast.len());
    assert_eq!(image::load_from_memory(&fast).unwrap(), image::load_from_memory(&small).unwrap());
}

#[test]
fn pictures_are_told_by_content_and_their_stems_kept_apart() {
    let (folder, path) = shot("crop-307");
    for name in ["crop-307.jpg", "other"] {
        fs::copy(&path, folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("other.board"), ARTICLE).unwrap();
    let output = run(folder.path(), &["solve", ".", "--format", "json"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let solutions: Vec<_> = json_lines(&output).iter().map(|record| record["solution"].clone()).collect();
    assert_eq!(solutions, vec![json!([6, 4, 1, 3, 5, 2, 0]); 4]);
    let made: Vec<_> = names_in(folder.path()).into_iter().filter(|name| name.ends_with(".solved.png")).collect();
    assert_eq!(made, ["crop-307.jpg.solved.png", "crop-307.png.solved.png", "other.solved.png"]);
}

#[test]
fn a_stream_is_read_like_a_file() {
    let picture = fs::read(fixtures().join("shots/crop-307.png")).unwrap();
    let output = pipe(&picture, &["read", "-"]);
    assert_eq!((status(&output), out(&output).as_str()), (0, ARTICLE));
    let folder = folder();
    let place = folder.path().join("out.png");
    let output = pipe(&picture, &["-", "-o", place.to_str().unwrap()]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    assert!(image::open(place).is_ok());
}

#[test]
fn readings_carry_marks_grid_and_confidence() {
    let name = "phone-wrong-crown-7";
    let (folder, _) = shot(name);
    let truth = truth(name);
    let output = run(folder.path(), &["read", "phone-wrong-crown-7.png", "--format", "json"]);
    let [record] = json_lines(&output).try_into().unwrap();
    assert_eq!(record["board"], json!(queenshot::text::rows(&truth.board)));
    assert_eq!(record["marks"], json!(queenshot::text::mark_rows(&truth.board, &truth.marks)));
    assert_eq!(record["solutions"], 1);
    assert!(record["confidence"].as_f64().unwrap() > 0.5);
    let corners = record["grid"]["corners"].as_array().unwrap();
    let (width, height) = image::image_dimensions(folder.path().join("phone-wrong-crown-7.png")).unwrap();
    assert_eq!(corners.len(), 4);
    for corner in corners {
        let (x, y) = (corner[0].as_f64().unwrap(), corner[1].as_f64().unwrap());
        assert!(x >= 0.0 && y >= 0.0 && x <= width.into() && y <= height.into());
    }
}

#[test]
fn wrong_crowns_are_told_and_never_trusted() {
    let name = "phone-wrong-crown-7";
    let (folder, _) = shot(name);
    let truth = truth(name);
    let right = queenshot::solve::solution(&truth.board).unwrap().queens();
    let wrong: CellSet = truth.marks.queens - right;
    let wrong = wrong.single().expect("the fixture has one wrong crown");
    let told = format!("your crown at {wrong} is wrong");

    let output = run(folder.path(), &["phone-wrong-crown-7.png"]);
    assert_eq!(status(&output), 0, "the answer does not build on the player's crowns");
    assert!(err(&output).contains(&told), "{}", err(&output));
    assert!(!out(&output).contains("crown"));
    let trusting = run(folder.path(), &["phone-wrong-crown-7.png", "--trust-marks"]);
    assert_eq!(status(&trusting), 1);
    assert!(err(&trusting).contains("none that agrees with the marks"), "{}", err(&trusting));

    let check = run(folder.path(), &["check", "phone-wrong-crown-7.png", "--marks"]);
    assert_eq!((status(&check), out(&check)), (1, format!("{told}\n")));
    let hint = run(folder.path(), &["hint", "phone-wrong-crown-7.png"]);
    assert_eq!((status(&hint), out(&hint)), (0, format!("Your crown at {wrong} is wrong.\n")));
}

#[test]
fn a_hint_is_one_step_and_as_vague_as_wanted() {
    let (folder, _) = shot("phone-marks-8");
    let hint = |level: &str| out(&run(folder.path(), &["hint", "phone-marks-8.png", "--level", level]));
    let (vague, full) = (hint("1"), hint("3"));
    assert!(vague.starts_with("Look at ") && vague.len() < full.len(), "{vague}{full}");
    assert!(!vague.contains("r3c") && !vague.contains("r1c"), "level 1 names no cell: {vague}");
    assert_eq!(names_in(folder.path()), ["phone-marks-8.png"], "a picture only where it is asked for");
    assert_eq!(status(&run(folder.path(), &["hint", "phone-marks-8.png", "-o", "h.png"])), 0);
    assert!(folder.path().join("h.png").exists());

    let solved = format!("{ARTICLE}\n......Q\n....Q..\n.Q.....\n...Q...\n.....Q.\n..Q....\nQ......\n");
    assert!(out(&pipe(solved, &["hint", "-"])).contains("all are right"));
    let stuck = format!("{ROWS}\nx..x\n.xx.\n.xx.\nx..x\n");
    let output = pipe(stuck, &["hint", "-"]);
    assert_eq!(status(&output), 1);
    assert!(out(&output).starts_with("No technique leads further: 2 solutions"), "{}", out(&output));
}

#[test]
fn check_counts_solutions_and_judges_marks() {
    let line = |text: &str, arguments: &[&str]| {
        let output = pipe(text, &[&["check", "-"], arguments].concat());
        (status(&output), out(&output))
    };
    let (code, text) = line(ARTICLE, &[]);
    assert_eq!(code, 0);
    assert!(text.starts_with("exactly one solution; the deductions reach it (easy, score "), "{text}");
    assert!(line(ROWS, &[]).1.starts_with("2 solutions; they differ in r1c2, "));
    assert!(line(NONE, &[]).1.starts_with("no solution: "));
    assert_eq!(line(ROWS, &[]).0, 1);
    assert_eq!(line(NONE, &[]).0, 1);
    let drawn = |rows: &str| format!("{ARTICLE}\n{rows}\n.......\n.......\n.......\n.......\n.......\n.......\n");
    assert_eq!(line(&drawn("x.....Q"), &["--marks"]), (0, "1 crown and 1 cross, all right so far\n".into()));
    assert_eq!(
        line(&drawn("Q.....x"), &["--marks"]),
        (1, "your crown at r1c1 is wrong; your cross at r1c7 is wrong\n".into())
    );
    assert_eq!(line(ARTICLE, &["--marks"]).1, "nothing is drawn on the board yet\n");
}

#[test]
fn boards_are_converted_into_every_form_and_back() {
    let forms = [
        "letters", "json", "csv", "qsolve", "numbers", "task", "states", "cells", "colours", "grid", "link", "penpa",
        "emoji",
    ];
    for form in forms {
        let there = pipe(ARTICLE, &["convert", "-", "--to", form]);
        assert_eq!(status(&there), 0, "{form}: {}", err(&there));
        let back = pipe(&there.stdout, &["convert", "-", "--to", "letters"]);
        assert_eq!(out(&back), ARTICLE, "{form}:\n{}", out(&there));
    }
    assert_eq!(status(&pipe(ARTICLE, &["convert", "-", "--to", "napkin"])), 2);
    let pieces = "AABB\nACCB\nCCCD\nDCCA\n";
    assert_refused(&pipe(pieces, &["convert", "-", "--to", "link"]), "disconnected-region");
    let output = pipe(format!("=== x ===\n{ARTICLE}=== y ===\n{ROWS}"), &["convert", "-", "--to", "csv"]);
    let expected =
        format!("name,size,board,marks\nx,7,{},\ny,4,AAAA/BBBB/CCCC/DDDD,\n", ARTICLE.trim_end().replace('\n', "/"));
    assert_eq!(out(&output), expected);
}

#[test]
fn the_time_of_each_stage_is_told_beside_the_answer() {
    let (folder, _) = shot("crop-307");
    let plain = run(folder.path(), &["crop-307.png"]);
    let timed = run(folder.path(), &["crop-307.png", "--timings"]);
    assert_eq!(plain.stdout, timed.stdout);
    let notes = err(&timed);
    let line = notes.lines().find(|line| line.contains(" in all")).expect("a line with the times");
    let stages = ["load ", "decode ", "read ", "judge ", "solve ", "draw ", "encode and write "];
    let times: Vec<f64> = stages
        .iter()
        .map(|stage| {
            let rest = &line[line.find(stage).unwrap_or_else(|| panic!("{stage}in {line}")) + stage.len()..];
            rest.split(" ms").next().unwrap().parse().unwrap()
        })
        .collect();
    let all: f64 = line.rsplit(", ").next().unwrap().split(" ms").next().unwrap().parse().unwrap();
    assert!((times.iter().sum::<f64>() - all).abs() < 0.05, "{line}");
}

#[test]
fn the_version_tells_how_the_program_was_built() {
    let short = out(&run(Path::new("."), &["-V"]));
    assert_eq!(short, format!("queenshot {}\n", env!("CARGO_PKG_VERSION")));
    let long = out(&run(Path::new("."), &["--version"]));
    assert!(long.starts_with(short.trim_end()) && long.contains(std::env::consts::ARCH), "{long}");
}

#[test]
fn each_stage_can_be_looked_at() {
    let (folder, _) = shot("crop-307");
    for stage in ["locate", "sample", "cluster", "marks"] {
        let place = format!("{stage}.png");
        let output = run(folder.path(), &["read", "crop-307.png", "--stage", stage, "-o", &place]);
        assert_eq!((status(&output), out(&output).as_str()), (0, ""), "{}", err(&output));
        assert!(image::open(folder.path().join(&place)).is_ok());
    }
}

#[test]
fn broken_files_are_refused_by_their_code_and_leave_nothing_behind() {
    let bad = fixtures().join("shots/bad");
    let mut seen = 0;
    for name in names_in(&bad) {
        let code = &name[..name.rfind('-').unwrap()];
        if !["corrupt-file", "empty-file", "too-large", "unsupported-format"].contains(&code) {
            continue;
        }
        seen += 1;
        let folder = folder();
        fs::copy(bad.join(&name), folder.path().join(&name)).unwrap();
        assert_refused(&run(folder.path(), &["solve", &name]), code);
        assert_eq!(names_in(folder.path()), [name]);
    }
    assert!(seen >= 4);
}

#[test]
fn a_limit_on_pixels_is_obeyed() {
    let (folder, _) = shot("desktop-8");
    assert_refused(&run(folder.path(), &["desktop-8.png", "--max-megapixels", "5"]), "too-large");
    assert_eq!(status(&run(folder.path(), &["desktop-8.png", "--max-megapixels", "6"])), 0);
}

#[test]
fn the_user_can_say_where_the_board_is_and_how_large() {
    let (folder, _) = shot("desktop-8");
    let read = |more: &[&str]| run(folder.path(), &[&["read", "desktop-8.png", "--format", "json"], more].concat());
    let [record] = json_lines(&read(&[])).try_into().unwrap();
    let corner = |i: usize, axis: usize| record["grid"]["corners"][i][axis].as_f64().unwrap();
    let (x, y) = (corner(0, 0) as u32 - 20, corner(0, 1) as u32 - 20);
    let (w, h) = (corner(2, 0) as u32 + 20 - x, corner(2, 1) as u32 + 20 - y);
    let [boxed] = json_lines(&read(&["--size", "8", "--box", &format!("{x},{y},{w},{h}")])).try_into().unwrap();
    assert_eq!(boxed["board"], record["board"]);
    let near = (boxed["grid"]["corners"][0][0].as_f64().unwrap() - corner(0, 0)).abs();
    assert!(near < 3.0, "the grid is told in pixels of the whole picture, {near} off");
    assert_eq!(status(&read(&["--size", "9"])), 2);
    assert_eq!(status(&read(&["--box", "0,0,40,40"])), 2);
}

/// Interrupts runs over many pictures at different moments: what is written is whole, and a second run does the rest.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_only_whole_files() {
    const FILES: usize = 24;
    let (folder, path) = shot("phone-light-307");
    let picture = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    for i in 0..FILES {
        fs::write(folder.path().join(format!("in/{i:02}.png")), &picture).unwrap();
    }
    let expected = {
        let output = run(folder.path(), &["solve", "in/00.png", "-o", "one.png"]);
        assert_eq!(status(&output), 0);
        fs::read(folder.path().join("one.png")).unwrap()
    };
    let mut cut = 0;
    for turn in 0..5u64 {
        let out = format!("out{turn}");
        let child = queenshot(&["solve", "in", "-o", &out, "--jobs", "2"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + 170 * turn));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(killed.success() || output.status.success());
        let made = fs::read_dir(folder.path().join(&out)).map_or(0, Iterator::count);
        cut += usize::from(made < FILES);
        if made > 0 {
            for name in names_in(&folder.path().join(&out)) {
                assert_eq!(fs::read(folder.path().join(&out).join(&name)).unwrap(), expected, "{name} is not whole");
            }
        }
        let rest = run(folder.path(), &["solve", "in", "-o", &out, "--skip-existing"]);
        assert_eq!(status(&rest), 0, "{}", err(&rest));
        assert_eq!(names_in(&folder.path().join(&out)).len(), FILES);
    }
    assert!(cut > 0, "no run was interrupted before its end; the test shows nothing");
}
