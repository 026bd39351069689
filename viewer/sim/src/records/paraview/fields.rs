use std::io::{self, Write};

use super::series::{Files, Series};
use super::vtk::{Arrays, Values};
use crate::records::error::Error;

/// The water at one instant. All slices are `[ny][nx]`, x fastest.
#[derive(Debug, Clone, Copy)]
pub struct FieldFrame<'a> {
    /// Simulated time, s.
    pub time_s: f64,
    /// Cells along x and y.
    pub cells: [usize; 2],
    /// Side of a cell, m.
    pub cell_size_m: f64,
    /// Depth, m.
    pub h_m: &'a [f32],
    /// Elevation of the surface above the still level, m.
    pub eta_m: &'a [f32],
    /// Velocity along x, m/s.
    pub u_m_s: &'a [f32],
    /// Velocity along y, m/s.
    pub v_m_s: &'a [f32],
    /// Height of the bed above the datum, m.
    pub bed_m: &'a [f32],
    /// Label of the body over each cell, 0 for none.
    pub label: &'a [u16],
}

/// Names of the arrays, each with its unit and meaning.
pub(in crate::records) const ARRAYS: [(&str, &str); 6] = [
    ("h_m", "m, depth of the water above the bed"),
    ("eta_m", "m, elevation of the surface above the still level"),
    ("u_m_s", "m/s, velocity along x"),
    ("v_m_s", "m/s, velocity along y"),
    ("bed_m", "m, height of the bed above the datum z = 0"),
    (
        "label",
        "number of the body over the cell, from 1: those from the start by name, then those that enter; 0 for none",
    ),
];

/// A series of ParaView image data: `fields/0000.vti`, … and `fields.pvd`, which lists them with their times.
pub type FieldSeries = Series<Fields>;

/// The files of [`FieldSeries`].
#[derive(Debug)]
pub struct Fields;

impl Files for Fields {
    const NAMES: [&str; 2] = ["fields.pvd", "fields/"];
    const STEM: [&str; 2] = ["fields", "vti"];
}

impl FieldSeries {
    /// Writes a frame and adds it to the list.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    ///
    /// # Panics
    ///
    /// When a slice has not one value for each cell.
    pub fn write(&mut self, frame: &FieldFrame<'_>) -> Result<(), Error> {
        self.add(frame.time_s, &mut |out| write_vti(out, frame))
    }
}

/// One layer of cells.
fn write_vti(out: &mut impl Write, frame: &FieldFrame<'_>) -> io::Result<()> {
    let FieldFrame { cells: [nx, ny], cell_size_m: dx, h_m, eta_m, u_m_s, v_m_s, bed_m, label, .. } = *frame;
    let values =
        [h_m, eta_m, u_m_s, v_m_s, bed_m].map(Values::Float32).into_iter().chain([Values::UInt16(label)]);
    assert!(
        [h_m, eta_m, u_m_s, v_m_s, bed_m].iter().all(|values| values.len() == nx * ny)
            && label.len() == nx * ny
    );
    let mut arrays = Arrays::default();
    let tags: String = ARRAYS
        .iter()
        .zip(values)
        .map(|((name, _), values)| format!("        {}\n", arrays.add(name, 1, values)))
        .collect();
    let extent = format!("0 {nx} 0 {ny} 0 0");
    let text = format!(
        r#"  <ImageData WholeExtent="{extent}" Origin="0 0 0" Spacing="{dx} {dx} 1">
    <Piece Extent="{extent}">
      <CellData Scalars="eta_m">
{tags}      </CellData>
    </Piece>
  </ImageData>
"#
    );
    let note = "x and y in m from the lower left corner; h_m above the bed, eta_m above the still level";
    arrays.write(out, "ImageData", note, &text)
}
