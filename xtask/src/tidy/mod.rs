//! The invariants of ARCHITECTURE.md that a program can hold.

mod crates;
mod docs;
mod errors;
mod files;
mod imports;
mod words;
mod workspace;

use crate::shell::root;

/// Checks all of them and lists every breach.
pub(crate) fn tidy() -> Result<(), String> {
    let root = root();
    let mut breaches = Vec::new();
    crates::check(&root, &mut breaches)?;
    imports::check(&root, &mut breaches)?;
    words::check(&root, &mut breaches)?;
    docs::check(&root, &mut breaches)?;
    errors::check(&root, &mut breaches)?;
    files::check(&root, &mut breaches)?;
    if breaches.is_empty() {
        eprintln!("tidy: all invariants hold");
        return Ok(());
    }
    Err(format!("{} invariants are broken:\n  {}", breaches.len(), breaches.join("\n  ")))
}

/// The breaches that a check finds.
#[cfg(test)]
fn breaches(check: impl FnOnce(&mut Vec<String>)) -> Vec<String> {
    let mut breaches = Vec::new();
    check(&mut breaches);
    breaches
}
