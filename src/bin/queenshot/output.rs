//! Where results go: names worked out before any work, files written whole or not at all.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use queenshot::batch;

use crate::args::OutputArgs;
use crate::fault::Fault;
use crate::input::{Input, Source};

/// The kind of result, for its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// The usual name, with the places that `--name-template` knows.
    pub(crate) template: &'static str,
    /// Whether pictures get a result beside them when no place is given.
    pub(crate) beside: bool,
    /// Whether only pictures have a result.
    pub(crate) pictures_only: bool,
}

/// The place of each input's result.
#[derive(Debug)]
pub(crate) struct Plan {
    places: Vec<Option<PathBuf>>,
    overwrite: bool,
    skip_existing: bool,
    /// Every input's true path; none of them is ever written.
    inputs: HashSet<PathBuf>,
    /// What this run has written so far.
    written: Mutex<HashSet<PathBuf>>,
}

impl Plan {
    /// Works out all places.
    ///
    /// Fails when two inputs would be written to the same place, or a result over an input.
    pub(crate) fn new(inputs: &[Input], args: &OutputArgs, kind: Kind) -> Result<Self, Fault> {
        let template = args.name_template.as_deref().unwrap_or(kind.template);
        let mut plan = Self {
            places: places(inputs, args, kind, template)?,
            overwrite: args.overwrite,
            skip_existing: args.skip_existing,
            inputs: inputs.iter().filter_map(|input| fs::canonicalize(input.path()?).ok()).collect(),
            written: Mutex::default(),
        };
        let mut owners: HashMap<&Path, &Input> = HashMap::new();
        for (place, input) in plan.places.iter().zip(inputs) {
            let Some(place) = place else { continue };
            plan.check_no_input(place)?;
            match owners.insert(place, input) {
                Some(other) if other.path() != input.path() => {
                    return Err(Fault::new(
                        "output-clash",
                        format!(
                            "{} and {} would both be written to {}; tell them apart with --name-template, \
                             as in '{{parent}}-{{stem}}.png'",
                            other.name,
                            input.name,
                            place.display()
                        ),
                    ));
                }
                _ => {}
            }
        }
        plan.places.shrink_to_fit();
        Ok(plan)
    }

    /// Whether there are several inputs, so that answers need headers.
    pub(crate) fn several(&self) -> bool {
        self.places.len() > 1
    }

    /// The place of one input's result, if it has one.
    pub(crate) fn place(&self, number: usize) -> Option<&Path> {
        self.places[number].as_deref()
    }

    /// The result that is there already and makes the work needless.
    pub(crate) fn existing(&self, number: usize) -> Option<&Path> {
        self.place(number).filter(|place| self.skip_existing && place.exists())
    }

    /// Writes a file whole or not at all.
    pub(crate) fn write(&self, place: &Path, bytes: &[u8]) -> Result<(), Fault> {
        self.check_no_input(place)?;
        let failed = |error: &std::io::Error| Fault::io(place, "be written", error);
        let existing = fs::metadata(place);
        if existing.as_ref().is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
            // A device or a pipe, as in -o /dev/null: nothing to replace.
            return fs::write(place, bytes).map_err(|error| failed(&error));
        }
        let ours_now = self.written.lock().is_ok_and(|written| written.contains(place));
        if ours_now {
            let message = format!("{} was written for another board of this run already", place.display());
            return Err(Fault::new("output-clash", message));
        }
        let replace = existing.is_ok();
        if replace && !self.overwrite {
            let old = fs::read(place).map_err(|error| failed(&error))?;
            if old == bytes {
                return Ok(());
            }
            if !is_ours(&old) {
                let message = format!(
                    "{} is there already and is not one of our pictures; it was left as it is (--overwrite replaces it)",
                    place.display()
                );
                return Err(Fault::new("output-exists", message));
            }
        }
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| Fault::io(folder, "be made", &error))?;
        let mut file = new_file(folder).map_err(|error| failed(&error))?;
        file.write_all(bytes).map_err(|error| failed(&error))?;
        file.persist(place).map_err(|error| failed(&error.error))?;
        if let Ok(mut written) = self.written.lock() {
            written.insert(place.to_owned());
        }
        Ok(())
    }

    fn check_no_input(&self, place: &Path) -> Result<(), Fault> {
        match fs::canonicalize(place) {
            Ok(path) if self.inputs.contains(&path) => {
                let message = format!("{} is an input and stays as it is; name another output", place.display());
                Err(Fault::new("output-is-input", message))
            }
            _ => Ok(()),
        }
    }
}

