//! Paints items on pixels: antialiased coverage of each shape's own box, blended in place.

use tiny_skia::{FillRule, LineCap, LineJoin, Mask, PathBuilder, Stroke, Transform};

use super::item::{Item, Paint, Path, Rgba, Segment};
use crate::colour::Rgb;
use crate::picture::{Channels, Picture};

/// Paints the items in order. Pixels that no item covers keep their bytes.
///
/// A shape with a point that is not finite, as a homography gives beyond its horizon, is left out.
pub(super) fn paint(picture: &mut Picture, items: &[Item]) {
    for item in items {
        paint_one(picture, item);
    }
}

fn paint_one(picture: &mut Picture, item: &Item) {
    let Some(outline) = outline(item) else { return };
    let bounds = outline.bounds();
    let clamp = |value: f32, most: u32| value.clamp(0.0, most as f32) as u32;
    let (left, top) = (clamp(bounds.left().floor(), picture.width()), clamp(bounds.top().floor(), picture.height()));
    let right = clamp(bounds.right().ceil(), picture.width());
    let bottom = clamp(bounds.bottom().ceil(), picture.height());
    if left >= right || top >= bottom {
        return;
    }
    let Some(mut mask) = Mask::new(right - left, bottom - top) else { return };
    mask.fill_path(&outline, FillRule::Winding, true, Transform::from_translate(-(left as f32), -(top as f32)));

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

/// The shape whose inside is what the item covers.
fn outline(item: &Item) -> Option<tiny_skia::Path> {
    let path = to_skia(&item.path)?;
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

fn to_skia(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) => builder.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => builder.line_to(p.x as f32, p.y as f32),
            Segment::Curve(a, b, p) => {
                builder.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32);
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
