//! The invariants of ARCHITECTURE.md that a program can hold.

mod crates;
mod files;
mod layers;

use crate::shell::root;

/// Checks all of them and lists every breach.
pub(crate) fn tidy() -> Result<(), String> {
    let root = root();
    let mut breaches = Vec::new();
    crates::check(&root, &mut breaches)?;
    layers::check(&root, &mut breaches)?;
    files::check(&root, &mut breaches)?;
    if breaches.is_empty() {
        eprintln!("tidy: all invariants hold");
        return Ok(());
    }
    Err(format!("{} invariants are broken:\n  {}", breaches.len(), breaches.join("\n  ")))
}
