//! The commands and options that draw: hints, overlays, animations, step pictures, pages, the terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;

/// The board of Queens No. 307, as the article states it.
const ARTICLE: &str = "AAAAAAA\nBBBBCAA\nBDDECAA\nBBEEEAA\nBBFEGGA\nBBFBBBA\nBBBBBBA\n";
const SOLVED: &str = "......♛\n....♛..\n.♛.....\n...♛...\n.....♛.\n..♛....\n♛......\n";

/// Runs the program in a folder, as on a terminal without colours.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin!("queenshot"));
    command.args(arguments).stdin(Stdio::null()).current_dir(folder).env("LANG", "C.UTF-8").env_remove("LC_ALL");
    command.output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder with the article's board and what the player has marked.
fn folder(marks: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let marks = if marks.is_empty() { String::new() } else { format!("\n{marks}") };
    fs::write(folder.path().join("board.txt"), format!("{ARTICLE}{marks}")).unwrap();
    folder
}

fn dimensions(path: &Path) -> (u32, u32) {
    image::image_dimensions(path).unwrap()
}

#[test]
fn a_hint_tells_one_step_and_no_more() {
    let folder = folder("");
    let hint = |level: &str| {
        let output = run(folder.path(), &["hint", "board.txt", "--level", level]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    assert_eq!(hint("1"), "Look at region C.\n");
    assert!(hint("2").starts_with("Look at region C. The rule: "));
    assert_eq!(
        hint("3"),
        "Every open cell of region C lies in column 5, so the rest of column 5 is out: r1c5, r4c5, r5c5, r6c5 and r7c5.\n"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a hint makes a picture only with -o");

    let output = run(folder.path(), &["hint", "board.txt", "-o", "hint.svg"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(fs::read_to_string(folder.path().join("hint.svg")).unwrap().starts_with("<svg "));
}

#[test]
fn a_hint_starts_from_the_players_marks_and_names_wrong_ones_first() {
    // The queens of the first two rows, and crosses on the rest of them.
    let right = folder("xxxxxxQ\nxxxxQxx\n.......\n.......\n.......\n.......\n.......\n");
    let output = run(right.path(), &["hint", "board.txt"]);
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    assert!(!text.contains("The queen at r"), "what a drawn queen attacks needs no hint: {text}");
    assert!(!text.contains("wrong"), "{text}");

    let wrong = folder("Q......\n.......\n.x.....\n.......\n.......\n.......\n.......\n");
    let output = run(wrong.path(), &["hint", "board.txt"]);
    assert_eq!(out(&output), "Your crown at r1c1 is wrong; your cross at r3c2 is wrong.\n");

    // A wrong cross alone is shown in the picture too, and only that one.
    let cross = folder(".......\n.......\n.xx....\n.......\n.......\n.......\n.......\n");
    assert_eq!(run(cross.path(), &["hint", "board.txt", "-o", "hint.png"]).status.code(), Some(0));
    let picture = image::open(cross.path().join("hint.png")).unwrap().to_rgb8();
    let reds: Vec<u32> = picture.enumerate_pixels().filter(|p| p.2.0 == [200, 16, 32]).map(|p| p.0).collect();
    // Margins of 13 pixels and cells of 64: the second column.
    assert!(reds.len() > 100 && reds.iter().all(|x| (77..141).contains(x)), "{} red pixels", reds.len());

    let done = folder(&SOLVED.replace('♛', "Q"));
    let output = run(done.path(), &["hint", "board.txt"]);
    assert_eq!(out(&output), "All queens stand, and all are right.\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_given_solution_is_drawn_if_it_keeps_the_rules() {
    let folder = folder("");
    for (i, solution) in ["6 4 1 3 5 2 0", "r1c7,r2c5,r3c2,r4c4,r5c6,r6c3,r7c1", SOLVED].into_iter().enumerate() {
        let picture = format!("{i}.png");
        let output = run(folder.path(), &["overlay", "board.txt", "--solution", solution, "-o", &picture]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(out(&output), SOLVED);
    }
    let bytes = |i: usize| fs::read(folder.path().join(format!("{i}.png"))).unwrap();
    assert!(bytes(0) == bytes(1) && bytes(1) == bytes(2));
    fs::write(folder.path().join("answer.txt"), SOLVED).unwrap();
    assert_eq!(out(&run(folder.path(), &["overlay", "board.txt", "--solution", "answer.txt"])), SOLVED);

    let output = run(folder.path(), &["overlay", "board.txt", "--solution", "6 4 1 3 5 2 1", "-o", "wrong.png"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "");
    for rule in ["column 1 has no queen", "column 2 has 2 queens", "the queens at r6c3 and r7c2 touch"] {
        assert!(err(&output).contains(rule), "{rule}");
    }
    assert!(!folder.path().join("wrong.png").exists());

    let output = run(folder.path(), &["overlay", "board.txt", "--solution", "6 4 1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).trim_end().ends_with("[bad-solution]"), "{}", err(&output));
}

#[test]
fn animations_are_written_by_the_name_of_the_output() {
    let folder = folder("");
    for (name, signature) in [("solve.gif", &b"GIF89a"[..]), ("solve.png", b"\x89PNG")] {
        let output = run(folder.path(), &["animate", "board.txt", "-o", name, "--width", "300"]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(out(&output), "");
        let path = folder.path().join(name);
        assert!(fs::read(&path).unwrap().starts_with(signature));
        let (width, _) = dimensions(&path);
        assert!((290..=301).contains(&width), "{width}");
    }
    let again = run(folder.path(), &["animate", "board.txt", "-o", "solve.png", "--width", "310"]);
    assert_eq!(again.status.code(), Some(0), "our own earlier picture is replaced: {}", err(&again));
    fs::write(folder.path().join("board.txt"), "AABB\nAABB\nCCDD\nCCDD\n").unwrap();
    let open = run(folder.path(), &["animate", "board.txt", "-o", "solve.png", "--overwrite"]);
    assert_eq!(open.status.code(), Some(1));
    assert!(err(&open).contains("do not reach an answer"), "{}", err(&open));
    for arguments in [
        &["animate", "board.txt"][..],
        &["animate", "board.txt", "-o", "solve.mov"],
        &["animate", "board.txt", "-o", "other.gif", "--on-picture"],
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains("[usage]"), "{}", err(&output));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn steps_become_pictures_and_a_page() {
    let folder = folder("");
    let output = run(
        folder.path(),
        &["solve", "board.txt", "--steps", "--steps-dir", "steps", "--html", "solve.html", "--coordinates"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let steps = out(&output).lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).count();
    assert!(steps > 5);
    let pictures = fs::read_dir(folder.path().join("steps")).unwrap().count();
    assert_eq!(pictures, steps + 2, "one each, the start and the end");
    let page = fs::read_to_string(folder.path().join("solve.html")).unwrap();
    assert_eq!(page.matches("<section>").count(), steps + 2);
    assert!(page.contains("How board.txt is solved"));
    assert!(!err(&output).contains("another solve"), "{}", err(&output));
    // A step picture does not take the place of the answer.
    for _ in 0..2 {
        let output = run(folder.path(), &["solve", "board.txt", "-o", "step-000.png", "--steps-dir", "."]);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("[output-clash]"), "{}", err(&output));
    }
    // A shorter solve leaves the end of the longer one in the folder, and says so.
    fs::write(folder.path().join("short.txt"), "ABBB\nABBB\nCCCB\nCDDB\n").unwrap();
    let output = run(folder.path(), &["solve", "short.txt", "--steps-dir", "steps"]);
    assert_eq!(fs::read_dir(folder.path().join("steps")).unwrap().count(), pictures);
    assert!(err(&output).contains("are of another solve"), "{}", err(&output));
}

#[test]
fn the_look_of_the_answer_can_be_chosen() {
    let folder = folder("");
    let mut seen = Vec::new();
    for options in [
        &["--style", "crowns"][..],
        &["--style", "rings"],
        &["--style", "dots"],
        &["--style", "dim"],
        &["--colour", "black"],
        &["--colour", "#102030"],
        &["--scale", "0.4"],
        &["--crosses"],
        &["--labels"],
        &["--coordinates"],
        &["--dark"],
    ] {
        let output = run(folder.path(), &[&["solve", "board.txt", "-o", "look.png", "--overwrite"], options].concat());
        assert_eq!(output.status.code(), Some(0), "{options:?}: {}", err(&output));
        assert!(out(&output).starts_with(SOLVED));
        let bytes = fs::read(folder.path().join("look.png")).unwrap();
        assert!(!seen.contains(&bytes), "{options:?} changes nothing");
        seen.push(bytes);
    }
    for options in [&["--scale", "2"][..], &["--scale", "nan"], &["--colour", "mauvish"], &["--style", "stars"]] {
        let output = run(folder.path(), &[&["solve", "board.txt"], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
    }
}

#[test]
fn the_terminal_shows_the_board_beside_the_answer() {
    let folder = folder("");
    let output = run(folder.path(), &["solve", "board.txt", "--show"]);
    assert!(out(&output).starts_with(SOLVED), "the answer alone is on standard output");
    assert!(!out(&output).contains('┌'));
    assert!(err(&output).contains("│ ♛                     │   │"), "{}", err(&output));
    assert!(!err(&output).contains('\x1b'), "no colours where nobody watches");
}

/// What the program shows in a terminal of this size with these variables; none where there is no util-linux to make one.
fn terminal(folder: &Path, columns: u32, variables: &str, command: &str) -> Option<String> {
    let version = Command::new("script").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("util-linux")) {
        println!("no util-linux here, whose script makes terminals");
        return None;
    }
    let program = cargo_bin!("queenshot");
    let line = format!("stty cols {columns} rows 24; {variables} exec '{}' {command} >/dev/null", program.display());
    let mut script = Command::new("script");
    for name in ["TERM_PROGRAM", "COLORTERM", "KITTY_WINDOW_ID", "NO_COLOR", "LC_TERMINAL", "LC_ALL", "LC_CTYPE"] {
        script.env_remove(name);
    }
    script.env("LANG", "C.UTF-8").current_dir(folder).stdin(Stdio::null());
    let output = script.args(["--quiet", "--return", "--command", &line, "/dev/null"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{line}: {}", out(&output));
    Some(out(&output).replace('\r', ""))
}

/// Variables, columns and options; then what is shown and what is not.
type Case<'a> = (&'a str, u32, &'a str, &'a [&'a str], &'a [&'a str]);

#[test]
fn terminals_get_the_best_that_they_can_show() {
    let folder = folder("");
    // The board has seven cells a side: half blocks need
    // 50 columns, text 21.
    let cases: [Case<'_>; 10] = [
        ("TERM=xterm-256color COLORTERM=truecolor", 80, "", &["▀", "\x1b[48;2;"], &["\x1b[48;5;", "♛"]),
        ("TERM=xterm-256color", 80, "", &["▀", "\x1b[48;5;"], &["\x1b[48;2;", "♛"]),
        ("TERM=xterm", 50, "", &["▀"], &["♛"]),
        ("TERM=xterm COLORTERM=truecolor", 49, "", &["♛", "\x1b[48;2;"], &["▀"]),
        ("TERM=xterm COLORTERM=truecolor", 80, "--labels", &["♛", "\x1b[48;2;"], &["▀"]),
        ("TERM=linux", 80, "", &["♛", "\x1b["], &["▀", "\x1b[48;"]),
        ("TERM=xterm-256color NO_COLOR=1", 80, "", &["│ ♛"], &["▀", "\x1b"]),
        ("TERM=dumb", 80, "", &["│ ♛"], &["▀", "\x1b"]),
        ("TERM=xterm-256color LC_ALL=C", 80, "", &[" Q ", "\x1b["], &["▀", "♛"]),
        ("TERM=xterm-kitty", 80, "", &["\x1b_Ga=T"], &["▀", "♛"]),
    ];
    for (variables, columns, options, shown, hidden) in cases {
        let Some(text) = terminal(folder.path(), columns, variables, &format!("solve board.txt --show {options}"))
        else {
            return;
        };
        for part in shown {
            assert!(text.contains(part), "{variables}, {columns} columns: no {part:?} in {text:?}");
        }
        for part in hidden {
            assert!(!text.contains(part), "{variables}, {columns} columns: {part:?} in {text:?}");
        }
        let widest = text.lines().map(|line| line.matches('▀').count()).max().unwrap();
        assert!(widest <= columns as usize, "{variables}: {widest} of {columns} columns");
    }
}

/// The folder of the fixtures with one of them copied into a folder of its own.
fn shot(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(crate::support::fixtures().join("shots").join(name), folder.path().join(name)).unwrap();
    folder
}

#[test]
fn the_name_of_the_output_says_its_form() {
    let folder = shot("phone-light-307.png");
    let signatures =
        [("a.png", &b"\x89PNG"[..]), ("a.jpg", b"\xff\xd8\xff"), ("a.jpeg", b"\xff\xd8\xff"), ("a.svg", b"<svg ")];
    for command in [&["solve"][..], &["overlay", "--solution", "6 4 1 3 5 2 0"], &["hint"]] {
        for (name, signature) in signatures {
            let output = run(folder.path(), &[command, &["phone-light-307.png", "-o", name, "--overwrite"]].concat());
            assert_eq!(output.status.code(), Some(0), "{command:?} {name}: {}", err(&output));
            let path = folder.path().join(name);
            assert!(fs::read(&path).unwrap().starts_with(signature), "{command:?} {name}");
            if !name.ends_with("svg") {
                assert_eq!(dimensions(&path), dimensions(&folder.path().join("phone-light-307.png")));
            }
        }
    }
    let output = run(folder.path(), &["solve", "phone-light-307.png", "-o", "a.tiff"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_picture_is_animated_as_it_is() {
    let folder = shot("phone-light-307.png");
    let output =
        run(folder.path(), &["animate", "phone-light-307.png", "-o", "a.gif", "--on-picture", "--width", "240"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let (width, height) = dimensions(&folder.path().join("a.gif"));
    assert!(width <= 240 && height > width, "{width} x {height}");
}
