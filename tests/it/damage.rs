//! Spoils a clean picture in the ways real ones are spoilt, at graded strengths, seeded.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{ExtendedColorType, ImageEncoder, Rgb, RgbImage};
use queenshot::grid::{Homography, Point};

use crate::paint::{Canvas, Painted, QUEEN_STYLES, Style, paint, random_marks, random_painting};
use crate::support::{Rng, random_board};

/// A way to spoil a picture.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// What the strengths count.
    pub(crate) unit: &'static str,
    /// From the mildest to the worst.
    pub(crate) strengths: &'static [f64],
    /// How many of the strengths the reader must master.
    pub(crate) required: usize,
    spoil: fn(Painted, f64, &mut Rng) -> Spoilt,
}

/// A spoilt picture and its truth.
#[derive(Debug)]
pub(crate) struct Spoilt {
    pub(crate) painted: Painted,
    /// The file, where the damage is that of a file format; else the picture's own pixels are what is read.
    pub(crate) file: Option<(Vec<u8>, &'static str)>,
}

/// Every kind of damage. A strength beyond the required ones is there to find where reading ends.
pub(crate) const KINDS: &[Kind] = &[
    Kind { name: "clean", unit: "", strengths: &[0.0], required: 1, spoil: |p, _, _| plain(p) },
    Kind {
        name: "size",
        unit: "rows",
        strengths: &[4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 13.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0],
        required: 6,
        spoil: |_, size, rng| plain(random_painting(size as usize, rng)),
    },
    Kind {
        name: "jpeg",
        unit: "quality",
        strengths: &[95.0, 80.0, 60.0, 45.0, 30.0, 20.0, 10.0],
        required: 5,
        spoil: |p, quality, _| jpeg(p, quality),
    },
    Kind { name: "webp", unit: "quality", strengths: &[90.0, 70.0, 50.0, 30.0, 10.0], required: 0, spoil: webp },
    Kind {
        name: "nearest",
        unit: "px a cell",
        strengths: &[40.0, 28.0, 20.0, 16.0, 14.0, 12.0],
        required: 5,
        spoil: |p, cell, _| resized(p, cell, FilterType::Nearest),
    },
    Kind {
        name: "bilinear",
        unit: "px a cell",
        strengths: &[40.0, 28.0, 20.0, 16.0, 14.0, 12.0],
        required: 5,
        spoil: |p, cell, _| resized(p, cell, FilterType::Triangle),
    },
    Kind {
        name: "lanczos",
        unit: "px a cell",
        strengths: &[40.0, 28.0, 20.0, 16.0, 14.0, 12.0],
        required: 5,
        spoil: |p, cell, _| resized(p, cell, FilterType::Lanczos3),
    },
    Kind { name: "enlarged", unit: "times", strengths: &[1.5, 2.0, 3.0, 4.0], required: 4, spoil: enlarged },
    Kind {
        name: "blur",
        unit: "% of a cell",
        strengths: &[2.0, 4.0, 6.0, 8.0, 10.0, 13.0],
        required: 4,
        spoil: |p, percent, _| {
            let sigma = percent / 100.0 * p.cell;
            edited(p, |image| *image = imageops::blur(image, sigma as f32))
        },
    },
    Kind {
        name: "noise",
        unit: "sigma",
        strengths: &[5.0, 10.0, 15.0, 20.0, 30.0, 40.0],
        required: 4,
        spoil: |p, sigma, rng| mapped(p, |_, _, c| c.map(|v| v + sigma * rng.normal())),
    },
    Kind {
        name: "lighter",
        unit: "gamma",
        strengths: &[0.85, 0.7, 0.55, 0.4],
        required: 0,
        spoil: |p, gamma, _| mapped(p, |_, _, c| c.map(|v| 255.0 * (v / 255.0).powf(gamma))),
    },
    Kind {
        name: "darker",
        unit: "gamma",
        strengths: &[1.2, 1.5, 1.9, 2.5],
        required: 0,
        spoil: |p, gamma, _| mapped(p, |_, _, c| c.map(|v| 255.0 * (v / 255.0).powf(gamma))),
    },
    Kind {
        name: "brightness",
        unit: "percent",
        strengths: &[85.0, 70.0, 50.0, 35.0, 20.0],
        required: 0,
        spoil: |p, percent, _| mapped(p, |_, _, c| c.map(|v| v * percent / 100.0)),
    },
    Kind {
        name: "cast",
        unit: "a channel",
        strengths: &[10.0, 20.0, 30.0, 45.0, 60.0],
        required: 3,
        spoil: |p, shift, rng| {
            let shifts = [(); 3].map(|()| if rng.chance(0.5) { shift } else { -shift });
            mapped(p, |_, _, c| [0, 1, 2].map(|k| c[k] + shifts[k]))
        },
    },
    Kind {
        name: "night",
        unit: "% blue taken",
        strengths: &[20.0, 40.0, 60.0, 80.0],
        required: 0,
        spoil: |p, taken, _| {
            let blue = 1.0 - taken / 100.0;
            mapped(p, |_, _, [r, g, b]| [r, g * (1.0 - 0.4 * (1.0 - blue)), b * blue])
        },
    },
    Kind { name: "gif", unit: "colours", strengths: &[64.0, 32.0, 24.0, 16.0], required: 0, spoil: few_colours },
    Kind { name: "profile", unit: "% shift", strengths: &[50.0, 100.0, 150.0], required: 0, spoil: other_profile },
    Kind { name: "clutter", unit: "pieces", strengths: &[5.0, 15.0, 40.0, 80.0], required: 0, spoil: clutter },
    Kind { name: "crop", unit: "% of a cell lost", strengths: &[0.0, 3.0, 6.0, 12.0, 25.0], required: 0, spoil: crop },
    Kind {
        name: "rotation",
        unit: "degrees",
        strengths: &[1.0, 2.0, 4.0, 6.0, 8.0, 10.0],
        required: 5,
        spoil: |p, degrees, rng| {
            let sign = if rng.chance(0.5) { 1.0 } else { -1.0 };
            warped(p, &rotation(sign * degrees), rng)
        },
    },
    Kind {
        name: "perspective",
        unit: "degrees",
        strengths: &[5.0, 10.0, 15.0, 20.0, 25.0, 30.0],
        required: 5,
        spoil: |p, degrees, rng| {
            let map = tilted(&p, degrees, 0.0, rng);
            warped(p, &map, rng)
        },
    },
    Kind {
        name: "light",
        unit: "% less light",
        strengths: &[10.0, 20.0, 30.0, 45.0],
        required: 0,
        spoil: uneven_light,
    },
    Kind { name: "moire", unit: "amplitude", strengths: &[4.0, 8.0, 12.0, 20.0], required: 0, spoil: moire },
    Kind { name: "glare", unit: "% of the board", strengths: &[2.0, 5.0, 10.0, 18.0], required: 3, spoil: glare },
    Kind { name: "cursor", unit: "% of a cell", strengths: &[40.0, 80.0, 120.0, 180.0], required: 0, spoil: cursor },
    Kind { name: "marks", unit: "style", strengths: &[0.0, 1.0, 2.0, 3.0, 4.0], required: 0, spoil: marked },
    Kind { name: "hover", unit: "% darker", strengths: &[5.0, 10.0, 18.0], required: 0, spoil: hover },
    Kind { name: "veil", unit: "% opaque", strengths: &[15.0, 30.0, 45.0, 60.0], required: 0, spoil: veil },
    Kind { name: "wash", unit: "% white", strengths: &[15.0, 30.0, 45.0, 60.0], required: 0, spoil: wash },
    Kind { name: "photo", unit: "degrees", strengths: &[5.0, 10.0, 15.0, 20.0, 25.0], required: 0, spoil: photo },
];

impl Kind {
    /// The picture with this number: the same board in the same style at every strength, except where the strength
    /// is the size.
    pub(crate) fn picture(&self, strength: f64, seed: u64) -> Spoilt {
        let salt = self.name.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(131).wrapping_add(u64::from(byte)));
        let mut rng = Rng::new(salt.wrapping_mul(1_000_003).wrapping_add(seed));
        let size = rng.between(5, 12);
        let painted = random_painting(size, &mut rng);
        (self.spoil)(painted, strength, &mut rng)
    }
}

