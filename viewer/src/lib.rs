//! Coupled world of water and floating bodies: scenarios, records, pictures, window; the estela program.
