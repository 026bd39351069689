//! The cells that a map shows, and their places in the picture.

use glam::{UVec2, Vec2};

use crate::color::{Linear, to_srgb8};
use crate::overlay::{Canvas, Legend, Notes, Overlay};
use crate::picture::{Picture, Rgba};
use crate::scene::WaterSheet;

/// Width and height of a picture.
const SIZE: UVec2 = UVec2::new(1000, 720);
/// Space for title, scale and legend, pixels: left and top, right and bottom.
const MARGINS: [Vec2; 2] = [Vec2::new(14.0, 92.0), Vec2::new(136.0, 68.0)];
/// Colors of the picture's margins and of cells without a value.
const PAPER: Rgba = [255, 255, 255, 255];
const EMPTY: Rgba = [238, 241, 244, 255];
/// Cells shown around those that have a value.
const AROUND: usize = 3;
/// Least side of a cell that is seen as a square of its own, pixels.
const LARGE_PX: f32 = 10.0;
/// Least distance between arrows of a smooth field, pixels.
const SPACING_PX: f32 = 18.0;

/// A picture of some cells of a sheet, y upwards.
pub(super) struct Frame<'a> {
    sheet: &'a WaterSheet,
    /// First and last cells shown along x and y.
    window: [[usize; 2]; 2],
    cell_px: f32,
    /// Upper left corner of the cells, pixels.
    corner: Vec2,
    picture: Picture,
}

/// The text beside a map.
pub(super) struct Words {
    /// A line under the time.
    pub(super) remark: &'static str,
    pub(super) legend: Option<Legend>,
}

impl<'a> Frame<'a> {
    /// A frame that shows the whole sheet.
    pub(super) fn whole(sheet: &'a WaterSheet) -> Self {
        Self::of_window(sheet, [[0, sheet.nx - 1], [0, sheet.ny - 1]])
    }

    /// A frame that shows some cells and a few around them; the whole sheet where there are none.
    pub(super) fn around(sheet: &'a WaterSheet, cells: impl Iterator<Item = u32>) -> Self {
        match window(sheet, cells) {
            Some(window) => Self::of_window(sheet, window),
            None => Self::whole(sheet),
        }
    }

    fn of_window(sheet: &'a WaterSheet, window: [[usize; 2]; 2]) -> Self {
        let [first, last] = MARGINS;
        let room = SIZE.as_vec2() - first - last;
        let cells = Vec2::from_array(window.map(|[from, to]| (to + 1 - from) as f32));
        let exact = (room / cells).min_element();
        // Large cells are whole pixels, so that all have one size; small ones need not be.
        let cell_px = if exact >= LARGE_PX { exact.floor() } else { exact };
        let corner = (first + 0.5 * (room - cells * cell_px)).floor();
        let mut frame =
            Self { sheet, window, cell_px, corner, picture: Picture::filled(SIZE.to_array(), PAPER) };
        frame.rectangle(corner, corner + cells * cell_px, EMPTY);
        frame
    }

    /// Side of a cell, pixels.
    pub(super) fn cell_px(&self) -> f32 {
        self.cell_px
    }

    /// Least number of cells from one arrow to the next.
    pub(super) fn stride(&self) -> usize {
        (SPACING_PX / self.cell_px).ceil() as usize
    }

    /// Paints one cell; large cells are separated by a line.
    pub(super) fn paint(&mut self, cell: u32, color: Linear) {
        let Some([i, j]) = self.place(cell) else { return };
        let [r, g, b] = to_srgb8(color);
        let gap = if self.cell_px >= LARGE_PX { 1.0 } else { 0.0 };
        // Both corners are points of the grid, so that neighbors round a common edge to the same pixel.
        self.rectangle(self.at([i, j + 1]), self.at([i + 1, j]) - gap, [r, g, b, 255]);
    }

    /// Paints the cells that have a color.
    pub(super) fn paint_all(&mut self, color: impl Fn(usize) -> Option<Linear>) {
        for cell in 0..self.sheet.nx * self.sheet.ny {
            if let Some(color) = color(cell) {
                self.paint(cell as u32, color);
            }
        }
    }

    fn rectangle(&mut self, from: Vec2, to: Vec2, color: Rgba) {
        let [from, to] = [from, to].map(|at| at.round().as_uvec2().min(SIZE));
        for y in from.y..to.y {
            for x in from.x..to.x {
                *self.picture.pixel_mut(x, y) = color;
            }
        }
    }

    /// Draws an arrow from the middle of a cell; `along` in pixels, y upwards.
    pub(super) fn arrow(&mut self, cell: u32, along: Vec2) {
        if let Some([i, j]) = self.place(cell) {
            let from = 0.5 * (self.at([i, j]) + self.at([i + 1, j + 1]));
            Canvas::new(&mut self.picture).arrow(from, along * Vec2::new(1.0, -1.0));
        }
    }

