//! Pictures from the clipboard and answers into it, on an X server of the test's own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::cli::{ARTICLE, assert_refused, err, folder, json_lines, out, queenshot, shot, status};

/// An X server without a screen that anybody sees.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// `None`, with the reason printed, where the programs are missing.
    fn new() -> Option<Self> {
        for program in ["Xvfb", "xclip"] {
            let found = Command::new(program).arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            if found.is_err() {
                println!("{program} is not installed; the clipboard was not tested");
                return None;
            }
        }
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "320x240x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        assert!(!number.trim().is_empty(), "the X server names its display");
        Some(Self { server, name: format!(":{}", number.trim()) })
    }

    fn run(&self, folder: &Path, arguments: &[&str]) -> Output {
        queenshot(arguments).current_dir(folder).env("DISPLAY", &self.name).output().unwrap()
    }

    fn xclip(&self, target: &str) -> Command {
        let mut command = Command::new("xclip");
        command.args(["-selection", "clipboard", "-t", target]).env("DISPLAY", &self.name);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Lets another program own the clipboard.
    fn put(&self, target: &str, file: &Path) {
        assert!(self.xclip(target).arg("-i").arg(file).status().unwrap().success());
    }

    /// What another program pastes.
    fn paste(&self, target: &str) -> Vec<u8> {
        let output = self.xclip(target).arg("-o").stdout(Stdio::piped()).output().unwrap();
        assert!(output.status.success());
        output.stdout
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The processes that hold a clipboard on the display.
fn holders(display: &Display) -> usize {
    let wanted = format!("DISPLAY={}\0", display.name);
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok).map(|entry| entry.path());
    let holds = |process: &Path| {
        let read = |name| fs::read(process.join(name)).unwrap_or_default();
        let contains = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        contains(&read("cmdline"), b"\0--hold-clipboard\0") && contains(&read("environ"), wanted.as_bytes())
    };
    processes.filter(|process| holds(process)).count()
}

fn pixels(png: &[u8]) -> image::RgbaImage {
    image::load_from_memory(png).unwrap().into_rgba8()
}

#[test]
fn a_picture_goes_through_the_clipboard_as_through_files() {
    let Some(display) = Display::new() else { return };
    let (folder, path) = shot("phone-light-307");
    let by_file = display.run(folder.path(), &["phone-light-307.png", "-o", "file.png"]);
    display.put("image/png", &path);
    let output = display.run(folder.path(), &["solve", "--clipboard", "--copy", "-o", "pasted.png"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    assert_eq!(out(&output), out(&by_file));
    assert!(err(&output).contains("clipboard: copied to the clipboard"), "{}", err(&output));
    let drawn = fs::read(folder.path().join("file.png")).unwrap();
    assert_eq!(fs::read(folder.path().join("pasted.png")).unwrap(), drawn, "the same file, byte for byte");
    // The program is gone, and the answer still there, as often as it is wanted.
    for _ in 0..2 {
        assert_eq!(pixels(&display.paste("image/png")), pixels(&drawn));
    }
    let [record] =
        json_lines(&display.run(folder.path(), &["read", "--clipboard", "--format", "json"])).try_into().unwrap();
    assert_eq!(record["file"], "clipboard");
    assert_eq!(holders(&display), 1);

    // Text in its place; then another program's.
    let output = display.run(folder.path(), &["phone-light-307.png", "-o", "file.png", "--copy=text"]);
    assert_eq!((status(&output), out(&output)), (0, out(&by_file)));
    assert_eq!(display.paste("UTF8_STRING"), by_file.stdout);
    fs::write(folder.path().join("board.txt"), ARTICLE).unwrap();
    display.put("UTF8_STRING", &folder.path().join("board.txt"));
    let output = display.run(folder.path(), &["solve", "--clipboard"]);
    assert_eq!((status(&output), out(&output)), (0, out(&by_file)), "a board as text: {}", err(&output));
    let start = Instant::now();
    while holders(&display) > 0 {
        assert!(start.elapsed() < Duration::from_secs(30), "nothing is held for nobody");
        std::thread::sleep(Duration::from_millis(20));
    }
    // A file that was copied in a file manager.
    fs::write(folder.path().join("list"), format!("file://{}\r\n", path.display())).unwrap();
    display.put("text/uri-list", &folder.path().join("list"));
    let output = display.run(folder.path(), &["solve", "--clipboard"]);
    assert_eq!((status(&output), out(&output)), (0, out(&by_file)), "{}", err(&output));
}

#[test]
fn a_clipboard_without_a_board_is_refused() {
    let Some(display) = Display::new() else { return };
    let folder = folder();
    let run = |arguments: &[&str]| display.run(folder.path(), arguments);
    assert_refused(&run(&["solve", "--clipboard"]), "empty-clipboard");
    fs::write(folder.path().join("words"), "see you at eight\n").unwrap();
    display.put("UTF8_STRING", &folder.path().join("words"));
    assert_refused(&run(&["solve", "--clipboard"]), "not-a-board");
    fs::write(folder.path().join("a.txt"), ARTICLE).unwrap();
    assert_refused(&run(&["solve", "a.txt", "a.txt", "--copy"]), "usage");
    assert_eq!(status(&run(&["solve", "a.txt", "--clipboard"])), 2);
    assert_eq!(display.paste("UTF8_STRING"), b"see you at eight\n", "a refusal copies nothing");
}

#[test]
fn without_a_display_one_line_says_so_at_once() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), ARTICLE).unwrap();
    // No display at all, ones that are not there, and ones that cannot be.
    for display in
        [None, Some(""), Some(":59535"), Some(":59536"), Some(":65535.0"), Some("localhost:65535"), Some("none")]
    {
        let run = |arguments: &[&str]| {
            let mut command = queenshot(arguments);
            command.current_dir(folder.path()).env_remove("WAYLAND_DISPLAY");
            match display {
                None => command.env_remove("DISPLAY"),
                Some(name) => command.env("DISPLAY", name),
            };
            command.output().unwrap()
        };
        let start = Instant::now();
        assert_refused(&run(&["solve", "--clipboard"]), "no-clipboard");
        let output = run(&["solve", "a.txt", "--copy"]);
        let took = start.elapsed();
        assert_eq!(status(&output), 2);
        assert!(out(&output).starts_with("......♛"), "the answer is printed all the same");
        assert!(err(&output).trim_end().ends_with("[no-clipboard]"), "{}", err(&output));
        assert!(took < Duration::from_secs(4), "{display:?} took {took:?}");
    }
}
