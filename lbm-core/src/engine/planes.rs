//! One lattice in space for both time steps: each new plane is stored where the one beside it was, a few lines further on, so that
//! it is written to lines of memory that have just been read.
//!
//! Planes are computed in order, and their rows too. The new row `j` of plane `k` takes the place of row `j + 2` of plane `k + 1`, which
//! all that need it have read by then: the rows that are still to come are lower ones of plane `k` and of the planes below it. The next
//! traversal goes the other way and shifts everything back. So there is one plane to spare, and two lines for each population of a plane.

use rayon::prelude::*;

use super::aligned::Aligned;
use super::isa::Isa;
use super::kernel::{FirstFailure, RowBorder};

/// Lines by which new rows are shifted: beyond the three lines that a row is computed from.
pub(crate) const SPARE_LINES: usize = 2;

/// Fewest planes of a band: with fewer a further thread costs more than it saves.
const MIN_BAND_PLANES: usize = 4;

/// Planes that a band needs and another one overwrites.
const COPIED: usize = 2;

/// The computation of a new plane from old ones.
pub(crate) trait PlaneKernel: Sync {
    /// The description of a cell that has left the range of the method.
    type Failure;

    /// Replaces rows of one of three planes in memory by the new ones of plane number `plane`, from 0 on. Returns the failure of the
    /// first cell that is not valid.
    fn compute(&self, isa: Isa, plane: usize, beside: Beside<'_>) -> Option<Self::Failure>;
}

/// Old planes around one, in memory.
#[derive(Debug)]
pub(crate) struct Beside<'a> {
    /// Whether rows are stored above where they were.
    pub(crate) up: bool,
    pub(crate) here: &'a [f32],
    /// The neighbor that is still to be computed: below if rows are stored above.
    pub(crate) next: &'a [f32],
    /// The other neighbor, in whose place the new rows are stored.
    pub(crate) target: &'a mut [f32],
}

/// Planes of floats, `planes × len`, all but the first and the last replaced in place.
#[derive(Debug)]
pub(crate) struct Planes {
    memory: Aligned<f32>,
    /// Copies of the planes between bands.
    halo: Vec<f32>,
    len: usize,
    planes: usize,
    /// Floats of the lines by which new rows are shifted.
    shift: usize,
    /// Whether they lie above where they began.
    raised: bool,
}

impl Planes {
    /// Zeros: planes of `len` floats, in which there are lines to spare of `stride` floats.
    pub(crate) fn zeros(planes: usize, len: usize, stride: usize) -> Self {
        let shift = SPARE_LINES * stride;
        let memory = Aligned::zeros(Self::floats(planes, len, stride) as usize);
        Self { memory, halo: Vec::new(), len, planes, shift, raised: false }
    }

