use super::isa::Isa;

/// The computation of new rows from old ones.
///
/// Called through a pointer once a row, so that what knows of rows alone is not compiled anew for each kernel and each set of
/// instructions.
pub(crate) trait RowKernel: Sync {
    /// The description of a row that has left the range of the method.
    type Failure;

    /// Writes the new row into `target`, from the old one and its neighbors: `[below, here, above]`. The first row that
    /// is computed has the number 0.
    ///
    /// Returns whether all cells of the row are valid. Memory is asked for the rows that lie `ahead`, if there are any.
    fn compute(&self, isa: Isa, row: usize, sources: [&[f32]; 3], target: &mut [f32], ahead: &[f32]) -> bool;

    /// Describes the failure of a row for which [`Self::compute`] returned `false`, from the same sources.
    fn failure(&self, row: usize, sources: [&[f32]; 3]) -> Self::Failure;
}

/// Writes the boundary values of a row between two steps, given its number, −1 for the first one, and `[below, here,
/// above]`, empty where there is no such row. Only `here` may change, depending on values that neither this call nor
/// those for other rows change.
pub(crate) type RowBorder<'a> = &'a (dyn Fn(isize, &[f32], &mut [f32], &[f32]) + Sync);

/// The failure of the earliest step, and there of the lowest row, that has one.
#[derive(Debug)]
pub(crate) struct FirstFailure<F> {
    /// Step of the traversal, row.
    at: [usize; 2],
    pub(crate) failure: F,
}

impl<F> FirstFailure<F> {
    /// Records a failure if it comes before the one recorded: rows of different steps are computed in no fixed order.
    #[cold]
    #[inline(never)]
    pub(crate) fn record(first: &mut Option<Self>, at: [usize; 2], failure: impl FnOnce() -> F) {
        if first.as_ref().is_none_or(|first| at < first.at) {
            *first = Some(Self { at, failure: failure() });
        }
    }

    /// The earlier one of two bands' failures.
    pub(crate) fn earlier(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        a.into_iter().chain(b).min_by_key(|first| first.at)
    }
}
