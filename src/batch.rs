//! Many inputs: which files a folder stands for, work on all cores with results in order, the worst status of all.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// How one input or a whole run ended; the larger, the worse.
///
/// ```
/// use queenshot::batch::Status;
/// assert_eq!([Status::Answered, Status::Failed, Status::Open].into_iter().max(), Some(Status::Failed));
/// assert_eq!(Status::Open.code(), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Status {
    /// Everything was answered or read.
    #[default]
    Answered,
    /// A board was not fully answered: it has no solution or several, or the deductions stalled.
    Open,
    /// An input could not be read, an output could not be written, or the command was wrong.
    Failed,
}

impl Status {
    /// The exit status of a process: 0, 1 or 2.
    pub const fn code(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::Open => 1,
            Self::Failed => 2,
        }
    }
}

/// A file found by [`walk`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// Where it is below the folder that was walked.
    pub below: PathBuf,
}

/// What [`walk`] found, and what it could not look into.
#[derive(Debug, Default)]
pub struct Walk {
    /// The files, sorted by path.
    pub found: Vec<Found>,
    /// The folders that cannot be listed, with the reason, sorted by path.
    pub faults: Vec<(PathBuf, io::Error)>,
}

/// Extensions of pictures.
const PICTURES: [&str; 9] = ["png", "jpg", "jpeg", "jpe", "jfif", "webp", "gif", "bmp", "dib"];
/// Extensions of board texts.
const TEXTS: [&str; 5] = ["txt", "board", "json", "jsonl", "ndjson"];

/// How many bytes tell whether a file is a picture.
const HEAD: usize = 16;

/// The pictures and board texts in a folder and the folders below it, sorted by path.
///
/// Hidden files and folders are left out, and so are our own pictures, `*.solved.png`. What counts is a known extension
/// or a picture's first bytes, so that notes and tables beside the pictures do no harm; `accept`, if given, decides
/// instead by the path below the folder. Folders behind symbolic links are not entered. A folder that cannot be listed
/// does not keep the others from being walked.
pub fn walk(folder: &Path, accept: Option<&dyn Fn(&Path) -> bool>) -> Walk {
    let mut walk = Walk::default();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        let here = folder.join(&below);
        let entries = match fs::read_dir(&here).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(entries) => entries,
            Err(error) => {
                walk.faults.push((here, error));
                continue;
            }
        };
        for entry in entries {
            let name = entry.file_name();
            let text = name.to_string_lossy();
            if text.starts_with('.') || text.ends_with(".solved.png") {
                continue;
            }
            let (path, below) = (entry.path(), below.join(&name));
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(below),
                Ok(_) if !path.is_file() => {}
                Ok(_) if accept.map_or_else(|| is_input(&path), |accept| accept(&below)) => {
                    walk.found.push(Found { path, below });
                }
                _ => {}
            }
        }
    }
    walk.found.sort();
    walk.faults.sort_by(|a, b| a.0.cmp(&b.0));
    walk
}

/// Whether a file is taken by [`walk`]: by its extension, or by its first bytes.
pub fn is_input(path: &Path) -> bool {
    is_named_like_input(path) || looks_like_picture(path)
}

/// Whether the file's name claims that it is a picture or a board text.
pub fn is_named_like_input(path: &Path) -> bool {
    has_extension(path, &PICTURES) || has_extension(path, &TEXTS)
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().unwrap_or_default();
    extensions.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Whether the file's name claims that it is a picture.
pub fn is_named_like_picture(path: &Path) -> bool {
    has_extension(path, &PICTURES)
}

/// Whether the file begins like a picture that can be read. A file that cannot be opened does not.
pub fn looks_like_picture(path: &Path) -> bool {
    let mut head = Vec::with_capacity(HEAD);
    File::open(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head)).is_ok() && is_picture(&head)
}

/// Whether the bytes begin like a picture that can be read: PNG, JPEG, WebP, GIF or BMP.
///
/// ```
/// use queenshot::batch::is_picture;
/// assert!(is_picture(b"BM\x36\x10\x0E\0\0\0\0\0"));
/// assert!(!is_picture(b"BMMA\nBMAA\n"), "the rows of a board");
/// ```
pub fn is_picture(bytes: &[u8]) -> bool {
    let at = |at: usize, sign: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(sign));
    at(0, b"\x89PNG")
        || at(0, b"\xFF\xD8\xFF")
        || at(0, b"GIF87a")
        || at(0, b"GIF89a")
        || at(0, b"RIFF") && at(8, b"WEBP")
        // Two letters may begin a board's rows too; behind a picture's come its length and four zeros.
        || at(0, b"BM") && at(6, &[0; 4])
}

/// How many results may wait for those before them, for each thread. Of 1,000 pictures that people made, some take a hundred times as
/// long as others; with 3 for each of two threads a thirtieth of the time is spent waiting.
#[cfg(feature = "parallel")]
const WINDOW: usize = 32;

/// Works on all items with up to `jobs` threads and hands the results over in the order of the items, each as soon as
/// it and all before it are there.
///
/// At most 32 times `jobs` items are begun and not yet handed over: one slow item neither keeps the other threads waiting for
/// long nor piles up the results of all others. What an item needs while it is worked on exists `jobs` times at most. When `deliver` breaks off, nothing more is begun, what is under way is finished, and its results are
/// dropped. Without the feature `parallel` one thread does everything.
pub fn ordered<T, R>(
    items: &[T],
    jobs: usize,
    work: impl Fn(usize, &T) -> R + Sync,
    mut deliver: impl FnMut(usize, R) -> ControlFlow<()>,
) where
    T: Sync,
    R: Send,
{
    #[cfg(feature = "parallel")]
    if jobs > 1 && items.len() > 1 {
        // Where no threads can be had, one does the work.
        if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(jobs.min(items.len())).build() {
            return on_pool(&pool, items, jobs * WINDOW, &work, deliver);
        }
    }
    let _ = jobs;
    for (number, item) in items.iter().enumerate() {
        if deliver(number, work(number, item)).is_break() {
            return;
        }
    }
}

#[cfg(feature = "parallel")]
fn on_pool<T, R>(
    pool: &rayon::ThreadPool,
    items: &[T],
    window: usize,
    work: &(impl Fn(usize, &T) -> R + Sync),
    mut deliver: impl FnMut(usize, R) -> ControlFlow<()>,
) where
    T: Sync,
    R: Send,
{
    use std::collections::BTreeMap;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::atomic::{AtomicBool, Ordering};

    let (sender, receiver) = std::sync::mpsc::channel();
    let stopped = AtomicBool::new(false);
    pool.in_place_scope(|scope| {
        let mut waiting = BTreeMap::new();
        let (mut begun, mut delivered) = (0, 0);
        while delivered < items.len() {
            while begun < items.len().min(delivered + window) {
                let (sender, stopped, number) = (sender.clone(), &stopped, begun);
                scope.spawn(move |_| {
                    if stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    // A panic has to be handed over too, or the receiver would wait for this result for ever.
                    let result = catch_unwind(AssertUnwindSafe(|| work(number, &items[number])));
                    // The receiver is gone only after a break, when nobody wants the result.
                    let _ = sender.send((number, result));
                });
                begun += 1;
            }
            let Ok((number, result)) = receiver.recv() else { return };
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&delivered) {
                let result = result.unwrap_or_else(|panic| resume_unwind(panic));
                if deliver(delivered, result).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
                delivered += 1;
            }
        }
    });
}
