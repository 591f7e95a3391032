//! Answers as pictures arrive in a folder.
//!
//! A file is taken when whoever writes it has closed it or has moved it into place, so that none is read half. Where the system
//! does not tell (only Linux does), a file is taken when it has been quiet for a while.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Event, EventKind, RecursiveMode, Watcher};
use queenshot::batch::{self, Status};

use super::solve;
use crate::args::WatchArgs;
use crate::fault::Fault;
use crate::input::Input;
use crate::names::shown;
use crate::notice;
use crate::run::{self, Answer, complain, say};

/// How long a file must be quiet where nothing tells that it is closed.
const QUIET: Duration = Duration::from_millis(400);
/// How often to look after the folder itself, and after interrupts.
const TICK: Duration = Duration::from_millis(200);
/// Whether the system tells when a file is closed after writing.
const TELLS_CLOSE: bool = cfg!(target_os = "linux");

/// Answers each new picture in a folder until it is interrupted or the folder is gone.
pub(crate) fn run(args: &WatchArgs) -> Result<Status, Fault> {
    let WatchArgs { solve: args, notify } = args;
    let [folder] = args.work.inputs.inputs.as_slice() else {
        return Err(Fault::usage("watch takes one folder"));
    };
    if *notify {
        notice::check()?;
    }
    let identity = identity(folder)
        .ok_or_else(|| Fault::new("io", format!("{} is not a folder that can be watched", shown(folder))))?;
    run::catch_interrupts();
    let (sender, events) = mpsc::channel();
    let failed = |error: notify::Error| Fault::new("io", format!("{} cannot be watched: {error}", shown(folder)));
    let mut watcher = notify::recommended_watcher(sender).map_err(failed)?;
    watcher.watch(folder, RecursiveMode::Recursive).map_err(failed)?;
    // Events carry true paths; people know the folder by the name that they gave.
    let root = folder.canonicalize().map_err(|error| Fault::io(folder, "be watched", &error))?;
    complain(&format!("watching {}; end with Ctrl-C", shown(folder)));

    let mut pending: HashMap<PathBuf, Instant> = HashMap::new();
    // One arrival may come as several events.
    let mut answered: HashMap<PathBuf, (u64, Option<SystemTime>)> = HashMap::new();
    loop {
        let event = events.recv_timeout(TICK);
        if run::stopped() {
            return Ok(Status::Answered);
        }
        match event {
            Ok(Ok(event)) => sort(&event, &mut pending),
            Ok(Err(error)) => complain(&format!("{}: error: {error} [io]", shown(folder))),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(gone(folder)),
        }
        let now = Instant::now();
        let mut ready: Vec<PathBuf> =
            pending.iter().filter(|(_, due)| **due <= now).map(|(path, _)| path.clone()).collect();
        ready.sort();
        for path in ready {
            pending.remove(&path);
            // Already moved on, or deleted: nobody waits for the answer.
            let Some(meta) = path.metadata().ok().filter(std::fs::Metadata::is_file) else { continue };
            let state = (meta.len(), meta.modified().ok());
            if answered.insert(path.clone(), state) == Some(state) {
                continue;
            }
            let below = path.strip_prefix(&root).unwrap_or(&path);
            let input = Input::found(folder.join(below), below.to_owned());
            let name = input.name.clone();
            let answer = solve::one(args, input);
            // An error means that nobody reads our output any more.
            if say(&answer, true).is_err() {
                return Ok(Status::Answered);
            }
            if *notify {
                notice::show(&title(&path, answer.status), &body(&answer, &name));
            }
        }
        if self::identity(folder) != Some(identity) {
            return Err(gone(folder));
        }
    }
}

/// What a notice says first.
fn title(path: &Path, status: Status) -> String {
    let name = shown(Path::new(path.file_name().unwrap_or_default()));
    match status {
        Status::Answered => format!("{name} is solved"),
        Status::Open => format!("{name} is not fully solved"),
        Status::Failed => format!("{name} could not be answered"),
    }
}

/// What a notice says below: all that is said about the answer, without the input's name.
fn body(answer: &Answer, name: &str) -> String {
    let about =
        |note: &String| note.strip_prefix(name).map_or(note.as_str(), |rest| rest.trim_start_matches(": ")).to_owned();
    answer.notes.iter().map(about).collect::<Vec<_>>().join("\n")
}

fn gone(folder: &Path) -> Fault {
    Fault::new("io", format!("{} was deleted or renamed; nothing is watched any more", shown(folder)))
}

/// What stays the same as long as the folder under this name is the same folder.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let meta = folder.metadata().ok().filter(std::fs::Metadata::is_dir)?;
    Some((meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<()> {
    folder.is_dir().then_some(())
}

/// Notes when the files of an event will be complete.
fn sort(event: &Event, pending: &mut HashMap<PathBuf, Instant>) {
    let now = Instant::now();
    let arrived = matches!(
        event.kind,
        EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both))
    );
    for folder in event.paths.iter().filter(|path| arrived && path.is_dir()) {
        // Its files may have come with it, or before anybody watched it.
        for file in batch::walk(folder, None).found {
            pending.entry(file.path).or_insert(now + QUIET);
        }
    }
    if matches!(event.kind, EventKind::Modify(ModifyKind::Data(_))) {
        for path in &event.paths {
            if let Some(due) = pending.get_mut(path).filter(|due| **due > now) {
                *due = now + QUIET;
            }
        }
    }
    let complete = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both)) => true,
        EventKind::Create(_) | EventKind::Modify(_) if !TELLS_CLOSE => false,
        _ => return,
    };
    for path in event.paths.iter().filter(|path| is_wanted(path)) {
        pending.insert(path.clone(), if complete { now } else { now + QUIET });
    }
}

/// Whether a new file is for us: a picture or board by its name, not hidden, and not our own.
fn is_wanted(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && !name.ends_with(".solved.png") && batch::is_input(path)
}
