//! Paints items on pixels: antialiased coverage of each shape's own box, blended in place.

use std::collections::HashMap;

use tiny_skia::{FillRule, LineCap, LineJoin, Mask, PathBuilder, Stroke, Transform};

use super::item::{Item, Paint, Path, Rgba, Segment};
use crate::colour::Rgb;
use crate::grid::Point;
use crate::picture::{Channels, Picture};

/// Paints the items in order. Pixels that no item covers keep their bytes.
///
/// A shape with a point that is not finite, as a homography gives beyond its horizon, is left out.
pub(super) fn paint(picture: &mut Picture, items: &[Item]) {
    let mut stamps = Stamps::default();
    for item in items {
        paint_one(picture, item, &mut stamps);
    }
}

/// What shapes cover, by their form: the same sign often stands on many cells.
#[derive(Default)]
struct Stamps(HashMap<Vec<i64>, Option<Mask>>);

impl Stamps {
    /// More forms than this are not kept; drawings with more have few that come twice.
    const MOST: usize = 32;

    /// The coverage of the part of a picture whose upper left pixel and size are given.
    fn coverage(&mut self, item: &Item, left: u32, top: u32, width: u32, height: u32) -> Option<&Mask> {
        let key = key(item, left, top, width, height);
        if self.0.len() >= Self::MOST && !self.0.contains_key(&key) {
            self.0.clear();
        }
        let stamp = || {
            let mut mask = Mask::new(width, height)?;
            let outline = outline(item, f64::from(left), f64::from(top))?;
            mask.fill_path(&outline, FillRule::Winding, true, Transform::identity());
            Some(mask)
        };
        self.0.entry(key).or_insert_with(stamp).as_ref()
    }
}

/// All that the coverage depends on, places to a 64th of a pixel.
fn key(item: &Item, left: u32, top: u32, width: u32, height: u32) -> Vec<i64> {
    let fine = |value: f64| (value * 64.0).round() as i64;
    let line = match item.paint {
        Paint::Fill => -1,
        Paint::Stroke(width) => fine(width),
    };
    let mut key = vec![i64::from(width), i64::from(height), line];
    for segment in item.path.segments() {
        let (kind, points): (i64, &[Point]) = match segment {
            Segment::Move(p) => (0, std::slice::from_ref(p)),
            Segment::Line(p) => (1, std::slice::from_ref(p)),
            Segment::Curve(a, b, p) => (2, &[*a, *b, *p]),
            Segment::Close => (3, &[]),
        };
        key.push(kind);
        key.extend(points.iter().flat_map(|p| [fine(p.x - f64::from(left)), fine(p.y - f64::from(top))]));
    }
    key
}

fn paint_one(picture: &mut Picture, item: &Item, stamps: &mut Stamps) {
    let Some((low, high)) = item.path.bounds() else { return };
    let reach = match item.paint {
        Paint::Fill => 0.0,
        Paint::Stroke(width) => width / 2.0,
    };
    let pixel = |value: f64, most: u32| value.clamp(0.0, f64::from(most)) as u32;
    let (left, right) =
        (pixel((low.x - reach).floor(), picture.width()), pixel((high.x + reach).ceil(), picture.width()));
    let (top, bottom) =
        (pixel((low.y - reach).floor(), picture.height()), pixel((high.y + reach).ceil(), picture.height()));
    if left >= right || top >= bottom {
        return;
    }
    let Some(mask) = stamps.coverage(item, left, top, right - left, bottom - top) else { return };

    let channels = picture.channels();
    let n = channels.count();
    let stride = picture.width() as usize * n;
    let pixels = picture.pixels_mut();
    for (y, coverage) in (top..bottom).zip(mask.data().chunks_exact((right - left) as usize)) {
        let row = &mut pixels[y as usize * stride + left as usize * n..][..coverage.len() * n];
        match channels {
            Channels::Rgb => blend_rgb(row, coverage, item.colour),
            Channels::Rgba => blend_rgba(row, coverage, item.colour),
        }
    }
}

/// The shape whose inside is what the item covers, seen from the given point.
fn outline(item: &Item, left: f64, top: f64) -> Option<tiny_skia::Path> {
    let path = to_skia(&item.path, left, top)?;
    match item.paint {
        Paint::Fill => Some(path),
        Paint::Stroke(width) => {
            let stroke = Stroke {
                width: width as f32,
                line_join: LineJoin::Round,
                line_cap: LineCap::Round,
                ..Stroke::default()
            };
            path.stroke(&stroke, 1.0)
        }
    }
}

fn to_skia(path: &Path, left: f64, top: f64) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    let at = |p: Point| ((p.x - left) as f32, (p.y - top) as f32);
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) => {
                let (x, y) = at(p);
                builder.move_to(x, y);
            }
            Segment::Line(p) => {
                let (x, y) = at(p);
                builder.line_to(x, y);
            }
            Segment::Curve(a, b, p) => {
                let ((x1, y1), (x2, y2), (x, y)) = (at(a), at(b), at(p));
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Lays the colour over a row of RGB pixels, each as far as it is covered.
fn blend_rgb(row: &mut [u8], coverage: &[u8], colour: Rgba) {
    let (pixels, _) = row.as_chunks_mut::<3>();
    for (pixel, &coverage) in pixels.iter_mut().zip(coverage) {
        let over = div255(u32::from(colour.alpha) * u32::from(coverage));
        match over {
            // Most pixels of a shape's box are one of these.
            0 => {}
            255 => *pixel = colour.rgb.0,
            _ => {
                for (byte, &new) in pixel.iter_mut().zip(&colour.rgb.0) {
                    *byte = div255(u32::from(new) * over + u32::from(*byte) * (255 - over)) as u8;
                }
            }
        }
    }
}

/// The same with RGBA pixels: the result's colour is weighted by what each layer adds to its opacity.
fn blend_rgba(row: &mut [u8], coverage: &[u8], colour: Rgba) {
    let Rgb([r, g, b]) = colour.rgb;
    let (pixels, _) = row.as_chunks_mut::<4>();
    for (pixel, &coverage) in pixels.iter_mut().zip(coverage) {
        let over = div255(u32::from(colour.alpha) * u32::from(coverage));
        match over {
            0 => {}
            255 => *pixel = [r, g, b, 255],
            _ => {
                let below = div255(u32::from(pixel[3]) * (255 - over));
                let alpha = over + below;
                for (byte, &new) in pixel.iter_mut().zip(&colour.rgb.0) {
                    *byte = ((u32::from(new) * over + u32::from(*byte) * below + alpha / 2) / alpha) as u8;
                }
                pixel[3] = alpha as u8;
            }
        }
    }
}

/// Rounded division by 255.
fn div255(value: u32) -> u32 {
    (value + 127) / 255
}
