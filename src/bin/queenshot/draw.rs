//! Pictures and boards drawn afresh, in the form that the output's name asks for.

use std::path::Path;

use queenshot::board::Solution;
use queenshot::check;
use queenshot::picture::Picture;
use queenshot::render::overlay::{Highlight, Overlay, Role};
use queenshot::render::png::Compression;
use queenshot::render::scene::{Scene, SceneOptions};
use queenshot::render::{jpeg, png, svg};

use crate::drawing::DrawArgs;
use crate::fault::Fault;
use crate::output::signed;
use crate::subject::Subject;

/// A form of pictures, by the extension of their name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Png,
    Jpeg,
    Svg,
}

impl Form {
    /// The form that the name asks for; PNG if it has no extension.
    pub(crate) fn of(place: &Path) -> Result<Self, Fault> {
        match place.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase()).as_deref() {
            None | Some("png") => Ok(Self::Png),
            Some("jpg" | "jpeg") => Ok(Self::Jpeg),
            Some("svg") => Ok(Self::Svg),
            Some(other) => Err(Fault::usage(format!("pictures are written as .png, .jpg or .svg, not as .{other}"))),
        }
    }
}

/// A picture as the bytes of a file; `None` for a form that has no pixels.
pub(crate) fn encoded(picture: &Picture, form: Form, compression: Compression) -> Result<Option<Vec<u8>>, Fault> {
    Ok(match form {
        Form::Png => Some(signed(png::encode(picture, compression)?)),
        Form::Jpeg => Some(jpeg::encode(picture)?),
        Form::Svg => None,
    })
}

/// A drawing as the bytes of a file.
pub(crate) fn drawn(scene: &Scene, form: Form) -> Result<Vec<u8>, Fault> {
    let svg = || Ok(svg::encode(scene).into_bytes());
    encoded(&png::draw(scene)?, form, Compression::default())?.map_or_else(svg, Ok)
}

/// The board in its own colours with the overlay on it, as the bytes of a file.
pub(crate) fn clean(subject: &Subject, overlay: &Overlay, look: &DrawArgs, form: Form) -> Result<Vec<u8>, Fault> {
    drawn(&Scene::board(&subject.record.board, overlay, &look.scene(subject.palette())), form)
}

/// Two solutions of a board side by side, each with the cells ringed in which they differ.
pub(crate) fn pair(subject: &Subject, two: [&Solution; 2], form: Form) -> Result<Vec<u8>, Fault> {
    let options = SceneOptions { palette: subject.palette().cloned().unwrap_or_default(), ..SceneOptions::default() };
    let differing = check::compare(&two.map(Clone::clone)).differing;
    let [left, right] = two.map(|solution| {
        let highlights = vec![Highlight { cells: differing, role: Role::Differing }];
        let overlay = Overlay { queens: solution.queens(), highlights, ..Overlay::default() };
        Scene::board(&subject.record.board, &overlay, &options)
    });
    drawn(&left.beside(&right), form)
}
