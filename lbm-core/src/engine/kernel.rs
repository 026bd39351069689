use pulp::Simd;

/// What a row becomes.
pub(crate) trait RowKernel: Sync {
    /// What is told of a row that is not well.
    type Fault: Send;

    /// Writes the new row into `target`, from the old one and its neighbours: `[below, here, above]`. The first row that
    /// is computed has the number 0.
    ///
    /// Returns whether all is well with it.
    fn compute<S: Simd>(&self, simd: S, row: usize, sources: [&[f32]; 3], target: &mut [f32]) -> bool;

    /// What is wrong with a row that is not well, from the same sources.
    fn fault(&self, row: usize, sources: [&[f32]; 3]) -> Self::Fault;
}

/// What is written into a row between two steps: the row's number, −1 for the first one, and `[below, here, above]`,
/// empty where there is none. `here` may change, depending on what neither this nor the calls for other rows change.
pub(crate) type RowBorder<'a> = &'a (dyn Fn(isize, &[f32], &mut [f32], &[f32]) + Sync);

/// The first row of a walk that is not well, and what is wrong with it.
#[derive(Debug)]
pub(crate) struct First<F> {
    /// Step of the walk, row.
    at: [usize; 2],
    pub(crate) fault: F,
}

impl<F> First<F> {
    /// Keeps what is first: rows of different steps are met in no order.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(first: &mut Option<Self>, at: [usize; 2], fault: impl FnOnce() -> F) {
        if first.as_ref().is_none_or(|first| at < first.at) {
            *first = Some(Self { at, fault: fault() });
        }
    }

    /// Of two bands.
    pub(crate) fn earlier(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        a.into_iter().chain(b).min_by_key(|first| first.at)
    }
}