    /// Floats that planes take.
    pub(crate) fn floats(planes: usize, len: usize, stride: usize) -> u64 {
        (planes as u64 + 1) * len as u64 + (SPARE_LINES * stride) as u64
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[f32] {
        &self.memory.as_slice()[self.range()]
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [f32] {
        let range = self.range();
        &mut self.memory.as_mut_slice()[range]
    }

    #[inline]
    fn range(&self) -> std::ops::Range<usize> {
        let start = if self.raised { self.len + self.shift } else { 0 };
        start..start + self.planes * self.len
    }

    /// Replaces every plane but the first and the last by what the kernel computes from it and its neighbors. The first and the last one
    /// are lost. `border` is called for every plane before, with those beside it, empty where what comes from there is not read.
    ///
    /// Returns the failure in the lowest plane that has one. Bands of planes go to the threads of the current pool; what a plane becomes
    /// does not depend on them.
    pub(crate) fn advance<F: Send>(
        &mut self,
        isa: Isa,
        kernel: &dyn PlaneKernel<Failure = F>,
        border: RowBorder<'_>,
    ) -> Option<F> {
        let (len, inner, up) = (self.len, self.planes - 2, !self.raised);
        let bands = (inner / MIN_BAND_PLANES).clamp(1, rayon::current_num_threads());
        let band_planes = inner.div_ceil(bands);
        let bands = inner.div_ceil(band_planes);
        self.raised = up;
        self.halo.resize((COPIED * len * (bands - 1)).max(self.halo.len()), 0.0);

        // New planes are stored from the second place on if they are raised, else from the first one.
        let memory = &mut self.memory.as_mut_slice()[..(self.planes + 1) * len];
        let halo = &mut self.halo[..COPIED * len * (bands - 1)];
        let first = if up { COPIED } else { 1 };
        halo.par_chunks_exact_mut(COPIED * len).enumerate().for_each(|(edge, copies)| {
            let place = first + (edge + 1) * band_planes - if up { COPIED } else { 0 };
            copies.copy_from_slice(&memory[place * len..][..COPIED * len]);
        });
        let (before, rest) = memory.split_at_mut(first * len);
        let (own, after) = rest.split_at_mut(inner * len);
        // Beyond the last band nothing is overwritten.
        let (before, after) = if up { (Some(before), None) } else { (None, Some(after)) };
        let halo = halo.par_chunks_exact_mut(COPIED * len);
        let copies = before.into_par_iter().chain(halo).chain(after.into_par_iter());
        let first = own
            .par_chunks_mut(band_planes * len)
            .with_max_len(1)
            .zip(copies)
            .enumerate()
            .map(|(band, (own, copies))| {
                let planes = own.len() / len;
                let start = band * band_planes;
                let base = if up { 0 } else { self.shift };
                Band { own, copies, len, base, start, planes, up, isa, kernel, border }.compute()
            })
            .reduce(|| None, FirstFailure::earlier);
        first.map(|first| first.failure)
    }
}

/// Planes that one thread computes, in order: numbered by *slots* against it, first the two copied ones, then those in whose places it
/// stores its own. A plane is computed into slot `t` from the slots `t − 2` to `t`.
struct Band<'a, F> {
    own: &'a mut [f32],
    copies: &'a mut [f32],
    len: usize,
    /// Offset of the old lines of a plane in its memory.
    base: usize,
    /// Number of the first plane, and how many there are.
    start: usize,
    planes: usize,
    up: bool,
    isa: Isa,
    kernel: &'a dyn PlaneKernel<Failure = F>,
    border: RowBorder<'a>,
}

impl<F> Band<'_, F> {
    /// Computes all planes; returns the first failure.
    fn compute(mut self) -> Option<FirstFailure<F>> {
        let last = self.planes + COPIED - 1;
        let mut first = None;
        for t in (COPIED..=last).rev() {
            if t == last {
                self.write_border(t);
                self.write_border(t - 1);
            }
            self.write_border(t - 2);
            let (plane, up, isa, kernel) = (self.number(t - 1) as usize, self.up, self.isa, self.kernel);
            let [next, here, target] = self.slots([t - 2, t - 1, t]);
            let failure = kernel.compute(isa, plane, Beside { up, here, next, target });
            if let Some(failure) = failure {
                FirstFailure::record(&mut first, [0, plane], || failure);
            }
        }
        first
    }

    /// Number of the old plane in slot `t`.
    fn number(&self, t: usize) -> isize {
        let (start, t) = (self.start as isize, t as isize);
        if self.up { start - 1 + t } else { start + self.planes as isize - t }
    }

    /// The planes in these slots, all different.
    fn slots<const N: usize>(&mut self, slots: [usize; N]) -> [&mut [f32]; N] {
        let (len, up) = (self.len, self.up);
        let range = |slot: usize, among: usize| {
            let place = if up { slot } else { among - 1 - slot };
            place * len..(place + 1) * len
        };
        // Empty ranges are disjoint from all others.
        let copied = slots.map(|t| if t < COPIED { range(t, COPIED) } else { 0..0 });
        let own = slots.map(|t| if t < COPIED { 0..0 } else { range(t - COPIED, self.planes) });
        match (self.copies.get_disjoint_mut(copied), self.own.get_disjoint_mut(own)) {
            (Ok(mut copied), Ok(own)) => {
                for (slot, own) in copied.iter_mut().zip(own) {
                    if slot.is_empty() {
                        *slot = own;
                    }
                }
                copied
            }
            _ => unreachable!("slots {slots:?} of a band of {} planes are different planes", self.planes),
        }
    }

    /// Writes the boundary values of the old plane in slot `t`.
    fn write_border(&mut self, t: usize) {
        let (plane, base, border, up) = (self.number(t), self.base, self.border, self.up);
        let beyond = t + 1 == self.planes + COPIED;
        let mut planes = match (t, beyond) {
            (0, _) => {
                let [here, high] = self.slots([0, 1]);
                [&mut [], here, high]
            }
            (_, true) => {
                let [low, here] = self.slots([t - 1, t]);
                [low, here, &mut []]
            }
            _ => self.slots([t - 1, t, t + 1]),
        };
        if !up {
            planes.reverse();
        }
        let [below, here, above] = planes;
        let old = |plane: &'_ [f32]| plane.get(base..).map_or(0..0, |_| base..plane.len());
        border(plane, &below[old(below)], &mut here[base..], &above[old(above)]);
    }
}
