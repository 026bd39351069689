//! Records, to come.
