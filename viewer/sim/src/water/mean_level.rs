//! The mean level of the water, below which hulls displace it.

/// Change of the mean level, as a fraction of the depth, that counts.
///
/// A hull that stands still displaces the same until then. What it displaces then changes by a thousandth of a percent of the depth, less than a
/// ripple that the lattice tells.
const STEP: f64 = 1e-5;

/// Time constants of the mean level in `√(depth / g)`.
///
/// A hull that bobs moves the mean level of a basin, and what it displaces with that would do work on its own wave, `ρ g ∫ η a dη̄`: as many parts of the energy of that wave as
/// there are parts of the basin under hulls. Twice delayed by ten times this time it does a hundredth of that: periods of hulls are longer than `2π √(draft / g)`.
const DELAY: f64 = 10.0;

/// The still level, raised by as much as the mean of all water that is not under solids, with what hulls displace, has risen since the start until some seconds ago.
///
/// Hulls displace water below it: below the still level a hull that has risen with a tide by its draft would displace none, make no wave, and leave its
/// water missing from a basin. Below the water's own surface it would feed on its own wave. Waves do not change the mean. Where the water starts at different
/// levels, as before a dam breaks, hulls displace what they have below the still level, whatever the mean of all levels is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MeanLevel {
    elevations: Elevations,
    /// None where solids have moved since.
    open: Option<Open>,
}

/// Elevations, m.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Elevations {
    /// Mean level above the still level.
    now_m: f64,
    /// The rise of the mean, once and twice delayed.
    delayed_m: [f64; 2],
    /// The mean at the start, above the still level.
    start_m: f64,
}

crate::codec::coded!(Elevations { now_m, delayed_m, start_m });

impl Elevations {
    pub(super) fn is_finite(&self) -> bool {
        let Self { now_m, delayed_m: [once_m, twice_m], start_m } = self;
        [now_m, once_m, twice_m, start_m].into_iter().all(|elevation_m| elevation_m.is_finite())
    }
}

/// Water that is not under solids.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// Its area, m².
    pub(super) area_m2: f64,
    /// Volume of still water there, m³.
    pub(super) still_m3: f64,
}

impl MeanLevel {
    /// That of still water.
    pub(super) const STILL: Self =
        Self { elevations: Elevations { now_m: 0.0, delayed_m: [0.0; 2], start_m: 0.0 }, open: None };

    /// Elevation above the still level, m.
    pub(super) fn eta_m(&self) -> f64 {
        self.elevations.now_m
    }

    /// What was found so far.
    pub(super) fn state(&self) -> Elevations {
        self.elevations
    }

    /// Goes to what was found before.
    pub(super) fn restore(&mut self, elevations: Elevations) {
        *self = Self { elevations, open: None };
    }

    /// Forgets where the water is open.
    pub(super) fn forget_solids(&mut self) {
        self.open = None;
    }

    /// Counts the rise from so much water, with what hulls displace, m³.
    pub(super) fn start(&mut self, volume_m3: f64, open: impl FnOnce() -> Open) {
        let Open { area_m2, still_m3 } = *self.open.get_or_insert_with(open);
        if area_m2 > 0.0 {
            self.elevations.start_m = (volume_m3 - still_m3) / area_m2;
        }
    }

    /// Goes on by a time step, with so much water and what hulls displace, m³.
    pub(super) fn advance(
        &mut self,
        volume_m3: f64,
        (gravity_m_s2, time_step_s): (f64, f64),
        open: impl FnOnce() -> Open,
    ) {
        let Open { area_m2, still_m3 } = *self.open.get_or_insert_with(open);
        if area_m2 <= 0.0 {
            return;
        }
        let depth_m = still_m3 / area_m2;
        let delay_s = DELAY * (depth_m / gravity_m_s2).sqrt();
        let Elevations { now_m, delayed_m: [once_m, twice_m], start_m } = &mut self.elevations;
        let part = time_step_s / (delay_s + time_step_s);
        *once_m += part * ((volume_m3 - still_m3) / area_m2 - *start_m - *once_m);
        *twice_m += part * (*once_m - *twice_m);
        if (*twice_m - *now_m).abs() > STEP * depth_m {
            *now_m = *twice_m;
        }
    }
}
