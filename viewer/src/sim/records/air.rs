use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::folder::RunFolder;
use super::series::{Series, SeriesPosition};
use super::table::Row;
use super::vtk::{Arrays, Values};
use crate::sim::{Air, AirBalance, Plume};

/// What the columns are read of.
struct Reading {
    t_s: f64,
    balance: AirBalance,
    plume: Plume,
}

/// Declares the row from a list of its columns: name, unit and meaning, value.
macro_rules! columns {
    ($($column:ident: $meaning:literal = $value:expr,)+) => {
        /// Air and smoke at one instant, a row of `air.csv`.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct AirRow {
            $(#[doc = $meaning] pub $column: f64,)+
        }

        impl Row for AirRow {
            const COLUMNS: &[(&str, &str)] = &[$((stringify!($column), $meaning)),+];
        }

        impl From<Reading> for AirRow {
            fn from(reading: Reading) -> Self {
                Self { $($column: { let value: fn(&Reading) -> f64 = $value; value(&reading) },)+ }
            }
        }
    };
}

columns! {
    t_s: "s, simulated time" = |air| air.t_s,
    smoke_m3: "m³, smoke in the air, as the volume that it has undiluted" = |air| air.balance.smoke_m3,
    given_m3: "m³, smoke that the sources gave since the start" = |air| air.balance.given_m3,
    smoke_through_sides_m3: "m³, smoke that came in through sides since the start less what left" = |air| air.balance.smoke_through_sides_m3,
    smoke_residual_m3: "m³, smoke that nothing accounts for" = |air| air.balance.smoke_residual_m3(),
    top_m: "m, height above the still level up to which there is more than a hundredth of the greatest concentration" = |air| air.plume.top_m,
    center_x_m: "m, center of the smoke" = |air| air.plume.center_m.x,
    center_y_m: "m, center of the smoke" = |air| air.plume.center_m.y,
    center_z_m: "m, center of the smoke, above the datum" = |air| air.plume.center_m.z,
    width_m: "m, root of the mean squared horizontal distance of the smoke from its center" = |air| air.plume.width_m,
    greatest: "greatest concentration" = |air| air.plume.greatest,
    fastest_m_s: "m/s, fastest flow" = |air| air.plume.fastest_m_s,
    mass_kg: "kg, air" = |air| air.balance.mass_kg,
    through_sides_kg: "kg, air that came in through sides since the start less what left" = |air| air.balance.through_sides_kg,
    mass_residual_kg: "kg, air that nothing accounts for" = |air| air.balance.mass_residual_kg(),
    momentum_x_n_s: "N s, momentum of the air along x" = |air| air.balance.momentum_n_s.x,
    momentum_y_n_s: "N s, momentum of the air along y" = |air| air.balance.momentum_n_s.y,
    momentum_z_n_s: "N s, momentum of the air upwards" = |air| air.balance.momentum_n_s.z,
    buoyancy_n_s: "N s, momentum upwards that the smoke gave since the start" = |air| air.balance.buoyancy_n_s,
    sides_x_n_s: "N s, momentum along x that sides gave since the start, but for the pressure of air at rest" = |air| air.balance.sides_n_s.x,
    sides_y_n_s: "N s, the same along y" = |air| air.balance.sides_n_s.y,
    sides_z_n_s: "N s, the same upwards" = |air| air.balance.sides_n_s.z,
    bodies_x_n_s: "N s, momentum along x that bodies gave since the start, but for the pressure of air at rest" = |air| air.balance.solids_n_s.x,
    bodies_y_n_s: "N s, the same along y" = |air| air.balance.solids_n_s.y,
    bodies_z_n_s: "N s, the same upwards" = |air| air.balance.solids_n_s.z,
    particles: "number of particles in the air" = |air| air.balance.particles.count as f64,
    particles_kg: "kg, particles in the air" = |air| air.balance.particles.mass_kg,
    particles_given_kg: "kg, particles that the sources gave since the start" = |air| air.balance.particles.given_kg,
    particles_settled_kg: "kg, particles that stayed at walls, on the water and on bodies since the start" = |air| air.balance.particles.settled_kg,
    particles_left_kg: "kg, particles that left or were taken out since the start" = |air| air.balance.particles.left_kg,
    particles_mass_residual_kg: "kg, particles that nothing accounts for" = |air| air.balance.particles.mass_residual_kg(),
    particles_x_n_s: "N s, momentum of the particles along x" = |air| air.balance.particles.momentum_n_s.x,
    particles_y_n_s: "N s, the same along y" = |air| air.balance.particles.momentum_n_s.y,
    particles_z_n_s: "N s, the same upwards" = |air| air.balance.particles.momentum_n_s.z,
    particles_weight_n_s: "N s, momentum upwards that their weight less their buoyancy gave the particles since the start" = |air| air.balance.particles.weight_n_s,
    particles_on_air_x_n_s: "N s, momentum along x that the particles gave the air since the start" = |air| air.balance.particles.on_air_n_s.x,
    particles_on_air_y_n_s: "N s, the same along y" = |air| air.balance.particles.on_air_n_s.y,
    particles_on_air_z_n_s: "N s, the same upwards" = |air| air.balance.particles.on_air_n_s.z,
    particles_residual_n_s: "N s, momentum of the particles that nothing accounts for, its length" = |air| air.balance.particles.momentum_residual_n_s().length(),
    momentum_residual_x_n_s: "N s, momentum along x that nothing accounts for" = |air| air.balance.momentum_residual_n_s().x,
    momentum_residual_y_n_s: "N s, momentum along y that nothing accounts for" = |air| air.balance.momentum_residual_n_s().y,
    momentum_residual_z_n_s: "N s, momentum upwards that nothing accounts for" = |air| air.balance.momentum_residual_n_s().z,
}

