//! What threads keep from band to band for its memory.

use std::cell::Cell;

use super::band::Colors;
use super::seen::Seen;

thread_local! {
    /// Those of the bands that a thread draws one after the other.
    static OF_BANDS: Cell<(Seen, Colors)> = Cell::default();
}

/// Does something with the buffers of this thread's bands.
pub(super) fn with_buffers(draw: impl FnOnce(&mut Seen, &mut Colors)) {
    // Taken out, for a thread may begin another band before it ends one.
    let (mut seen, mut colors) = OF_BANDS.take();
    draw(&mut seen, &mut colors);
    OF_BANDS.set((seen, colors));
}