fn plain(painted: Painted) -> Spoilt {
    Spoilt { painted, file: None }
}

fn edited(mut painted: Painted, edit: impl FnOnce(&mut RgbImage)) -> Spoilt {
    edit(&mut painted.image);
    plain(painted)
}

/// Every pixel changed by a function of its place and colour, cut to 0 to 255.
fn mapped(painted: Painted, mut change: impl FnMut(f64, f64, [f64; 3]) -> [f64; 3]) -> Spoilt {
    edited(painted, |image| {
        for (x, y, pixel) in image.enumerate_pixels_mut() {
            pixel.0 =
                change(f64::from(x), f64::from(y), pixel.0.map(f64::from)).map(|v| v.round().clamp(0.0, 255.0) as u8);
        }
    })
}

fn jpeg(painted: Painted, quality: f64) -> Spoilt {
    let mut bytes = Vec::new();
    let (width, height) = painted.image.dimensions();
    JpegEncoder::new_with_quality(&mut bytes, quality as u8)
        .write_image(painted.image.as_raw(), width, height, ExtendedColorType::Rgb8)
        .expect("writing to memory");
    Spoilt { painted, file: Some((bytes, "jpg")) }
}

fn webp(painted: Painted, quality: f64, _: &mut Rng) -> Spoilt {
    let (width, height) = painted.image.dimensions();
    let bytes = webp::Encoder::from_rgb(painted.image.as_raw(), width, height).encode(quality as f32).to_vec();
    Spoilt { painted, file: Some((bytes, "webp")) }
}

