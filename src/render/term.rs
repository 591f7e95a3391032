//! Boards as text for a terminal: coloured cells, or walls drawn with lines where there is no colour.
//!
//! ```text
//!     1  2  3  4             + - - - - - - + - - +
//!  1  A  A ♛A  B             |          ♛  |     |
//! ```
//!
//! What the terminal can show is the caller's to find out; nothing here reads the environment.

use std::fmt::Write as _;

use super::overlay::{Overlay, Role, is_light};
use crate::board::{Board, Cell};
use crate::colour::{Palette, Rgb};

/// The colours a terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TermColours {
    /// None: regions are told apart by walls.
    #[default]
    Plain,
    /// The sixteen of old terminals, as the terminal sets them.
    Sixteen,
    /// 24 bits.
    True,
}

/// How a board is drawn as text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TermOptions {
    /// The colours that may be used.
    pub colours: TermColours,
    /// Whether only ASCII may be used.
    pub ascii: bool,
    /// Whether rows and columns are numbered from 1.
    pub coordinates: bool,
    /// The regions' colours; [`Palette::standard`] where it has none for a region.
    pub palette: Palette,
}

/// A board with marks on it, each line ended by a line feed.
///
/// A cell is three characters wide: a sign between blanks, `[` and `]` round it in a highlighted unit, `!` round a wrong
/// queen or cross. The signs are `♛` queen, `⨯` ruled out, `✗` dies now, `○` and `□` what a deduction rests on, `?` a queen assumed, `◇` where
/// solutions differ; in ASCII `Q x X o # ? *`. Free cells show their region's letter if the overlay asks for labels.
pub fn draw(board: &Board, overlay: &Overlay, options: &TermOptions) -> String {
    match options.colours {
        TermColours::Plain => walled(board, overlay, options),
        TermColours::Sixteen | TermColours::True => coloured(board, overlay, options),
    }
}

/// The three characters of a cell.
fn text(board: &Board, overlay: &Overlay, options: &TermOptions, cell: Cell) -> String {
    let role = |role: Role| overlay.highlights.iter().any(|h| h.role == role && h.cells.contains(cell));
    let wrong = overlay.wrong.contains(cell);
    let queen = wrong || overlay.queens.contains(cell) || overlay.right.contains(cell);
    let sign = if queen {
        ('♛', 'Q')
    } else if role(Role::Assumed) {
        ('?', '?')
    } else if role(Role::Removed) {
        ('✗', 'X')
    } else if role(Role::Differing) {
        ('◇', '*')
    } else if overlay.crosses.contains(cell) {
        ('⨯', 'x')
    } else if role(Role::Evidence) {
        ('○', 'o')
    } else if role(Role::Counterpart) {
        ('□', '#')
    } else if overlay.labels {
        let letter = board.region(cell).letter();
        (letter, letter)
    } else {
        (' ', ' ')
    };
    let sign = if options.ascii { sign.1 } else { sign.0 };
    let (before, after) = if wrong || role(Role::Mistaken) {
        ('!', '!')
    } else if role(Role::Unit) || role(Role::Placed) {
        ('[', ']')
    } else {
        (' ', ' ')
    };
    [before, sign, after].iter().collect()
}

/// The numbers above the columns.
fn header(size: usize, indent: &str, gap: &str) -> String {
    let numbers: Vec<String> = (1..=size).map(|n| format!("{n:^3}")).collect();
    format!("{indent}{}", numbers.join(gap)).trim_end().to_owned() + "\n"
}

fn coloured(board: &Board, overlay: &Overlay, options: &TermOptions) -> String {
    let grounds = match options.colours {
        TermColours::Sixteen => sixteen(board, &options.palette),
        _ => (0..board.size()).map(|i| true_colour(colour(board, &options.palette, i))).collect(),
    };
    let mut out = String::new();
    if options.coordinates {
        out.push_str(&header(board.size(), "   ", ""));
    }
    for row in 0..board.size() {
        if options.coordinates {
            let _ = write!(out, "{:2} ", row + 1);
        }
        let mut last = None;
        for column in 0..board.size() {
            let cell = Cell::new(row, column);
            let region = board.region(cell);
            if last != Some(region) {
                out.push_str(&grounds[region.index()]);
                last = Some(region);
            }
            out.push_str(&text(board, overlay, options, cell));
        }
        out.push_str("\x1b[0m\n");
    }
    out
}

