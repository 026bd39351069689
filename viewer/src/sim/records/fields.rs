use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::files::{Error, replace};

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
    /// Label of the body over each cell, 0 for none.
    pub label: &'a [u16],
}

/// A series of ParaView image data: `fields/0000.vti`, … and `fields.pvd`, which lists them with their times.
#[derive(Debug)]
pub struct FieldSeries {
    index: PathBuf,
    folder: PathBuf,
    entries: String,
    frames: usize,
}

impl FieldSeries {
    /// Starts a series in a folder; the list in `fields.pvd` is replaced.
    ///
    /// # Errors
    ///
    /// When the folder is not writable.
    pub fn create(out: &Path) -> Result<Self, Error> {
        let folder = out.join("fields");
        std::fs::create_dir_all(&folder).map_err(Error::at(&folder))?;
        let series = Self { index: out.join("fields.pvd"), folder, entries: String::new(), frames: 0 };
        series.write_index()?;
        Ok(series)
    }

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
        let name = format!("{:04}.vti", self.frames);
        let path = self.folder.join(&name);
        let file = File::create(&path).map_err(Error::at(&path))?;
        write_vti(&mut BufWriter::new(file), frame).map_err(Error::at(&path))?;
        let FieldFrame { time_s, .. } = frame;
        let entry = writeln!(self.entries, r#"    <DataSet timestep="{time_s}" file="fields/{name}"/>"#);
        entry.expect("a string takes all text");
        self.frames += 1;
        self.write_index()
    }

    fn write_index(&self) -> Result<(), Error> {
        let text = format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n  \
             <Collection>\n{}  </Collection>\n</VTKFile>\n",
            self.entries
        );
        replace(&self.index, text.as_bytes())
    }
}

/// One layer of cells; arrays appended as raw little-endian values, each after its length in bytes.
fn write_vti(out: &mut impl Write, frame: &FieldFrame<'_>) -> std::io::Result<()> {
    let [nx, ny] = frame.cells;
    let floats = [("h", frame.h_m), ("eta", frame.eta_m), ("u", frame.u_m_s), ("v", frame.v_m_s)];
    assert!(floats.iter().all(|(_, values)| values.len() == nx * ny) && frame.label.len() == nx * ny);
    let dx = frame.cell_size_m;
    let extent = format!("0 {nx} 0 {ny} 0 0");
    writeln!(
        out,
        r#"<?xml version="1.0"?>
<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" header_type="UInt64">
  <ImageData WholeExtent="{extent}" Origin="0 0 0" Spacing="{dx} {dx} 1">
    <Piece Extent="{extent}">
      <CellData Scalars="eta">"#
    )?;
    let names = floats.iter().map(|(name, _)| ("Float32", *name, 4)).chain([("UInt16", "label", 2)]);
    let mut offset = 0;
    for (kind, name, size) in names {
        writeln!(
            out,
            r#"        <DataArray type="{kind}" Name="{name}" format="appended" offset="{offset}"/>"#
        )?;
        offset += 8 + nx * ny * size;
    }
    write!(out, "      </CellData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n_")?;
    for (_, values) in floats {
        out.write_all(&(4 * values.len() as u64).to_le_bytes())?;
        values.iter().try_for_each(|value| out.write_all(&value.to_le_bytes()))?;
    }
    out.write_all(&(2 * frame.label.len() as u64).to_le_bytes())?;
    frame.label.iter().try_for_each(|label| out.write_all(&label.to_le_bytes()))?;
    write!(out, "\n  </AppendedData>\n</VTKFile>\n")?;
    out.flush()
}
