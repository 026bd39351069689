use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::series::{Files, Series, SeriesPosition};
use super::vtk::{Arrays, Values};
use crate::Air;
use crate::records::error::Error;
use crate::records::folder::RunFolder;

/// Names of the arrays, each with its unit and meaning.
pub(in crate::records) const ARRAYS: [(&str, &str); 3] = [
    ("concentration", "concentration of the smoke, 1 where it is undiluted"),
    ("velocity_m_s", "m/s, velocity"),
    (
        "label",
        "number of the body in the cell, from 1: those from the start by name, then those that enter; 0 for air",
    ),
];

/// Names of the arrays of particles, each with its unit and meaning.
pub(in crate::records) const OF_PARTICLES: [(&str, &str); 2] = [
    ("source", "number of the source that the particle came from, from 0"),
    ("velocity_m_s", "m/s, velocity"),
];

/// A series of ParaView image data: `air/0000.vti`, … and `air.pvd`, which lists them with their times; of points, `particles/0000.vtp`, … and
/// `particles.pvd`, if there are sources of particles.
#[derive(Debug)]
pub struct AirSeries {
    air: Series<AirFiles>,
    /// Started with the first frame of air that has sources of particles.
    particles: Option<Series<Particles>>,
}

/// Where the series stand.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(in crate::records) struct AirPosition {
    air: SeriesPosition,
    particles: Option<SeriesPosition>,
}

impl AirSeries {
    /// Files and folders of a series, for the list of the folder.
    pub const NAMES: [&str; 4] = ["air.pvd", "air/", "particles.pvd", "particles/"];

    pub(in crate::records) fn open(folder: &RunFolder, position: Option<AirPosition>) -> Result<Self, Error> {
        let of_particles = position.and_then(|at| at.particles);
        let particles = of_particles.map(|at| Series::open(folder, Some(at))).transpose()?;
        Ok(Self { air: Series::open(folder, position.map(|at| at.air))?, particles })
    }

    pub(in crate::records) fn position(&self) -> AirPosition {
        AirPosition { air: self.air.position(), particles: self.particles.as_ref().map(Series::position) }
    }

    pub(in crate::records) fn has_particles(&self) -> bool {
        self.particles.is_some()
    }

    /// Writes a frame and adds it to the lists.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&mut self, folder: &RunFolder, time_s: f64, air: &Air) -> Result<(), Error> {
        self.air.add(time_s, &mut |out| write_vti(out, air))?;
        if air.particle_sources() == 0 {
            return Ok(());
        }
        let before = self.particles.take().map_or_else(|| Series::create(folder), Ok)?;
        self.particles.insert(before).add(time_s, &mut |out| write_vtp(out, air))
    }
}

/// Files of the air.
#[derive(Debug)]
struct AirFiles;

impl Files for AirFiles {
    const NAMES: [&str; 2] = ["air.pvd", "air/"];
    const STEM: [&str; 2] = ["air", "vti"];
}

/// Files of particles.
#[derive(Debug)]
struct Particles;

impl Files for Particles {
    const NAMES: [&str; 2] = ["particles.pvd", "particles/"];
    const STEM: [&str; 2] = ["particles", "vtp"];
}

fn write_vtp(out: &mut impl Write, air: &Air) -> io::Result<()> {
    let flat = |of: glam::DVec3| of.as_vec3().to_array();
    let points_m: Vec<f32> = air.particles().flat_map(|of| flat(of.at_m)).collect();
    let velocity: Vec<f32> = air.particles().flat_map(|of| flat(of.velocity_m_s)).collect();
    let source: Vec<u16> = air.particles().map(|of| of.source).collect();
    let count = source.len();
    let (corners, ends): (Vec<i32>, Vec<i32>) = (0..count as i32).map(|n| (n, n + 1)).unzip();
    let mut arrays = Arrays::default();
    let [of_source, of_velocity] = OF_PARTICLES.map(|(name, _)| name);
    let source = arrays.add(of_source, 1, Values::UInt16(&source));
    let velocity = arrays.add(of_velocity, 3, Values::Float32(&velocity));
    let points = arrays.add("points_m", 3, Values::Float32(&points_m));
    let corners = arrays.add("connectivity", 1, Values::Int32(&corners));
    let ends = arrays.add("offsets", 1, Values::Int32(&ends));
    let text = format!(
        r#"  <PolyData>
    <Piece NumberOfPoints="{count}" NumberOfVerts="{count}" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="0">
      <PointData Scalars="source" Vectors="velocity_m_s">
        {source}
        {velocity}
      </PointData>
      <Points>
        {points}
      </Points>
      <Verts>
        {corners}
        {ends}
      </Verts>
    </Piece>
  </PolyData>
"#
    );
    arrays.write(out, "PolyData", "x, y and z in m, z above the datum; velocities in m/s", &text)
}

fn write_vti(out: &mut impl Write, air: &Air) -> io::Result<()> {
    let (mut concentration, mut along) = (Vec::new(), [const { Vec::new() }; 3]);
    air.write_concentrations(&mut concentration);
    (0..3).for_each(|axis| air.write_velocities(axis, &mut along[axis]));
    let [x, y, z] = &along;
    let velocity: Vec<f32> = x.iter().zip(y).zip(z).flat_map(|((x, y), z)| [*x, *y, *z]).collect();
    let mut arrays = Arrays::default();
    let values = [
        (1, Values::Float32(&concentration)),
        (3, Values::Float32(&velocity)),
        (1, Values::UInt16(air.labels())),
    ];
    let tags: String = ARRAYS
        .iter()
        .zip(values)
        .map(|((name, _), (components, values))| {
            format!("        {}\n", arrays.add(name, components, values))
        })
        .collect();
    let ([nx, ny, nz], [x, y, z], dx) = (air.cells(), air.corner_m().to_array(), air.cell_size_m());
    let extent = format!("0 {nx} 0 {ny} 0 {nz}");
    let text = format!(
        r#"  <ImageData WholeExtent="{extent}" Origin="{x} {y} {z}" Spacing="{dx} {dx} {dx}">
    <Piece Extent="{extent}">
      <CellData Scalars="concentration" Vectors="velocity_m_s">
{tags}      </CellData>
    </Piece>
  </ImageData>
"#
    );
    arrays.write(
        out,
        "ImageData",
        "x, y and z in m, z above the datum; values in the cells of the air",
        &text,
    )
}
