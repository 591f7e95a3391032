//! A folder that is watched: each picture is answered once, whole and soon.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::{assert_refused, folder, queenshot};
use crate::support::{Rng, fixtures};

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that watches the folder `inbox`.
struct Watch {
    child: Child,
    answers: Receiver<(Instant, Value)>,
    notes: Receiver<String>,
}

impl Watch {
    fn new(folder: &Path, more: &[&str], path: Option<&Path>) -> Self {
        let inbox = folder.join("inbox");
        fs::create_dir_all(&inbox).unwrap();
        let mut command = queenshot(&[&["watch", "inbox", "--format", "json"], more].concat());
        command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let mut child = command.spawn().unwrap();
        let (said, notes) = mpsc::channel();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        std::thread::spawn(move || lines.map(Result::unwrap).try_for_each(|line| said.send(line)));
        let (answered, answers) = mpsc::channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || {
            let answer = |line: String| (Instant::now(), serde_json::from_str(&line).unwrap());
            lines.map(Result::unwrap).try_for_each(|line| answered.send(answer(line)))
        });
        let watch = Self { child, answers, notes };
        assert!(watch.note().contains("watching inbox"));
        watch
    }

    fn note(&self) -> String {
        self.notes.recv_timeout(PATIENCE).expect("something is said")
    }

    /// The next answers: when each came, by its file. Each must be the right one.
    fn answers(&self, count: usize) -> HashMap<String, Instant> {
        let mut seen = HashMap::new();
        while seen.len() < count {
            let (when, record) = self.answers.recv_timeout(PATIENCE).expect("an answer is missing");
            assert_eq!(record["solution"], json!([6, 4, 1, 3, 5, 2, 0]), "{record}");
            let file = record["file"].as_str().unwrap().to_owned();
            assert!(seen.insert(file.clone(), when).is_none(), "{file} is answered twice");
        }
        seen
    }

    /// The watch must end by itself, with the words, and without an answer more.
    fn ends(mut self, words: &str) {
        assert_eq!(self.child.wait().unwrap().code(), Some(2));
        let notes: Vec<_> = self.notes.iter().collect();
        assert!(notes.last().unwrap().contains(words), "{notes:?}");
        let left: Vec<_> = self.answers.iter().map(|(_, record)| record).collect();
        let [refusal] = left.as_slice() else { panic!("the end alone is told: {left:?}") };
        assert_eq!((&refusal["file"], &refusal["error"]["code"]), (&Value::Null, &json!("io")), "{refusal}");
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn picture() -> Vec<u8> {
    fs::read(fixtures().join("shots/crop-307.png")).unwrap()
}

/// Writes a picture in pieces, with time between them.
fn write_slowly(place: &Path, picture: &[u8]) {
    let mut file = File::create(place).unwrap();
    for piece in picture.chunks(picture.len() / 4) {
        file.write_all(piece).unwrap();
        file.flush().unwrap();
        std::thread::sleep(Duration::from_millis(120));
    }
}

/// Fifty pictures at random moments: at once, piece by piece, and renamed into place.
#[test]
fn each_picture_is_answered_once_it_is_complete() {
    const FILES: usize = 50;
    let folder = folder();
    let watch = Watch::new(folder.path(), &[], None);
    let (inbox, picture) = (folder.path().join("inbox"), picture());
    fs::write(inbox.join("notes.md"), "not for us").unwrap();
    let mut rng = Rng::new(7);
    let moments: Vec<u64> = (0..FILES).map(|_| rng.below(3000) as u64).collect();
    let complete: HashMap<String, Instant> = std::thread::scope(|scope| {
        let drop_one = |i: usize| {
            let (picture, inbox, moment) = (&picture, &inbox, moments[i]);
            move || {
                let place = inbox.join(format!("{i:02}.png"));
                std::thread::sleep(Duration::from_millis(moment));
                match i % 3 {
                    0 => fs::write(&place, picture).unwrap(),
                    1 => write_slowly(&place, picture),
                    _ => {
                        write_slowly(&inbox.join(format!(".{i:02}.part")), picture);
                        fs::rename(inbox.join(format!(".{i:02}.part")), &place).unwrap();
                    }
                }
                (format!("inbox/{i:02}.png"), Instant::now())
            }
        };
        let writers: Vec<_> = (0..FILES).map(|i| scope.spawn(drop_one(i))).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    let seen = watch.answers(FILES);
    assert_eq!(seen.keys().collect::<BTreeSet<_>>(), complete.keys().collect());
    let mut late: Vec<_> = seen.iter().map(|(file, when)| when.saturating_duration_since(complete[file])).collect();
    late.sort();
    let (middle, last) = (late[FILES / 2], late[FILES - 1]);
    println!("of {FILES} answers half came within {middle:?} of their file's end, the slowest {last:?} after it");
    // The promise is a second; unoptimised, beside all the other tests, it takes longer.
    let limit = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });
    assert!(last < limit, "an answer came {last:?} after its file was complete");

    fs::rename(&inbox, folder.path().join("elsewhere")).unwrap();
    watch.ends("inbox was deleted or renamed");
}

#[test]
fn a_deleted_folder_is_told() {
    let folder = folder();
    let watch = Watch::new(folder.path(), &[], None);
    fs::remove_dir_all(folder.path().join("inbox")).unwrap();
    watch.ends("inbox was deleted or renamed");
}

/// Folders that come with their files in them, and files that lie in a new folder before anybody can watch it.
#[test]
fn pictures_in_new_folders_are_answered_too() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("full/deep")).unwrap();
    fs::write(path("full/a.png"), picture()).unwrap();
    fs::write(path("full/deep/b.png"), picture()).unwrap();
    let watch = Watch::new(folder.path(), &[], None);
    fs::rename(path("full"), path("inbox/full")).unwrap();
    let moved = watch.answers(2);
    assert_eq!(
        moved.keys().collect::<BTreeSet<_>>(),
        BTreeSet::from([&"inbox/full/a.png".into(), &"inbox/full/deep/b.png".into()])
    );
    for i in 0..10 {
        let new = path("inbox").join(format!("new{i}"));
        fs::create_dir(&new).unwrap();
        fs::write(new.join("c.png"), picture()).unwrap();
    }
    assert_eq!(watch.answers(10).len(), 10);
    fs::create_dir(path("inbox/slow")).unwrap();
    write_slowly(&path("inbox/slow/d.png"), &picture());
    assert_eq!(watch.answers(1).into_keys().collect::<Vec<_>>(), ["inbox/slow/d.png"]);
}