/// A temporary file in the folder of the result, with the access rights of any new file.
fn new_file(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".queenshot-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn places(inputs: &[Input], args: &OutputArgs, kind: Kind, template: &str) -> Result<Vec<Option<PathBuf>>, Fault> {
    let into_folder = |out: &Path| {
        inputs.len() > 1 || inputs[0].walked || out.is_dir() || out.as_os_str().to_string_lossy().ends_with('/')
    };
    let folder = match &args.output {
        Some(out) if out == Path::new("-") => {
            return Err(Fault::usage("-o needs the name of a file; standard output carries the answer"));
        }
        Some(out) if inputs.is_empty() || into_folder(out) => Some(out),
        Some(out) => return Ok(vec![Some(out.clone())]),
        None => None,
    };
    let has_result = |input: &Input| match &input.source {
        Source::Fault(_) => false,
        Source::Stdin => folder.is_some(),
        Source::File(path) => {
            let wanted = folder.is_some() || kind.beside;
            wanted && (folder.is_some() && !kind.pictures_only || batch::looks_like_picture(path))
        }
    };
    // Where two inputs differ in the extension alone, the extension stays in the names of their results.
    let owned: Vec<Option<PathBuf>> = inputs
        .iter()
        .map(|input| {
            has_result(input).then(|| match folder {
                Some(folder) => folder.join(inside(&input.below)),
                None => input.path().map_or_else(PathBuf::new, Path::to_owned),
            })
        })
        .collect();
    let mut stems: HashMap<PathBuf, HashSet<&Path>> = HashMap::new();
    for path in owned.iter().flatten() {
        stems.entry(path.with_extension("")).or_default().insert(path);
    }
    let name = |number: usize, path: &PathBuf| {
        let shared = stems.get(&path.with_extension("")).is_some_and(|paths| paths.len() > 1);
        path.with_file_name(filled(template, number, &inputs[number], path, shared))
    };
    Ok(owned.iter().enumerate().map(|(number, path)| path.as_ref().map(|path| name(number, path))).collect())
}

/// The path without anything that leads out of the folder it is put into.
fn inside(below: &Path) -> PathBuf {
    below.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

fn filled(template: &str, number: usize, input: &Input, path: &Path, keep_extension: bool) -> String {
    let text = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let name = text(path.file_name());
    let stem = if keep_extension { name.clone() } else { text(path.file_stem()) };
    let parent = text(input.path().and_then(Path::parent).and_then(Path::file_name));
    template
        .replace("{stem}", &stem)
        .replace("{name}", &name)
        .replace("{parent}", &parent)
        .replace("{index}", &(number + 1).to_string())
}

/// A place for the board with the given number, from 0, of an input that holds several.
pub(crate) fn numbered(place: &Path, board: usize) -> PathBuf {
    if board == 0 {
        return place.to_owned();
    }
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let (stem, rest) = name.split_once('.').unwrap_or((&name, ""));
    let dot = if rest.is_empty() { "" } else { "." };
    place.with_file_name(format!("{stem}-{}{dot}{rest}", board + 1))
}

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const KEYWORD: &[u8] = b"tEXtSoftware\0queenshot ";
/// Signature and header chunk.
const HEAD: usize = 8 + 25;

/// Marks a PNG as made by this program, so that a later run may replace it. Other bytes stay as they are.
pub(crate) fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(SIGNATURE) && bytes.len() > HEAD {
        let body = [KEYWORD, env!("CARGO_PKG_VERSION").as_bytes()].concat();
        let mut check = flate2::Crc::new();
        check.update(&body);
        let length = (body.len() - 4) as u32;
        let chunk = [&length.to_be_bytes()[..], &body, &check.sum().to_be_bytes()[..]].concat();
        bytes.splice(HEAD..HEAD, chunk);
    }
    bytes
}

/// Whether this program made the file.
fn is_ours(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE) && bytes.get(HEAD + 4..).is_some_and(|rest| rest.starts_with(KEYWORD))
}
