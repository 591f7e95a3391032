//! Names for people: paths and titles may hold anything, and a terminal obeys some of it.

use std::path::Path;

use queenshot::report::path_text;

/// A path on one line and without a sign that a terminal obeys; no byte of it is lost.
pub(crate) fn shown(path: &Path) -> String {
    plain(&path_text(path))
}

/// The text with control characters written out (`\n`, `\u{1b}`), and those that turn the direction of writing.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            _ if letter.is_control() => out.extend(letter.escape_default()),
            '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.extend(letter.escape_unicode())
            }
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_a_terminal_obeys_are_written_out() {
        assert_eq!(plain("r3c5 ♛ ⨯ é\u{fe0f} a\\b"), "r3c5 ♛ ⨯ é\u{fe0f} a\\b");
        assert_eq!(
            plain("a\nb\tc\u{1b}[31m\u{7f}\u{9b}2J\u{202e}gnp"),
            "a\\nb\\tc\\u{1b}[31m\\u{7f}\\u{9b}2J\\u{202e}gnp"
        );
    }
}
