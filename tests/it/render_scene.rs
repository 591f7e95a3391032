//! Boards drawn afresh: pictures, SVG and terminal text.

use queenshot::board::{Board, Cell, CellSet, Region, Unit};
use queenshot::colour::{Palette, Rgb};
use queenshot::grid::{Grid, Homography};
use queenshot::picture::Picture;
use queenshot::render::overlay::{self, Highlight, Overlay, Role, Style, lightness};
use queenshot::render::scene::{Scene, SceneOptions, Theme};
use queenshot::render::term::{self, TermColours, TermOptions};
use queenshot::render::{png, svg};

use crate::golden;

/// Board No. 307 of the game.
fn board() -> Board {
    let labels: Vec<char> = "AAAAAAABBBBCAABDDECAABBEEEAABBFEGGABBFBBBABBBBBBA".chars().collect();
    Board::from_labels(7, &labels).unwrap()
}

fn queens() -> CellSet {
    [6, 4, 1, 3, 5, 2, 0].into_iter().enumerate().map(|(row, column)| Cell::new(row, column)).collect()
}

/// Overlays that between them use every sign.
fn overlays() -> Vec<(&'static str, Overlay, SceneOptions)> {
    let board = board();
    let region = |i: usize| board.unit_cells(Unit::Region(Region::new(i)));
    let answer = Overlay { queens: queens(), ..Overlay::default() };
    let crossed = Overlay { crosses: board.all() - queens(), labels: true, ..answer.clone() };
    let judged = Overlay {
        queens: CellSet::EMPTY,
        right: [Cell::new(0, 6), Cell::new(1, 4)].into_iter().collect(),
        wrong: [Cell::new(3, 2)].into_iter().collect(),
        crosses: [Cell::new(2, 1), Cell::new(2, 2)].into_iter().collect(),
        highlights: vec![Highlight { cells: CellSet::from_iter([Cell::new(2, 1)]), role: Role::Mistaken }],
        ..Overlay::default()
    };
    let pointing = Overlay {
        highlights: vec![
            Highlight { cells: region(4), role: Role::Unit },
            Highlight { cells: region(4), role: Role::Evidence },
            Highlight { cells: region(1) & board.unit_cells(Unit::Row(1)), role: Role::Counterpart },
            Highlight { cells: region(0) & board.unit_cells(Unit::Row(0)), role: Role::Removed },
            Highlight { cells: region(6), role: Role::Differing },
            Highlight { cells: region(3), role: Role::Assumed },
            Highlight { cells: CellSet::from_iter([Cell::new(4, 2)]), role: Role::Placed },
        ],
        queens: CellSet::from_iter([Cell::new(4, 2)]),
        ..Overlay::default()
    };
    let plain = SceneOptions { cell: 48, ..SceneOptions::default() };
    let captioned = SceneOptions {
        coordinates: true,
        caption: "All open cells of the orange region lie in row 7: the rest of the row cannot hold a queen."
            .to_owned(),
        caption_lines: 3,
        ..plain.clone()
    };
    vec![
        ("answer", answer.clone(), plain.clone()),
        ("crosses-labels-dark", crossed, SceneOptions { theme: Theme::Dark, ..captioned.clone() }),
        ("judged", judged, plain.clone()),
        ("pointing", pointing, captioned),
        ("rings", Overlay { style: Style::Rings, ..answer.clone() }, plain.clone()),
        ("dots", Overlay { style: Style::Dots, colour: Rgb([255, 255, 255]), ..answer.clone() }, plain.clone()),
        ("dim", Overlay { style: Style::Dim, ..answer }, plain),
    ]
}

#[test]
fn pictures_look_as_they_did() {
    for (name, overlay, options) in overlays() {
        let scene = Scene::board(&board(), &overlay, &options);
        golden::check_picture(&format!("scene-{name}"), &png::draw(&scene).unwrap());
    }
}

#[test]
fn svg_shows_what_the_picture_shows() {
    for (name, overlay, options) in overlays() {
        let scene = Scene::board(&board(), &overlay, &options);
        let document = svg::encode(&scene);
        assert!(!document.contains("<text") && !document.contains("href"), "{name}: no font and nothing from outside");
        golden::assert_alike(&format!("svg-{name}"), &golden::rendered(&document), &png::draw(&scene).unwrap());
    }
}

