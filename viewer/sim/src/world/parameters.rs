//! Parameters that a running world takes.

use lbm_boundary::Side;

use super::World;
use crate::Error;
use crate::air::Air;
use crate::bodies::Body;

/// A parameter that a running world takes ([`World::set`]).
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Key of the parameter in scenario files, such as `wind.speed_m_s`.
    pub key: String,
    /// Present value of the parameter.
    pub value: f64,
    /// Unit of the value; empty for a number.
    pub unit: &'static str,
    /// Values that are usual. Not all of them need be possible, and others may be.
    pub range: [f64; 2],
}

impl Parameter {
    fn new(key: impl Into<String>, value: f64, unit: &'static str, range: [f64; 2]) -> Self {
        Self { key: key.into(), value, unit, range }
    }
}

/// Keys of sides with their units.
const OF_SIDES: [(&str, &str); 4] =
    [("velocity_m_s", "m/s"), ("level_m", "m"), ("discharge_m3_s", "m³/s"), ("width_m", "m")];

impl World {
    /// The parameters that it takes while it runs: viscosity, and of wind, friction, sides, propellers and sources of smoke those that
    /// its scenario gives. All others need a new world.
    pub fn parameters(&self) -> Vec<Parameter> {
        let fluid = &self.water.fluid;
        let tau = fluid.lattice.collision().tau();
        let mut all = vec![Parameter::new("solver.tau", tau, "", [0.505, 1f64.max(tau)])];
        if let Some(constant) = fluid.lattice.smagorinsky() {
            all.push(Parameter::new("solver.smagorinsky", constant, "", [0.0, 0.5]));
        }
        if let Some(wind) = fluid.forcing.wind {
            all.push(Parameter::new(
                "wind.speed_m_s",
                wind.speed_m_s,
                "m/s",
                [0.0, 40f64.max(wind.speed_m_s)],
            ));
            let most_deg = 180f64.max(wind.towards_deg.abs());
            all.push(Parameter::new("wind.towards_deg", wind.towards_deg, "°", [-most_deg, most_deg]));
        }
        if let Some(friction) = fluid.forcing.friction {
            let n = friction.manning_s_m13;
            all.push(Parameter::new("friction.manning_s_m13", n, "s/m^⅓", [0.0, 0.1f64.max(n)]));
        }
        let half_m = 0.5 * fluid.cells().cell_size_m * self.cells().into_iter().min().unwrap_or(0) as f64;
        let mut sides = fluid.sides.clone();
        for (name, _) in fluid.sides.named() {
            for (leaf, unit) in OF_SIDES {
                let value = sides.named_mut(name).and_then(|side| side.value_mut(leaf)).map(|value| *value);
                let Some(value) = value else { continue };
                let range = match leaf {
                    "level_m" => [0.5 * value, 1.5 * value],
                    "width_m" => [fluid.cells().cell_size_m, half_m.max(value)],
                    _ => [(2.0 * value).min(0.0), (2.0 * value).max(0.0)],
                };
                all.push(Parameter::new(format!("sides.{name}.{leaf}"), value, unit, range));
            }
        }
        let waiting = self.bodies.waiting().map(|(body, ..)| body);
        for body in self.bodies.iter().map(|(body, _)| body).chain(waiting) {
            let Some(propeller) = body.afloat().and_then(|afloat| afloat.propeller.as_ref()) else {
                continue;
            };
            let key = format!("body.{}.propeller.thrust_n", body.name);
            all.push(Parameter::new(key, propeller.thrust_n, "N", [0.0, 4.0 * propeller.thrust_n]));
        }
        for (n, rate_m3_s) in self.air.iter().flat_map(Air::rates_m3_s).enumerate() {
            let key = format!("air.source.{n}.smoke_m3_s");
            all.push(Parameter::new(key, rate_m3_s, "m³/s", [0.0, 4.0 * rate_m3_s]));
        }
        all
    }

    /// The present value of a parameter that it takes while it runs.
    pub fn parameter(&self, key: &str) -> Option<f64> {
        self.parameters().into_iter().find(|parameter| parameter.key == key).map(|parameter| parameter.value)
    }

