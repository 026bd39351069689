use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Coupling of bodies and water.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coupling {
    /// Mode of the coupling.
    #[serde(default)]
    pub mode: CouplingMode,
    /// The water under hulls. Only in mode `conservative`.
    #[serde(default)]
    pub hull: UnderHull,
    /// `k₊` of Lazo et al. Eq. 7, where a rim moves towards the water. Only in mode `paper`.
    #[serde(default = "default_push")]
    pub k_push: f64,
    /// `k₋` of Lazo et al. Eq. 7, where a rim moves away from the water. Only in mode `paper`.
    #[serde(default = "default_pull")]
    pub k_pull: f64,
    /// Samples of the mask along a side of a cell, an odd number from 1 to 15; 1 is the center alone. For the pressure under hulls that
    /// are no lids, outlines of walls, and all of mode `paper`; the volume that bodies displace is exact in each cell.
    #[serde(default = "default_samples")]
    pub samples_per_side: usize,
    /// Populations of cells that a driven body uncovers.
    #[serde(default)]
    pub refill: Refill,
    /// Points of a triangle at which the level is sampled that cuts it; when left out centroids in mode `paper`, else
    /// corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// Tolerance within which bodies at rest keep their forces (Lazo et al.). Of what is fixed or driven: no level of a cell under it has changed
    /// by more since, and the velocity heads `v² / 2 g` of both are smaller; the pressure error is then below that of twice as much water. Of what is afloat: no
    /// point of it and no level under it has moved by more than a thousandth of it, and both are too slow to do so within the longest period in which it heaves. Forces that
    /// are kept lag behind what moves, and feed it; so nothing is fed that is larger than about that part. With 0, the default, kept forces equal those
    /// that would be computed. Water with waves by formula is never at rest, and slamming is always computed. Bodies that sleep (`sleep`) keep theirs by its bounds.
    #[serde(default)]
    pub rest_tolerance_m: f64,
    /// Order of the water's step and the projection of hulls onto its cells.
    #[serde(default)]
    pub schedule: Schedule,
    /// Sleep of bodies at rest; none sleeps unless given, `{}` for the usual bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sleep: Option<Sleep>,
}

/// Orders of the water's step and the projection of hulls, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Hulls move, are projected, and the water takes its step with what they displace now.
    #[default]
    InTurn,
    /// The water takes its step on other threads while hulls are projected, as in Lazo et al. §3.4: what they displace changes a step behind
    /// their motion, and they and the water press on each other where they displaced it: a box of 3 × 1.5 × 1 m let go 0.15 m too high, in cells of 0.5 m, is then
    /// at most 8 % of its range off, and a cylinder of 2.5 m radius in cells of 0.25 m passes its place at rest 5 and 8 ms earlier, as waves that leave a step later have it.
    /// A hull that is towed steadily meets the same resistance. In mode `paper` no result changes. Steps in which driven or carried bodies move are taken in turn; not with `hull = "lid"`.
    SideBySide,
}

/// Conditions under which bodies afloat fall asleep, alone or with all that they touch or are joined to: they then stay where they are. The place of a body
/// that sleeps differs from that without sleep by `speed_m_s` times the time asleep at most, as in a stream that takes it along more slowly. It wakes when the
/// force on it changes, as by a wave, when another body reaches it, or when someone pulls or steers it.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Sleep {
    /// Speed of all its points below which a body counts as at rest.
    pub speed_m_s: f64,
    /// Time at rest after which it falls asleep.
    pub after_s: f64,
    /// Change of the force on it, over its mass, that wakes it; the same of the acceleration of its farthest point by turning.
    pub wake_m_s2: f64,
}

impl Default for Sleep {
    fn default() -> Self {
        let rigid_sim::Sleeping { speed_m_s, after_s, wake_m_s2 } = rigid_sim::Sleeping::default();
        Self { speed_m_s, after_s, wake_m_s2 }
    }
}

/// Points at which the level is sampled that cuts a triangle, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// One level per triangle, as in Lazo et al. §2.2: neighbors on a wave are cut at different heights.
    Centroid,
    /// One level per corner, common to all triangles that meet there: the wet surface has no gaps.
    Corners,
}

/// Populations of cells that a driven body uncovers, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Refill {
    /// Equilibrium of the level around them and the body's velocity.
    #[default]
    Equilibrium,
    /// Equilibrium as above, plus the non-equilibrium part of the flow around them.
    NonEquilibrium,
}

/// Modes of the coupling, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CouplingMode {
    /// Displaced volume, the pressure under hulls and all reactions act on the water: volume and momentum are conserved, and the
    /// water under a hull has the inertia of the column that is left there ([`lbm_core::CoveredCell`]).
    ///
    /// Towed at half of the speed of waves, held in a stream, drifting, aground or against each other, hulls that draw 0.3 to 0.7 of
    /// the depth hold with a `solver.tau` of 0.55 or 0.6, parabolic ones with 0.1 to 0.95, up to a τ of 1 too; with 0.51 some boxes fail
    /// aground, and some that draw 0.95, where `solver.smagorinsky = 0.2` helps: `docs/STABILITY.md` has the table, by shape,
    /// draft, `hull` and τ. Hulls faster than the waves may draw half of the depth: behind them the water runs dry where they draw
    /// more. Where the flow fails the run ends with the body, the cell and the water left under the body.
    #[default]
    Conservative,
    /// Forces `k (V·n) n` on rim cells (Lazo et al. Eq. 7–9): visual, conserves neither volume nor momentum. The pressure acts at the centroids of
    /// triangles, so that a hull at rest may have a small moment, by which it turns.
    Paper,
    /// Bodies afloat do not act on the water.
    None,
}

