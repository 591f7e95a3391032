//! Scenes as SVG: only paths, so no font is needed and every viewer shows the same.

use std::fmt::Write as _;

use super::item::{Item, Paint, Path, Segment};
use super::scene::Scene;
use crate::colour::Rgb;

/// The scene as an SVG document.
pub fn encode(scene: &Scene) -> String {
    let (width, height) = (scene.width, scene.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escape(&scene.title),
        hex(scene.paper),
    );
    svg.push_str(&elements(&scene.items));
    svg.push_str("</svg>\n");
    svg
}

/// The items as elements, a line each.
pub(super) fn elements(items: &[Item]) -> String {
    let mut svg = String::new();
    let mut rest = items;
    while let Some((item, after)) = rest.split_first() {
        rest = after;
        let opacity = match item.colour.alpha {
            255 => String::new(),
            alpha => format!(" opacity=\"{}\"", number(f64::from(alpha) / 255.0)),
        };
        let paint = match item.paint {
            Paint::Fill => format!("fill=\"{}\"", hex(item.colour.rgb)),
            Paint::Stroke(width) => {
                // A rim and the body on it share one outline: one element paints both.
                let body = after.first().filter(|next| next.paint == Paint::Fill && next.path == item.path);
                let body = body.filter(|next| next.colour.alpha == item.colour.alpha && next.colour.alpha == 255);
                if body.is_some() {
                    rest = &after[1..];
                }
                format!(
                    "fill=\"{}\"{} stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                    body.map_or("none".to_owned(), |next| hex(next.colour.rgb)),
                    if body.is_some() { " paint-order=\"stroke\"" } else { "" },
                    hex(item.colour.rgb),
                    number(width),
                )
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<path {paint}{opacity} d=\"{}\"/>", data(&item.path));
    }
    svg
}

/// A path's `d` attribute.
fn data(path: &Path) -> String {
    let mut d = String::new();
    let mut put = |letter: char, points: &[crate::grid::Point]| {
        d.push(letter);
        for (i, p) in points.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(d, "{}{} {}", if i == 0 { "" } else { " " }, number(p.x), number(p.y));
        }
    };
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) => put('M', &[p]),
            Segment::Line(p) => put('L', &[p]),
            Segment::Curve(a, b, p) => put('C', &[a, b, p]),
            Segment::Close => put('Z', &[]),
        }
    }
    d
}

/// At most two decimals: a hundredth of a pixel cannot be seen.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn hex(Rgb([r, g, b]): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text for XML and HTML, in content and in quoted attributes.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
