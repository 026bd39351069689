use lbm_core::d2q9::{OPPOSITE, Q, W, depth_and_momentum};
use lbm_core::{Lattice, LatticeForces};

use super::around::Around;
use super::equilibrium::Equilibrium;
use crate::spec::{Side, SideKind};

/// State of the water beyond an open side, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Beyond {
    /// The state of the cell inside where water leaves. Elsewhere the water is at rest, at the depth of the outgoing
    /// characteristic, `√(g h) = c − u / 2` with `u` inwards. Where forces act the level of water that leaves goes on with the slope that they keep
    /// ([`surface_slope`]).
    Leaving { side: Side, forces: Option<LatticeForces> },
    /// A given velocity, and a given elevation or that of the cell inside: then just that flow passes the side itself.
    Driven { velocity: [f32; 2], eta: Option<f64>, side: Side },
    /// Still water of a given elevation, at some distance ([`Beyond::next_to`]).
    Held { eta: f64, side: Side },
    /// Still water of the reference state, whose deviations are zero.
    Still,
    /// Open water of a given elevation, which determines the incoming characteristics. `inward` is the unit vector into
    /// the grid.
    Characteristic { velocity: [f64; 2], eta: f64, inward: [f64; 2] },
}

/// The water beyond each side, and beyond its [gaps](super::Gaps).
#[derive(Debug, Clone, Copy)]
pub(crate) struct BeyondSides {
    pub(crate) sides: [Beyond; 4],
    pub(crate) gaps: [Beyond; 4],
}

/// `N` water cells at a side: their populations and their depths at rest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inside<'a, const N: usize> {
    pub(crate) f: [[f32; N]; Q],
    pub(crate) rest_depth: [f32; N],
    /// `None` where the bed is level around all of them.
    pub(crate) around: Option<&'a Around<N>>,
}

/// Populations beyond a side, next to each of `N` cells.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Outside<const N: usize> {
    Still,
    /// The equilibrium `there` and the non-equilibrium part of the cell inside, whose equilibrium is `here`.
    Extrapolated {
        here: Equilibrium<N>,
        there: Equilibrium<N>,
        /// Factor of the non-equilibrium part: 0 where water enters from rest, which carries no stress; 1 elsewhere.
        strain: [f32; N],
        /// Volume that enters beside these, with the weights of the populations.
        more: [f32; N],
        gravity: f32,
    },
}

/// `Σ w` of the three populations that enter through a side.
const ENTERING: f32 = 1.5;

/// `R / c_0` at which water from rest enters as fast as its waves: `u_n = −c = −√(2/3) c_0`.
const CRITICAL: f64 = 0.816_496_580_927_726;

/// `Fr²` from which on a stream counts as no faster in [`surface_slope`]: at 1 it has none.
const LARGEST_FROUDE_SQUARED: f32 = 0.5;

/// Most by which the level rises or falls beyond a side where water leaves, in depths.
const LARGEST_RISE: f32 = 0.1;

impl Beyond {
    /// The water beyond a side of this kind of a lattice. That of a discharge changes from step to step ([`super::Discharge::beyond`]).
    pub(crate) fn of(kind: &SideKind, side: Side, lattice: &Lattice) -> Self {
        let (units, reference) = (lattice.units(), f64::from(lattice.reference_depth()));
        let into = |velocity_m_s: f64| side.inward().map(|n| n * units.to_lattice_velocity(velocity_m_s));
        let eta = |level_m: f64| units.to_cells(level_m) - reference;
        match *kind {
            SideKind::Inflow { velocity_m_s, level_m } => {
                let velocity = into(velocity_m_s).map(|c| c as f32);
                Self::Driven { velocity, eta: level_m.map(eta), side }
            }
            SideKind::Level { level_m } => Self::Held { eta: eta(level_m), side },
            SideKind::Characteristic { level_m, velocity_m_s } => Self::Characteristic {
                velocity: into(velocity_m_s),
                eta: eta(level_m),
                inward: side.inward(),
            },
            SideKind::Outflow => Self::Leaving { side, forces: lattice.forces_of_step() },
            // Walls and periodic sides have no water beyond.
            _ => Self::Still,
        }
    }

    /// Population `q` of the water beyond the side, next to one cell with the populations `f`.
    #[inline]
    pub(crate) fn population(
        &self,
        gravity: f32,
        f: &[f32; Q],
        (rest_depth, around): (f32, Option<&Around<1>>),
        q: usize,
    ) -> f32 {
        let inside = Inside { f: f.map(|f| [f]), rest_depth: [rest_depth], around };
        let [population] = self.next_to(gravity, &inside).population(q, &inside);
        population
    }

