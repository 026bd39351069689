//! Rigid bodies: mass properties from a mesh, an integrator that keeps angular momentum, contacts on parry3d.
