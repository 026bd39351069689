//! What is made for pictures and kept from one to the next: made anew only where what it follows from changed.

use rayon::prelude::*;

/// Values of an array that are compared and copied at a time.
const CHUNK: usize = 1 << 14;

/// A thing that follows from others, which a key of small values stands for.
#[derive(Debug, Default)]
pub(crate) struct Made<K, T> {
    key: Option<K>,
    pub(crate) thing: T,
    /// Grows when the thing is made anew; 0 before the first time.
    pub(crate) revision: u64,
}

impl<K: PartialEq, T> Made<K, T> {
    /// Makes the thing, in the memory of the last one, unless it follows from the same as that.
    pub(crate) fn update(&mut self, key: K, make: impl FnOnce(&mut T)) {
        if self.key.as_ref() != Some(&key) {
            make(&mut self.thing);
            self.key = Some(key);
            self.revision += 1;
        }
    }
}

/// Copies what differs of an array, and says whether anything did.
pub(crate) fn take<T: Copy + Send + Sync>(
    held: &mut Vec<T>,
    new: &[T],
    is_same: impl Fn(&T, &T) -> bool + Sync,
) -> bool {
    if held.len() != new.len() {
        held.clear();
        held.extend_from_slice(new);
        return true;
    }
    let take = |(held, new): (&mut [T], &[T])| {
        // Without an end before the last, so that many are compared at once.
        let differs = held.iter().zip(new).fold(false, |differs, (a, b)| differs | !is_same(a, b));
        if differs {
            held.copy_from_slice(new);
        }
        differs
    };
    let chunks = held.par_chunks_mut(CHUNK).zip(new.par_chunks(CHUNK));
    chunks.map(take).reduce(|| false, |a, b| a | b)
}

/// Whether two numbers are the same to the bit, those that are none too.
pub(crate) fn is_same_number(a: &f32, b: &f32) -> bool {
    a.to_bits() == b.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_one_value_anywhere_is_taken() {
        let first: Vec<f32> = (0..3 * CHUNK + 5).map(|k| if k == 7 { f32::NAN } else { k as f32 }).collect();
        let mut held = Vec::new();
        assert!(take(&mut held, &first, is_same_number), "all is new");
        assert!(!take(&mut held, &first, is_same_number), "nothing is");
        for k in [0, CHUNK, 2 * CHUNK - 1, 3 * CHUNK + 4] {
            let mut changed = first.clone();
            changed[k] = -1.0;
            assert!(take(&mut held, &changed, is_same_number) && held[k] == -1.0, "{k}");
            assert!(take(&mut held, &first, is_same_number), "{k} back");
        }
        assert!(take(&mut held, &first[1..], is_same_number) && held.len() == first.len() - 1);
        assert!(take(&mut held, &[], is_same_number) && held.is_empty());
    }

    #[test]
    fn a_thing_is_made_once_of_the_same() {
        let mut made = Made::default();
        let mut times = 0;
        for (key, expected) in [(1, 1), (1, 1), (2, 2), (1, 3)] {
            made.update(key, |thing| {
                *thing = 10 * key;
                times += 1;
            });
            assert_eq!((made.thing, made.revision, times), (10 * key, expected, expected));
        }
    }
}