/// A program of the notices' name that notes what it was called with.
#[cfg(target_os = "linux")]
fn fake_notifier(folder: &Path) -> (PathBuf, PathBuf) {
    use std::os::unix::fs::PermissionsExt;

    let (bin, log) = (folder.join("bin"), folder.join("notices"));
    fs::create_dir(&bin).unwrap();
    let script = format!("#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done >>'{}'\n", log.display());
    fs::write(bin.join("notify-send"), script).unwrap();
    fs::set_permissions(bin.join("notify-send"), fs::Permissions::from_mode(0o755)).unwrap();
    (bin, log)
}

#[cfg(target_os = "linux")]
#[test]
fn a_notice_tells_each_answer() {
    let folder = folder();
    let (bin, log) = fake_notifier(folder.path());
    let watch = Watch::new(folder.path(), &["--notify"], Some(&bin));
    fs::write(folder.path().join("inbox/-<b>&.png"), picture()).unwrap();
    watch.answers(1);
    let start = Instant::now();
    let told = loop {
        let told = fs::read_to_string(&log).unwrap_or_default();
        if told.contains("written to") || start.elapsed() > PATIENCE {
            break told;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let words: Vec<_> = told.lines().collect();
    assert_eq!(
        words,
        [
            "--version",
            "--app-name=queenshot",
            "--",
            "-<b>&.png is solved",
            "exactly one solution",
            "written to inbox/-&lt;b&gt;&amp;.solved.png"
        ]
    );
}

#[cfg(target_os = "linux")]
#[test]
fn notices_are_refused_where_nothing_shows_them() {
    let folder = folder();
    fs::create_dir(folder.path().join("inbox")).unwrap();
    let mut command = queenshot(&["watch", "inbox", "--notify"]);
    assert_refused(&command.current_dir(folder.path()).env("PATH", folder.path()).output().unwrap(), "no-notices");
}
