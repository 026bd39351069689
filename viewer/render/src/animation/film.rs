use std::io;

use crate::picture::Picture;

/// A film that is written as its pictures come, all of the size of the first.
pub(super) trait Film: Send {
    /// Adds pictures. Where that fails the film can still be finished, with those that were added before.
    fn add(&mut self, pictures: &[Picture]) -> io::Result<()>;

    /// Ends the file and gives it its name; also says whether there is one with pictures, which there may be after an error, too.
    fn finish(self: Box<Self>) -> (bool, io::Result<()>);
}
