//! How answers are drawn, and showing them at once: the options that several commands share.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use queenshot::board::Board;
use queenshot::colour::{Palette, Rgb};
use queenshot::picture::Picture;
use queenshot::render::inline::{self, Protocol};
use queenshot::render::overlay::{DEFAULT_SCALE, GOLD, Overlay, Style};
use queenshot::render::png;
use queenshot::render::scene::{Scene, SceneOptions, Theme};
use queenshot::render::term::{self, TermColours, TermOptions};

use crate::fault::Fault;
use crate::names::shown;
use crate::run::Answer;

/// The look of what is drawn.
#[derive(Debug, Args, Clone)]
#[command(next_help_heading = "Drawing")]
pub(crate) struct DrawArgs {
    /// How queens are drawn
    #[arg(long, value_enum, value_name = "STYLE", default_value_t)]
    pub(crate) style: StyleName,
    /// The colour of the queens: gold, black, white, red, green, blue or a code such as #ffc72c
    #[arg(long, value_name = "COLOUR", default_value_t = Colour(GOLD))]
    pub(crate) colour: Colour,
    /// The share of a cell that a queen takes, 0.2 to 0.95
    #[arg(long, value_name = "SHARE", default_value_t = DEFAULT_SCALE, value_parser = share)]
    pub(crate) scale: f64,
    /// Write each region's letter into its cells, for people who cannot tell the colours apart
    #[arg(long)]
    pub(crate) labels: bool,
    /// Number rows and columns on boards that are drawn afresh
    #[arg(long)]
    pub(crate) coordinates: bool,
    /// Draw boards afresh on dark paper
    #[arg(long)]
    pub(crate) dark: bool,
}

impl DrawArgs {
    /// The overlay in the wanted look.
    pub(crate) fn look(&self, overlay: Overlay) -> Overlay {
        Overlay { style: self.style.into(), colour: self.colour.0, scale: self.scale, labels: self.labels, ..overlay }
    }

    /// How boards are drawn afresh.
    pub(crate) fn scene(&self, palette: Option<&Palette>) -> SceneOptions {
        let palette = palette.cloned().unwrap_or_default();
        let theme = if self.dark { Theme::Dark } else { Theme::Light };
        SceneOptions { palette, theme, coordinates: self.coordinates, ..SceneOptions::default() }
    }
}

fn share(text: &str) -> Result<f64, String> {
    let wrong = || "give a share of the cell from 0.2 to 0.95".to_owned();
    text.parse().ok().filter(|share| (0.2..=0.95).contains(share)).ok_or_else(wrong)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum StyleName {
    /// Crowns
    #[default]
    Crowns,
    /// Rings that leave the middle of the cell free
    Rings,
    /// Discs
    Dots,
    /// Crowns, and everything else on the board darkened
    Dim,
}

impl From<StyleName> for Style {
    fn from(name: StyleName) -> Self {
        match name {
            StyleName::Crowns => Self::Crowns,
            StyleName::Rings => Self::Rings,
            StyleName::Dots => Self::Dots,
            StyleName::Dim => Self::Dim,
        }
    }
}

/// A colour on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) Rgb);

const NAMED: [(&str, Rgb); 6] = [
    ("gold", GOLD),
    ("black", Rgb([0, 0, 0])),
    ("white", Rgb([255, 255, 255])),
    ("red", Rgb([214, 40, 40])),
    ("green", Rgb([40, 160, 80])),
    ("blue", Rgb([20, 90, 210])),
];

impl FromStr for Colour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((_, rgb)) = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(Self(*rgb));
        }
        let digits = text.strip_prefix('#').unwrap_or(text);
        match u32::from_str_radix(digits, 16) {
            Ok(code) if digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
                Ok(Self(Rgb([(code >> 16) as u8, (code >> 8) as u8, code as u8])))
            }
            _ => Err("give a name or six hexadecimal digits, as in #ffc72c".to_owned()),
        }
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Rgb([r, g, b]) = self.0;
        match NAMED.iter().find(|(_, rgb)| *rgb == self.0) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "#{r:02x}{g:02x}{b:02x}"),
        }
    }
}

/// Looking at the result at once.
#[derive(Debug, Args, Clone, Copy, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct ViewArgs {
    /// Open what was written with the system's viewer
    #[arg(long)]
    pub(crate) open: bool,
    /// Draw the result in the terminal, on standard error: as a picture, in half blocks or as text, by what it can show
    #[arg(long)]
    pub(crate) show: bool,
}

impl ViewArgs {
    /// Opens a written file, if wanted.
    pub(crate) fn open(self, answer: &mut Answer, name: &str, place: &Path) {
        if !self.open {
            return;
        }
        if let Err(error) = open::that_detached(place) {
            answer.fail(name, &Fault::new("no-viewer", format!("{} cannot be opened: {error}", shown(place))));
        }
    }

