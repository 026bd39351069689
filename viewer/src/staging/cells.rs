use super::instant::sheet;
use crate::scene::{Maps, RimCell, WaterSheet, WetCell};
use crate::sim::World;

/// The present state of a world cell by cell, as Lazo et al. Fig. 8 and 9 map it; the forces are those of the last step.
///
/// The wet section and its rim are those of the bodies afloat: what is fixed or driven is a wall to the water.
pub fn maps(world: &World) -> Maps {
    let mut water = WaterSheet::default();
    sheet(world, &mut water);
    let wet = world.wet_section();
    let mut rim = Vec::new();
    mask_raster::rim(world.mask().grid(), wet, &mut rim);
    let wet = wet.iter().map(|cell| WetCell {
        cell: cell.index,
        thickness_m: cell.thickness_m,
        velocity_m_s: world.velocity_over(cell.label, cell.index).as_vec2(),
    });
    Maps {
        time_s: world.time_s(),
        title: world.title().into(),
        bottom_m: world.mask().bottom_m().to_vec(),
        wet: wet.collect(),
        rim: rim.iter().map(|cell| RimCell { cell: cell.index, normal: cell.normal }).collect(),
        forces_n: world.forces_on_water_n().map(|(cell, force)| (cell, force.as_vec2())).collect(),
        water,
    }
}