/// Scaled to so many pixels a cell.
fn resized(painted: Painted, cell: f64, filter: FilterType) -> Spoilt {
    let factor = cell / painted.cell;
    scaled(painted, factor, filter)
}

fn enlarged(painted: Painted, factor: f64, rng: &mut Rng) -> Spoilt {
    let filter = *rng.pick(&[FilterType::Nearest, FilterType::Triangle, FilterType::Lanczos3]);
    scaled(painted, factor, filter)
}

fn scaled(mut painted: Painted, factor: f64, filter: FilterType) -> Spoilt {
    let (width, height) = painted.image.dimensions();
    let to = |length: u32| ((f64::from(length) * factor).round() as u32).max(1);
    painted.image = imageops::resize(&painted.image, to(width), to(height), filter);
    painted.area = painted.area.map(|v| v * factor);
    painted.cell *= factor;
    plain(painted)
}

/// So many colours and no dithering, as old programs wrote GIF.
///
/// Boxes of colours are cut in two at the widest gap of their widest channel, which keeps flat colours whole.
fn few_colours(painted: Painted, colours: f64, _: &mut Rng) -> Spoilt {
    let mut boxes: Vec<Vec<([u8; 3], usize)>> = vec![histogram(&painted.image)];
    while boxes.len() < colours as usize {
        // A wide box that stands for many pixels is cut first.
        let spread = |members: &[([u8; 3], usize)]| {
            let width = |k: usize| {
                let values = members.iter().map(|(c, _)| c[k]);
                values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
            };
            (0..3).map(|k| (width(k), k)).max().expect("three channels")
        };
        let weigh = |members: &[([u8; 3], usize)]| {
            let pixels: usize = members.iter().map(|(_, n)| n).sum();
            f64::from(spread(members).0) * (pixels as f64).powf(0.35)
        };
        let (at, _) =
            boxes.iter().enumerate().max_by(|(_, a), (_, b)| weigh(a).total_cmp(&weigh(b))).expect("at least one box");
        let mut members = boxes.swap_remove(at);
        let (width, channel) = spread(&members);
        if width == 0 {
            boxes.push(members);
            break;
        }
        members.sort_by_key(|(c, _)| c[channel]);
        let cut = (1..members.len())
            .max_by_key(|&i| members[i].0[channel] - members[i - 1].0[channel])
            .expect("a box of some width has two members");
        let upper = members.split_off(cut);
        boxes.extend([members, upper]);
    }
    let mut replace = std::collections::HashMap::new();
    for members in &boxes {
        let pixels: usize = members.iter().map(|(_, n)| n).sum();
        let mean = [0, 1, 2].map(|k| {
            let sum: usize = members.iter().map(|(c, n)| usize::from(c[k]) * n).sum();
            (sum / pixels) as u8
        });
        replace.extend(members.iter().map(|&(c, _)| (c, mean)));
    }
    edited(painted, |image| image.pixels_mut().for_each(|pixel| pixel.0 = replace[&pixel.0]))
}

