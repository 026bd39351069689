//! Numbers, texts, lists and structures.

/// Fault of bytes that are not a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed(pub &'static str);

/// A value that is written as bytes and read back.
pub trait Coded: Sized {
    /// Appends the value, at least one byte.
    fn encode(&self, out: &mut Vec<u8>);

    /// Takes the value from the start of `input`.
    ///
    /// # Errors
    /// [`Malformed`] if it is not there, or one that the type cannot have.
    fn decode(input: &mut &[u8]) -> Result<Self, Malformed>;

    /// Appends values one after the other.
    fn encode_all(all: &[Self], out: &mut Vec<u8>) {
        all.iter().for_each(|value| value.encode(out));
    }

    /// Takes so many values.
    ///
    /// # Errors
    /// As [`Coded::decode`].
    fn decode_all(count: usize, input: &mut &[u8]) -> Result<Vec<Self>, Malformed> {
        // Without a capacity: the count may be wrong, and each value takes bytes.
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(Self::decode(input)?);
        }
        Ok(all)
    }
}

const CUT_SHORT: Malformed = Malformed("it is cut short");

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Coded for $number {
            fn encode(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
                let (bytes, rest) = input.split_first_chunk().ok_or(CUT_SHORT)?;
                *input = rest;
                Ok(Self::from_le_bytes(*bytes))
            }

            fn encode_all(all: &[Self], out: &mut Vec<u8>) {
                out.reserve(size_of_val(all));
                all.iter().for_each(|value| value.encode(out));
            }

            fn decode_all(count: usize, input: &mut &[u8]) -> Result<Vec<Self>, Malformed> {
                let length = count.checked_mul(size_of::<Self>()).ok_or(CUT_SHORT)?;
                let (bytes, rest) = input.split_at_checked(length).ok_or(CUT_SHORT)?;
                *input = rest;
                Ok(bytes.as_chunks().0.iter().map(|bytes| Self::from_le_bytes(*bytes)).collect())
            }
        }
    )* };
}

numbers!(u8, u16, u32, u64, f32, f64);

impl Coded for usize {
    fn encode(&self, out: &mut Vec<u8>) {
        (*self as u64).encode(out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        Self::try_from(u64::decode(input)?).map_err(|_| Malformed("a number is too large"))
    }
}

impl Coded for bool {
    fn encode(&self, out: &mut Vec<u8>) {
        u8::from(*self).encode(out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        match u8::decode(input)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed("a truth value is neither")),
        }
    }
}

impl<T: Coded> Coded for Vec<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        self.len().encode(out);
        T::encode_all(self, out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        let count = usize::decode(input)?;
        T::decode_all(count, input)
    }
}

impl Coded for String {
    fn encode(&self, out: &mut Vec<u8>) {
        self.len().encode(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        Self::from_utf8(Vec::decode(input)?).map_err(|_| Malformed("a text is not UTF-8"))
    }
}

impl<T: Coded> Coded for Option<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        self.is_some().encode(out);
        if let Some(value) = self {
            value.encode(out);
        }
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        if bool::decode(input)? { T::decode(input).map(Some) } else { Ok(None) }
    }
}

impl<T: Coded, const N: usize> Coded for [T; N] {
    fn encode(&self, out: &mut Vec<u8>) {
        T::encode_all(self, out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        Self::try_from(T::decode_all(N, input)?).map_err(|_| CUT_SHORT)
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn encode(&self, out: &mut Vec<u8>) {
        self.0.encode(out);
        self.1.encode(out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, Malformed> {
        Ok((A::decode(input)?, B::decode(input)?))
    }
}

/// Codes a structure by its fields, all of them, in the order given.
#[macro_export]
macro_rules! coded {
    ($structure:ty { $($field:ident),* $(,)? }) => {
        impl $crate::codec::Coded for $structure {
            fn encode(&self, out: &mut Vec<u8>) {
                // Without `..`, so that no field can be forgotten.
                let Self { $($field),* } = self;
                $($crate::codec::Coded::encode($field, out);)*
            }

            fn decode(input: &mut &[u8]) -> Result<Self, $crate::codec::Malformed> {
                Ok(Self { $($field: $crate::codec::Coded::decode(input)?),* })
            }
        }
    };
}
pub use coded;

/// Labels of cells, as runs of equal ones, of which a grid has few.
pub(crate) struct Runs;

impl Runs {
    pub(crate) fn encode(labels: &[u16], out: &mut Vec<u8>) {
        let runs = labels.chunk_by(|a, b| a == b);
        runs.map(|run| (run[0], run.len() as u64)).collect::<Vec<_>>().encode(out);
    }

    /// The labels of so many cells.
    pub(crate) fn decode(cells: usize, input: &mut &[u8]) -> Result<Vec<u16>, Malformed> {
        let runs: Vec<(u16, u64)> = Coded::decode(input)?;
        let sum = runs.iter().try_fold(0u64, |sum, (_, length)| sum.checked_add(*length));
        if sum != Some(cells as u64) {
            return Err(Malformed("it has not one label for each cell"));
        }
        Ok(runs.iter().flat_map(|(label, length)| std::iter::repeat_n(*label, *length as usize)).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type All = (Vec<(u16, f32)>, (String, (Option<[f64; 3]>, (bool, (usize, Vec<Vec<u64>>)))));

    fn all() -> impl Strategy<Value = All> {
        let pairs = prop::collection::vec((any::<u16>(), -1e30f32..1e30), 0..5);
        let array = prop::option::of(prop::array::uniform3(-1e300f64..1e300));
        let lists = prop::collection::vec(prop::collection::vec(any::<u64>(), 0..4), 0..4);
        (pairs, (".*", (array, (any::<bool>(), (any::<usize>(), lists)))))
    }

    proptest! {
        #[test]
        fn values_come_back_and_no_byte_is_left(value in all()) {
            let mut bytes = Vec::new();
            value.encode(&mut bytes);
            let input = &mut &bytes[..];
            prop_assert_eq!(All::decode(input), Ok(value));
            prop_assert!(input.is_empty());
            // Whatever its end is cut off at.
            for length in 0..bytes.len() {
                prop_assert!(All::decode(&mut &bytes[..length]).is_err());
            }
        }

        #[test]
        fn bytes_of_any_kind_are_a_value_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = All::decode(&mut &bytes[..]);
            let _ = Runs::decode(7, &mut &bytes[..]);
        }

        #[test]
        fn labels_come_back(labels in prop::collection::vec(0u16..3, 0..50)) {
            let mut bytes = Vec::new();
            Runs::encode(&labels, &mut bytes);
            prop_assert!(Runs::decode(labels.len() + 1, &mut &bytes[..]).is_err());
            prop_assert_eq!(Runs::decode(labels.len(), &mut &bytes[..]), Ok(labels));
        }
    }

    /// Were it taken on trust, each of these would ask for more memory than there is.
    #[test]
    fn no_count_is_taken_on_trust() {
        let bytes = [&u64::MAX.to_le_bytes()[..], &[1; 64]].concat();
        assert_eq!(Vec::<f64>::decode(&mut &bytes[..]), Err(CUT_SHORT));
        assert!(Vec::<(u16, f64)>::decode(&mut &bytes[..]).is_err());
        assert!(String::decode(&mut &bytes[..]).is_err());
        let mut run = Vec::new();
        vec![(1u16, u64::MAX), (2, 8)].encode(&mut run);
        assert!(Runs::decode(7, &mut &run[..]).is_err());
        assert!(bool::decode(&mut &[2][..]).is_err());
    }
}
