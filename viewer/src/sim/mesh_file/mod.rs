//! Mesh files, to come.