fn histogram(image: &RgbImage) -> Vec<([u8; 3], usize)> {
    let mut colours: Vec<[u8; 3]> = image.pixels().map(|p| p.0).collect();
    colours.sort_unstable();
    colours.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect()
}

/// Colours meant for a wide display shown as if they were sRGB, or the reverse. The matrix is that from sRGB to Display
/// P3 in linear light.
fn other_profile(painted: Painted, percent: f64, rng: &mut Rng) -> Spoilt {
    const TO_P3: [[f64; 3]; 3] = [[0.8225, 0.1775, 0.0], [0.0332, 0.9668, 0.0], [0.0171, 0.0724, 0.9105]];
    let share = percent / 100.0 * if rng.chance(0.7) { 1.0 } else { -1.0 };
    let linear = |v: f64| (v.clamp(0.0, 255.0) / 255.0).powf(2.2);
    mapped(painted, |_, _, c| {
        let light = c.map(linear);
        [0, 1, 2].map(|k| {
            let shown: f64 = (0..3).map(|j| TO_P3[k][j] * light[j]).sum();
            let mixed: f64 = light[k] + share * (shown - light[k]);
            255.0 * mixed.max(0.0).powf(1.0 / 2.2)
        })
    })
}

/// Grey boxes, lines, text and coloured tiles strewn round the board, which gets a wide margin for them.
fn clutter(painted: Painted, pieces: f64, rng: &mut Rng) -> Spoilt {
    let margin = (painted.cell * rng.range(2.0, 5.0)).round();
    let painted = on_a_larger_page(painted, margin);
    let [x0, y0, x1, y1] = painted.area;
    let keep = [x0 - painted.cell * 0.5, y0 - painted.cell * 0.5, x1 + painted.cell * 0.5, y1 + painted.cell * 0.5];
    edited(painted, |image| {
        let (width, height) = (f64::from(image.width()), f64::from(image.height()));
        let mut canvas = Canvas::from_image(image);
        for _ in 0..pieces as usize {
            let (x, y, w, h) = loop {
                let (w, h) = (rng.range(6.0, margin * 1.6), rng.range(6.0, margin * 0.9));
                let (x, y) = (rng.range(0.0, width - w), rng.range(0.0, height - h));
                if x + w < keep[0] || x > keep[2] || y + h < keep[1] || y > keep[3] {
                    break (x, y, w, h);
                }
            };
            let level = rng.between(90, 235) as u8;
            let grey = [level, level, level];
            let any = [rng.below(256) as u8, rng.below(256) as u8, rng.below(256) as u8];
            match rng.below(6) {
                0 => canvas.rect(x, y, w, h, grey),
                1 => canvas.rounded(x, y, w, h, h / 3.0, grey),
                2 => canvas.text(x, y, w, h.min(20.0), grey, rng),
                3 => canvas.line((x, y), (x + w, y), 1.0, grey),
                4 => canvas.line((x, y), (x, y + h), 1.0, grey),
                _ => canvas.rounded(x, y, h, h, 3.0, any),
            }
        }
        *image = canvas.into_image();
    })
}

