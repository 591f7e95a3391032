//! What to work on: files, folders, lists of files and standard input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use globset::Glob;
use queenshot::{batch, read};

use crate::args::InputArgs;
use crate::fault::{Fault, cannot};
use crate::names::shown;

/// Text is read up to this length; that is half a million boards of the usual sizes.
const MOST_TEXT: u64 = 64 << 20;
/// So many bytes at the beginning tell what a file is.
const HEAD: u64 = 1024;

/// Whether standard input is being waited for; an interrupt has nothing to finish then.
pub(crate) static WAITING: AtomicBool = AtomicBool::new(false);

/// One input.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) source: Source,
    /// How messages and headers name it, on one line.
    pub(crate) name: String,
    /// How other programs name it: its path, `-` for standard input.
    pub(crate) file: PathBuf,
    /// Its place below the folder that it was found in, or its bare name.
    pub(crate) below: PathBuf,
    /// Whether it was found in a folder.
    pub(crate) walked: bool,
}

/// Where an input comes from.
#[derive(Debug)]
pub(crate) enum Source {
    Stdin,
    #[cfg(feature = "clipboard")]
    Clipboard,
    File(PathBuf),
    /// A folder that holds nothing or cannot be listed.
    Fault(Fault),
}

impl Input {
    pub(crate) fn file(path: PathBuf) -> Self {
        let below = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
        Self { below, walked: false, ..Self::found(path, PathBuf::new()) }
    }

    /// A file found in a folder, with its place below it.
    pub(crate) fn found(path: PathBuf, below: PathBuf) -> Self {
        Self { name: shown(&path), file: path.clone(), below, source: Source::File(path), walked: true }
    }

    /// A folder that gives no inputs, and why.
    fn unreadable(path: PathBuf, fault: Fault) -> Self {
        Self { source: Source::Fault(fault), ..Self::found(path, PathBuf::new()) }
    }

    /// What was copied last.
    #[cfg(feature = "clipboard")]
    fn clipboard() -> Self {
        let name = "clipboard";
        Self { source: Source::Clipboard, name: name.into(), file: name.into(), below: name.into(), walked: false }
    }

    /// What comes through standard input, which is nowhere.
    fn stdin() -> Self {
        let (name, file, below) = ("-".into(), "-".into(), "stdin".into());
        Self { source: Source::Stdin, name, file, below, walked: false }
    }

    /// The file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path) => Some(path),
            _ => None,
        }
    }

    /// The whole content, if it is not longer than any board's text or than any picture of so many megapixels.
    pub(crate) fn load(&self, max_megapixels: u32) -> Result<Vec<u8>, Fault> {
        match &self.source {
            Source::File(path) => {
                load_file(path, max_megapixels).map_err(|error| Fault::new("io", cannot("be read", &error)))?
            }
            Source::Stdin => waiting(|| load(io::stdin().lock(), None, max_megapixels))
                .map_err(|error| Fault::new("io", cannot("be read", &error)))?,
            #[cfg(feature = "clipboard")]
            Source::Clipboard => crate::clipboard::paste(max_megapixels),
            Source::Fault(fault) => Err(fault.clone()),
        }
    }
}

/// Does what waits for standard input.
fn waiting<T>(work: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let done = work();
    WAITING.store(false, Ordering::SeqCst);
    done
}

/// The content of a file, or why it is refused, as by [`Input::load`].
pub(crate) fn load_file(path: &Path, max_megapixels: u32) -> io::Result<Result<Vec<u8>, Fault>> {
    let file = File::open(path)?;
    let length = file.metadata().ok().filter(fs::Metadata::is_file).map(|data| data.len());
    load(file, length, max_megapixels)
}

