//! A solve as moving pictures: which frames there are and how long each is shown. GIF and APNG are written elsewhere.

use std::time::Duration;

use super::RenderError;
use super::overlay;
use super::png;
use super::raster;
use super::scene::{Scene, SceneOptions, Theme, caption};
use super::steps::Step;
use crate::board::Board;
use crate::grid::{Grid, Homography, Point};
use crate::picture::{Channels, Picture};

/// Frames drawn on demand, all of one size.
#[derive(Debug)]
pub struct Animation<'a> {
    board: &'a Board,
    steps: &'a [Step],
    ground: Ground,
}

#[derive(Debug)]
enum Ground {
    /// A board drawn afresh.
    Fresh(SceneOptions),
    /// A piece of the user's picture with room for captions below it.
    Photo { picture: Picture, grid: Grid, caption_top: f64 },
}

/// Lines that a caption may take; what does not fit is left out.
const MOST_LINES: usize = 4;
/// The colour of the strip for captions below a piece of the user's picture.
const STRIP: Theme = Theme::Light;

impl<'a> Animation<'a> {
    /// On a board drawn afresh. The options' own caption is not used.
    pub fn fresh(board: &'a Board, steps: &'a [Step], options: &SceneOptions) -> Self {
        let lines = |step: &Step| Scene::caption_lines(board.size(), &step.caption(), options);
        let most = steps.iter().map(lines).max().unwrap_or(0).min(MOST_LINES);
        Self { board, steps, ground: Ground::Fresh(SceneOptions { caption_lines: most, ..options.clone() }) }
    }

    /// On the user's own picture: the board with a little round it, made smaller if its longer side is more than
    /// `most` pixels.
    ///
    /// # Errors
    /// [`RenderError::GridMismatch`] if the grid has another size than the board; [`RenderError::BadSize`] if the board lies
    /// outside the picture.
    pub fn on_picture(
        board: &'a Board,
        steps: &'a [Step],
        picture: &Picture,
        grid: &Grid,
        most: u32,
    ) -> Result<Self, RenderError> {
        if grid.size() != board.size() {
            return Err(RenderError::GridMismatch { grid: grid.size(), board: board.size() });
        }
        let (piece, grid) = piece(picture, grid, most)?;
        let (text, lines) = strip(piece.width(), steps);
        let caption_top = f64::from(piece.height()) + 0.4 * text;
        let height = piece.height() + ((lines as f64 * caption::LINE_HEIGHT + 0.8) * text).ceil() as u32;
        let mut pixels = piece.pixels().to_vec();
        pixels.resize_with(piece.width() as usize * height as usize * 3, {
            let mut paper = STRIP.paper().0.into_iter().cycle();
            move || paper.next().unwrap_or(255)
        });
        let picture = Picture::new(piece.width(), height, Channels::Rgb, pixels)
            .ok_or(RenderError::BadSize { width: piece.width(), height })?;
        Ok(Self { board, steps, ground: Ground::Photo { picture, grid, caption_top } })
    }

    /// The number of frames.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// [`RenderError::BadSize`] if there is no such frame or it has no pixels.
    pub fn frame(&self, index: usize) -> Result<Picture, RenderError> {
        let step = self.steps.get(index).ok_or(RenderError::BadSize { width: 0, height: 0 })?;
        match &self.ground {
            Ground::Fresh(options) => {
                let options =
                    SceneOptions { caption: shortened(&step.caption(), self.board.size(), options), ..options.clone() };
                png::draw(&Scene::board(self.board, &step.overlay, &options))
            }
            Ground::Photo { picture, grid, caption_top } => {
                let mut frame = picture.clone();
                overlay::draw(&mut frame, grid, self.board, &step.overlay)?;
                let text = caption::text_size(f64::from(frame.width()));
                let left = 0.5 * text;
                let mut lines = caption::wrap(&step.caption(), (f64::from(frame.width()) - 2.0 * left) / text);
                lines.truncate(MOST_LINES);
                let items = caption::items(&lines, Point::new(left, *caption_top), text, STRIP.ink());
                raster::paint(&mut frame, &items);
                Ok(frame)
            }
        }
    }

    /// How long a frame is shown: long enough to read it, the last one longer.
    pub fn delay(&self, index: usize) -> Duration {
        const LOOK: u64 = 900;
        const READ_A_LETTER: u64 = 22;
        const LONGEST: u64 = 4500;
        const LAST: u64 = 5000;
        let letters = self.steps.get(index).map_or(0, |step| step.caption().chars().count() as u64);
        let time = if index + 1 >= self.steps.len() { LAST } else { (LOOK + READ_A_LETTER * letters).min(LONGEST) };
        Duration::from_millis(time)
    }
}

/// The caption without the lines that do not fit.
fn shortened(text: &str, size: usize, options: &SceneOptions) -> String {
    let mut lines = Scene::caption_text(size, text, options);
    lines.truncate(MOST_LINES);
    lines.join("\n")
}

/// The size of letters on the strip, and the lines it holds.
fn strip(width: u32, steps: &[Step]) -> (f64, usize) {
    let width = f64::from(width);
    let text = caption::text_size(width);
    let lines = steps.iter().map(|step| caption::wrap(&step.caption(), (width - text) / text).len()).max().unwrap_or(0);
    (text, lines.min(MOST_LINES))
}

/// The part of a picture that shows the board, as RGB with its longer side at most `most` pixels, and the grid in it.
fn piece(picture: &Picture, grid: &Grid, most: u32) -> Result<(Picture, Grid), RenderError> {
    let corners = grid.corners();
    let range = |values: [f64; 4], end: u32| {
        let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
        let margin = 0.04 * (high - low);
        let hold = |v: f64| v.clamp(0.0, f64::from(end)) as u32;
        (hold((low - margin).floor()), hold((high + margin).ceil()))
    };
    let (left, right) = range(corners.map(|p| p.x), picture.width());
    let (top, bottom) = range(corners.map(|p| p.y), picture.height());
    let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
    let bad = RenderError::BadSize { width, height };
    let pixels: Vec<u8> = (top..bottom).flat_map(|y| (left..right).flat_map(move |x| picture.rgb(x, y))).collect();
    let whole = image::RgbImage::from_raw(width, height, pixels).filter(|image| !image.is_empty());
    let whole = whole.ok_or(bad)?;
    let scale = (f64::from(most.max(64)) / f64::from(width.max(height))).min(1.0);
    let (w, h) = ((f64::from(width) * scale).ceil() as u32, (f64::from(height) * scale).ceil() as u32);
    let small = if scale < 1.0 {
        image::imageops::resize(&whole, w, h, image::imageops::FilterType::CatmullRom)
    } else {
        whole
    };
    let (sx, sy) = (f64::from(w) / f64::from(width), f64::from(h) / f64::from(height));
    let [x, y, z] = grid.plane().0;
    let moved =
        |row: [f64; 3], scale: f64, from: u32| std::array::from_fn(|k| scale * (row[k] - f64::from(from) * z[k]));
    let plane = Homography([moved(x, sx, left), moved(y, sy, top), z]);
    let grid = Grid::projective(grid.columns().to_vec(), grid.rows().to_vec(), plane);
    let picture = Picture::new(w, h, Channels::Rgb, small.into_raw());
    picture.zip(grid).ok_or(RenderError::BadSize { width: w, height: h })
}
