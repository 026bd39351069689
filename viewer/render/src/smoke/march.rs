//! Rays through the smoke.

use glam::Vec3;

use super::light;
use super::packet::Packet;
use super::ray::{Along, Ray};
use super::volume::{Volume, moving};
use crate::scene;
use crate::shading::dispatch;

/// Smoke as a picture shows it.
#[derive(Debug)]
pub(crate) struct Smoke {
    volume: Volume,
    albedo: f32,
    sun: Vec3,
}

impl Smoke {
    /// The smoke of a scene under a sun; none where nothing is seen of it.
    pub(crate) fn new(smoke: &scene::Smoke, sun: Vec3) -> Option<Self> {
        let mut volume = Volume::new(smoke)?;
        light::shine(&mut volume, sun);
        volume.find_steps();
        Some(Self { volume, albedo: smoke.albedo, sun })
    }

    /// Follows rays: what the smoke does to each.
    ///
    /// Steps are a cell long, longer where a block's smoke and light change little; where blocks hold no smoke the ray goes on to their ends.
    pub(crate) fn along_all(&self, rays: &[Ray]) -> Vec<Along> {
        let mut all = vec![Along::CLEAR; rays.len()];
        dispatch(Packet { volume: &self.volume, albedo: self.albedo, rays, all: &mut all });
        all
    }

    /// Corner of its box and size of its cells, m, and the fraction of the extinguished light that is scattered.
    #[cfg(feature = "gpu")]
    pub(crate) fn uniforms(&self) -> [[f32; 4]; 2] {
        [self.volume.corner_m.extend(self.volume.cell_m).into(), [self.albedo, 0.0, 0.0, 0.0]]
    }

    /// Texels of its box, optical depth and sunlight; x fastest.
    #[cfg(feature = "gpu")]
    pub(crate) fn texels(&self) -> ([usize; 3], &[[f32; 2]]) {
        (self.volume.cells.map(|n| n + 2), &self.volume.values)
    }

    /// Texels of its blocks: length of a ray's steps, 255 for a whole block; x fastest.
    #[cfg(feature = "gpu")]
    pub(crate) fn blocks(&self) -> ([usize; 3], Vec<u8>) {
        let texel = |length: &u8| (usize::from(*length) * 255 / super::volume::BLOCK) as u8;
        (self.volume.blocks, self.volume.steps.iter().map(texel).collect())
    }

    /// The fraction of the sunlight that reaches a place, m.
    pub(crate) fn sunlight(&self, place_m: Vec3) -> f32 {
        let place = self.volume.in_cells(place_m);
        let way = moving(self.sun);
        match self.volume.crossing(place, way) {
            None => 1.0,
            // Where its ray to the sun enters the box.
            Some([enters, _]) => self.volume.sample(place + way * enters)[1],
        }
    }
}