/// All bytes, or why they are refused: more than a picture or a text may have. Reads no more of them than that, and of what
/// is neither only as much as tells what it is. `length` is how many there are, if that is known.
fn load(mut from: impl Read, length: Option<u64>, max_megapixels: u32) -> io::Result<Result<Vec<u8>, Fault>> {
    let mut bytes = Vec::new();
    from.by_ref().take(HEAD).read_to_end(&mut bytes)?;
    let (limit, what) = if batch::is_picture(&bytes) {
        // No format takes more than 8 bytes a pixel; the rest is for what else a file may hold.
        (8_000_000 * u64::from(max_megapixels) + (64 << 20), "a picture of the size that --max-megapixels allows")
    } else if read::foreign(&bytes).is_some() {
        return Ok(Ok(bytes));
    } else {
        (MOST_TEXT, "the text of boards may be")
    };
    if length.is_none_or(|length| length <= limit) {
        from.take(limit + 1 - bytes.len() as u64).read_to_end(&mut bytes)?;
        if bytes.len() as u64 <= limit {
            return Ok(Ok(bytes));
        }
    }
    Ok(Err(Fault::new("too-large", format!("this is longer than {what}, {} MB", limit >> 20))))
}

/// All inputs in order. Folders are walked here; files are not looked at yet.
pub(crate) fn gather(args: &InputArgs) -> Result<Vec<Input>, Fault> {
    let glob = match &args.glob {
        Some(pattern) => Some(
            Glob::new(pattern)
                .map_err(|error| Fault::usage(format!("--glob {pattern}: {}", error.kind())))?
                .compile_matcher(),
        ),
        None => None,
    };
    let mut paths = args.inputs.clone();
    if let Some(list) = &args.files_from {
        paths.extend(listed(list, args.null)?);
    }
    let dash = Path::new("-");
    let dashes = paths.iter().filter(|path| *path == dash).count();
    if dashes + usize::from(args.files_from.as_deref() == Some(dash)) > 1 {
        return Err(Fault::usage("standard input can be read only once"));
    }
    let mut inputs = Vec::new();
    #[cfg(feature = "clipboard")]
    if args.clipboard {
        inputs.push(Input::clipboard());
    }
    for path in paths {
        if path == dash {
            inputs.push(Input::stdin());
        } else if path.is_dir() {
            let accept = glob.as_ref().map(|glob| move |below: &Path| glob.is_match(below));
            let accept = accept.as_ref().map(|accept| accept as &dyn Fn(&Path) -> bool);
            let batch::Walk { found, faults } = batch::walk(&path, accept);
            if found.is_empty() && faults.is_empty() {
                let fault = Fault::new("empty-folder", "the folder holds no pictures and no boards");
                inputs.push(Input::unreadable(path, fault));
            }
            inputs.extend(found.into_iter().map(|file| Input::found(file.path, file.below)));
            inputs.extend(faults.into_iter().map(|(folder, error)| {
                Input::unreadable(folder, Fault::new("io", format!("the folder {}", cannot("be listed", &error))))
            }));
        } else {
            inputs.push(Input::file(path));
        }
    }
    Ok(inputs)
}

/// The paths in a list, one a line or each ended by NUL.
fn listed(list: &Path, null: bool) -> Result<Vec<PathBuf>, Fault> {
    let fault = |error| Fault::io(list, "be read", &error);
    let mut bytes = Vec::new();
    if list == Path::new("-") {
        waiting(|| io::stdin().lock().take(MOST_TEXT + 1).read_to_end(&mut bytes)).map_err(fault)?;
    } else {
        File::open(list).and_then(|file| file.take(MOST_TEXT + 1).read_to_end(&mut bytes)).map_err(fault)?;
    }
    if bytes.len() as u64 > MOST_TEXT {
        return Err(Fault::new("too-large", format!("a list of files may be {} MB long", MOST_TEXT >> 20)));
    }
    let separator = if null { 0 } else { b'\n' };
    let names = bytes.split(|&byte| byte == separator);
    let names = names.map(|name| if null { name } else { name.strip_suffix(b"\r").unwrap_or(name) });
    names.filter(|name| !name.is_empty()).map(path_from_bytes).collect()
}

#[cfg(unix)]
fn path_from_bytes(bytes: &[u8]) -> Result<PathBuf, Fault> {
    use std::os::unix::ffi::OsStrExt;
    Ok(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn path_from_bytes(bytes: &[u8]) -> Result<PathBuf, Fault> {
    std::str::from_utf8(bytes)
        .map(PathBuf::from)
        .map_err(|_| Fault::usage("--files-from holds a path that is not UTF-8"))
}
