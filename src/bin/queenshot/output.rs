//! Where results go: names worked out before any work, files written whole or not at all.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;

use queenshot::batch;

use crate::args::OutputArgs;
use crate::fault::Fault;
use crate::input::{Input, Source};
use crate::names::shown;

/// The kind of result, for its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// The usual name, with the places that `--name-template` knows.
    pub(crate) template: &'static str,
    /// Whether pictures get a result beside them when no place is given.
    pub(crate) beside: bool,
    /// Whether only pictures have a result.
    pub(crate) pictures_only: bool,
    /// Refuses names that promise a form which the result cannot have.
    pub(crate) check: fn(&Path) -> Result<(), Fault>,
}

/// Refuses to write text under the name of a picture.
pub(crate) fn text_name(place: &Path) -> Result<(), Fault> {
    if batch::is_named_like_picture(place) || place.extension().is_some_and(|extension| extension == "svg") {
        let message = format!("{} is the name of a picture, and the result is text", shown(place));
        return Err(Fault::usage(message));
    }
    Ok(())
}

/// How results are named: text, and places for parts of the input's path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Stem,
    Name,
    Parent,
    Index,
}

impl FromStr for Template {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const KNOWN: &str = "known are {stem}, {name}, {parent} and {index}";
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            let (word, after) =
                behind.split_once('}').ok_or_else(|| format!("the brace before {behind:?} has no end; {KNOWN}"))?;
            parts.push(Part::Text(before.to_owned()));
            parts.push(match word {
                "stem" => Part::Stem,
                "name" => Part::Name,
                "parent" => Part::Parent,
                "index" => Part::Index,
                _ => return Err(format!("{{{word}}} stands for nothing; {KNOWN}")),
            });
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        if text.is_empty() || text.ends_with('/') {
            return Err("a name is needed, as in {stem}.png".to_owned());
        }
        Ok(Self(parts))
    }
}

impl Template {
    /// The name for an input whose path, or place below its folder, is given. The extension stays where another input has the
    /// same stem.
    fn fill(&self, number: usize, input: &Input, path: &Path, keep_extension: bool) -> OsString {
        let name = path.file_name().unwrap_or_default();
        let stem = if keep_extension { name } else { path.file_stem().unwrap_or_default() };
        let parent = input.path().and_then(Path::parent).and_then(Path::file_name).unwrap_or_default();
        let mut out = OsString::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => out.push(text),
                Part::Stem => out.push(stem),
                Part::Name => out.push(name),
                Part::Parent => out.push(parent),
                Part::Index => out.push((number + 1).to_string()),
            }
        }
        out
    }
}

/// The place of each input's result.
#[derive(Debug)]
pub(crate) struct Plan {
    places: Vec<Option<PathBuf>>,
    overwrite: bool,
    skip_existing: bool,
    /// Every input's true path; none of them is ever written.
    inputs: HashSet<PathBuf>,
    /// The true paths of what this run has written so far.
    written: Mutex<HashSet<PathBuf>>,
}

impl Plan {
    /// For results whose places are not worked out from the inputs; these are not written over all the same.
    pub(crate) fn without_places(inputs: &[Input], overwrite: bool) -> Self {
        Self {
            places: vec![None; inputs.len()],
            overwrite,
            skip_existing: false,
            inputs: inputs.iter().filter_map(|input| fs::canonicalize(input.path()?).ok()).collect(),
            written: Mutex::default(),
        }
    }

