//! What users, file names and file systems throw at the program.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::{
    ARTICLE, ROWS, assert_refused, err, folder, json_lines, names_in, out, pipe, queenshot, run, shot, status,
};

/// A folder that may not be entered is told; everything beside it is answered.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_listed_does_not_hide_the_others() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["in/a", "in/locked", "in/z"] {
        fs::create_dir_all(path(name)).unwrap();
        fs::write(path(name).join("board.txt"), ARTICLE).unwrap();
    }
    let mode = |name: &str, mode: u32| fs::set_permissions(path(name), fs::Permissions::from_mode(mode)).unwrap();
    mode("in/locked", 0o000);
    mode("", 0o755);
    let run = |arguments: &[&str]| {
        let mut command = queenshot(arguments);
        command.current_dir(folder.path());
        if fs::read_dir(path("in/locked")).is_ok() {
            // Nothing is locked for the superuser, so somebody else has to try, with a program that they may run.
            let program = path("program");
            if !program.exists() {
                fs::copy(command.get_program(), &program).unwrap();
            }
            command = std::process::Command::new(program);
            command.args(arguments).uid(65534).current_dir(folder.path());
        }
        // A process that another test started while the program was being copied may hold it open for a moment.
        let mut outputs = std::iter::repeat_with(|| command.output()).take(100);
        let ran = outputs.find(|output| match output {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(std::time::Duration::from_millis(20));
                false
            }
            _ => true,
        });
        ran.unwrap().unwrap()
    };
    let output = run(&["read", "in", "--format", "json"]);
    assert_eq!(status(&output), 2, "{}", err(&output));
    let seen: Vec<_> = json_lines(&output).iter().map(|r| (r["file"].clone(), r["ok"].clone())).collect();
    let expected = [("in/a/board.txt", true), ("in/z/board.txt", true), ("in/locked", false)];
    assert_eq!(seen, expected.map(|(file, ok)| (json!(file), json!(ok))));
    assert!(err(&output).contains("in/locked: error: the folder cannot be listed: permission denied"));
    assert_refused(&run(&["read", "in/locked"]), "io");
    mode("in/locked", 0o755);
}

