use super::measurement::{Means, Measurement};
use super::row::{Row, STEADY};
use super::theory::Theory;
use crate::commands::cli::{Speeds, TowOptions};
use crate::commands::failure::Failure;
use crate::sim::World;
use crate::sim::free_way_m;
use crate::sim::scenario::{Scenario, Tow};

/// Speeds of a range unless said otherwise.
const COUNT: u32 = 11;

/// Most speeds of a range by its step.
const MOST: f64 = 1000.0;

/// Way of a run after the ramp of the start in lengths of the ship, and the time in which long waves cover so many, whichever ends
/// first.
const LENGTHS: f64 = 6.0;
const WAVE_LENGTHS: f64 = 30.0;

/// Water that is left ahead of the ship at the end, in its lengths.
const AHEAD: f64 = 0.5;

/// The runs of a command.
#[derive(Debug)]
pub(super) struct Plan {
    /// Name of the towed body.
    pub(super) body: String,
    pub(super) theory: Theory,
    /// One a speed, at least one.
    pub(super) runs: Vec<Run>,
}

/// A run at one speed.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) speed_m_s: f64,
    pub(super) scenario: Scenario,
    pub(super) steps: u64,
    /// Times between which the body is measured, s.
    pub(super) window_s: [f64; 2],
}

impl Plan {
    /// The runs that the command line asks for.
    ///
    /// # Errors
    ///
    /// With the option or key that is wrong, before anything is simulated.
    pub(super) fn new(options: &TowOptions) -> Result<Self, Failure> {
        let scenario = options.selection.load()?;
        let body = towed(&scenario, options.body.as_deref())?;
        let speeds = speeds(options)?;
        let scenarios = speeds.iter().map(|speed| scenario.towed_at(&body, *speed));
        let scenarios = scenarios.collect::<Result<Vec<_>, _>>()?;
        let name = &scenario.origin.name;
        // As it floats at rest, before any step.
        let world = World::new(&scenarios[0]).map_err(|error| Failure::of_world(name, error))?;
        let theory = Theory::new(&scenarios[0], &world, &body)?;
        let track_m = track_m(&scenarios[0], &world, &body) - AHEAD * theory.length_m();
        let runs = scenarios.into_iter().zip(speeds);
        let runs = runs.map(|(scenario, speed_m_s)| {
            let tow = scenario.body.get(&body).and_then(|body| body.tow.as_ref());
            let seconds = match (options.selection.until, tow) {
                (Some(until_s), _) => until_s,
                (None, Some(tow)) => seconds(tow, track_m, &theory),
                (None, None) => scenario.duration_s,
            };
            let scenario = Scenario { duration_s: seconds, ..scenario };
            let steps = options.selection.steps(&scenario);
            let end_s = steps as f64 * scenario.time_step_s();
            let ramp_s = scenario.body.get(&body).and_then(|body| Some(body.tow.as_ref()?.ramp_s)).unwrap_or(0.0);
            if end_s <= ramp_s {
                let key = format!("body.{body}.tow.ramp_s");
                let message = format!(
                    "{ramp_s} s is longer than the run at {speed_m_s} m/s, which ends after {end_s:.3} s: a shorter ramp, lower \
                     speeds, a later --until, a start farther back or more grid.cells leave a way to measure on"
                );
                return Err(Failure::of_key(&scenario, key, message));
            }
            let window_s = [0.5 * (ramp_s + end_s), end_s];
            Ok(Run { speed_m_s, scenario, steps, window_s })
        });
        let runs = runs.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { body, theory, runs })
    }

    /// The row of a speed that was measured.
    pub(super) fn row(&self, run: &Run, measurement: &Measurement) -> Row {
        let froude = self.theory.froude(run.speed_m_s);
        let Means { resistance_n, sinkage_m, trim_deg, side_force_n, yaw_moment_n_m } = measurement.means();
        let change = measurement.change(&self.theory.small(froude));
        let [from_s, to_s] = measurement.window_s();
        Row {
            resistance_n: Some(resistance_n),
            sinkage_m: Some(sinkage_m),
            trim_deg: Some(trim_deg),
            side_force_n: Some(side_force_n),
            yaw_moment_n_m: Some(yaw_moment_n_m),
            change: Some(change),
            steady: Some(change <= STEADY),
            from_s: Some(from_s),
            to_s: Some(to_s),
            ..self.failed(run, String::new())
        }
    }

    /// The row of a speed without a result.
    pub(super) fn failed(&self, run: &Run, failure: String) -> Row {
        let froude = self.theory.froude(run.speed_m_s);
        let squat = self.theory.squat(froude);
        Row {
            speed_m_s: run.speed_m_s,
            froude,
            length_froude: self.theory.length_froude(run.speed_m_s),
            thin_ship_resistance_n: self.theory.resistance_n(froude),
            tuck_sinkage_m: squat.map(|squat| squat[0]),
            tuck_trim_deg: squat.map(|squat| squat[1]),
            schijf_sinkage_m: self.theory.schijf_sinkage_m(froude),
            failure,
            ..Row::default()
        }
    }
}