    /// Works out all places.
    ///
    /// Fails when two inputs would be written to the same place, a result over an input, or where none can be.
    pub(crate) fn new(inputs: &[Input], args: &OutputArgs, kind: Kind) -> Result<Self, Fault> {
        let usual = || kind.template.parse().map_err(Fault::usage);
        let template = args.name_template.clone().map_or_else(usual, Ok)?;
        let mut plan = Self {
            places: places(inputs, args, kind, &template)?,
            skip_existing: args.skip_existing,
            ..Self::without_places(inputs, args.overwrite)
        };
        let mut owners: HashMap<&Path, &Input> = HashMap::new();
        for (place, input) in plan.places.iter().zip(inputs) {
            let Some(place) = place else { continue };
            (kind.check)(place)?;
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
                            shown(place)
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
        // First of all: until then `new/../name` leads nowhere, and behind it may lie an input or another's file.
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| Fault::io(folder, "be made", &error))?;
        self.check_no_input(place)?;
        let failed = |error: &std::io::Error| Fault::io(place, "be written", error);
        let existing = fs::metadata(place);
        if existing.as_ref().is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
            // A device or a pipe, as in -o /dev/null: nothing to replace.
            return fs::write(place, bytes).map_err(|error| failed(&error));
        }
        let known = |path: PathBuf| self.written.lock().is_ok_and(|written| written.contains(&path));
        if fs::canonicalize(place).is_ok_and(known) {
            let message = format!("{} has been written in this run already", shown(place));
            return Err(Fault::new("output-clash", message));
        }
        let replace = existing.is_ok();
        if replace && !self.overwrite {
            let old = fs::read(place).map_err(|error| failed(&error))?;
            if old == bytes {
                self.remember(place);
                return Ok(());
            }
            if !is_ours(&old) {
                let message = format!(
                    "{} is there already and is no picture of ours; it was left as it is (--overwrite replaces it)",
                    shown(place)
                );
                return Err(Fault::new("output-exists", message));
            }
        }
        let mut file = new_file(folder).map_err(|error| failed(&error))?;
        file.write_all(bytes).map_err(|error| failed(&error))?;
        file.persist(place).map_err(|error| failed(&error.error))?;
        self.remember(place);
        Ok(())
    }

    fn remember(&self, place: &Path) {
        if let (Ok(mut written), Ok(path)) = (self.written.lock(), fs::canonicalize(place)) {
            written.insert(path);
        }
    }

    fn check_no_input(&self, place: &Path) -> Result<(), Fault> {
        match fs::canonicalize(place) {
            Ok(path) if self.inputs.contains(&path) => {
                let message = format!("{} is an input and stays as it is; name another output", shown(place));
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

/// Refuses a folder for results that is a file, lies in one, or is called like one; what ends in a slash is a folder.
pub(crate) fn check_folder(folder: &Path) -> Result<(), Fault> {
    let refused = |why: &str| {
        let message = format!("{} {why}; several inputs, or a folder, are answered into a folder", shown(folder));
        Err(Fault::usage(message))
    };
    match fs::metadata(folder) {
        Ok(meta) if meta.is_dir() => Ok(()),
        Ok(_) => refused("is a file"),
        Err(_) if !ends_with_slash(folder) && is_named_like_file(folder) => {
            refused("is the name of a file (with a slash at its end it is a folder's)")
        }
        Err(_) => check_parents(folder),
    }
}

/// Refuses a path that leads through a file.
fn check_parents(path: &Path) -> Result<(), Fault> {
    match path.ancestors().skip(1).find(|parent| parent.exists()) {
        Some(parent) if !parent.is_dir() => {
            let message = format!("{} leads through {}, which is a file", shown(path), shown(parent));
            Err(Fault::usage(message))
        }
        _ => Ok(()),
    }
}

fn ends_with_slash(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(last.into()))
}

/// Whether the name has the extension of a result.
fn is_named_like_file(path: &Path) -> bool {
    const RESULTS: [&str; 6] = ["svg", "apng", "html", "csv", "lp", "mps"];
    batch::is_named_like_input(path)
        || path.extension().is_some_and(|extension| RESULTS.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

fn places(inputs: &[Input], args: &OutputArgs, kind: Kind, template: &Template) -> Result<Vec<Option<PathBuf>>, Fault> {
    let into_folder = |out: &Path| inputs.len() > 1 || inputs[0].walked || out.is_dir() || ends_with_slash(out);
    let folder = match &args.output {
        Some(out) if out == Path::new("-") => {
            return Err(Fault::usage("-o needs the name of a file; standard output carries the answer"));
        }
        Some(out) if inputs.is_empty() || into_folder(out) => {
            check_folder(out)?;
            Some(out)
        }
        Some(out) => {
            check_parents(out)?;
            return Ok(vec![Some(out.clone())]);
        }
        None => None,
    };
    let has_result = |input: &Input| match &input.source {
        Source::Fault(_) => false,
        Source::Stdin => folder.is_some(),
        #[cfg(feature = "clipboard")]
        Source::Clipboard => folder.is_some(),
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
        let name = template.fill(number, &inputs[number], path, shared);
        if [OsStr::new(""), OsStr::new("."), OsStr::new("..")].contains(&name.as_os_str()) {
            return Err(Fault::usage(format!("--name-template gives {} no name", inputs[number].name)));
        }
        Ok(path.with_file_name(name))
    };
    owned.iter().enumerate().map(|(number, path)| path.as_ref().map(|path| name(number, path)).transpose()).collect()
}

/// The path without anything that leads out of the folder it is put into.
fn inside(below: &Path) -> PathBuf {
    below.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

/// A place for the board with the given number, from 0, of an input that holds several.
pub(crate) fn numbered(place: &Path, board: usize) -> PathBuf {
    if board == 0 {
        return place.to_owned();
    }
    let mut stem = place.to_owned();
    let mut ends = Vec::new();
    while let Some(end) = stem.extension().map(OsStr::to_owned) {
        stem.set_extension("");
        ends.push(end);
    }
    let mut name = stem.file_name().unwrap_or_default().to_owned();
    name.push(format!("-{}", board + 1));
    for end in ends.iter().rev() {
        name.push(".");
        name.push(end);
    }
    place.with_file_name(name)
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