fn colour(board: &Board, palette: &Palette, region: usize) -> Rgb {
    let standard = Palette::standard(board.size());
    let from = |palette: &Palette| palette.colours().get(region).copied();
    from(palette).or_else(|| from(&standard)).unwrap_or(Rgb([255; 3]))
}

/// The escape sequence for signs on a ground of this colour.
fn true_colour(ground: Rgb) -> String {
    let Rgb([r, g, b]) = ground;
    let ink = if is_light(ground) { 0 } else { 255 };
    format!("\x1b[48;2;{r};{g};{b}m\x1b[38;2;{ink};{ink};{ink}m")
}

/// The usual look of the fourteen old terminal colours between black and white, with the code of each as a ground.
const OLD_COLOURS: [(u8, [u8; 3]); 14] = [
    (41, [205, 49, 49]),
    (42, [13, 188, 121]),
    (43, [229, 229, 16]),
    (44, [36, 114, 200]),
    (45, [188, 63, 188]),
    (46, [17, 168, 205]),
    (47, [200, 200, 200]),
    (100, [102, 102, 102]),
    (101, [241, 76, 76]),
    (102, [35, 209, 139]),
    (103, [245, 245, 67]),
    (104, [59, 142, 234]),
    (105, [214, 112, 214]),
    (106, [41, 184, 219]),
];

/// A different old colour for each region while they last, the nearest pairs first; then the nearest again.
fn sixteen(board: &Board, palette: &Palette) -> Vec<String> {
    let distance = |a: [u8; 3], b: [u8; 3]| -> u32 { (0..3).map(|k| u32::from(a[k].abs_diff(b[k])).pow(2)).sum() };
    let mut pairs: Vec<(u32, usize, usize)> = (0..board.size())
        .flat_map(|region| (0..OLD_COLOURS.len()).map(move |old| (region, old)))
        .map(|(region, old)| (distance(colour(board, palette, region).0, OLD_COLOURS[old].1), region, old))
        .collect();
    pairs.sort_unstable();
    let mut chosen: Vec<Option<usize>> = vec![None; board.size()];
    for fresh_only in [true, false] {
        for &(_, region, old) in &pairs {
            if chosen[region].is_none() && !(fresh_only && chosen.contains(&Some(old))) {
                chosen[region] = Some(old);
            }
        }
    }
    let sequence = |old: usize| {
        let (ground, look) = OLD_COLOURS[old];
        let ink = if is_light(Rgb(look)) { 30 } else { 97 };
        format!("\x1b[{ground};{ink}m")
    };
    chosen.into_iter().map(|old| sequence(old.unwrap_or(0))).collect()
}

/// Box-drawing characters by which of their arms are there: up 1, right 2, down 4, left 8.
const LINES: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

fn walled(board: &Board, overlay: &Overlay, options: &TermOptions) -> String {
    let size = board.size();
    let region = |row: usize, column: usize| {
        let inside = row < size && column < size;
        inside.then(|| board.region(Cell::new(row, column)))
    };
    // Walls above and left of the place (row, column), for 0 to size each; outside the board there is no region.
    let above =
        |row: usize, column: usize| column < size && (row == 0 || region(row, column) != region(row - 1, column));
    let left =
        |row: usize, column: usize| row < size && (column == 0 || region(row, column) != region(row, column - 1));
    let line = |arms: usize| match (options.ascii, arms) {
        (false, arms) => LINES[arms],
        (true, 0) => ' ',
        (true, 0b0101) => '|',
        (true, 0b1010) => '-',
        (true, _) => '+',
    };
    let indent = if options.coordinates { "   " } else { "" };
    let mut out = String::new();
    if options.coordinates {
        out.push_str(&header(size, "    ", " "));
    }
    for row in 0..=size {
        out.push_str(indent);
        for column in 0..=size {
            let arms = usize::from(row > 0 && left(row - 1, column))
                | usize::from(above(row, column)) << 1
                | usize::from(left(row, column)) << 2
                | usize::from(column > 0 && above(row, column - 1)) << 3;
            out.push(line(arms));
            if column < size {
                (0..3).for_each(|_| out.push(line(if above(row, column) { 0b1010 } else { 0 })));
            }
        }
        out.push('\n');
        if row == size {
            break;
        }
        if options.coordinates {
            let _ = write!(out, "{:2} ", row + 1);
        }
        for column in 0..=size {
            out.push(line(if left(row, column) { 0b0101 } else { 0 }));
            if column < size {
                out.push_str(&text(board, overlay, options, Cell::new(row, column)));
            }
        }
        out.push('\n');
    }
    out
}
