//! Bodies afloat, fixed and driven.

mod driven;
mod floating;
mod ground;
mod joints;
mod light;
mod loads;
mod oscillation;
mod radiation;
mod rest;
mod sailboats;
mod solids;
mod speedboat;
mod strays;
mod surfaces;
mod towing;
mod waves;