/// The picture in the middle of a larger one of the colour of its corner.
fn on_a_larger_page(mut painted: Painted, margin: f64) -> Painted {
    let by = margin as u32;
    let ground = *painted.image.get_pixel(0, 0);
    let (width, height) = painted.image.dimensions();
    let mut page = RgbImage::from_pixel(width + 2 * by, height + 2 * by, ground);
    imageops::replace(&mut page, &painted.image, i64::from(by), i64::from(by));
    painted.image = page;
    painted.area = painted.area.map(|v| v + f64::from(by));
    painted
}

/// Cut out by hand: each side somewhere between a little outside the cells and so much inside them.
fn crop(mut painted: Painted, percent: f64, rng: &mut Rng) -> Spoilt {
    let [x0, y0, x1, y1] = painted.area;
    let lost = percent / 100.0 * painted.cell;
    let mut inside = || rng.range(-0.12 * painted.cell, 1.0).min(lost).max(-0.12 * painted.cell) + rng.unit() * lost;
    let left = (x0 + inside()).max(0.0);
    let top = (y0 + inside()).max(0.0);
    let right = (x1 - inside()).min(f64::from(painted.image.width()));
    let bottom = (y1 - inside()).min(f64::from(painted.image.height()));
    let (x, y) = (left.round() as u32, top.round() as u32);
    let (width, height) = ((right.round() as u32) - x, (bottom.round() as u32) - y);
    painted.image = imageops::crop_imm(&painted.image, x, y, width, height).to_image();
    painted.area = [x0 - f64::from(x), y0 - f64::from(y), x1 - f64::from(x), y1 - f64::from(y)];
    plain(painted)
}

/// A turn about the origin.
fn rotation(degrees: f64) -> Homography {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Homography([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
}

/// What a phone sees that is held at an angle over the middle of the board, in a random direction, turned by `roll`.
fn tilted(painted: &Painted, degrees: f64, roll: f64, rng: &mut Rng) -> Homography {
    let [x0, y0, x1, y1] = painted.area;
    let (cx, cy) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
    let distance = 2.2 * (x1 - x0).max(y1 - y0);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (ay, ax) = rng.range(0.0, std::f64::consts::TAU).sin_cos();
    // Rodrigues' formula for a turn about the axis (ax, ay, 0) in the plane of the board.
    let turn = [
        [cos + ax * ax * (1.0 - cos), ax * ay * (1.0 - cos)],
        [ax * ay * (1.0 - cos), cos + ay * ay * (1.0 - cos)],
        [-ay * sin, ax * sin],
    ];
    let (rs, rc) = roll.to_radians().sin_cos();
    let rolled = |column: usize| {
        let (x, y) = (turn[0][column], turn[1][column]);
        [distance * (rc * x - rs * y), distance * (rs * x + rc * y), turn[2][column]]
    };
    let (a, b) = (rolled(0), rolled(1));
    let row = |k: usize, last: f64| [a[k], b[k], last - a[k] * cx - b[k] * cy];
    Homography([row(0, 0.0), row(1, 0.0), row(2, distance)])
}

/// The picture seen through a homography, on a table of a random colour.
fn warped(painted: Painted, map: &Homography, rng: &mut Rng) -> Spoilt {
    let margin = (painted.cell * 0.6).round();
    let table = Rgb([rng.below(200) as u8 + 20, rng.below(200) as u8 + 20, rng.below(200) as u8 + 20]);
    let mut painted = painted;
    let (width, height) = (f64::from(painted.image.width()), f64::from(painted.image.height()));
    let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| map.apply(Point::new(x, y)));
    // Keep to the neighbourhood of the board where a long page would run far off.
    let [x0, y0, x1, y1] = painted.area;
    let board = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| map.apply(Point::new(x, y)));
    let low = |points: &[Point; 4], of: fn(&Point) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
    let high = |points: &[Point; 4], of: fn(&Point) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let reach = 4.0 * painted.cell;
    let left = (low(&corners, |p| p.x) - margin).max(low(&board, |p| p.x) - reach);
    let top = (low(&corners, |p| p.y) - margin).max(low(&board, |p| p.y) - reach);
    let right = (high(&corners, |p| p.x) + margin).min(high(&board, |p| p.x) + reach);
    let bottom = (high(&corners, |p| p.y) + margin).min(high(&board, |p| p.y) + reach);
    let back = map.inverse().expect("a map that can be undone");
    let source = &painted.image;
    let mut seen = RgbImage::new((right - left).ceil() as u32, (bottom - top).ceil() as u32);
    for (x, y, pixel) in seen.enumerate_pixels_mut() {
        // Four samples a pixel: a camera gathers light over its whole area.
        let mut sum = [0.0; 3];
        for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
            let p = back.apply(Point::new(f64::from(x) + dx + left, f64::from(y) + dy + top));
            let colour = bilinear(source, p).unwrap_or(table.0.map(f64::from));
            for k in 0..3 {
                sum[k] += colour[k] / 4.0;
            }
        }
        pixel.0 = sum.map(|v| v.round() as u8);
    }
    painted.image = seen;
    let xs = board.map(|p| p.x - left);
    let ys = board.map(|p| p.y - top);
    let fold = |values: [f64; 4], pick: fn(f64, f64) -> f64| values.into_iter().reduce(pick).expect("four corners");
    painted.area = [fold(xs, f64::min), fold(ys, f64::min), fold(xs, f64::max), fold(ys, f64::max)];
    plain(painted)
}

