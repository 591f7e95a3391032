//! Who may import whom: the layering of the library, read from its sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each top-level module and the modules of this crate that it may use. Whatever is not here fails the test, so a new
/// module has to be given its place.
const MAY_USE: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("colour", &["board"]),
    ("grid", &["board"]),
    ("picture", &[]),
    ("text", &["board"]),
    ("exact", &["board"]),
    ("solve", &["board"]),
    ("linear", &["board"]),
    ("nqueens", &[]),
    ("generate", &["board", "exact", "solve"]),
    ("read", &["board", "colour", "grid", "picture"]),
    ("judge", &["board", "colour", "exact", "grid", "picture", "read"]),
    ("grade", &["board", "solve"]),
    ("explain", &["board", "colour", "solve"]),
    ("check", &["board"]),
    ("hint", &["board", "colour", "explain", "solve"]),
    ("render", &["board", "colour", "explain", "grid", "hint", "picture", "solve"]),
    (
        "report",
        &[
            "board", "colour", "exact", "explain", "grade", "grid", "judge", "linear", "picture", "read", "solve",
            "text",
        ],
    ),
    ("batch", ALL),
    ("score", ALL),
    ("survey", ALL),
];

/// The top layers may use every module.
const ALL: &[&str] = &[
    "batch", "board", "check", "colour", "exact", "explain", "generate", "grade", "grid", "hint", "judge", "linear",
    "nqueens", "picture", "read", "render", "report", "score", "solve", "survey", "text",
];

/// What a module must not do, by a piece of source text; the program may.
const FORBIDDEN: &[(&str, &str)] = &[
    ("println!", "print"),
    ("print!", "print"),
    ("eprintln!", "print"),
    ("eprint!", "print"),
    ("dbg!", "print"),
    ("io::stdout", "print"),
    ("io::stderr", "print"),
    ("process::exit", "exit"),
    ("process::abort", "exit"),
    ("env::var", "read the environment"),
    ("env::args", "read the environment"),
    ("thread_rng", "draw random numbers without a seed"),
    ("rand::rng(", "draw random numbers without a seed"),
    ("from_os_rng", "draw random numbers without a seed"),
    ("from_entropy", "draw random numbers without a seed"),
    ("SystemTime::now", "read the clock"),
    ("unsafe ", "be unsafe"),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false if path.extension().is_some_and(|extension| extension == "rs") => files.push(path),
            false => {}
        }
    }
    files.sort();
    files
}

/// The source without comments and without the insides of strings, so that only code is looked at.
fn code(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(next) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |at| at + 2)
        } else if next == '"' {
            let mut end = 1;
            let bytes = rest.as_bytes();
            while end < bytes.len() && bytes[end] != b'"' {
                end += 1 + usize::from(bytes[end] == b'\\');
            }
            (end + 1).min(rest.len())
        } else if ["'\"'", "'\\\"'", "'{'", "'}'"].iter().any(|quoted| rest.starts_with(quoted)) {
            rest[1..].find('\'').map_or(1, |at| if rest.starts_with("'\\") { 4 } else { at + 2 })
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        };
        rest = &rest[skipped..];
    }
    out
}

/// The modules of this crate that the code names: `crate::NAME`, `crate::{NAME, …}` and paths inside the braces.
fn used(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with(|sign: char| sign.is_alphanumeric() || sign == '_') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        let word =
            |text: &str| text.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect::<String>();
        if let Some(group) = rest.strip_prefix('{') {
            let (mut depth, mut start) = (1, true);
            for (i, sign) in group.char_indices() {
                match sign {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' => start = depth == 1,
                    _ if sign.is_whitespace() => {}
                    _ if depth == 1 && start => {
                        names.push(word(&group[i..]));
                        start = false;
                    }
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            names.push(word(rest));
        }
    }
    names
}

/// The library's sources by top-level module; `lib.rs` and the program are not among them.
fn modules() -> BTreeMap<String, Vec<(PathBuf, String)>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules: BTreeMap<String, Vec<(PathBuf, String)>> = BTreeMap::new();
    for path in sources(&src) {
        let below = path.strip_prefix(&src).unwrap().to_owned();
        let first = below.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if first != "bin" && first != "lib" {
            let source = code(&fs::read_to_string(&path).unwrap());
            modules.entry(first).or_default().push((below, source));
        }
    }
    modules
}

#[test]
fn modules_import_only_what_their_layer_allows() {
    let mut faults = Vec::new();
    for (module, files) in modules() {
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            faults.push(format!("{module}: a new module; give it its place in this test and in ARCHITECTURE.md"));
            continue;
        };
        for (path, source) in files {
            for name in used(&source) {
                if name != module && !allowed.contains(&name.as_str()) {
                    faults.push(format!("{}: {module} must not use {name}", path.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn only_the_program_prints_exits_and_reads_the_environment() {
    let mut faults = Vec::new();
    for (path, source) in modules().into_values().flatten() {
        for (piece, what) in FORBIDDEN {
            if source.contains(piece) {
                faults.push(format!("{}: `{piece}`: a library module must not {what}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_program_uses_the_public_library_alone() {
    let bin = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    let library = modules();
    for path in sources(&bin) {
        let source = code(&fs::read_to_string(&path).unwrap());
        assert!(!source.contains("#[path"), "{}: pulls in a source of the library", path.display());
        for name in used(&source) {
            let own =
                path.with_file_name(format!("{name}.rs")).exists() || bin.join(format!("queenshot/{name}.rs")).exists();
            assert!(own || !library.contains_key(&name), "{}: crate::{name} is the library's", path.display());
        }
    }
}

#[test]
fn this_test_sees_imports_however_they_are_written() {
    let source = r#"
        use crate::read::Doubt; // crate::text
        use crate::{board::{Cell, CellSet}, grid, judge::Reading as R};
        fn f() { let _ = "crate::solve"; crate::exact::count(); my_crate::render(); }
    "#;
    assert_eq!(used(&code(source)), ["read", "board", "grid", "judge", "exact"]);
}
