//! D2Q9 shallow-water lattice Boltzmann: equilibrium, collision, streaming, moments, units.
