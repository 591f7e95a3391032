//! The clipboard: the picture, file or text that was copied last, and answers for others to paste.
//!
//! On X11 a program lends what it copied for as long as it runs. So that the answer outlives this program, a second process of it
//! holds the answer until another program copies something, as xclip and xsel do.

use arboard::{Clipboard, Error, ImageData};
use queenshot::picture::{Channels, Picture};
use queenshot::render::png;

use crate::fault::Fault;
use crate::input::load_file;

/// The only argument of the process that holds the clipboard; no word for users, so that neither help nor completions know it.
pub(crate) const HOLD: &str = "--hold-clipboard";

/// What other programs are to paste.
#[derive(Debug)]
pub(crate) enum Content {
    Picture { width: usize, height: usize, rgba: Vec<u8> },
    Text(String),
}

impl From<&Picture> for Content {
    fn from(picture: &Picture) -> Self {
        let rgba = match picture.channels() {
            Channels::Rgba => picture.pixels().to_vec(),
            Channels::Rgb => picture.pixels().chunks_exact(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect(),
        };
        Self::Picture { width: picture.width() as usize, height: picture.height() as usize, rgba }
    }
}

/// What was copied last, as the bytes of a file: a picture as PNG, a file's own bytes, or text.
pub(crate) fn paste(max_megapixels: u32) -> Result<Vec<u8>, Fault> {
    let mut clipboard = open()?;
    // Some programs answer the question for a picture with text, which is an error like any other.
    let no_picture = match clipboard.get_image() {
        Ok(image) => return png_of(image),
        Err(error) => error,
    };
    if let Ok(files) = clipboard.get().file_list()
        && let [file] = files.as_slice()
    {
        return load_file(file, max_megapixels).map_err(|error| Fault::io(file, "be read", &error))?;
    }
    match (clipboard.get_text(), no_picture) {
        (Ok(text), _) => Ok(text.into_bytes()),
        (Err(Error::ContentNotAvailable), Error::ContentNotAvailable) => {
            Err(Fault::new("empty-clipboard", "the clipboard holds no picture, no single file and no text"))
        }
        (Err(Error::ContentNotAvailable), error) | (Err(error), _) => Err(failed(&error)),
    }
}

/// Lets other programs paste the content, also when this program has ended.
pub(crate) fn copy(content: Content) -> Result<(), Fault> {
    #[cfg(all(unix, not(target_os = "macos")))]
    return holder::start(&content);
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    return put(&mut open()?, &content).map_err(|error| failed(&error));
}

fn open() -> Result<Clipboard, Fault> {
    #[cfg(all(unix, not(target_os = "macos")))]
    match std::env::var_os("DISPLAY").filter(|display| !display.is_empty()) {
        None => return Err(Fault::new("no-clipboard", "there is no clipboard without a display (DISPLAY is not set)")),
        Some(display) if !has_a_port(&display.to_string_lossy()) => {
            return Err(Fault::new("no-clipboard", format!("there is no display {}", display.display())));
        }
        Some(_) => {}
    }
    Clipboard::new().map_err(|error| failed(&error))
}

/// Whether display `[host]:NUMBER[.SCREEN]` is one that X11 can count: display `n` listens at port 6000 + n, and x11rb adds the two
/// unchecked. What is no number is x11rb's to refuse.
#[cfg(all(unix, not(target_os = "macos")))]
fn has_a_port(display: &str) -> bool {
    let number = display.rsplit(':').next().and_then(|tail| tail.split('.').next());
    number.and_then(|number| number.parse::<u64>().ok()).is_none_or(|number| number <= u64::from(u16::MAX - 6000))
}

fn failed(error: &Error) -> Fault {
    let words = match error {
        Error::Unknown { description } => description.clone(),
        other => other.to_string(),
    };
    Fault::new("no-clipboard", format!("the clipboard cannot be reached: {words}"))
}

fn put(clipboard: &mut Clipboard, content: &Content) -> Result<(), Error> {
    match content {
        Content::Picture { width, height, rgba } => {
            clipboard.set_image(ImageData { width: *width, height: *height, bytes: rgba.into() })
        }
        Content::Text(text) => clipboard.set_text(text),
    }
}

/// The pixels as PNG, without the transparency that none of them has.
fn png_of(image: ImageData<'_>) -> Result<Vec<u8>, Fault> {
    let (width, height, rgba) = (image.width as u32, image.height as u32, image.bytes.into_owned());
    let opaque = rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
    let (channels, pixels) = if opaque {
        (Channels::Rgb, rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
    } else {
        (Channels::Rgba, rgba)
    };
    let picture = Picture::new(width, height, channels, pixels)
        .ok_or_else(|| Fault::new("corrupt-file", "the clipboard's picture has no pixels"))?;
    Ok(png::encode(&picture, png::Compression::Fast)?)
}

/// The process that holds the clipboard: it takes the content from standard input, says `ok` or what is wrong on standard output,
/// and ends when another program copies something, or with the display.
pub(crate) fn hold() -> queenshot::batch::Status {
    #[cfg(all(unix, not(target_os = "macos")))]
    holder::run();
    queenshot::batch::Status::Answered
}

#[cfg(all(unix, not(target_os = "macos")))]
mod holder {
    use std::io::{self, BufRead, BufReader, Read, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    use std::sync::mpsc::{self, RecvTimeoutError};
    use std::time::Duration;

    use arboard::SetExtLinux;

    use super::{Clipboard, Content, Error, Fault, HOLD, ImageData, open, put};

    /// How often to see whether the display is still there.
    const LOOK: Duration = Duration::from_secs(20);

    /// Starts a process that holds the content, and comes back when it does.
    pub(super) fn start(content: &Content) -> Result<(), Fault> {
        // Where there is no display, no process is needed to find that out.
        open()?;
        let failed = |error: io::Error| Fault::new("no-clipboard", format!("nothing can hold the clipboard: {error}"));
        let mut holder = Command::new(std::env::current_exe().map_err(failed)?)
            .arg(HOLD)
            // It outlives the command: it must not keep a folder from being removed, nor end with the next Ctrl-C.
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        if let Some(mut pipe) = holder.stdin.take() {
            content.send(&mut pipe).map_err(failed)?;
        }
        let mut said = String::new();
        if let Some(pipe) = holder.stdout.take() {
            BufReader::new(pipe).read_line(&mut said).map_err(failed)?;
        }
        // Its end has to be asked for, or a program that goes on (watch) would keep a dead process for each answer.
        std::thread::spawn(move || holder.wait());
        match said.trim_end() {
            "ok" => Ok(()),
            "" => Err(failed(io::Error::other("the process that does ended at once"))),
            why => Err(Fault::new("no-clipboard", why)),
        }
    }

    impl Content {
        fn send(&self, to: &mut impl Write) -> io::Result<()> {
            match self {
                Self::Picture { width, height, rgba } => {
                    writeln!(to, "picture {width} {height}")?;
                    to.write_all(rgba)
                }
                Self::Text(text) => {
                    writeln!(to, "text")?;
                    to.write_all(text.as_bytes())
                }
            }
        }

        fn receive(from: impl Read) -> Option<Self> {
            let mut from = BufReader::new(from);
            let mut head = String::new();
            from.read_line(&mut head).ok()?;
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).ok()?;
            match *head.split_whitespace().collect::<Vec<_>>() {
                ["text"] => Some(Self::Text(String::from_utf8(bytes).ok()?)),
                ["picture", width, height] => {
                    Some(Self::Picture { width: width.parse().ok()?, height: height.parse().ok()?, rgba: bytes })
                }
                _ => None,
            }
        }
    }

    pub(super) fn run() {
        let Some(content) = Content::receive(io::stdin().lock()) else { return };
        let held = open().and_then(|mut clipboard| {
            put(&mut clipboard, &content).map_err(|error| super::failed(&error))?;
            Ok(clipboard)
        });
        let said = held.as_ref().map_or_else(|fault| fault.message.clone(), |_| "ok".to_owned());
        // Whoever started this process is gone only if it was ended; then the content is kept all the same.
        let _ = writeln!(io::stdout(), "{said}");
        let Ok(mut clipboard) = held else { return };
        let (sender, taken) = mpsc::channel();
        std::thread::spawn(move || {
            wait(content);
            sender.send(())
        });
        // The wait would not end with the display.
        while taken.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if !matches!(clipboard.get_text(), Ok(_) | Err(Error::ContentNotAvailable)) {
                return;
            }
        }
    }

    /// Holds the content until another program copies something.
    fn wait(content: Content) {
        let Ok(mut clipboard) = Clipboard::new() else { return };
        let set = clipboard.set().wait();
        let _ = match content {
            Content::Picture { width, height, rgba } => set.image(ImageData { width, height, bytes: rgba.into() }),
            Content::Text(text) => set.text(text),
        };
    }
}