    /// Draws a board in the terminal, if wanted: on the user's picture if there is one.
    pub(crate) fn show(
        self,
        board: &Board,
        overlay: &Overlay,
        scene: &SceneOptions,
        picture: Option<&Picture>,
    ) -> Result<(), Fault> {
        if !self.show {
            return Ok(());
        }
        let terminal = Terminal::here();
        let drawn = match terminal.protocol {
            Some(protocol @ Protocol::HalfBlocks { .. }) => {
                let size =
                    terminal_size::terminal_size_of(std::io::stderr()).map(|(width, height)| (width.0, height.0));
                // Letters would not be told from dirt.
                let lettered = overlay.labels || scene.coordinates;
                let cell = pixels_of_a_cell(board.size(), size.unwrap_or((80, 24))).filter(|_| !lettered);
                cell.map(|cell| coarse(board, overlay, scene, protocol, cell)).transpose()?
            }
            Some(protocol) => {
                let drawn = picture.is_none().then(|| png::draw(&Scene::board(board, overlay, scene))).transpose()?;
                picture.or(drawn.as_ref()).map(|picture| inline::encode(picture, protocol, ROWS)).transpose()?
            }
            None => None,
        };
        let text = drawn.unwrap_or_else(|| {
            let Terminal { colours, ascii, .. } = terminal;
            let options =
                TermOptions { colours, ascii, coordinates: scene.coordinates, palette: scene.palette.clone() };
            term::draw(board, overlay, &options)
        });
        // Where nobody watches, there is nothing to show.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        Ok(())
    }
}

/// The height of a picture in the terminal, in lines.
const ROWS: u32 = 28;
/// The fewest pixels a cell in which a crown and a cross can be told apart.
const LEAST: u32 = 7;

/// How many pixels a side half blocks can give to each cell of a board of `size` cells a side, if enough, in a terminal with so
/// many columns and lines. A high board may leave the screen at the top, but none is wider than the screen.
fn pixels_of_a_cell(size: usize, (columns, lines): (u16, u16)) -> Option<u32> {
    let side = size as u32;
    // One line is for the prompt after it; the last frame line may need a pixel of its own.
    let fitting = |pixels: u32| pixels.saturating_sub(1) / side;
    let (across, down) = (fitting(columns.into()), fitting(2 * u32::from(lines.saturating_sub(1))));
    (across >= LEAST).then(|| across.min(down.max(LEAST)))
}

/// A board in so few pixels a cell that it has to be drawn afresh: of a whole screenshot too little would be left. Drawn eight
/// times as large, it is brought down to exactly so many.
fn coarse(
    board: &Board,
    overlay: &Overlay,
    scene: &SceneOptions,
    protocol: Protocol,
    cell: u32,
) -> Result<String, Fault> {
    const FINER: u32 = 8;
    let scene = Scene::board(board, overlay, &SceneOptions { cell: FINER * cell, ..scene.clone() });
    let drawn = png::draw(&scene)?;
    // Without the paper round it. Two pixels are a line, so an odd number of them gets half of one at each edge.
    let side = board.size() as u32 * cell;
    let (pixels, edge) = if side.is_multiple_of(2) { (side, 0.0) } else { (side + 1, f64::from(FINER) / 2.0) };
    let from = |line: f64| (line - edge) as u32;
    let (left, top) = (from(scene.grid.columns()[0]), from(scene.grid.rows()[0]));
    let alone = drawn.part(left, top, FINER * pixels, FINER * pixels).unwrap_or(drawn);
    Ok(inline::encode(&alone, protocol, pixels / 2)?)
}

/// What the terminal can show.
#[derive(Debug, PartialEq, Eq)]
struct Terminal {
    protocol: Option<Protocol>,
    colours: TermColours,
    ascii: bool,
}

impl Terminal {
    fn here() -> Self {
        Self::from_environment(&|name| std::env::var(name).ok(), std::io::stderr().is_terminal())
    }

