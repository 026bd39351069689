//! Energy that bodies radiate: through lines in the water, against what they lose and what a carriage puts in.

use viewer::sim::World;

use super::heave::basin;
use super::one_body;
use crate::verify::reference::Heave;
use crate::verify::row::Row;

pub(in crate::verify) fn rows() -> Vec<Row> {
    let mut rows = heaving();
    rows.extend(towed());
    rows
}

/// Sum over transects of the energy that passed, J.
fn passed_j(world: &World) -> f64 {
    world.transects().map(|line| line.energy_j).sum()
}

/// A cylinder let go inside of a square of four transects.
fn heaving() -> Vec<Row> {
    const CYLINDER: Heave = Heave { depth_m: 6.0, radius_m: 2.5, draft_m: 1.2, raised_m: 0.08 };
    const SECONDS: f64 = 3.5;
    /// Half of the square's side, m.
    const ASIDE_M: f64 = 6.0;
    let mut rows = Vec::new();
    for cells in [10, 20] {
        // Clockwise, so that outwards is to the left.
        let square = |middle: f64| {
            let [low, high] = [middle - ASIDE_M, middle + ASIDE_M];
            let corners = [[low, low], [low, high], [high, high], [high, low], [low, low]];
            let lines = corners.windows(2).enumerate();
            let lines = lines.map(|(n, ends)| {
                format!("{{ name = \"{n}\", from_m = {:?}, to_m = {:?} }}", ends[0], ends[1])
            });
            format!("transect = [{}]", lines.collect::<Vec<_>>().join(", "))
        };
        let mut world = basin(&CYLINDER, SECONDS, cells, "hull = \"soft\"", square);
        let finished = one_body::run(&mut world, SECONDS, |_| ());
        let energy = world.energy();
        let lost = |of: fn(&viewer::sim::Energies) -> f64| of(&energy.initial) - of(&energy.now);
        let by_body = lost(|of| of.bodies_kinetic_j + of.bodies_potential_j);
        let outside = outside_j(&world, CYLINDER.depth_m, ASIDE_M);
        let inside = energy.now.water_kinetic_j + energy.now.water_potential_j - outside;
        let mut row = |quantity: &str, value: f64, reference: f64, tolerance: f64| {
            rows.push(Row {
                case: "heaving cylinder",
                quantity: format!("{quantity}, R = {cells} Δx"),
                value: if finished { value } else { f64::NAN },
                reference,
                tolerance,
            });
        };
        let radiated = passed_j(&world);
        row("radiated, of what is outside", radiated / outside, 1.0, 0.02);
        row("radiated or near, of body's loss", (radiated + inside) / by_body, 1.0, 0.05);
        row("dissipated, of body's loss", energy.dissipated_j() / by_body, 0.0, 0.05);
    }
    rows
}

/// Energy of the open water beyond a square about the middle, `½ ρ Σ (h u² + g η²) A`, J.
fn outside_j(world: &World, depth_m: f64, aside_m: f64) -> f64 {
    let (fields, dx, [nx, ny]) = (world.fields(), world.cell_size_m(), world.cells());
    let reach = |k: usize, n: usize| ((k as f64 + 0.5 - 0.5 * n as f64) * dx).abs();
    let cells = (0..nx * ny).filter(|cell| reach(cell % nx, nx).max(reach(cell / nx, ny)) > aside_m);
    let of_cell = |cell: usize| {
        let [eta, u, v] = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s].map(|field| f64::from(field[cell]));
        500.0 * ((depth_m + eta) * (u * u + v * v) + 9.81 * eta * eta) * dx * dx
    };
    cells.map(of_cell).sum()
}

/// A hull towed above the critical speed between two transects along its track: in the steady state what it radiates aside is
/// what the carriage puts in, but for what the lattice's viscosity takes on the way to the transects.
///
/// Its sections rise from nothing without a kink. The bow wave of one whose sections do not, as of the hull of `resistance`, is a bore: of
/// that one's power 8 % are lost on the way for cells of 0.1 and of 0.05 m alike, for half the beam 5 %.
fn towed() -> Vec<Row> {
    let [coarse, fine] = [0.1, 0.05].map(aside);
    let row = |quantity: String, value: f64, reference: f64, tolerance: f64| Row {
        case: "towed hull",
        quantity,
        value,
        reference,
        tolerance,
    };
    vec![
        row(format!("radiated aside, of R U, Fr {FROUDE}, Δx 0.1 m"), coarse, 1.0, 0.05),
        row(format!("radiated aside, of R U, Fr {FROUDE}, Δx 0.05 m"), fine, 1.0, 0.03),
        row("what is missing, of that at 2 Δx".into(), (1.0 - fine) / (1.0 - coarse), 0.0, 0.75),
    ]
}

/// Froude number of the depth.
const FROUDE: f64 = 1.6;

/// Power through the transects, of resistance times speed.
fn aside(dx: f64) -> f64 {
    const SECONDS: f64 = 4.8;
    /// Width of the tank: the walls' reflections have not reached the transects at the end.
    const ACROSS_M: f64 = 17.0;
    /// From the track to the transects.
    const ASIDE_M: f64 = 1.5;
    let celerity = 9.81f64.sqrt();
    let speed = FROUDE * celerity;
    let cells = (((FROUDE + 1.0) * celerity * SECONDS + 15.0) / dx).round();
    let (along, start) = (cells * dx, celerity * SECONDS + 5.0);
    let [near, far] = [0.5 * ACROSS_M - ASIDE_M, 0.5 * ACROSS_M + ASIDE_M];
    const DRAFT_M: f64 = 0.05;
    let outline = one_body::outline(5.0, |part| 0.5 * (1.0 - part * part).powi(2));
    let text = format!(
        r#"
        title = "towed"
        duration_s = {SECONDS}
        grid = {{ cells = [{cells}, {}], cell_size_m = {dx} }}
        water = {{ level_m = 1.0 }}
        solver = {{ tau = 0.51, gravity_number = 0.06 }}
        coupling = {{ samples_per_side = 5 }}
        sides = {{ west = {{ kind = "periodic" }}, east = {{ kind = "periodic" }} }}
        transect = [
            {{ name = "port", from_m = [0.0, {far}], to_m = [{along}, {far}] }},
            {{ name = "starboard", from_m = [{along}, {near}], to_m = [0.0, {near}] }},
        ]
        [body.hull]
        hull = {{ kind = "prism", outline_m = {outline:?}, height_m = {} }}
        mass_kg = 80.0
        center_of_mass_m = [0.0, 0.0, {DRAFT_M}]
        position_m = [{start}, {}, 1.0]
        drag = 0.0
        tow = {{ speed_m_s = {speed}, ramp_s = 0.0, free = [] }}
        "#,
        (ACROSS_M / dx).round(),
        2.0 * DRAFT_M,
        0.5 * ACROSS_M
    );
    let mut world = one_body::world(&text);
    let mut finished = one_body::run(&mut world, 0.75 * SECONDS, |_| ());
    let [before_s, before_j] = [world.time_s(), passed_j(&world)];
    finished &= one_body::run(&mut world, SECONDS, |_| ());
    let power_w = (passed_j(&world) - before_j) / (world.time_s() - before_s);
    // The mean is over the last quarter, too.
    let resistance_n =
        one_body::body(&world).tow.filter(|_| finished).map_or(f64::NAN, |tow| tow.mean.resistance_n);
    power_w / (resistance_n * speed)
}