/// The body to tow.
fn towed(scenario: &Scenario, name: Option<&str>) -> Result<String, Failure> {
    let wrong = |key: String, message: String| Err(Failure::of_key(scenario, key, message));
    let bodies = || scenario.body.iter();
    if let Some(name) = name {
        return match scenario.body.get(name) {
            None => {
                let known: Vec<&str> = bodies().map(|(name, _)| &**name).collect();
                let known = if known.is_empty() {
                    "it has none".into()
                } else {
                    format!("it has {}", known.join(", "))
                };
                wrong(format!("body.{name}"), format!("no body of this name to tow (--body); {known}"))
            }
            Some(body) if !body.is_afloat() => {
                let how = if body.fixed { "fixed" } else { "driven by its motion" };
                wrong(format!("body.{name}"), format!("is {how}, and only a body afloat can be towed"))
            }
            Some(body) if body.tow.is_none() => wrong(format!("body.{name}.tow"), missing(name)),
            Some(_) => Ok(name.into()),
        };
    }
    let towed: Vec<&str> = bodies().filter(|(_, body)| body.tow.is_some()).map(|(name, _)| &**name).collect();
    match towed[..] {
        [name] => Ok(name.into()),
        [] => match bodies().find(|(_, body)| body.is_afloat()) {
            Some((name, _)) => wrong(format!("body.{name}.tow"), missing(name)),
            None => wrong("body".into(), "no body is afloat, and only such a body can be towed".into()),
        },
        _ => wrong("body".into(), format!("{} are towed; say which with --body NAME", towed.join(" and "))),
    }
}

fn missing(name: &str) -> String {
    format!(
        "missing, so it is not towed; give it a carriage, such as --set \"body.{name}.tow={{ speed_m_s = 1.5 }}\""
    )
}

/// The speeds of the command line, m/s.
fn speeds(options: &TowOptions) -> Result<Vec<f64>, Failure> {
    let wrong = |option, message: &str| Err(Failure::Option { option, message: message.into() });
    match (&options.speeds, options.count, options.step) {
        (Speeds::Each(speeds), None, None) if speeds.is_empty() => {
            wrong("--speeds", "none given; such as 1..6")
        }
        (Speeds::Each(speeds), None, None) => Ok(speeds.clone()),
        (Speeds::Each(_), Some(_), _) => wrong("--count", "divides a range, such as --speeds 1..6"),
        (Speeds::Each(_), None, Some(_)) => wrong("--step", "divides a range, such as --speeds 1..6"),
        (&Speeds::Range([from, to]), _, Some(step)) => {
            let steps = ((to - from) / step + 1e-9).floor();
            if steps >= MOST {
                return wrong("--step", "gives more than 1000 speeds; take a longer one");
            }
            Ok((0..=steps as u32).map(|i| from + f64::from(i) * step).collect())
        }
        (&Speeds::Range([from, to]), count, None) => {
            let last = count.unwrap_or(COUNT) - 1;
            Ok((0..=last).map(|i| from + (to - from) * f64::from(i) / f64::from(last)).collect())
        }
    }
}

/// Distance from the body to the side ahead, m.
fn track_m(scenario: &Scenario, world: &World, name: &str) -> f64 {
    let surface = world.surfaces().find(|surface| surface.name == name);
    surface.zip(scenario.body.get(name)).map_or(0.0, |(surface, body)| {
        let corners = surface.vertices.iter().map(|v| surface.origin_m + surface.rotation * v.as_dvec3());
        free_way_m(scenario, body, corners)
    })
}

/// Duration of a run, s.
fn seconds(tow: &Tow, track_m: f64, theory: &Theory) -> f64 {
    let after_ramp_s = (LENGTHS * theory.length_m() / tow.speed_m_s)
        .min(WAVE_LENGTHS * theory.length_m() / theory.wave_speed_m_s());
    (tow.ramp_s + after_ramp_s).min(tow.time_to_cover_s(track_m.max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(speeds: Speeds, count: Option<u32>, step: Option<f64>) -> TowOptions {
        TowOptions { speeds, count, step, ..TowOptions::default() }
    }

    #[test]
    fn a_range_is_divided_by_count_or_step() {
        let range = Speeds::Range([1.0, 2.0]);
        assert_eq!(speeds(&options(range.clone(), Some(3), None)).unwrap(), [1.0, 1.5, 2.0]);
        assert_eq!(speeds(&options(range.clone(), None, None)).unwrap().len(), 11);
        assert_eq!(speeds(&options(range.clone(), None, Some(0.4))).unwrap(), [1.0, 1.4, 1.8]);
        assert_eq!(speeds(&options(range.clone(), None, Some(0.1))).unwrap().len(), 11);
        assert_eq!(speeds(&options(range.clone(), None, Some(5.0))).unwrap(), [1.0]);
        let each = Speeds::Each(vec![3.0, 1.0]);
        assert_eq!(speeds(&options(each.clone(), None, None)).unwrap(), [3.0, 1.0]);
        for (speeds_, count, step, option) in [
            (each.clone(), Some(3), None, "--count: "),
            (each, None, Some(1.0), "--step: "),
            (range, None, Some(1e-6), "--step: "),
            (Speeds::default(), None, None, "--speeds: "),
        ] {
            let message = speeds(&options(speeds_, count, step)).unwrap_err().to_string();
            assert!(message.starts_with(option), "{message}");
        }
    }
}
