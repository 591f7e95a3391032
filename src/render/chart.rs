//! Bar charts as scenes: laid out by plotters, drawn as shapes like everything else, so that labels need no font where
//! the chart is made or shown.

use std::convert::Infallible;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use super::RenderError;
use super::item::{Item, Path};
use super::letters::{Align, Letters};
use super::scene::{Scene, Theme};
use crate::colour::Rgb;
use crate::grid::{Grid, Point};

/// A bar: what it stands for, and how long it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// The label on the left.
    pub label: String,
    /// The value.
    pub value: usize,
}

/// The chart's width in pixels.
const WIDTH: u32 = 1000;
/// The height of a bar with the space around it.
const STEP: u32 = 24;
/// The space for the title, and for the axis with its name.
const HEAD: u32 = 56;
const FOOT: u32 = 64;
/// Text sizes of labels and of the title.
const LABEL: u32 = 16;
const TITLE: u32 = 22;
const BAR: RGBColor = RGBColor(74, 111, 165);

/// Horizontal bars from top to bottom in the given order, each with its value at its end.
///
/// # Errors
/// [`RenderError::BadSize`] if there are no bars, or more than a thousand.
pub fn bars(title: &str, axis: &str, bars: &[Bar]) -> Result<Scene, RenderError> {
    let height = HEAD + FOOT + STEP * bars.len() as u32;
    if bars.is_empty() || bars.len() > 1000 {
        return Err(RenderError::BadSize { width: WIDTH, height });
    }
    let letters = Letters::new();
    let mut items = Vec::new();
    let canvas = Canvas { items: &mut items, letters: &letters, height };
    plot(canvas, title, axis, bars)
        .map_err(|error| RenderError::Encode { format: "chart", detail: error.to_string() })?;
    let (right, bottom) = (f64::from(WIDTH), f64::from(height));
    let whole = Grid::axis_aligned(vec![0.0, right], vec![0.0, bottom]);
    let grid = whole.ok_or(RenderError::BadSize { width: WIDTH, height })?;
    Ok(Scene { width: WIDTH, height, paper: Theme::Light.paper(), items, title: described(title, bars), grid })
}

fn plot(canvas: Canvas<'_>, title: &str, axis: &str, bars: &[Bar]) -> Result<(), DrawingAreaErrorKind<Infallible>> {
    let most = bars.iter().map(|bar| bar.value).max().unwrap_or(0).max(1);
    let ink = to_plotters(Theme::Light.ink());
    let label = ("sans-serif", LABEL).into_text_style(&(WIDTH, 1)).color(&ink);
    let widest = bars.iter().map(|bar| canvas.letters.width(&bar.label)).fold(0.0, f64::max);
    let left = (widest * f64::from(LABEL)).ceil() as u32 + 24;
    let area = canvas.into_drawing_area();
    // plotters counts the end of a range in.
    let last = bars.len().saturating_sub(1);
    let mut chart = ChartBuilder::on(&area)
        .margin_right(24)
        .margin_bottom(8)
        .caption(title, ("sans-serif", TITLE).into_text_style(&(WIDTH, 1)).color(&ink))
        .x_label_area_size(FOOT - 8)
        .y_label_area_size(left)
        // The longest bar leaves room for its value.
        .build_cartesian_2d(0..most + most.div_ceil(12), (0..last).into_segmented())?;
    let name = |place: &SegmentValue<usize>| match place {
        // Counted from below.
        SegmentValue::CenterOf(i) | SegmentValue::Exact(i) => {
            bars.iter().rev().nth(*i).map_or_else(String::new, |bar| bar.label.clone())
        }
        SegmentValue::Last => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(to_plotters(Rgb([220, 223, 228])))
        .x_desc(axis)
        .x_labels(8)
        .y_labels(bars.len())
        .y_label_formatter(&name)
        .label_style(label.clone())
        .axis_desc_style(label.clone())
        .draw()?;
    let rectangle = |(i, bar): (usize, &Bar)| {
        let end = if i < last { SegmentValue::Exact(i + 1) } else { SegmentValue::Last };
        let ends = [(0, SegmentValue::Exact(i)), (bar.value, end)];
        let mut rectangle = Rectangle::new(ends, BAR.filled());
        rectangle.set_margin(4, 4, 0, 0);
        rectangle
    };
    chart.draw_series(bars.iter().rev().enumerate().map(rectangle))?;
    let value = label.pos(Pos::new(HPos::Left, VPos::Center));
    let number = |(i, bar): (usize, &Bar)| {
        // A blank keeps the number off the bar.
        Text::new(format!(" {}", bar.value), (bar.value, SegmentValue::CenterOf(i)), value.clone())
    };
    chart.draw_series(bars.iter().rev().enumerate().map(number))?;
    area.present()
}

fn described(title: &str, bars: &[Bar]) -> String {
    let bars: Vec<String> = bars.iter().map(|bar| format!("{} {}", bar.label, bar.value)).collect();
    format!("{title}: {}", bars.join(", "))
}

fn to_plotters(Rgb([r, g, b]): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

/// What plotters draws on: it keeps shapes.
struct Canvas<'a> {
    items: &'a mut Vec<Item>,
    letters: &'a Letters,
    height: u32,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Canvas<'_> {
    fn push(&mut self, item: impl FnOnce(Rgb) -> Item, colour: BackendColor) {
        let (r, g, b) = colour.rgb;
        if colour.alpha > 0.0 {
            self.items.push(item(Rgb([r, g, b])).with_alpha((colour.alpha * 255.0).round() as u8));
        }
    }
}

/// The middle of a pixel, where thin lines are sharpest.
fn middle((x, y): BackendCoord) -> Point {
    Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5)
}