    /// The water beyond the side next to each of the cells `inside`: the equilibrium of the state there and the
    /// non-equilibrium part of the cell.
    ///
    /// With still water of depth `h_0` at some distance, the outgoing characteristic `R = u_n + 2c` (outwards, `c = √(g h)`) is
    /// that of the cell. Water that leaves, `R ≥ 2 c_0`, has the depth `h_0` and keeps its velocity along the side. Water
    /// that enters comes from rest, and its speed is taken from the head: `h + u_n² / 2g = h_0` gives
    /// `3c = R + √(3 c_0² − R²/2)`, which joins the other case smoothly. Held at the full depth it would bring in energy from
    /// nowhere; with the stress and the tangential velocity of the cell inside, nothing would damp an eddy across the side.
    ///
    /// That state is half a cell beyond the side. Held there alone, a given flow would lack what the water between rises by, `½ ∂h/∂t`, and a
    /// given level would be met 0.2 cells within the side. So that volume enters, too, that lacks to the flow `h u` through the side itself, or the
    /// momentum that lacks to the flux of momentum there, `½ g h² + h u_n²` with its stress: with the weights of the populations. Both hold where half-way
    /// walls stand.
    ///
    /// Over a bed that is not level each population comes from a cell with its own depth at rest, diagonal ones from those beside the
    /// cell's own: all are given the elevation and the momentum found here, and the pressure that cells of the grid send each other over
    /// that bed ([`Around`]).
    #[inline(always)]
    pub(crate) fn next_to<const N: usize>(&self, gravity: f32, inside: &Inside<'_, N>) -> Outside<N> {
        let Inside { f, rest_depth, around } = inside;
        let (mut eta, mut u, mut v) = ([0.0f32; N], [0.0f32; N], [0.0f32; N]);
        let mut own = [[0.0f32; N]; 3];
        let mut strain = [1.0f32; N];
        // At rest, beyond the side.
        let mut depth = *rest_depth;
        // Loops, not closures: closures would not be compiled for the vector width of the calling kernel.
        for l in 0..N {
            // In a loop over the directions the compiler would not see that cells can be taken side by side.
            let cell = [f[0][l], f[1][l], f[2][l], f[3][l], f[4][l], f[5][l], f[6][l], f[7][l], f[8][l]];
            let [above, hu, hv] = depth_and_momentum(cell);
            own[0][l] = above;
            own[1][l] = hu;
            own[2][l] = hv;
        }
        if let Some(around) = around {
            around.take_momentum(gravity, &mut own);
        }
        for l in 0..N {
            let h = rest_depth[l] + own[0][l];
            own[1][l] /= h;
            own[2][l] /= h;
        }
        match *self {
            Self::Still => return Outside::Still,
            Self::Leaving { side, forces } => {
                let [nx, ny] = side.inward().map(|n| n as f32);
                for l in 0..N {
                    let entering = (own[1][l] * nx + own[2][l] * ny).max(0.0);
                    u[l] = own[1][l] - entering * nx;
                    v[l] = own[2][l] - entering * ny;
                    let celerity = (gravity * (rest_depth[l] + own[0][l])).sqrt();
                    eta[l] = own[0][l] - entering * (celerity - 0.25 * entering) / gravity;
                    strain[l] = if entering > 0.0 { 0.0 } else { 1.0 };
                    if let Some(forces) = forces.filter(|_| entering == 0.0) {
                        let h = rest_depth[l] + eta[l];
                        let inner =
                            around.map_or(rest_depth[l], |Around(depths)| depths[side.inner() - 1][l]);
                        let leaving = -(u[l] * nx + v[l] * ny);
                        let gained = forces.gained(h, [h * u[l], h * v[l]]);
                        let force = -(gained[0] * nx + gained[1] * ny) / (gravity * h);
                        let fall = (rest_depth[l] - inner).min(-2.0 * force).max(0.0);
                        let rise = surface_slope(force, fall, leaving * leaving / (gravity * h));
                        let rise = rise.clamp(-LARGEST_RISE * h, LARGEST_RISE * h);
                        let flow = h / (h + rise + fall);
                        depth[l] += fall;
                        eta[l] += rise;
                        u[l] *= flow;
                        v[l] *= flow;
                    }
                }
            }
            Self::Driven { velocity: [given_u, given_v], eta: given, .. } => {
                eta = given.map_or(own[0], |given| [given as f32; N]);
                (u, v) = ([given_u; N], [given_v; N]);
            }
            Self::Held { eta: held, side } => {
                let (g, [nx, ny]) = (f64::from(gravity), side.inward());
                for l in 0..N {
                    let depth = f64::from(rest_depth[l]) + held;
                    let celerity = (g * depth).sqrt();
                    let (own_u, own_v) = (f64::from(own[1][l]), f64::from(own[2][l]));
                    let h = f64::from(rest_depth[l] + own[0][l]);
                    let leaving = -(own_u * nx + own_v * ny) + 2.0 * (g * h).sqrt();
                    let comes_in = leaving < 2.0 * celerity;
                    // No faster than its own waves, as over the edge of a lake.
                    let bound = leaving.max(CRITICAL * celerity);
                    let drawn = (bound + (3.0 * celerity * celerity - 0.5 * bound * bound).sqrt()) / 3.0;
                    let normal = if comes_in { bound - 2.0 * drawn } else { leaving - 2.0 * celerity };
                    let along = if comes_in { 0.0 } else { own_v * nx - own_u * ny };
                    let there = if comes_in { drawn * drawn / g } else { depth };
                    u[l] = (-normal * nx - along * ny) as f32;
                    v[l] = (-normal * ny + along * nx) as f32;
                    eta[l] = (there - f64::from(rest_depth[l])) as f32;
                    strain[l] = if comes_in { 0.0 } else { 1.0 };
                }
            }
            Self::Characteristic { velocity, eta: far, inward } => {
                [eta, u, v] = characteristic(gravity, inside, &own, far, velocity, inward);
            }
        }
        let [own_eta, own_u, own_v] = own;
        let here = Equilibrium::new(gravity, rest_depth, own_eta, own_u, own_v);
        let there = Equilibrium::new(gravity, &depth, eta, u, v);
        let outside = Outside::Extrapolated { here, there, strain, more: [0.0; N], gravity };
        let more = match *self {
            Self::Driven { velocity, eta: None, side } => outside.lacks_volume(velocity, side, inside),
            Self::Held { side, .. } => outside.lacks_momentum(side, inside),
            _ => return outside,
        };
        Outside::Extrapolated { here, there, strain, more, gravity }
    }
}