    /// Draws the outline of the window that [`Self::around`] shows for some cells.
    pub(super) fn outline(&mut self, cells: impl Iterator<Item = u32>) {
        let Some([[left, right], [bottom, top]]) = window(self.sheet, cells) else { return };
        let [low, high] = [[left, bottom], [right + 1, top + 1]].map(|place| self.at(place));
        let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        let mut canvas = Canvas::new(&mut self.picture);
        for k in 0..4 {
            canvas.line(corners[k], corners[(k + 1) % 4]);
        }
    }

    /// Writes title, time, legend and scale beside the cells.
    pub(super) fn finish(mut self, title: &str, time_s: f64, words: &Words) -> Picture {
        let overlay = Overlay {
            title,
            time_s,
            under_way: "",
            notes: &Notes { remark: words.remark, help: &[] },
            legends: words.legend.as_slice(),
            pixels_per_meter: self.cell_px / self.sheet.cell_size_m,
            parallel: true,
            vertical_scale: 1.0,
            letters: 1.0,
            dark: false,
            invented: "",
            subjects: &[],
            outline: &[],
        };
        overlay.draw(&mut self.picture);
        self.picture
    }

    /// Pixel of the lower left corner of a cell that may lie outside the window.
    fn at(&self, [i, j]: [usize; 2]) -> Vec2 {
        let [[left, _], [_, top]] = self.window;
        let cells = Vec2::new(i as f32 - left as f32, (top + 1) as f32 - j as f32);
        self.corner + cells * self.cell_px
    }

    /// Column and row of a cell inside the window.
    fn place(&self, cell: u32) -> Option<[usize; 2]> {
        let place = [cell as usize % self.sheet.nx, cell as usize / self.sheet.nx];
        let inside = place.iter().zip(self.window).all(|(k, [from, to])| (from..=to).contains(k));
        inside.then_some(place)
    }
}

/// First and last cells along x and y of the box around some cells with a margin; `None` where there are none.
fn window(sheet: &WaterSheet, cells: impl Iterator<Item = u32>) -> Option<[[usize; 2]; 2]> {
    let mut window: Option<[[usize; 2]; 2]> = None;
    for cell in cells {
        let place = [cell as usize % sheet.nx, cell as usize / sheet.nx];
        let ends = window.get_or_insert(place.map(|k| [k, k]));
        for ([from, to], k) in ends.iter_mut().zip(place) {
            (*from, *to) = ((*from).min(k), (*to).max(k));
        }
    }
    let [x, y] = window?;
    let wider = |[from, to]: [usize; 2], n: usize| [from.saturating_sub(AROUND), (to + AROUND).min(n - 1)];
    Some([wider(x, sheet.nx), wider(y, sheet.ny)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(nx: usize, ny: usize) -> WaterSheet {
        WaterSheet { nx, ny, cell_size_m: 1.0, ..Default::default() }
    }

    #[test]
    fn corner_cells_lie_in_the_corners_of_what_is_shown() {
        let sheet = sheet(3, 2);
        let mut frame = Frame::whole(&sheet);
        frame.paint(3, [1.0, 0.0, 0.0]);
        frame.paint(2, [0.0, 0.0, 1.0]);
        let (first, last) = (frame.corner, frame.corner + Vec2::new(3.0, 2.0) * frame.cell_px - 1.0);
        let pixel = |at: Vec2| frame.picture.pixel(at.x as u32, at.y as u32);
        assert_eq!([pixel(first - 1.0), pixel(first)], [PAPER, [255, 0, 0, 255]]);
        // A line stays free beside each cell.
        assert_eq!([pixel(last - 1.0), pixel(last), pixel(last + 1.0)], [[0, 0, 255, 255], EMPTY, PAPER]);
    }

    #[test]
    fn small_cells_leave_nothing_free() {
        for n in [90, 300, 1100] {
            let sheet = sheet(n, n / 2);
            let mut frame = Frame::whole(&sheet);
            assert!(frame.cell_px < LARGE_PX && frame.picture.pixels().contains(&EMPTY));
            frame.paint_all(|_| Some([1.0, 0.0, 0.0]));
            assert!(frame.picture.pixels().iter().all(|pixel| *pixel != EMPTY), "{n} cells");
        }
    }

    #[test]
    fn frames_hold_their_cells_and_some_around_but_none_outside_of_the_sheet() {
        let sheet = sheet(20, 10);
        let cells = [4 * 20 + 9, 8 * 20 + 2];
        assert_eq!(window(&sheet, cells.into_iter()), Some([[0, 12], [1, 9]]));
        assert_eq!(window(&sheet, [].into_iter()), None);
    }
}