impl AirRow {
    /// The row of the air at a time. It takes two passes over all cells.
    pub fn new(t_s: f64, air: &Air) -> Self {
        Reading { t_s, balance: air.balance(), plume: air.plume() }.into()
    }
}

/// Names of the arrays, each with its unit and meaning.
pub(super) const ARRAYS: [(&str, &str); 3] = [
    ("concentration", "concentration of the smoke, 1 where it is undiluted"),
    ("velocity_m_s", "m/s, velocity"),
    ("label", "number of the body in the cell by name, from 1; 0 for air"),
];

/// Names of the arrays of particles, each with its unit and meaning.
pub(super) const OF_PARTICLES: [(&str, &str); 2] = [
    ("source", "number of the source that the particle came from, from 0"),
    ("velocity_m_s", "m/s, velocity"),
];

/// A series of ParaView image data: `air/0000.vti`, … and `air.pvd`, which lists them with their times; of points, `particles/0000.vtp`, … and
/// `particles.pvd`, if there are sources of particles.
#[derive(Debug)]
pub struct AirSeries {
    air: Series,
    /// Started with the first frame of air that has sources of particles.
    particles: Option<Series>,
}

/// Where the series stand.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct AirPosition {
    air: SeriesPosition,
    particles: Option<SeriesPosition>,
}

impl AirSeries {
    /// Files and folders of a series, for the list of the folder.
    pub const NAMES: [&str; 4] = ["air.pvd", "air/", "particles.pvd", "particles/"];

    pub(super) fn open(folder: &RunFolder, position: Option<AirPosition>) -> Result<Self, Error> {
        let of_particles = position.and_then(|at| at.particles);
        let particles = of_particles.map(|at| Series::open(folder, PARTICLES, Some(at))).transpose()?;
        Ok(Self { air: Series::open(folder, ("air", "vti"), position.map(|at| at.air))?, particles })
    }

    pub(super) fn position(&self) -> AirPosition {
        AirPosition { air: self.air.position(), particles: self.particles.as_ref().map(Series::position) }
    }

    pub(super) fn has_particles(&self) -> bool {
        self.particles.is_some()
    }

    /// Writes a frame and adds it to the lists.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&mut self, folder: &RunFolder, time_s: f64, air: &Air) -> Result<(), Error> {
        self.air.write(time_s, |out| write_vti(out, air))?;
        if air.particle_sources() == 0 {
            return Ok(());
        }
        let before = self.particles.take().map_or_else(|| Series::open(folder, PARTICLES, None), Ok)?;
        self.particles.insert(before).write(time_s, |out| write_vtp(out, air))
    }
}

/// Name and extension of the series of particles.
const PARTICLES: (&str, &str) = ("particles", "vtp");

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
