use std::io::{self, Write};

use super::series::{Files, Series};
use super::vtk::{Arrays, Values};
use crate::BodySurface;
use crate::records::error::Error;

/// Names of the arrays, each with its unit and meaning.
pub(in crate::records) const ARRAYS: [(&str, &str); 2] = [
    ("label", "number of the body, from 1: those from the start by name, then those that enter"),
    (
        "pressure_pa",
        "Pa, pressure of the water; NaN where it is dry or unknown; only where the view shows it",
    ),
];

/// A series of ParaView poly data: the surfaces of all bodies where they are, `bodies/0000.vtp`, … and `bodies.pvd`, which
/// lists them with their times.
pub type HullSeries = Series<Hulls>;

/// The files of [`HullSeries`].
#[derive(Debug)]
pub struct Hulls;

impl Files for Hulls {
    const NAMES: [&str; 2] = ["bodies.pvd", "bodies/"];
    const STEM: [&str; 2] = ["bodies", "vtp"];
}

impl HullSeries {
    /// Writes the bodies, in the order of their names, at an instant and adds it to the list.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn write<'a>(
        &mut self,
        time_s: f64,
        bodies: impl Iterator<Item = BodySurface<'a>>,
    ) -> Result<(), Error> {
        let surface = Surface::of(bodies);
        self.add(time_s, &mut |out| surface.write(out))
    }
}

/// The triangles of all bodies in world coordinates.
#[derive(Debug, Default)]
struct Surface {
    points_m: Vec<f32>,
    corners: Vec<i32>,
    label: Vec<u16>,
    pressure_pa: Vec<f32>,
    /// Whether the pressure on any body is known.
    has_pressure: bool,
}

impl Surface {
    fn of<'a>(bodies: impl Iterator<Item = BodySurface<'a>>) -> Self {
        let mut all = Self::default();
        for body in bodies {
            let first = (all.points_m.len() / 3) as i32;
            let place = |corner: &glam::Vec3| body.rotation * corner.as_dvec3() + body.origin_m;
            all.points_m.extend(body.vertices.iter().flat_map(|corner| place(corner).as_vec3().to_array()));
            all.corners.extend(body.triangles.as_flattened().iter().map(|corner| first + *corner as i32));
            all.label.resize(all.label.len() + body.triangles.len(), body.label);
            all.has_pressure |= body.pressure_pa.is_some();
            all.pressure_pa.extend(body.pressure_pa.unwrap_or_default());
            all.pressure_pa.resize(all.label.len(), f32::NAN);
        }
        all
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let triangles = self.label.len();
        let ends: Vec<i32> = (1..=triangles as i32).map(|triangle| 3 * triangle).collect();
        let mut arrays = Arrays::default();
        let [label, pressure] = ARRAYS.map(|(name, _)| name);
        let mut cell_data = format!("        {}\n", arrays.add(label, 1, Values::UInt16(&self.label)));
        if self.has_pressure {
            let tag = arrays.add(pressure, 1, Values::Float32(&self.pressure_pa));
            cell_data += &format!("        {tag}\n");
        }
        let points = arrays.add("points_m", 3, Values::Float32(&self.points_m));
        let corners = arrays.add("connectivity", 1, Values::Int32(&self.corners));
        let ends = arrays.add("offsets", 1, Values::Int32(&ends));
        let text = format!(
            r#"  <PolyData>
    <Piece NumberOfPoints="{}" NumberOfVerts="0" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="{triangles}">
      <CellData Scalars="label">
{cell_data}      </CellData>
      <Points>
        {points}
      </Points>
      <Polys>
        {corners}
        {ends}
      </Polys>
    </Piece>
  </PolyData>
"#,
            self.points_m.len() / 3
        );
        let note = "x and y in m from the lower left corner, z in m above the datum z = 0; pressure in Pa";
        arrays.write(out, "PolyData", note, &text)
    }
}
