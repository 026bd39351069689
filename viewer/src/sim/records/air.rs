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

/// A series of ParaView image data: `air/0000.vti`, … and `air.pvd`, which lists them with their times.
#[derive(Debug)]
pub struct AirSeries(Series);

impl AirSeries {
    /// Files and folders of a series, for the list of the folder.
    pub const NAMES: [&str; 2] = ["air.pvd", "air/"];

    pub(super) fn open(folder: &RunFolder, position: Option<SeriesPosition>) -> Result<Self, Error> {
        Series::open(folder, ("air", "vti"), position).map(Self)
    }

    pub(super) fn position(&self) -> SeriesPosition {
        self.0.position()
    }

    /// Writes a frame and adds it to the list.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&mut self, time_s: f64, air: &Air) -> Result<(), Error> {
        self.0.write(time_s, |out| write_vti(out, air))
    }
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