/// The colour at a point between pixels, or nothing outside the picture.
fn bilinear(image: &RgbImage, p: Point) -> Option<[f64; 3]> {
    let (width, height) = (i64::from(image.width()), i64::from(image.height()));
    let (x, y) = (p.x - 0.5, p.y - 0.5);
    if x < -0.5 || y < -0.5 || x > width as f64 - 0.5 || y > height as f64 - 0.5 {
        return None;
    }
    let (left, top) = (x.floor(), y.floor());
    let (u, v) = (x - left, y - top);
    let at =
        |i: i64, j: i64| image.get_pixel(i.clamp(0, width - 1) as u32, j.clamp(0, height - 1) as u32).0.map(f64::from);
    let (i, j) = (left as i64, top as i64);
    let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1));
    Some([0, 1, 2].map(|k| (a[k] * (1.0 - u) + b[k] * u) * (1.0 - v) + (c[k] * (1.0 - u) + d[k] * u) * v))
}

/// A lamp at one side: less light towards the other.
fn uneven_light(painted: Painted, percent: f64, rng: &mut Rng) -> Spoilt {
    let (dy, dx) = rng.range(0.0, std::f64::consts::TAU).sin_cos();
    let [x0, y0, x1, y1] = painted.area;
    let (cx, cy, reach) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0, (x1 - x0).hypot(y1 - y0) / 2.0);
    mapped(painted, |x, y, c| {
        let along = (((x - cx) * dx + (y - cy) * dy) / reach).clamp(-1.0, 1.0);
        c.map(|v| v * (1.0 - percent / 100.0 * (along + 1.0) / 2.0))
    })
}

/// Two fine wave patterns over the picture, a little different in each channel.
fn moire(painted: Painted, amplitude: f64, rng: &mut Rng) -> Spoilt {
    let mut wave = || {
        let period = rng.range(2.5, 9.0);
        let (dy, dx) = rng.range(0.0, std::f64::consts::TAU).sin_cos();
        (dx / period, dy / period)
    };
    let (a, b) = (wave(), wave());
    mapped(painted, |x, y, c| {
        [0, 1, 2].map(|k| {
            let phase = k as f64 * 0.7;
            let first = (std::f64::consts::TAU * (a.0 * x + a.1 * y) + phase).sin();
            let second = (std::f64::consts::TAU * (b.0 * x + b.1 * y) - phase).sin();
            c[k] + amplitude * (first + second) / 2.0
        })
    })
}

