//! Boundary conditions for shallow-water lattice Boltzmann grids with moving solids and open borders.
