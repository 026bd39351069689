//! Bodies in still water: hydrostatics, and free motions by the water's forces alone; bodies without water.

mod afloat;
mod box_at_rest;
mod box_let_go;
mod closed_mesh;
mod free;
mod hemisphere;
mod shapes;
mod sphere_drop;

pub(super) use box_at_rest::rows as box_at_rest;
pub(super) use box_let_go::rows as box_let_go;
pub(super) use closed_mesh::rows as closed_mesh;
pub(super) use free::{chain, collisions, spin, stack};
pub(super) use hemisphere::heave_table;
pub(super) use sphere_drop::rows as sphere_drop;
pub(super) use sphere_drop::{MASS_KG as SPHERE_KG, RADIUS_M as SPHERE_RADIUS_M, rows_of as sphere_rows};
