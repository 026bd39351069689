//! Whole scenes: all that pictures of a world show.

use super::foam::Foam;
use super::instant::{forces_on_triangles, loads, pressures, scene};
use super::residual::Residual;
use super::tracks::Tracks;
use crate::scene::Scene;
use crate::sim::World;

/// Parts of a scene that are filled in only where they are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extras {
    /// Forces on triangles.
    pub forces: bool,
    /// Forces on whole bodies, by kind.
    pub loads: bool,
    /// Simulated time over which the ways of bodies reach back, s.
    pub track_s: f32,
    /// Residual of the water's volume.
    pub residual: bool,
    /// Pressure on hulls, or none; as the scenario's own view has it unless given.
    pub pressure: Option<bool>,
}

/// Parts of pictures that follow from the states which a world went through.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    /// Foam on the water.
    pub foam: &'a Foam,
    /// Ways of bodies.
    pub tracks: &'a Tracks,
    /// Residual of the water's volume.
    pub residual: &'a Residual,
}

/// Fills a scene with the present state of a world, the foam on its water, and the extras that are asked for.
pub fn stage(world: &World, past: Past<'_>, extras: Extras, to: &mut Scene) {
    scene(world, to);
    past.foam.write(&mut to.water);
    past.tracks.write(world, extras.track_s, to);
    to.water.residual_mm_s.clear();
    if extras.residual {
        past.residual.write(world, &mut to.water);
    }
    to.loads.clear();
    if extras.loads {
        loads(world, to);
    }
    if let Some(shows) = extras.pressure {
        pressures(world, shows, to);
    }
    if extras.forces {
        forces_on_triangles(world, to);
    }
}