/// Slope `dη/dx` of the surface of a stream beyond a side along its way, over a bed that falls by `S` = `fall`, with a force `F` of friction and wind and the square `Fr²` of its
/// Froude number: that of uniform flow, `−S`, where the bed falls by more than half of what the force needs; and that of gradually varied flow over a level bed (Chow 1959, *Open-channel
/// hydraulics*, §9-2) where it does not,
///
/// ```text
/// dη/dx = F / g h / (1 − Fr²)        S = 0
/// ```
///
/// The first makes a river come to its normal depth, the second holds none; a bed that falls by more than twice of that counts as one of twice.
#[inline(always)]
fn surface_slope(force: f32, fall: f32, froude_squared: f32) -> f32 {
    let over_level_bed = (force + fall) / (1.0 - froude_squared.min(LARGEST_FROUDE_SQUARED));
    if force < 0.0 { over_level_bed.min(-fall) } else { over_level_bed }
}

/// Elevation and velocity beyond a side of open water with the elevation `far` and the given `velocity`; `own` are those of the cells inside.
#[inline(always)]
fn characteristic<const N: usize>(
    gravity: f32,
    inside: &Inside<'_, N>,
    own: &[[f32; N]; 3],
    far: f64,
    velocity: [f64; 2],
    [nx, ny]: [f64; 2],
) -> [[f32; N]; 3] {
    let g = f64::from(gravity);
    let [mut eta, mut u, mut v] = [[0.0f32; N]; 3];
    for l in 0..N {
        let celerity = (g * (f64::from(inside.rest_depth[l]) + far)).sqrt();
        let entering = -(velocity[0] * nx + velocity[1] * ny) - 2.0 * celerity;
        let (own_u, own_v) = (f64::from(own[1][l]), f64::from(own[2][l]));
        let h = f64::from(inside.rest_depth[l] + own[0][l]);
        let leaving = -(own_u * nx + own_v * ny) + 2.0 * (g * h).sqrt();
        let normal = 0.5 * (leaving + entering);
        let c = 0.25 * (leaving - entering);
        let from = if normal > 0.0 { [own_u, own_v] } else { velocity };
        let along = from[1] * nx - from[0] * ny;
        u[l] = (-normal * nx - along * ny) as f32;
        v[l] = (-normal * ny + along * nx) as f32;
        eta[l] = (c * c / g - f64::from(inside.rest_depth[l])) as f32;
    }
    [eta, u, v]
}

impl<const N: usize> Outside<N> {
    /// Populations that enter in direction `q`.
    #[inline(always)]
    pub(crate) fn population(&self, q: usize, inside: &Inside<'_, N>) -> [f32; N] {
        self.on_link(q, OPPOSITE[q], inside)
    }

    /// Populations in direction `q` on the links from the cells inside in direction `link`.
    #[inline(always)]
    fn on_link(&self, q: usize, link: usize, inside: &Inside<'_, N>) -> [f32; N] {
        match self {
            Self::Still => [0.0; N],
            Self::Extrapolated { here, there, strain, more, gravity } => {
                let (mut here, mut there) = (*here, *there);
                if let Some(Around(depths)) = inside.around {
                    here = here.on_links(*gravity, [&inside.rest_depth, &depths[q - 1]]);
                    there = there.on_links(*gravity, [&inside.rest_depth, &depths[link - 1]]);
                }
                let (here, mut there) = (here.population(q), there.population(q));
                for l in 0..N {
                    there[l] += strain[l] * (inside.f[q][l] - here[l]) + W[q] / ENTERING * more[l];
                }
                there
            }
        }
    }

