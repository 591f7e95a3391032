//! A chessboard of any size with queens on it.

use super::item::{Item, Path};
use super::scene::{Scene, Theme};
use super::{RenderError, shapes};
use crate::colour::Rgb;
use crate::grid::{Grid, Point};

const LIGHT: Rgb = Rgb([240, 217, 181]);
const DARK: Rgb = Rgb([181, 136, 99]);
const QUEEN: Rgb = Rgb([32, 33, 36]);

/// The side of a square in pixels: large boards get smaller ones, so that none is wider than 3,200.
fn side(rows: usize, columns: usize) -> usize {
    (3200 / rows.max(columns).max(1)).clamp(1, 64)
}

/// The board, its upper left square light, with a queen on each square that `queen` tells, by row and column from 0.
///
/// # Errors
/// [`RenderError::BadSize`] unless there are 1 to 1,000 rows and columns.
pub fn draw(rows: usize, columns: usize, queen: impl Fn(usize, usize) -> bool) -> Result<Scene, RenderError> {
    let side = side(rows, columns);
    let [width, height] =
        [columns, rows].map(|squares| (squares.saturating_mul(side) as u64).min(u32::MAX.into()) as u32);
    let bad = RenderError::BadSize { width, height };
    if !(1..=1000).contains(&rows) || !(1..=1000).contains(&columns) {
        return Err(bad);
    }
    let whole = Grid::axis_aligned(vec![0.0, f64::from(width)], vec![0.0, f64::from(height)]);
    let Some(grid) = whole else { return Err(bad) };
    let side = side as f64;
    let (mut dark, mut queens, mut number) = (Path::new(), Path::new(), 0);
    let crown = shapes::crown();
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = (column as f64 * side, row as f64 * side);
            if (row + column) % 2 == 1 {
                dark.rectangle(x, y, x + side, y + side);
            }
            if queen(row, column) {
                number += 1;
                let scale = 0.72 * side;
                let place = |p: Point| Point::new(x + 0.5 * side + scale * p.x, y + 0.5 * side + scale * p.y);
                queens.append(&crown.map(place));
            }
        }
    }
    let title = format!("Chessboard, {rows} by {columns}, with {number} queen{}", if number == 1 { "" } else { "s" });
    let items = [
        Item::fill(
            {
                let mut board = Path::new();
                board.rectangle(0.0, 0.0, f64::from(width), f64::from(height));
                board
            },
            LIGHT,
        ),
        Item::fill(dark, DARK),
        Item::fill(queens, QUEEN),
    ];
    let items = items.into_iter().filter(|item| !item.path.segments().is_empty()).collect();
    Ok(Scene { width, height, paper: Theme::Light.paper(), items, title, grid })
}
