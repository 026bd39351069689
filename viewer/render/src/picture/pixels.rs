/// A color of a picture: red, green, blue (sRGB) and opacity, each 0..=255.
pub type Rgba = [u8; 4];

/// A picture: rows of pixels from the top, each from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    size: [u32; 2],
    pixels: Vec<Rgba>,
}

impl Picture {
    /// A picture of one color; `size` is width and height.
    pub fn filled(size: [u32; 2], color: Rgba) -> Self {
        Self { size, pixels: vec![color; area(size)] }
    }

    /// Takes a size on; what the pixels are then has no meaning.
    pub(crate) fn resize(&mut self, size: [u32; 2]) {
        self.size = size;
        self.pixels.resize(area(size), [0; 4]);
    }

    /// A picture with the color `color(x, y)` at each pixel, `y` downwards.
    pub fn from_fn(size: [u32; 2], color: impl Fn(u32, u32) -> Rgba) -> Self {
        let rows = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
        Self { size, pixels: rows.map(|(x, y)| color(x, y)).collect() }
    }

    /// A picture of these pixels; `None` if they are not `width * height` many.
    pub fn from_pixels(size: [u32; 2], pixels: Vec<Rgba>) -> Option<Self> {
        (pixels.len() == area(size)).then_some(Self { size, pixels })
    }

    /// Width and height.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Pixels a row.
    pub fn width(&self) -> u32 {
        self.size[0]
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.size[1]
    }

    /// All pixels, `[height][width]`.
    pub fn pixels(&self) -> &[Rgba] {
        &self.pixels
    }

    /// All pixels, `[height][width]`, to be changed.
    pub fn pixels_mut(&mut self) -> &mut [Rgba] {
        &mut self.pixels
    }

    /// All pixels with their column and row.
    pub fn enumerate(&self) -> impl Iterator<Item = (u32, u32, Rgba)> {
        let width = self.size[0].max(1);
        (0u32..).zip(&self.pixels).map(move |(k, pixel)| (k % width, k / width, *pixel))
    }

    /// The color at column `x` and row `y`.
    ///
    /// # Panics
    /// Outside of the picture.
    pub fn pixel(&self, x: u32, y: u32) -> Rgba {
        self.pixels[self.index(x, y)]
    }

    /// The color at column `x` and row `y`, to be changed.
    ///
    /// # Panics
    /// Outside of the picture.
    pub fn pixel_mut(&mut self, x: u32, y: u32) -> &mut Rgba {
        let index = self.index(x, y);
        &mut self.pixels[index]
    }

    fn index(&self, x: u32, y: u32) -> usize {
        assert!(x < self.size[0] && y < self.size[1], "pixel ({x}, {y}) of a picture of {:?}", self.size);
        y as usize * self.size[0] as usize + x as usize
    }
}

pub(super) fn area([width, height]: [u32; 2]) -> usize {
    width as usize * height as usize
}
