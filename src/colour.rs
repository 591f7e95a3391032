//! Colours of regions and their names in plain English.
//!
//! This needs no picture: explanations and drawings name and paint regions from a [`Palette`] alone.

use crate::board::Region;

/// A colour in sRGB, 8 bits a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub [u8; 3]);

/// The colour of each region of a board, by region number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Palette {
    colours: Vec<Rgb>,
}

impl Palette {
    /// A palette with one colour a region, in the order of the regions.
    pub fn new(colours: Vec<Rgb>) -> Self {
        Self { colours }
    }

    /// The number of colours.
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// Whether there are no colours.
    pub fn is_empty(&self) -> bool {
        self.colours.is_empty()
    }

    /// A region's colour, if the palette reaches that far.
    pub fn colour(&self, region: Region) -> Option<Rgb> {
        self.colours.get(region.index()).copied()
    }

    /// All colours, in the order of the regions.
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }
}