    /// Volume that lacks to a flow of the depth inside with a velocity through the side.
    #[inline(always)]
    fn lacks_volume(&self, velocity: [f32; 2], side: Side, inside: &Inside<'_, N>) -> [f32; N] {
        let Self::Extrapolated { here, .. } = self else { return [0.0; N] };
        let [nx, ny] = side.inward().map(|n| n as f32);
        let mut lacks = here.h;
        for l in 0..N {
            lacks[l] *= velocity[0] * nx + velocity[1] * ny;
        }
        for q in side.entering() {
            let enters = self.population(q, inside);
            for l in 0..N {
                lacks[l] -= enters[l] - inside.f[OPPOSITE[q]][l];
            }
        }
        lacks
    }

    /// Momentum that lacks to its flux through the side in the state beyond: the two populations of a link have it together.
    #[inline(always)]
    fn lacks_momentum(&self, side: Side, inside: &Inside<'_, N>) -> [f32; N] {
        let mut lacks = [0.0; N];
        for q in side.entering() {
            let leaves = self.on_link(OPPOSITE[q], OPPOSITE[q], inside);
            for l in 0..N {
                lacks[l] += leaves[l] - inside.f[OPPOSITE[q]][l];
            }
        }
        lacks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lbm_core::Units;
    use lbm_core::d2q9::C;
    use lbm_core::equilibrium::deviation_equilibrium;

    /// Beyond a driven side the water has the given moments and the stress of the water inside.
    #[test]
    fn a_driven_side_takes_its_stress_from_inside() {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let mut lattice = Lattice::builder(4, 4, units).build().unwrap();
        let inside = lattice.layout().site(0, 2);
        lattice.set_equilibrium(inside, 0.02, 0.05, 0.01);
        let strained = lattice.population(2, inside) + 0.003;
        lattice.set_population(2, inside, strained);
        let opposed = lattice.population(6, inside) + 0.003;
        lattice.set_population(6, inside, opposed);

        let beyond = Beyond::Driven { velocity: [0.08, 0.0], eta: Some(0.04), side: Side::West };
        let cell = Inside {
            f: lattice.populations(inside).map(|f| [f]),
            rest_depth: [lattice.rest_depth(inside)],
            around: None,
        };
        let outside = beyond.next_to(lattice.gravity(), &cell);
        let beyond: [f32; Q] =
            std::array::from_fn(|q| if q == 0 { 0.0 } else { outside.population(q, &cell)[0] });
        let stress = |f: [f32; Q], eta: f32, u: f32, v: f32| {
            let eq = deviation_equilibrium(lattice.gravity(), lattice.reference_depth(), eta, u, v);
            (f[2] - eq[2]) + (f[6] - eq[6]) - (f[4] - eq[4]) - (f[8] - eq[8])
        };
        let m = lattice.moments(inside);
        let within = stress(lattice.populations(inside), m.eta, m.u, m.v);
        assert!(within > 0.005);
        assert!((stress(beyond, 0.04, 0.08, 0.0) - within).abs() < 1e-6);
        let momentum: f32 = (1..Q).map(|q| C[q][0] as f32 * beyond[q]).sum();
        assert!((momentum - (lattice.reference_depth() + 0.04) * 0.08).abs() < 1e-6);
    }

    /// A stream that leaves at an angle meets its own state beyond each side, whatever velocity along it is given.
    #[test]
    fn what_leaves_by_characteristics_keeps_its_velocity_along_the_side() {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let mut lattice = Lattice::builder(4, 4, units).build().unwrap();
        let inside = lattice.layout().site(2, 2);
        for side in Side::ALL {
            let inward = side.inward();
            let [nx, ny] = inward.map(|n| n as f32);
            lattice.set_equilibrium(inside, 0.0, -0.05 * nx - 0.03 * ny, -0.05 * ny + 0.03 * nx);
            let beyond = Beyond::Characteristic { velocity: inward.map(|n| -0.05 * n), eta: 0.0, inward };
            let cell = Inside {
                f: lattice.populations(inside).map(|f| [f]),
                rest_depth: [lattice.rest_depth(inside)],
                around: None,
            };
            let outside = beyond.next_to(lattice.gravity(), &cell);
            for q in 1..Q {
                let off = outside.population(q, &cell)[0] - lattice.population(q, inside);
                assert!(off.abs() < 1e-6, "{side} side, direction {q}: {off}");
            }
        }
    }
}
