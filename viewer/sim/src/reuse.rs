//! Lists whose memory is used again in the next step.

/// An empty list in the memory of another, whose items may borrow from elsewhere.
pub(crate) fn emptied<T, U>(mut list: Vec<T>) -> Vec<U> {
    list.clear();
    // Collected where they were, as the items are as large.
    list.into_iter().filter_map(|_| None).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_emptied_list_keeps_its_memory() {
        let words = [String::from("a"), String::from("b")];
        let list: Vec<&str> = words.iter().map(|word| &**word).collect();
        let (place, capacity) = (list.as_ptr().addr(), list.capacity());
        let other: Vec<&[u8]> = emptied(list);
        assert_eq!((other.len(), other.as_ptr().addr(), other.capacity()), (0, place, capacity));
    }
}
