//! Memory for many numbers.

use pulp::bytemuck::{self, Pod};

use super::CACHE_LINE;

/// Bytes from which numbers get memory of their own on huge pages.
#[cfg(target_os = "linux")]
const HUGE: usize = 4 << 20;

/// Numbers of which the first one is aligned to a cache line.
///
/// Where Linux has huge pages for programs that ask for them, it is asked for many numbers: a sweep reads and writes nine lines at
/// a time, whose pages of 4 kB are more than a processor knows the addresses of.
#[derive(Debug)]
pub(crate) struct Aligned<T> {
    data: Data<T>,
    start: usize,
    len: usize,
}

#[derive(Debug)]
enum Data<T> {
    Heap(Vec<T>),
    #[cfg(target_os = "linux")]
    Pages(memmap2::MmapMut),
}

impl<T: Pod> Aligned<T> {
    pub(crate) fn zeros(len: usize) -> Self {
        #[cfg(target_os = "linux")]
        if let Some(pages) = huge_pages(len * size_of::<T>()) {
            return Self { data: Data::Pages(pages), start: 0, len };
        }
        let line = CACHE_LINE * size_of::<f32>() / size_of::<T>();
        let data = vec![T::zeroed(); len + line];
        let start = data.as_ptr().align_offset(CACHE_LINE * size_of::<f32>()).min(line);
        Self { data: Data::Heap(data), start, len }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        let data = match &self.data {
            Data::Heap(data) => &data[..],
            #[cfg(target_os = "linux")]
            Data::Pages(pages) => bytemuck::cast_slice(&pages[..]),
        };
        &data[self.start..self.start + self.len]
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        let data = match &mut self.data {
            Data::Heap(data) => &mut data[..],
            #[cfg(target_os = "linux")]
            Data::Pages(pages) => bytemuck::cast_slice_mut(&mut pages[..]),
        };
        &mut data[self.start..self.start + self.len]
    }
}

/// Zeros on pages that Linux may make huge; none if they would be few, or there is no memory. Without huge pages they are common
/// ones.
#[cfg(target_os = "linux")]
fn huge_pages(bytes: usize) -> Option<memmap2::MmapMut> {
    let pages = (bytes >= HUGE).then(|| memmap2::MmapMut::map_anon(bytes).ok()).flatten()?;
    // It is advice, and a kernel need not know it.
    let _ = pages.advise(memmap2::Advice::HugePage);
    Some(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_numbers_are_zeros_on_a_cache_line_as_few_are() {
        for len in [1, 100, 3_000_000] {
            let mut numbers = Aligned::<f32>::zeros(len);
            assert!(
                numbers.as_slice().len() == len && numbers.as_slice().iter().all(|number| *number == 0.0)
            );
            assert_eq!(numbers.as_slice().as_ptr() as usize % 64, 0);
            numbers.as_mut_slice()[len - 1] = 1.0;
            assert_eq!(numbers.as_slice()[len - 1], 1.0);
        }
    }
}
