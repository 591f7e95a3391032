//! A decoded picture: 8-bit pixels, upright, with what has to be carried over to the answer.

use std::fmt;

/// The file format a picture came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    WebP,
    /// GIF; the first frame.
    Gif,
    /// BMP.
    Bmp,
}

/// How many bytes a pixel has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channels {
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue, alpha (not premultiplied).
    Rgba,
}

impl Channels {
    /// Bytes a pixel.
    pub const fn count(self) -> usize {
        match self {
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }

    /// The colour of the pixel of this number in some bytes, as it looks on white paper.
    #[inline]
    pub(crate) fn rgb(self, pixels: &[u8], number: usize) -> [u8; 3] {
        match self {
            Self::Rgb => {
                let p = &pixels[3 * number..3 * number + 3];
                [p[0], p[1], p[2]]
            }
            Self::Rgba => {
                let p = &pixels[4 * number..4 * number + 4];
                let alpha = u32::from(p[3]);
                [p[0], p[1], p[2]].map(|c| ((u32::from(c) * alpha + 255 * (255 - alpha) + 127) / 255) as u8)
            }
        }
    }
}

/// Pixels as decoded, upright (an EXIF orientation has been applied), rows from the top, without padding.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    channels: Channels,
    pixels: Vec<u8>,
    icc: Option<Vec<u8>>,
    format: Option<SourceFormat>,
}

impl Picture {
    /// A picture from its pixels.
    ///
    /// `None` if a side is 0 or the number of bytes is not `width * height * channels`.
    pub fn new(width: u32, height: u32, channels: Channels, pixels: Vec<u8>) -> Option<Self> {
        let bytes = (width as usize).checked_mul(height as usize)?.checked_mul(channels.count())?;
        (bytes > 0 && bytes == pixels.len()).then_some(Self {
            width,
            height,
            channels,
            pixels,
            icc: None,
            format: None,
        })
    }

    /// The same picture with a colour profile and a source format.
    #[must_use]
    pub fn with_source(mut self, icc: Option<Vec<u8>>, format: SourceFormat) -> Self {
        self.icc = icc;
        self.format = Some(format);
        self
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The bytes of a pixel.
    pub fn channels(&self) -> Channels {
        self.channels
    }

    /// All bytes, row by row from the top.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// All bytes, to be drawn on.
    pub fn pixels_mut(&mut self) -> &mut [u8] {
        &mut self.pixels
    }

    /// The ICC colour profile of the source, if it had one.
    pub fn icc(&self) -> Option<&[u8]> {
        self.icc.as_deref()
    }

    /// The format of the source; `None` for a picture made in memory.
    pub fn format(&self) -> Option<SourceFormat> {
        self.format
    }

    /// One row's bytes.
    pub fn row(&self, y: u32) -> &[u8] {
        let stride = self.width as usize * self.channels.count();
        &self.pixels[y as usize * stride..][..stride]
    }

    /// A copy of a rectangle, or `None` if it is empty or reaches outside.
    pub fn part(&self, x: u32, y: u32, width: u32, height: u32) -> Option<Self> {
        if x.checked_add(width)? > self.width || y.checked_add(height)? > self.height {
            return None;
        }
        let n = self.channels.count();
        let mut pixels = Vec::with_capacity(width as usize * height as usize * n);
        for row in y..y + height {
            pixels.extend_from_slice(&self.row(row)[x as usize * n..][..width as usize * n]);
        }
        Self::new(width, height, self.channels, pixels)
    }

    /// The colour of a pixel as it looks on white paper.
    #[inline]
    pub fn rgb(&self, x: u32, y: u32) -> [u8; 3] {
        self.channels.rgb(&self.pixels, y as usize * self.width as usize + x as usize)
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Picture")
            .field("width", &self.width)
            .field("height", &self.height)
            .field("channels", &self.channels)
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}
