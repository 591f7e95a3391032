//! Colours of regions and their names in plain English.
//!
//! This needs no picture: explanations and drawings name and paint regions from a [`Palette`] alone.

use crate::board::Region;

/// A colour in sRGB, 8 bits a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// Lightness (0 black to 1 white), chroma (0 grey to about 0.3) and hue (0 to 360 degrees, red near 30, green near
    /// 140, blue near 260) in Oklab, the perceptual colour space published in 2020.
    pub fn lightness_chroma_hue(self) -> (f64, f64, f64) {
        let [r, g, b] = self.0.map(|channel| {
            let x = f64::from(channel) / 255.0;
            if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
        });
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        let lightness = 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s;
        let a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s;
        let b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s;
        (lightness, a.hypot(b), b.atan2(a).to_degrees().rem_euclid(360.0))
    }

    /// The everyday name of the colour: one of `white`, `grey`, `black`, `beige`, `brown`, `red`, `orange`, `yellow`,
    /// `olive`, `lime`, `green`, `cyan`, `teal`, `blue`, `purple`, `pink`.
    pub fn name(self) -> &'static str {
        let (lightness, chroma, hue) = self.lightness_chroma_hue();
        if chroma < 0.02 {
            return match lightness {
                l if l > 0.97 => "white",
                l if l < 0.25 => "black",
                _ => "grey",
            };
        }
        // Pale earth colours are told by their weak chroma, dark ones by their lightness.
        let earthy = (40.0..112.0).contains(&hue);
        if earthy && chroma < 0.07 {
            return if lightness > 0.65 { "beige" } else { "brown" };
        }
        if chroma < 0.03 {
            return "grey";
        }
        match hue {
            h if h < 20.0 => {
                if lightness > 0.72 {
                    "pink"
                } else {
                    "red"
                }
            }
            h if h < 40.0 => {
                if lightness > 0.80 {
                    "pink"
                } else {
                    "red"
                }
            }
            h if h < 80.0 => {
                if lightness < 0.62 {
                    "brown"
                } else {
                    "orange"
                }
            }
            h if h < 118.0 => {
                if lightness < 0.70 {
                    "olive"
                } else {
                    "yellow"
                }
            }
            h if h < 132.0 && chroma > 0.14 && lightness > 0.75 => "lime",
            h if h < 168.0 => "green",
            h if h < 222.0 => {
                if chroma > 0.10 {
                    "cyan"
                } else {
                    "teal"
                }
            }
            h if h < 285.0 => "blue",
            h if h < 320.0 => "purple",
            h if h < 340.0 => {
                if lightness < 0.60 {
                    "purple"
                } else {
                    "pink"
                }
            }
            _ => {
                if lightness < 0.60 {
                    "red"
                } else {
                    "pink"
                }
            }
        }
    }
}

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

    /// Colours for a board that comes without any: those of the game as far as they reach (the first seven are the
    /// article's board No. 307), then colours as far as possible, in Oklab, from all before them.
    ///
    /// All are light enough for black signs. At most 26; a greater `size` gives 26.
    pub fn standard(size: usize) -> Self {
        const COLOURS: [u32; 26] = [
            0xBBA3E1, 0xFFC794, 0x94BEFF, 0xB3DF9E, 0xE0E0E0, 0xFF7B61, 0xE6F388, 0xB9B29E, 0xDFA0BF, 0xA3D2D8,
            0x62EFEA, 0xB13CF8, 0x3C9735, 0x3C7DEB, 0xFF3CB7, 0x3CFF28, 0xA47083, 0x49CB4F, 0x3CA4B7, 0xB18A28,
            0xE53C5C, 0xF27DF8, 0xD8B128, 0x9770D1, 0x3CFFAA, 0x49CBAA,
        ];
        let rgb = |colour: &u32| Rgb([(colour >> 16) as u8, (colour >> 8) as u8, *colour as u8]);
        Self::new(COLOURS.iter().take(size).map(rgb).collect())
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

    /// A plain English name for every region, in the order of the regions, no two alike.
    ///
    /// Regions of the same everyday colour are told apart by lightness: `blue` and `light blue`; with a third one,
    /// `dark blue`. Where that is not enough, all of them carry their letter: `blue D`.
    pub fn names(&self) -> Vec<String> {
        let plain: Vec<&str> = self.colours.iter().map(|colour| colour.name()).collect();
        let lightness: Vec<f64> = self.colours.iter().map(|colour| colour.lightness_chroma_hue().0).collect();
        let name = |region: usize| {
            let base = plain[region];
            let mut alike: Vec<usize> = (0..plain.len()).filter(|&other| plain[other] == base).collect();
            alike.sort_by(|&a, &b| lightness[b].total_cmp(&lightness[a]));
            let clear = alike.windows(2).all(|pair| lightness[pair[0]] - lightness[pair[1]] > CLEARLY_LIGHTER);
            let tinted = !matches!(base, "white" | "black");
            let place = alike.iter().position(|&other| other == region);
            match (alike.len(), place) {
                (1, _) => base.to_owned(),
                (2 | 3, Some(0)) if clear && tinted => format!("light {base}"),
                (2 | 3, Some(1)) if clear && tinted => base.to_owned(),
                (3, Some(2)) if clear && tinted => format!("dark {base}"),
                _ => format!("{base} {}", Region::new(region).letter()),
            }
        };
        (0..plain.len()).map(name).collect()
    }
}

