//! Hulls, to come.