/// A soft white spot over so much of the board's area, brightest in its middle but nowhere quite opaque.
fn glare(painted: Painted, percent: f64, rng: &mut Rng) -> Spoilt {
    let [x0, y0, x1, y1] = painted.area;
    let radius = (percent / 100.0 * (x1 - x0) * (y1 - y0) / std::f64::consts::PI).sqrt();
    let (cx, cy) = (rng.range(x0, x1), rng.range(y0, y1));
    mapped(painted, |x, y, c| {
        let away = (x - cx).hypot(y - cy) / radius;
        let white = 0.8 * (1.0 - away * away).max(0.0);
        c.map(|v| v + white * (255.0 - v))
    })
}

/// A mouse pointer over the board.
fn cursor(painted: Painted, percent: f64, rng: &mut Rng) -> Spoilt {
    let [x0, y0, x1, y1] = painted.area;
    let (x, y) = (rng.range(x0, x1), rng.range(y0, y1));
    let scale = percent / 100.0 * painted.cell / 19.0;
    let outline = [(0.0, 0.0), (0.0, 16.5), (4.0, 13.0), (6.5, 19.0), (9.0, 18.0), (6.5, 12.0), (12.0, 12.0)];
    let grown = outline.map(|(px, py)| (x + px * scale, y + py * scale));
    edited(painted, |image| {
        let mut canvas = Canvas::from_image(image);
        canvas.polygon(&grown, [12, 12, 12]);
        for i in 0..grown.len() {
            canvas.line(grown[i], grown[(i + 1) % grown.len()], scale.max(1.0), [255, 255, 255]);
        }
        *image = canvas.into_image();
    })
}

/// Queens of one style with crosses.
fn marked(painted: Painted, style: f64, rng: &mut Rng) -> Spoilt {
    let (board, queens) = random_board(painted.board.size(), rng);
    let marks = random_marks(&board, &queens, rng);
    let mut look = Style::random(board.size(), rng);
    look.queen = QUEEN_STYLES[style as usize];
    plain(paint(&board, &marks, &look, rng))
}

/// One cell darker than its region.
fn hover(painted: Painted, percent: f64, rng: &mut Rng) -> Spoilt {
    let [x0, y0, x1, y1] = painted.area;
    let n = painted.board.size();
    let (row, column) = (rng.below(n), rng.below(n));
    let (w, h) = ((x1 - x0) / n as f64, (y1 - y0) / n as f64);
    edited(painted, |image| {
        let mut canvas = Canvas::from_image(image);
        let (x, y) = (x0 + w * column as f64, y0 + h * row as f64);
        canvas.veil(x.round(), y.round(), w.round(), h.round(), [0, 0, 0], percent / 100.0);
        *image = canvas.into_image();
    })
}

/// A dark veil over all rows but some, as hints lay it.
fn veil(painted: Painted, percent: f64, rng: &mut Rng) -> Spoilt {
    let [x0, y0, x1, y1] = painted.area;
    let n = painted.board.size();
    let height = (y1 - y0) / n as f64;
    let first = rng.below(n);
    let last = rng.between(first, (first + 3).min(n - 1));
    edited(painted, |image| {
        let mut canvas = Canvas::from_image(image);
        for row in (0..n).filter(|row| !(first..=last).contains(row)) {
            let y = (y0 + height * row as f64).round();
            let below = (y0 + height * (row + 1) as f64).round();
            canvas.veil(x0, y, x1 - x0, below - y, [0, 0, 0], percent / 100.0);
        }
        *image = canvas.into_image();
    })
}

/// A white wash that grows towards one side, as after a win.
fn wash(painted: Painted, percent: f64, rng: &mut Rng) -> Spoilt {
    let [x0, y0, x1, y1] = painted.area;
    let upwards = rng.chance(0.5);
    mapped(painted, |x, y, c| {
        if x < x0 || x >= x1 || y < y0 || y >= y1 {
            return c;
        }
        let along = (y - y0) / (y1 - y0);
        let white = percent / 100.0 * if upwards { 1.0 - along } else { along };
        c.map(|v| v + white * (255.0 - v))
    })
}