impl CouplingMode {
    /// The least part of the depth under a hull that a flow is computed with.
    pub fn least_fraction(self) -> f64 {
        match self {
            Self::Conservative => f64::from(lbm_core::CoveredCell::LEAST_COLUMN),
            Self::Paper | Self::None => 0.0,
        }
    }
}

/// The water under hulls, by name.
///
/// A cylinder of radius 2.5 m and draft 1.2 m, raised by 0.08 m and let go in water 6 m deep, in cells of an eighth of a meter: the times at
/// which it crosses its level, and its first trough, against those of shallow water under a rigid lid (`cargo xtask verify`):
///
/// | | crossings, s | trough, m |
/// | --- | --- | --- |
/// | exact | 0.658 1.990 3.277 | −0.0561 |
/// | `lid` | 0.654 1.986 3.271 | −0.0559 |
/// | `soft` | 0.611 2.012 3.350 | −0.0433 |
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnderHull {
    /// The head under a hull gives way as a free surface does ([`lbm_core::CoveredCell`]): waves run under it, and the water there
    /// has no added mass.
    ///
    /// For hulls that are shallow and slender, whose resistance is that of linear theory (5.49 and 5.78 N in cells of 0.1 and 0.05 m of 5.97 N
    /// at Froude number 1.6, hull of `cargo xtask verify`, 5.95 N in cells of 0.025 m); for those that close water in; for those whose
    /// `radiation` holds all of the added mass. A hull that drifts with a current makes waves of at most 0.3 % of its draft
    /// 0.3 m off, at Froude number 0.8 in cells of 0.1 m, and 0.1 % in cells of 0.05 m.
    ///
    /// Waves take a free hull along as they do the water. What they are thrown back by is not right: a hull that rises with them displaces less below the mean level, and so throws back what one that
    /// is held should, and one that is held nearly nothing. Of waves of 4 s a box of 2 × 1.6 m in a channel 3.2 m wide and 2 m deep throws back 0.017 of the height where it is held and 0.16
    /// where it is free, a lid 0.18 and 0.01; in theory it is `k A / 2 W` = 0.18 of an area `A` and a width `W`, and hardly any. A hull that is moored or towed in waves feels a mean force by that,
    /// often against them.
    #[default]
    Soft,
    /// The hull is a rigid lid: the head under it leaves just the water there that the hull has room for ([`lbm_core::Lid`]), and water
    /// leaves it where it would hang on it.
    ///
    /// For hulls that heave, roll or pitch, the broader they are beside the depth and the less water they leave under them the
    /// more it matters; and for a ship that is broad beside its canal, which sinks as Schijf (1949) has it (9.7 of 9.6 mm at Froude number
    /// 0.5 with a quarter of the canal's width, 45.0 of 45.0 mm at 0.75; `soft` 10.8 mm, and its limiting speed is less by a tenth). It has
    /// the added mass of long waves; a body's `radiation` must not have it again by `estimate` or `added_mass`. Beside
    /// `coefficients` the lid lies in the height and tilt that the body has at rest, and has none of it in heave, roll and pitch: waves that
    /// come meet the body as one that is held, which is what goes with a table. The surface ends at
    /// the hull, and waves press on its sides above the still level, which linear theory leaves out: beside that the resistance of the hull
    /// above is within 7 % of theory, with it a ninth more (6.64 N) where the beam is a seventh of the length, the same with half of that
    /// beam. A step of `speedboat` takes 1.5 to 1.7 times as long as with `soft`, of `complex-50` 2.3 to 3.0 times, of `harbor` 3.0 to 3.6 times
    /// and of `spheres-200` 4.2 to 5.1 times, on one thread and two. Where a hull closes water in, so that no pressure
    /// keeps it in the space that is left, the run ends with the body and the cell. A body with less than a tenth of its full
    /// displacement that no carriage tows is no lid: the water under it gives way, as with `soft`, and a warning says so.
    ///
    /// What a hull with upright sides takes up is spread over the cells beside it, which makes its ends 0.4 cells softer: without that the force on a box towed along the grid swings as it goes on
    /// from cell to cell. A swing is left that does not vanish with the cells, of a box of 8 × 4 m that draws 0.625 of 4 m at 2 m/s some 100 N.
    ///
    /// With `bgk` below τ = 0.53 velocities along the sides of a lid that alternate from cell to cell may grow: those of a parabolic hull held in low waves along the grid broke the run
    /// after 17 s at 0.51. With `central-moments` they do not, and a warning says so. With `trt` any hull needs a τ of 0.55.
    Lid,
}

impl Default for Coupling {
    fn default() -> Self {
        Self {
            mode: CouplingMode::default(),
            hull: UnderHull::default(),
            k_push: default_push(),
            k_pull: default_pull(),
            samples_per_side: default_samples(),
            refill: Refill::default(),
            cut: None,
            rest_tolerance_m: 0.0,
            schedule: Schedule::default(),
            sleep: None,
        }
    }
}

fn default_push() -> f64 {
    10.0
}

fn default_pull() -> f64 {
    1.0
}

fn default_samples() -> usize {
    3
}