    /// Changes a parameter from the next step on, by its key in scenario files: one of [`Self::parameters`]. Set before the first
    /// step it makes the run that a scenario with this value makes, with the same bits. It is no part of a checkpoint. Gaps
    /// between solids and an inflow remain those of the velocity that the world was built with
    /// ([`lbm_boundary::Boundary::set_side`]).
    ///
    /// ```
    /// use viewer_sim::World;
    /// use viewer_sim::scenario::Scenario;
    ///
    /// let mut world = World::new(&Scenario::load("wind-setup", &[])?)?;
    /// world.set("wind.speed_m_s", 12.0)?;
    /// assert_eq!(world.parameter("wind.speed_m_s"), Some(12.0));
    /// let error = world.set("solver.tau", 0.4).unwrap_err().to_string();
    /// assert!(error.starts_with("solver.tau: ") && error.contains("above 0.5"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] with the key, for one that it does not take while it runs and for a value that is out of range; nothing
    /// changes then.
    pub fn set(&mut self, key: &str, value: f64) -> Result<(), Error> {
        let wrong = |message: String| Error::Parameter { key: key.to_owned(), message };
        if self.parameter(key).is_none() {
            return Err(wrong("a running world does not take it; start over with it".into()));
        }
        if !value.is_finite() {
            return Err(wrong(format!("{value}; it must be a finite number")));
        }
        let of_lattice = |error: lbm_core::Error| wrong(error.to_string());
        let time_s = self.time_s();
        let fluid = &mut self.water.fluid;
        let mut forcing = fluid.forcing;
        match key.split('.').collect::<Vec<_>>()[..] {
            ["solver", "tau"] => fluid.lattice.set_tau(value).map_err(of_lattice)?,
            ["solver", "smagorinsky"] => fluid.lattice.set_smagorinsky(value).map_err(of_lattice)?,
            ["wind", "speed_m_s"] if value < 0.0 => {
                return Err(wrong(format!("{value}; it must be 0 or above: wind.towards_deg turns it")));
            }
            ["wind" | "friction", leaf] => {
                let given = match leaf {
                    "speed_m_s" => forcing.wind.as_mut().map(|wind| &mut wind.speed_m_s),
                    "towards_deg" => forcing.wind.as_mut().map(|wind| &mut wind.towards_deg),
                    _ => forcing.friction.as_mut().map(|friction| &mut friction.manning_s_m13),
                };
                given.into_iter().for_each(|of| *of = value);
                fluid.set_forcing(forcing).map_err(of_lattice)?;
                // The velocity of fields is half-way through the forces of now.
                self.refresh_fields();
                self.bodies.recompute_forces(&self.water);
            }
            ["sides", name, leaf] => {
                let mut sides = fluid.sides.clone();
                let of = Side::ALL.into_iter().zip(fluid.sides.named()).find(|(_, (of, _))| *of == name);
                if let Some(((of, _), side)) = of.zip(sides.named_mut(name)) {
                    side.value_mut(leaf).into_iter().for_each(|of| *of = value);
                    fluid.set_side(of, side, time_s).map_err(|error| wrong(error.to_string()))?;
                    fluid.sides = sides;
                }
            }
            ["air", _, n, _] => {
                if value < 0.0 {
                    return Err(wrong(format!("{value}; it must be 0 or above")));
                }
                if let Some((air, n)) = self.air.as_mut().zip(n.parse().ok()) {
                    air.set_rate(n, value).map_err(wrong)?;
                }
            }
            _ => {
                let is_it = |body: &&mut Body| key == format!("body.{}.propeller.thrust_n", body.name);
                let afloat = self.bodies.each_mut().find(is_it).and_then(Body::afloat_mut);
                let propeller = afloat.and_then(|afloat| afloat.propeller.as_mut());
                propeller.into_iter().for_each(|propeller| propeller.thrust_n = value);
            }
        }
        Ok(())
    }
}