    fn from_environment(variable: &dyn Fn(&str) -> Option<String>, is_terminal: bool) -> Self {
        let text = |name| variable(name).unwrap_or_default();
        let (term, program) = (text("TERM"), text("TERM_PROGRAM"));
        let locale = [text("LC_ALL"), text("LC_CTYPE"), text("LANG")].into_iter().find(|value| !value.is_empty());
        let ascii = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            !locale.contains("utf-8") && !locale.contains("utf8")
        });
        let plain = !is_terminal || term == "dumb" || !text("NO_COLOR").is_empty();
        if plain {
            return Self { protocol: None, colours: TermColours::Plain, ascii };
        }
        let true_colour = ["truecolor", "24bit"].contains(&text("COLORTERM").as_str()) || term.contains("direct");
        let named = |names: &[&str]| names.iter().any(|name| term.starts_with(name));
        let protocol = match program.as_str() {
            // They keep what stands on the screen themselves, as characters.
            _ if named(&["screen", "tmux"]) => None,
            "iTerm.app" | "WezTerm" | "mintty" => Some(Protocol::ITerm2),
            _ if text("LC_TERMINAL") == "iTerm2" => Some(Protocol::ITerm2),
            _ if term.contains("kitty") || !text("KITTY_WINDOW_ID").is_empty() => Some(Protocol::Kitty),
            _ if program == "ghostty" || term.contains("ghostty") => Some(Protocol::Kitty),
            _ if ["foot", "mlterm", "sixel"].iter().any(|name| term.contains(name)) => Some(Protocol::Sixel),
            _ => None,
        };
        // Some have sixteen colours, and some do not say what they are.
        let blocks = !ascii && !term.is_empty() && !named(&["ansi", "cons", "linux", "vt"]);
        let protocol = protocol.or_else(|| blocks.then_some(Protocol::HalfBlocks { true_colour }));
        Self { protocol, colours: if true_colour { TermColours::True } else { TermColours::Sixteen }, ascii }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(variables: &[(&str, &str)], is_terminal: bool) -> Terminal {
        let find =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Terminal::from_environment(&find, is_terminal)
    }

    /// The variables, whether it is a terminal, and what it shows: pictures, colours, ASCII only.
    type Case<'a> = (&'a [(&'a str, &'a str)], bool, Option<Protocol>, TermColours, bool);

    #[test]
    fn the_environment_tells_what_a_terminal_shows() {
        use TermColours::{Plain, Sixteen, True};
        const fn blocks(true_colour: bool) -> Option<Protocol> {
            Some(Protocol::HalfBlocks { true_colour })
        }
        let cases: [Case<'_>; 16] = [
            (&[("TERM", "xterm-kitty")], true, Some(Protocol::Kitty), Sixteen, false),
            (&[("TERM", "xterm-ghostty")], true, Some(Protocol::Kitty), Sixteen, false),
            (
                &[("TERM", "xterm-256color"), ("TERM_PROGRAM", "iTerm.app")],
                true,
                Some(Protocol::ITerm2),
                Sixteen,
                false,
            ),
            (&[("TERM", "foot")], true, Some(Protocol::Sixel), Sixteen, false),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], true, blocks(true), True, false),
            (&[("TERM", "xterm"), ("LANG", "de_DE.UTF-8")], true, blocks(false), Sixteen, false),
            (&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")], true, blocks(false), Sixteen, false),
            (&[("TERM", "screen"), ("TERM_PROGRAM", "iTerm.app")], true, blocks(false), Sixteen, false),
            (&[("TERM", "linux")], true, None, Sixteen, false),
            (&[("TERM", "vt220")], true, None, Sixteen, false),
            (&[], true, None, Sixteen, false),
            (&[("TERM", "xterm"), ("LANG", "C")], true, None, Sixteen, true),
            (&[("TERM", "xterm"), ("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], true, None, Sixteen, true),
            (&[("TERM", "xterm-kitty"), ("NO_COLOR", "1")], true, None, Plain, false),
            (&[("TERM", "dumb")], true, None, Plain, false),
            (&[("TERM", "xterm-kitty")], false, None, Plain, false),
        ];
        for (variables, is_terminal, protocol, colours, ascii) in cases {
            assert_eq!(terminal(variables, is_terminal), Terminal { protocol, colours, ascii }, "{variables:?}");
        }
    }

    #[test]
    fn half_blocks_fit_the_terminal() {
        // Nine cells: 63 pixels and one for the edge.
        assert_eq!(pixels_of_a_cell(9, (80, 24)), Some(7));
        assert_eq!(pixels_of_a_cell(9, (64, 24)), Some(7));
        assert_eq!(pixels_of_a_cell(9, (63, 24)), None);
        // 49 lines show 98 pixels: ten a cell and one for the edge.
        assert_eq!(pixels_of_a_cell(9, (200, 50)), Some(10));
        assert_eq!(pixels_of_a_cell(4, (33, 200)), Some(8));
        assert_eq!(pixels_of_a_cell(4, (0, 0)), None);
    }

    #[test]
    fn colours_are_names_or_six_digits() {
        assert_eq!("Black".parse(), Ok(Colour(Rgb([0, 0, 0]))));
        assert_eq!("#0a0B0c".parse(), Ok(Colour(Rgb([10, 11, 12]))));
        assert_eq!("ffc72c".parse(), Ok(Colour(GOLD)));
        assert_eq!(Colour(GOLD).to_string(), "gold");
        for wrong in ["", "#fff", "#12345g", "goldish", "+12345"] {
            assert!(wrong.parse::<Colour>().is_err(), "{wrong}");
        }
    }
}