#[test]
fn marks_on_a_tilted_board_look_as_they_did() {
    let tilted = Homography([[0.78, 0.16, 30.0], [-0.08, 0.9, 60.0], [-0.0001, 0.0006, 1.0]]);
    let lines: Vec<f64> = (0..=7).map(|i| 64.0 * f64::from(i)).collect();
    let grid = Grid::projective(lines.clone(), lines, tilted).unwrap();
    let palette = Palette::standard(7);
    let board = board();
    let mut pixels = Vec::new();
    for y in 0..440 {
        for x in 0..440 {
            let cell = grid.cell_at(queenshot::grid::Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            pixels.extend(cell.and_then(|cell| palette.colour(board.region(cell))).unwrap_or(Rgb([70, 70, 74])).0);
        }
    }
    let mut picture = Picture::new(440, 440, queenshot::picture::Channels::Rgb, pixels).unwrap();
    let (_, mut overlay, _) = overlays().remove(3);
    overlay.queens = queens();
    overlay.labels = true;
    overlay::draw(&mut picture, &grid, &board, &overlay).unwrap();
    golden::check_picture("tilted", &picture);
}

#[test]
fn the_title_says_what_the_drawing_shows() {
    let (_, overlay, options) = overlays().remove(0);
    let scene = Scene::board(&board(), &overlay, &options);
    assert_eq!(scene.title, "Queens board, 7 by 7; queens on r1c7, r2c5, r3c2, r4c4, r5c6, r6c3, r7c1");
}

#[test]
fn a_board_of_its_own_colours_keeps_them() {
    let colours: Vec<Rgb> = (0..7).map(|i| Rgb([20 * i, 200 - 20 * i, 90])).collect();
    let options = SceneOptions { palette: Palette::new(colours.clone()), ..SceneOptions::default() };
    let scene = Scene::board(&board(), &Overlay::default(), &options);
    let picture = png::draw(&scene).unwrap();
    for cell in board().cells() {
        let p = scene.grid.point(cell, 0.3, 0.6);
        assert_eq!(picture.rgb(p.x as u32, p.y as u32), colours[board().region(cell).index()].0, "{cell}");
    }
}

#[test]
fn twenty_six_standard_colours_are_told_apart_and_carry_black_signs() {
    use palette::{FromColor, Oklab, Srgb};
    let colours = Palette::standard(26);
    assert_eq!(colours.len(), 26);
    let oklab = |c: &Rgb| Oklab::from_color(Srgb::from(c.0).into_format::<f64>());
    for (i, a) in colours.colours().iter().enumerate() {
        assert!(lightness(*a) > 45.0, "{a:?}");
        for b in &colours.colours()[..i] {
            let (x, y) = (oklab(a), oklab(b));
            let distance = ((x.l - y.l).powi(2) + (x.a - y.a).powi(2) + (x.b - y.b).powi(2)).sqrt();
            assert!(distance > 0.07, "{a:?} {b:?}: {distance:.3}");
        }
    }
    assert_eq!(&Palette::standard(7), &Palette::new(colours.colours()[..7].to_vec()));
}

#[test]
fn captions_are_broken_into_lines_and_the_space_is_kept() {
    let board = board();
    let height = |caption: &str, caption_lines| {
        let options = SceneOptions { caption: caption.to_owned(), caption_lines, ..SceneOptions::default() };
        Scene::board(&board, &Overlay::default(), &options).height
    };
    let long = "A sentence that is a good deal longer than the board of seven cells is wide, so that it needs lines.";
    let lines = Scene::caption_lines(7, long, &SceneOptions::default());
    assert!((2..=4).contains(&lines));
    assert_eq!(height(long, 0), height("Short.", lines));
    assert!(height("Short.", 0) < height(long, 0));
    assert!(height("", 0) < height("Short.", 0));
}

#[test]
fn terminal_text_looks_as_it_did() {
    for (name, overlay, _) in overlays() {
        if matches!(overlay.style, Style::Rings | Style::Dots | Style::Dim) {
            continue;
        }
        for (kind, colours, ascii) in [
            ("plain", TermColours::Plain, false),
            ("ascii", TermColours::Plain, true),
            ("16", TermColours::Sixteen, false),
            ("24bit", TermColours::True, false),
        ] {
            let options = TermOptions { colours, ascii, coordinates: name != "answer", palette: Palette::default() };
            let text = term::draw(&board(), &overlay, &options);
            assert!(!ascii || text.is_ascii(), "{name}");
            golden::check_text(&format!("term-{name}-{kind}.txt"), &text);
        }
    }
}

#[test]
fn every_region_has_its_own_ground_in_the_terminal_while_colours_last() {
    for (colours, most) in [(TermColours::Sixteen, 14), (TermColours::True, 26)] {
        for size in 4..=26 {
            let labels: Vec<usize> = (0..size * size).map(|i| i % size).collect();
            let board = Board::from_labels(size, &labels).unwrap();
            let text = term::draw(&board, &Overlay::default(), &TermOptions { colours, ..TermOptions::default() });
            let first = text.lines().next().unwrap();
            let mut grounds: Vec<&str> = first.split("   ").collect();
            assert_eq!(grounds.pop(), Some("\x1b[0m"));
            assert_eq!(grounds.len(), size);
            grounds.sort_unstable();
            grounds.dedup();
            assert_eq!(grounds.len(), size.min(most), "{colours:?} {size}");
        }
    }
}

#[test]
fn a_scene_of_a_wanted_width_is_at_most_a_cell_narrower() {
    for coordinates in [false, true] {
        for width in [200, 333, 600, 1000] {
            let options = SceneOptions { coordinates, ..SceneOptions::default() }.with_width(7, width);
            let found = Scene::board(&board(), &Overlay::default(), &options).width;
            assert!(found <= width + 1 && found + 9 > width, "{found} for {width}");
        }
    }
}

#[test]
fn terminals_get_the_whole_picture() {
    use base64::Engine as _;
    use queenshot::render::inline::{Protocol, encode};
    let (_, overlay, options) = overlays().remove(3);
    let picture = png::draw(&Scene::board(&board(), &overlay, &options)).unwrap();
    let decoded = |data: &str| {
        golden::decode(&base64::engine::general_purpose::STANDARD.decode(data).unwrap()).pixels() == picture.pixels()
    };

    let text = encode(&picture, Protocol::Kitty, 20).unwrap();
    let parts: Vec<&str> =
        text.trim_end().split_terminator("\x1b\\").map(|part| part.strip_prefix("\x1b_G").unwrap()).collect();
    assert!(parts.len() > 1);
    let mut data = String::new();
    for (i, part) in parts.iter().enumerate() {
        let (control, payload) = part.split_once(';').unwrap();
        assert!(payload.len() <= 4096);
        assert!(control.ends_with(if i + 1 < parts.len() { "m=1" } else { "m=0" }), "{control}");
        assert_eq!(control.contains("r=20"), i == 0);
        data += payload;
    }
    assert!(decoded(&data));

    let text = encode(&picture, Protocol::ITerm2, 20).unwrap();
    let body = text.strip_prefix("\x1b]1337;File=").unwrap().strip_suffix("\x07\n").unwrap();
    let (control, data) = body.split_once(':').unwrap();
    assert!(control.contains("inline=1") && control.contains("height=20"));
    assert!(decoded(data));
}

/// The pixels that sixels describe, by a slow reading of the format: colours as `#n;2;r;g;b` in shares of a hundred, `#n` to
/// choose one, `!n` to repeat, `$` back to the start of the band, `-` to the next one.
fn sixels(text: &str) -> Vec<Vec<[u32; 3]>> {
    let body = text.strip_prefix("\x1bPq\"1;1;").unwrap().strip_suffix("\x1b\\\n").unwrap();
    let start = body.find('#').unwrap();
    let (width, height) = body[..start].split_once(';').unwrap();
    let mut pixels = vec![vec![[999; 3]; width.parse().unwrap()]; height.parse::<usize>().unwrap()];
    let mut colours = std::collections::HashMap::new();
    let (mut x, mut band, mut colour) = (0, 0, 0);
    let mut rest = &body[start..];
    let number = |text: &mut &str| -> u32 {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let value = text[..end].parse().unwrap();
        *text = &text[end..];
        value
    };
    while let Some(sign) = rest.chars().next() {
        rest = &rest[1..];
        let mut run = 1;
        let mut data = sign;
        match sign {
            '#' => {
                colour = number(&mut rest);
                if rest.starts_with(";2;") {
                    rest = &rest[3..];
                    let parts = [0, 1, 2].map(|k| {
                        let share = number(&mut rest);
                        rest = &rest[usize::from(k < 2)..];
                        share
                    });
                    colours.insert(colour, parts);
                }
                continue;
            }
            '$' => {
                x = 0;
                continue;
            }
            '-' => {
                (x, band) = (0, band + 1);
                continue;
            }
            '!' => {
                run = number(&mut rest);
                data = rest.chars().next().unwrap();
                rest = &rest[1..];
            }
            _ => {}
        }
        let bits = data as u32 - 63;
        for _ in 0..run {
            for row in (0..6).filter(|row| bits >> row & 1 == 1) {
                pixels[band * 6 + row][x] = colours[&colour];
            }
            x += 1;
        }
    }
    pixels
}

#[test]
fn sixels_describe_the_picture() {
    use queenshot::render::inline::{Protocol, encode};
    let (_, overlay, options) = overlays().remove(3);
    let picture = png::draw(&Scene::board(&board(), &overlay, &options)).unwrap();
    let rows = sixels(&encode(&picture, Protocol::Sixel, 1000).unwrap());
    assert_eq!((rows[0].len() as u32, rows.len() as u32), (picture.width(), picture.height()));
    let mut off = 0;
    for (y, row) in rows.iter().enumerate() {
        for (x, shares) in row.iter().enumerate() {
            let wanted = picture.rgb(x as u32, y as u32);
            off += usize::from((0..3).any(|k| (shares[k] * 255 / 100).abs_diff(u32::from(wanted[k])) > 40));
        }
    }
    assert!(off * 1000 < rows.len() * rows[0].len(), "{off} pixels differ");
    let small = sixels(&encode(&picture, Protocol::Sixel, 5).unwrap());
    assert_eq!(small.len(), 90, "five lines of eighteen pixels");
}

/// The pixels that half blocks describe, by a slow reading: each `▀` has the colours that the last `38;` and `48;` gave.
fn half_blocks(text: &str) -> Vec<Vec<Option<String>>> {
    let mut rows = Vec::new();
    for line in text.lines() {
        let (mut sign, mut ground) = (None, None);
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        let body = line.strip_suffix("\x1b[0m").expect("colours end with the line");
        for part in body.split_inclusive(['m', '▀']) {
            if part == "▀" {
                upper.push(sign.clone());
                lower.push(ground.clone());
                continue;
            }
            let code = part.strip_prefix("\x1b[").unwrap().strip_suffix('m').unwrap();
            match code.split_at(3) {
                ("38;", colour) => sign = Some(colour.to_owned()),
                ("48;", colour) => ground = Some(colour.to_owned()),
                _ => panic!("{code}"),
            }
        }
        rows.extend([upper, lower]);
    }
    rows
}

#[test]
fn half_blocks_describe_the_picture() {
    use queenshot::picture::{Channels, Picture};
    use queenshot::render::inline::{Protocol, encode};
    // Noise, greys and runs of one colour, five rows high.
    let mut colours: Vec<[u8; 3]> = (0..60u32)
        .map(|i| match i % 6 {
            0 => [i as u8 * 4; 3],
            1 => [250, 199, 44],
            2 => [250, 199, 44],
            _ => [0, 8, 16].map(|shift| (i.wrapping_mul(0x9e37_79b1) >> shift) as u8),
        })
        .collect();
    colours.extend([[0; 3], [255; 3], [3; 3], [247; 3], [95, 135, 175]]);
    let (width, height) = (13, 5);
    let picture = Picture::new(width, height, Channels::Rgb, colours.concat()).unwrap();
    // All of the palette whose look is fixed.
    let steps = [0, 95, 135, 175, 215, 255];
    let mut palette: Vec<(u32, [u8; 3])> = (0..216)
        .map(|i| (16 + i as u32, [steps[i / 36], steps[i / 6 % 6], steps[i % 6]]))
        .chain((0..24).map(|i| (232 + u32::from(i), [8 + 10 * i; 3])))
        .collect();
    for true_colour in [true, false] {
        let rows = half_blocks(&encode(&picture, Protocol::HalfBlocks { true_colour }, 3).unwrap());
        assert_eq!(rows.len(), 6);
        assert!(rows[5].iter().all(Option::is_none), "there is no sixth row");
        for (y, row) in rows[..5].iter().enumerate() {
            assert_eq!(row.len(), width as usize);
            for (x, found) in row.iter().enumerate() {
                let wanted = picture.rgb(x as u32, y as u32);
                let distance =
                    |other: [u8; 3]| -> u32 { (0..3).map(|k| u32::from(wanted[k].abs_diff(other[k])).pow(2)).sum() };
                let found: Vec<u32> = found.as_ref().unwrap().split(';').map(|part| part.parse().unwrap()).collect();
                if true_colour {
                    assert_eq!(found, [vec![2], wanted.map(u32::from).to_vec()].concat());
                } else {
                    palette.sort_by_key(|&(_, colour)| distance(colour));
                    let seen = palette.iter().find(|(number, _)| *number == found[1]).unwrap().1;
                    assert_eq!((found[0], distance(seen)), (5, distance(palette[0].1)), "{wanted:?}");
                }
            }
        }
    }
    let small = half_blocks(&encode(&picture, Protocol::HalfBlocks { true_colour: true }, 2).unwrap());
    assert_eq!((small.len(), small[0].len()), (4, 10), "two lines, in proportion");
}
