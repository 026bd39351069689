//! Lists whose memory is used again in the next step.

/// An empty list in the memory of another, whose items may borrow from elsewhere.
pub(crate) fn emptied<T, U>(mut list: Vec<T>) -> Vec<U> {
    list.clear();
    // Collected where they were, as the items are as large.
    list.into_iter().filter_map(|_| None).collect()
}

/// Makes a list one of so many equal values.
pub(crate) fn refill<T: Clone>(list: &mut Vec<T>, count: usize, value: T) {
    list.clear();
    list.resize(count, value);
}