fn polyline(points: impl IntoIterator<Item = BackendCoord>) -> Path {
    let mut path = Path::new();
    for (i, p) in points.into_iter().map(middle).enumerate() {
        if i == 0 {
            path.move_to(p.x, p.y)
        } else {
            path.line_to(p.x, p.y)
        };
    }
    path
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (WIDTH, self.height)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect(point, (point.0 + 1, point.1 + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Drawn {
        let mut path = Path::new();
        let [x0, y0, x1, y1] = [a.0, a.1, b.0, b.1].map(f64::from);
        path.rectangle(x0, y0, x1, y1);
        let width = f64::from(style.stroke_width());
        self.push(
            |colour| if fill { Item::fill(path, colour) } else { Item::stroke(path, width, colour) },
            style.color(),
        );
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, points: I, style: &S) -> Drawn {
        let width = f64::from(style.stroke_width());
        self.push(|colour| Item::stroke(polyline(points), width, colour), style.color());
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, points: I, style: &S) -> Drawn {
        let mut path = polyline(points);
        path.close();
        self.push(|colour| Item::fill(path, colour), style.color());
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let size = style.size();
        let width = self.letters.width(text) * size;
        let anchor = style.anchor();
        let x = f64::from(at.0)
            - match anchor.h_pos {
                HPos::Left => 0.0,
                HPos::Center => width / 2.0,
                HPos::Right => width,
            };
        // Letters stand around the middle of a capital letter; half a line lies above and below it.
        let y = f64::from(at.1)
            + match anchor.v_pos {
                VPos::Top => size / 2.0,
                VPos::Center => 0.0,
                VPos::Bottom => -size / 2.0,
            };
        let colour = style.color();
        let (r, g, b) = colour.rgb;
        self.items.extend(self.letters.items(text, Point::new(x, y), Align::Start, size, Rgb([r, g, b])));
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size();
        Ok(((self.letters.width(text) * size).ceil() as u32, size.ceil() as u32))
    }

    fn blit_bitmap(&mut self, _: BackendCoord, _: (u32, u32), _: &[u8]) -> Drawn {
        // Charts have no bitmaps.
        Ok(())
    }
}