/// A screen photographed by hand: tilted and turned, a little blurred, unevenly lit, noisy, saved as JPEG.
fn photo(painted: Painted, degrees: f64, rng: &mut Rng) -> Spoilt {
    let severity = degrees / 25.0;
    let map = tilted(&painted, degrees, rng.range(-4.0, 4.0), rng);
    let seen = warped(painted, &map, rng).painted;
    let lit = uneven_light(seen, 12.0 + 18.0 * severity, rng).painted;
    let rippled = moire(lit, 3.0 + 3.0 * severity, rng).painted;
    let sigma = (0.015 + 0.025 * severity) * rippled.cell;
    let blurred = edited(rippled, |image| *image = imageops::blur(image, sigma as f32)).painted;
    let grain = 3.0 + 7.0 * severity;
    let noisy = mapped(blurred, |_, _, c| c.map(|v| v + grain * rng.normal())).painted;
    jpeg(noisy, 88.0 - 25.0 * severity)
}

#[test]
fn every_strength_makes_a_picture_that_holds_the_whole_board() {
    for kind in KINDS {
        for &strength in kind.strengths {
            let Spoilt { painted, file } = kind.picture(strength, 1);
            let image = match &file {
                Some((bytes, _)) => image::load_from_memory(bytes).unwrap().to_rgb8(),
                None => painted.image.clone(),
            };
            assert_eq!(image.dimensions(), painted.image.dimensions(), "{} {strength}", kind.name);
            // Only a crop may lose some of it, and only as much as it says.
            let lost = if kind.name == "crop" { 2.0 * strength.max(6.0) / 100.0 * painted.cell + 1.0 } else { 0.0 };
            let [x0, y0, x1, y1] = painted.area;
            let (width, height) = (f64::from(image.width()), f64::from(image.height()));
            let inside = x0 >= -lost && y0 >= -lost && x1 <= width + lost + 1.0 && y1 <= height + lost + 1.0;
            assert!(inside, "{} {strength}: {:?} in {width} x {height}", kind.name, painted.area);
            assert_eq!(crate::support::solutions(&painted.board, 2).len(), 1, "{} {strength}", kind.name);
        }
    }
}

#[test]
fn the_same_number_gives_the_same_picture_and_another_number_another() {
    for kind in KINDS {
        let strength = kind.strengths[0];
        let bytes = |seed| {
            let spoilt = kind.picture(strength, seed);
            spoilt.file.map_or_else(|| spoilt.painted.image.into_raw(), |(bytes, _)| bytes)
        };
        assert_eq!(bytes(5), bytes(5), "{}", kind.name);
        assert_ne!(bytes(5), bytes(6), "{}", kind.name);
    }
}

#[test]
fn damage_changes_the_picture_and_more_of_it_changes_more() {
    for name in ["jpeg", "blur", "noise", "lighter", "darker", "cast", "night", "light", "moire", "veil", "wash"] {
        let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
        let untouched = Kind { spoil: |painted, _, _| plain(painted), ..*kind };
        let clean = untouched.picture(0.0, 3).painted.image;
        let distance = |strength: f64| -> u64 {
            let spoilt = kind.picture(strength, 3);
            let image = match &spoilt.file {
                Some((bytes, _)) => image::load_from_memory(bytes).unwrap().to_rgb8(),
                None => spoilt.painted.image,
            };
            image.as_raw().iter().zip(clean.as_raw()).map(|(&a, &b)| u64::from(a.abs_diff(b))).sum()
        };
        let distances: Vec<u64> = kind.strengths.iter().map(|&strength| distance(strength)).collect();
        assert!(distances[0] > 0 && distances.is_sorted(), "{name}: {distances:?}");
    }
}