/// The difference in lightness from which "light" and "dark" tell two colours apart.
const CLEARLY_LIGHTER: f64 = 0.04;

#[cfg(test)]
mod tests {
    use super::*;

    fn palette(hex: &[u32]) -> Palette {
        Palette::new(hex.iter().map(|hex| Rgb([(hex >> 16) as u8, (hex >> 8) as u8, *hex as u8])).collect())
    }

    #[test]
    fn pure_colours_have_their_names() {
        let pure = [
            0xff0000, 0xffa500, 0xffff00, 0x00ff00, 0x008000, 0x00ffff, 0x008080, 0x0000ff, 0x800080, 0xffc0cb,
            0xa52a2a, 0x808000, 0xffffff, 0x000000, 0x808080, 0xf5f5dc, 0x8b4513,
        ];
        let names = palette(&pure).colours().iter().map(|colour| colour.name()).collect::<Vec<_>>();
        let known = [
            "red", "orange", "yellow", "green", "green", "cyan", "teal", "blue", "purple", "pink", "red", "olive",
            "white", "black", "grey", "beige", "brown",
        ];
        assert_eq!(names, known);
    }

    #[test]
    fn the_colours_of_the_game_have_different_names() {
        let game = [
            0xbba3e2, 0xffc992, 0x96beff, 0xb3dfa0, 0xdfdfdf, 0xff7b60, 0xe6f388, 0xb9b29e, 0xdfa0bf, 0xa3d2d8,
            0x62efea,
        ];
        let known = ["purple", "orange", "blue", "green", "grey", "red", "yellow", "beige", "pink", "teal", "cyan"];
        assert_eq!(palette(&game).names(), known);
    }

    #[test]
    fn alike_colours_are_told_apart() {
        assert_eq!(palette(&[0x0000ff, 0x96beff]).names(), ["blue", "light blue"]);
        assert_eq!(palette(&[0x4363d8, 0x96beff, 0x000080]).names(), ["blue", "light blue", "dark blue"]);
        assert_eq!(palette(&[0x0000ff, 0x0000fe, 0xff0000]).names(), ["blue A", "blue B", "red"]);
        assert_eq!(palette(&[0xffffff, 0xfefefe]).names(), ["white A", "white B"]);
        let greys: Vec<u32> = (0..26).map(|i| 0x050505 * (i + 10)).collect();
        let mut names = palette(&greys).names();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 26);
    }
}
