//! Boards drawn afresh, in the form that the output's name asks for.

use std::path::Path;

use queenshot::colour::Palette;
use queenshot::render::overlay::Overlay;
use queenshot::render::scene::{Scene, SceneOptions};
use queenshot::render::{png, svg};

use crate::fault::Fault;
use crate::output::signed;
use crate::subject::Subject;

/// A form of pictures, by the extension of their name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Png,
    Svg,
}

impl Form {
    /// The form that the name asks for; PNG if it has no extension.
    pub(crate) fn of(place: &Path) -> Result<Self, Fault> {
        match place.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase()).as_deref() {
            None | Some("png") => Ok(Self::Png),
            Some("svg") => Ok(Self::Svg),

            Some(other) => Err(Fault::usage(format!("pictures are written as .png or .svg, not as .{other}"))),
        }
    }
}

/// The board in its own colours with the overlay on it, as the bytes of a file.
pub(crate) fn clean(subject: &Subject, overlay: &Overlay, form: Form) -> Result<Vec<u8>, Fault> {
    let palette = subject.reading.as_ref().map_or_else(Palette::default, |reading| reading.palette.clone());
    let options = SceneOptions { palette, ..SceneOptions::default() };
    let scene = Scene::board(&subject.record.board, overlay, &options);
    Ok(match form {
        Form::Png => signed(png::encode(&png::draw(&scene)?, png::Compression::default())?),
        Form::Svg => svg::encode(&scene).into_bytes(),
    })
}