/// File names on Linux are bytes. No two inputs may be taken for one, and no byte may be lost.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_told_apart_and_kept() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    let folder = folder();
    let names: [&[u8]; 3] = [b"a\xFE.txt", b"a\xFF.txt", b"a\xEF\xBF\xBD.txt"];
    fs::create_dir(folder.path().join("in")).unwrap();
    for name in names {
        fs::write(folder.path().join("in").join(OsStr::from_bytes(name)), ARTICLE).unwrap();
    }
    let sorted = |mut names: Vec<Vec<u8>>| {
        names.sort();
        names
    };
    let made = |place: &str| {
        let entries = fs::read_dir(folder.path().join(place)).unwrap();
        sorted(entries.map(|entry| entry.unwrap().file_name().into_vec()).collect())
    };
    assert_eq!(status(&run(folder.path(), &["read", "in", "-o", "out"])), 0);
    assert_eq!(made("out"), sorted(names.map(<[u8]>::to_vec).to_vec()));
    let output = run(folder.path(), &["solve", "in", "-o", "out2", "--name-template", "x-{stem}.{index}.svg"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let mut inputs: Vec<_> = names.iter().map(|name| [b"in/", *name].concat()).collect();
    inputs.sort();
    let expected = inputs.iter().enumerate().map(|(number, input)| {
        let stem = &input[3..input.len() - 4];
        [b"x-", stem, format!(".{}.svg", number + 1).as_bytes()].concat()
    });
    assert_eq!(made("out2"), sorted(expected.collect()));

    let records = json_lines(&run(folder.path(), &["read", "in", "--format", "json"]));
    let texts: Vec<_> = records.iter().map(|record| record["file"].as_str().unwrap()).collect();
    assert_eq!(texts, ["in/a\u{FFFD}.txt", "in/a\\xFE.txt", "in/a\\xFF.txt"]);
    assert_eq!(records[0].get("file_bytes"), None, "UTF-8 needs no second way to be told");
    assert_eq!(records[1]["file_bytes"], json!(b"in/a\xFE.txt"));
    assert_eq!(records[2]["file_bytes"], json!(b"in/a\xFF.txt"));
}

/// What a terminal obeys must not reach it through the name of a file or of a board.
#[cfg(unix)]
#[test]
fn names_cannot_steer_the_terminal() {
    let folder = folder();
    let name = "a\u{1b}]0;title\u{7}\nqueenshot: b\r\u{9b}31m\u{202e}.txt";
    let shown = "a\\u{1b}]0;title\\u{7}\\nqueenshot: b\\r\\u{9b}31m\\u{202e}.txt";
    fs::write(folder.path().join(name), ARTICLE).unwrap();
    fs::write(folder.path().join("b.txt"), "{\"name\": \"\\u001b[2J\", \"board\": [\"AB\"]}").unwrap();
    fs::write(
        folder.path().join("c.txt"),
        format!(
            "[{}]",
            ["x\\u001b[2J", "y\\n"]
                .map(|name| format!("{{\"name\": \"{name}\", \"board\": [\"AAAA\", \"BBBB\", \"CCCC\", \"DDDD\"]}}"))
                .join(",")
        ),
    )
    .unwrap();
    let commands: [&[&str]; 7] = [
        &["read", name, "b.txt", "c.txt"],
        &["solve", name, "b.txt", "c.txt", "-o", "out"],
        &["solve", name, "b.txt", "c.txt", "-o", "out", "--skip-existing"],
        &["check", name, "b.txt", "c.txt"],
        &["hint", name, "b.txt", "c.txt"],
        &["survey", name, "b.txt", "c.txt"],
        &["convert", name, "c.txt", "--to", "csv"],
    ];
    for arguments in commands {
        let output = run(folder.path(), arguments);
        let said = out(&output) + &err(&output);
        let steering = |sign: char| sign.is_control() && sign != '\n' || sign == '\u{202e}';
        assert!(!said.contains(steering), "{arguments:?}: {said:?}");
        assert!(said.contains(shown), "{arguments:?}: {said:?}");
        assert!(!said.lines().any(|line| line.starts_with("queenshot: b\\r")), "a name stays on its line: {said:?}");
    }
    let [record] = json_lines(&run(folder.path(), &["read", name, "--format", "json"])).try_into().unwrap();
    assert_eq!(record["file"], name, "a program is told the true name");
}

/// Content of a known kind that is not read is called by its name, and is never taken for a damaged board.
#[test]
fn formats_that_are_not_read_are_named() {
    let ftyp = |brand: &[u8; 4]| [b"\0\0\0\x18ftyp".as_slice(), brand, &[0; 4], b"mif1", brand, &[0; 64]].concat();
    let cases: [(&str, Vec<u8>); 14] = [
        ("TIFF", [b"II*\0\x08\0\0\0\x0C\0".as_slice(), &[1; 40]].concat()),
        ("TIFF", [b"MM\0*\0\0\0\x08\0\x0C".as_slice(), &[1; 40]].concat()),
        ("ICO", [b"\0\0\x01\0\x01\0\x10\x10".as_slice(), &[0; 40]].concat()),
        ("HEIC", ftyp(b"heic")),
        ("AVIF", ftyp(b"avif")),
        ("MP4", ftyp(b"isom")),
        ("PSD", [b"8BPS\0\x01".as_slice(), &[0; 40]].concat()),
        ("JPEG XL", [b"\0\0\0\x0CJXL \x0D\x0A\x87\x0A".as_slice(), &[0; 40]].concat()),
        ("ZIP", [b"PK\x03\x04\x14\0".as_slice(), &[0; 60]].concat()),
        ("PDF", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n".to_vec()),
        ("PDF", b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n".to_vec()),
        (
            "SVG",
            b"<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n".to_vec(),
        ),
        ("SVG", "\u{FEFF}\n<svg viewBox=\"0 0 9 9\"></svg>".into()),
        ("HTML", b"<!DOCTYPE html>\n<title>Queens</title>\n".to_vec()),
    ];
    for (name, bytes) in cases {
        for command in ["solve", "read"] {
            let output = pipe(&bytes, &[command, "-"]);
            assert_refused(&output, "unsupported-format");
            assert!(err(&output).contains(name) && err(&output).contains("PNG"), "{name}: {}", err(&output));
        }
        let folder = folder();
        fs::write(folder.path().join("shot.png"), &bytes).unwrap();
        let output = run(folder.path(), &["solve", "shot.png"]);
        assert_refused(&output, "unsupported-format");
        assert!(err(&output).contains(name), "{name} under another's name: {}", err(&output));
    }
}

/// Whoever gives a picture wants to hear that it is none, and not what is wrong with it as a board.
#[test]
fn text_under_the_name_of_a_picture_is_called_text() {
    let folder = folder();
    for text in ["x", "<list>", "AB\nA\n", "{\"board\": 3}", "https://puzz.link/p?starbattle/6/6"] {
        fs::write(folder.path().join("shot.jpg"), text).unwrap();
        let output = run(folder.path(), &["read", "shot.jpg"]);
        assert_refused(&output, "unsupported-format");
        assert!(err(&output).contains("this is text, not a picture"), "{text}: {}", err(&output));
    }
    fs::write(folder.path().join("shot.jpg"), ARTICLE).unwrap();
    assert_eq!(out(&run(folder.path(), &["read", "shot.jpg"])), ARTICLE, "a board is a board under any name");
}

/// Rows of letters may begin like the files of other programs.
#[test]
fn boards_are_not_taken_for_pictures_or_programs() {
    for start in ["BMAA", "MZAA", "%PDF", "GIF8", "RIFF", "%!AA", "PKAA", "8BPS", "<AAA", "II*A"] {
        let regions: std::collections::BTreeSet<char> = start.chars().collect();
        // Rows that bring the missing regions, four in all.
        let more: String = "wxyz".chars().take(4 - regions.len()).chain(start.chars()).take(3).collect();
        let rows: Vec<String> = more.chars().map(|sign| String::from(sign).repeat(4)).collect();
        let text = format!("{start}\n{}\n", rows.join("\n"));
        let output = pipe(&text, &["read", "-"]);
        assert_eq!(status(&output), 0, "{text}{}", err(&output));
    }
}

/// Whoever asks for JSON gets an object for a refusal of the whole command too.
#[test]
fn refusals_of_the_whole_command_are_json_where_json_is_asked_for() {
    let folder = folder();
    for name in ["one/a.txt", "two/a.txt"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, ARTICLE).unwrap();
    }
    let cases: [(&[&str], &str); 9] = [
        (&["read", "one/a.txt", "two/a.txt", "-o", "out"], "output-clash"),
        (&["read", "-", "-"], "usage"),
        (&["read", "one", "--glob", "[z-a]"], "usage"),
        (&["read", "one/a.txt", "-o", "one/a.txt"], "output-is-input"),
        (&["solve", "one", "two", "--html", "x.html"], "usage"),
        (&["read", "--files-from", "no-such-list"], "io"),
        (&["read", "one", "--no-such-option"], "usage"),
        (&["read", "one", "--set", "r0c1=A"], "usage"),
        (&["survey", "one", "--chart", "x.gif"], "usage"),
    ];
    for (arguments, code) in cases {
        for format in [&["--format", "json"][..], &["--format=json"]] {
            let output = run(folder.path(), &[arguments, format].concat());
            assert_eq!(status(&output), 2, "{arguments:?}");
            let [record] = json_lines(&output).try_into().unwrap_or_else(|all| panic!("{arguments:?}: {all:?}"));
            assert_eq!(record.as_object().unwrap().keys().collect::<Vec<_>>(), ["file", "ok", "error"]);
            assert_eq!((&record["file"], &record["ok"]), (&Value::Null, &json!(false)));
            assert_eq!(record["error"]["code"], code, "{arguments:?}: {record}");
            assert!(record["error"]["message"].as_str().unwrap().len() > 10, "{record}");
            assert!(!err(&output).is_empty());
        }
        assert_eq!(out(&run(folder.path(), arguments)), "", "{arguments:?}: text has nothing on standard output");
    }
    let help = run(folder.path(), &["read", "--help", "--format", "json"]);
    assert_eq!(status(&help), 0);
    assert!(out(&help).contains("Usage"));
}

#[test]
fn templates_know_four_places() {
    let folder = folder();
    fs::create_dir(folder.path().join("in")).unwrap();
    fs::write(folder.path().join("in/a.b.txt"), ARTICLE).unwrap();
    let named = |template: &str| run(folder.path(), &["read", "in", "-o", "out", "--name-template", template]);
    for wrong in ["{bogus}.txt", "{stem", "{}", "{stem}{Stem}", "", "x/"] {
        let output = named(wrong);
        assert_eq!(status(&output), 2, "{wrong}");
        assert!(!folder.path().join("out").exists(), "{wrong}");
        let told = err(&output);
        assert!(told.contains("{stem}"), "{wrong}: {told}");
    }
    assert_eq!(status(&named("{parent}-{stem}-{index}-{name}}")), 0);
    assert_eq!(names_in(&folder.path().join("out")), ["in-a.b-1-a.b.txt}"]);
}

/// A command that cannot write its results is refused before it answers anything.
#[test]
fn outputs_that_cannot_be_are_refused_before_any_work() {
    let (folder, _) = shot("crop-307");
    let path = |name: &str| folder.path().join(name);
    for name in ["a.txt", "b.txt", "taken"] {
        fs::write(path(name), ARTICLE).unwrap();
    }
    fs::create_dir(path("in")).unwrap();
    fs::copy(path("crop-307.png"), path("in/one.png")).unwrap();
    let before = names_in(folder.path());
    let cases: [&[&str]; 20] = [
        &["solve", "a.txt", "b.txt", "-o", "taken"],
        &["solve", "a.txt", "b.txt", "-o", "out.png"],
        &["read", "a.txt", "b.txt", "-o", "boards.txt"],
        &["solve", "in", "-o", "out.png"],
        &["solve", "a.txt", "-o", "taken/out.png"],
        &["solve", "a.txt", "b.txt", "-o", "taken/out"],
        &["solve", "crop-307.png", "-o", "out.txt"],
        &["solve", "crop-307.png", "-o", "out.gif"],
        &["solve", "crop-307.png", "--name-template", "{stem}.webp"],
        &["solve", "in", "-o", "out", "--name-template", "{stem}.webp"],
        &["hint", "crop-307.png", "-o", "out.txt"],
        &["check", "crop-307.png", "-o", "out.txt"],
        &["animate", "a.txt", "-o", "out.jpg"],
        &["overlay", "a.txt", "--solution", "6 4 1 3 5 2 0", "-o", "out.gif"],
        &["read", "a.txt", "-o", "out.png"],
        &["convert", "a.txt", "--to", "csv", "-o", "out.png"],
        &["read", "crop-307.png", "--stage", "locate", "-o", "out.jpg"],
        &["solve", "a.txt", "--steps-dir", "taken"],
        &["solve", "a.txt", "--html", "out.png"],
        &["solve", "a.txt", "-o", "out.svg", "--html", "out.svg"],
    ];
    for arguments in cases {
        let output = run(folder.path(), arguments);
        assert_refused(&output, "usage");
        assert_eq!(names_in(folder.path()), before, "{arguments:?}");
    }
    // Standard output carries the answer, and a file of that name is nothing that anybody wants.
    let dashes: [&[&str]; 5] = [
        &["solve", "a.txt", "-o", "-"],
        &["solve", "a.txt", "--html", "-"],
        &["solve", "a.txt", "--steps-dir", "-"],
        &["survey", "a.txt", "--chart", "-"],
        &["nqueens", "4", "4", "-o", "-"],
    ];
    for arguments in dashes {
        let output = run(folder.path(), arguments);
        assert_eq!((status(&output), output.stdout.len()), (2, 0), "{arguments:?}");
        assert_eq!(names_in(folder.path()), before, "{arguments:?}");
    }
    // What ends in a slash is a folder, whatever it is called.
    assert_eq!(status(&run(folder.path(), &["read", "a.txt", "b.txt", "-o", "boards.txt/"])), 0);
    assert_eq!(names_in(&path("boards.txt")), ["a.txt", "b.txt"]);
    #[cfg(unix)]
    assert_eq!(status(&run(folder.path(), &["solve", "a.txt", "-o", "/dev/null"])), 0);
}

/// A refusal says what can be done about it.
#[test]
fn refusals_of_pictures_advise() {
    let folder = folder();
    let flat = image::RgbImage::from_pixel(400, 600, image::Rgb([250, 250, 250]));
    flat.save(folder.path().join("flat.png")).unwrap();
    let output = run(folder.path(), &["read", "flat.png"]);
    assert_refused(&output, "no-grid");
    assert!(err(&output).contains("--box X,Y,W,H"), "{}", err(&output));
    let output = run(folder.path(), &["read", "flat.png", "--box", "0,0,100,100"]);
    assert_refused(&output, "no-grid");
    assert!(err(&output).contains("the whole board"), "{}", err(&output));
}

#[test]
fn a_wrong_size_is_told_with_the_size_that_was_seen() {
    let (folder, _) = shot("desktop-8");
    let output = run(folder.path(), &["read", "desktop-8.png", "--size", "9"]);
    assert_refused(&output, "no-grid");
    let told = err(&output);
    assert!(told.contains("9 rows") && told.contains("8 x 8") && !told.contains("cut off"), "{told}");
}

#[test]
fn corrections_say_what_they_allow() {
    let told = |input: &str, set: &[&str]| {
        let arguments: Vec<&str> =
            ["read", "-"].into_iter().chain(set.iter().flat_map(|set| ["--set", *set])).collect();
        let output = pipe(input, &arguments);
        assert_eq!((status(&output), out(&output).as_str()), (2, ""), "{set:?}");
        err(&output)
    };
    assert!(told(ROWS, &["r0c1=A"]).contains("r0c1 is no cell; write row and column, counted from 1"));
    assert!(told(ROWS, &["5,3=A"]).contains("5,3 is no cell"));
    assert!(told(ROWS, &["r1c1=7"]).contains("7 is no region's letter; those are A to Z"));
    assert!(told(ROWS, &["r1c1"]).contains("r5c3=B"));
    assert!(told(ROWS, &["r9c1=A"]).contains("the board has 4 rows and columns"));
    assert!(told(ROWS, &["r1c1=E"]).contains("the regions of this board are A to D"));
    let emptied = ["r1c1=B", "r1c2=B", "r1c3=B", "r1c4=B"];
    assert!(told(ROWS, &emptied).contains("takes the last cell from region A"), "{}", told(ROWS, &emptied));
}

/// Links that lead back to their own folder, to themselves or nowhere.
#[cfg(unix)]
#[test]
fn links_in_circles_are_not_followed() {
    use std::os::unix::fs::symlink;

    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("in/sub")).unwrap();
    fs::write(path("in/sub/a.txt"), ARTICLE).unwrap();
    symlink("..", path("in/sub/up")).unwrap();
    symlink("itself.txt", path("in/itself.txt")).unwrap();
    symlink("nowhere.txt", path("in/gone.txt")).unwrap();
    symlink("sub/a.txt", path("in/linked.txt")).unwrap();
    let output = run(folder.path(), &["read", "in", "--format", "json"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let files: Vec<_> = json_lines(&output).iter().map(|record| record["file"].as_str().unwrap().to_owned()).collect();
    assert_eq!(files, ["in/linked.txt", "in/sub/a.txt"]);
    assert_refused(&run(folder.path(), &["read", "in/itself.txt"]), "io");
    // A link is an input like any other: what it leads to is never written over.
    assert_refused(
        &run(folder.path(), &["read", "in/linked.txt", "-o", "in/sub/a.txt", "--overwrite"]),
        "output-is-input",
    );
    assert_eq!(fs::read_to_string(path("in/sub/a.txt")).unwrap(), ARTICLE);
}

#[test]
fn ten_thousand_files_are_answered_in_their_order() {
    const FILES: usize = 10_000;
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for part in 0..10 {
        fs::create_dir_all(path(&format!("in/{part}"))).unwrap();
    }
    let names: Vec<String> = (0..FILES).map(|i| format!("in/{}/{i:05}.txt", i % 10)).collect();
    for name in &names {
        fs::write(path(name), ROWS).unwrap();
    }
    // As a list in an order of its own, and as a folder.
    let mut turned = names.clone();
    turned.reverse();
    fs::write(path("list"), turned.join("\n")).unwrap();
    let files = |arguments: &[&str]| -> Vec<String> {
        let output = run(folder.path(), arguments);
        assert_eq!(status(&output), 0, "{}", err(&output));
        json_lines(&output).iter().map(|record| record["file"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(files(&["read", "--files-from", "list", "--format", "json"]), turned);
    let mut sorted = names;
    sorted.sort();
    assert_eq!(files(&["read", "in", "--format", "json"]), sorted);
    assert_eq!(status(&run(folder.path(), &["read", "in", "-o", "out"])), 0);
    let made: usize = (0..10).map(|part| names_in(&path("out").join(part.to_string())).len()).sum();
    assert_eq!(made, FILES);
}

/// A folder that may not be written to is told once an input; the answers are printed all the same.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_to_costs_no_answer() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), ARTICLE).unwrap();
    // Nobody can make files here, not even the superuser.
    if !Path::new("/proc/self").exists() {
        return println!("there is no /proc here; nothing was tested");
    }
    let output = run(folder.path(), &["solve", "a.txt", "-o", "/proc/self/out.png"]);
    assert_eq!(status(&output), 2);
    assert!(out(&output).starts_with("......♛\n"), "{}", out(&output));
    assert!(err(&output).contains("/proc/self") && err(&output).contains("[io]"), "{}", err(&output));
}

/// What is too long to be a board is refused before it is all read. The files have holes, so that they take no room.
#[cfg(unix)]
#[test]
fn endless_input_is_refused_soon() {
    let folder = folder();
    let start = std::time::Instant::now();
    let long = |name: &str, begin: &[u8], length: u64| {
        let path = folder.path().join(name);
        fs::write(&path, begin).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        path
    };
    let cases: [(&str, &[u8], &str); 4] = [
        ("long.txt", b"AAAA\nBBBB\nCCCC\nDDDD\n", "too-large"),
        ("long.png", b"\x89PNG\r\n\x1a\n", "too-large"),
        ("long.bin", b"", "too-large"),
        ("long.pdf", b"%PDF-1.7\n", "unsupported-format"),
    ];
    for (name, begin, code) in cases {
        let path = long(name, begin, 8 << 30);
        for command in ["read", "solve", "check"] {
            assert_refused(&run(folder.path(), &[command, path.to_str().unwrap()]), code);
        }
    }
    let zeros = fs::File::open("/dev/zero").unwrap();
    let output = queenshot(&["solve", "-"]).stdin(zeros).output().unwrap();
    assert_refused(&output, "too-large");
    assert_refused(&run(folder.path(), &["solve", "/dev/zero"]), "too-large");
    assert_refused(&run(folder.path(), &["solve", "--files-from", "/dev/zero"]), "too-large");
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
}

/// Boards that are none, as the program meets them: a code, a place, status 2, and soon.
#[test]
fn malformed_boards_have_a_code_and_a_place() {
    let wide: String = (0..27).map(|row| format!("{}\n", String::from((b'A' + row % 26) as char).repeat(27))).collect();
    let junk: Vec<u8> = (0..100_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let cases: [(&str, Vec<u8>, &str, &str); 8] = [
        ("ragged rows", b"AAAA\nBBB\nCCCC\nDDDD\n".into(), "ragged-rows", "line 2, column 4"),
        ("five letters", b"ABCD\nEAAA\nBBBB\nCCCC\n".into(), "too-many-regions", "line 2, column 1"),
        ("three letters", b"AAAA\nBBBB\nCCCC\nCCCC\n".into(), "too-few-regions", "line 1, column 1"),
        ("3 x 3", b"AAA\nBBB\nCCC\n".into(), "size-out-of-range", "line 3, column 1"),
        ("27 x 27", wide.into(), "size-out-of-range", "line 27, column 1"),
        ("nothing", Vec::new(), "empty-file", "line 1, column 1"),
        ("junk", junk, "not-a-board", "line 1, column "),
        ("10 MB", vec![b'A'; 10 << 20], "size-out-of-range", "line 1, column 1"),
    ];
    for (name, bytes, code, place) in cases {
        for command in ["solve", "read", "check", "hint"] {
            let start = std::time::Instant::now();
            let output = pipe(&bytes, &[command, "-"]);
            assert_refused(&output, code);
            assert!(err(&output).contains(place), "{name}: {}", err(&output));
            assert!(start.elapsed() < std::time::Duration::from_secs(3), "{name}: {:?}", start.elapsed());
        }
    }
}
