//! Sets of instructions.

use pulp::Simd;

/// Work on vectors of samples, to be compiled for each set of instructions.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Does it with a set of instructions.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// Does some work with the best instructions of this machine.
pub(crate) fn dispatch<W: Work>(work: W) -> W::Output {
    struct Dispatched<W>(W);

    impl<W: Work> pulp::WithSimd for Dispatched<W> {
        type Output = W::Output;

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> W::Output {
            self.0.run(simd)
        }
    }

    let work = Dispatched(work);
    // Two more sets took 27 of 67 s of CPU to compile the crate: development builds have that of most machines, or none.
    #[cfg(all(target_arch = "x86_64", debug_assertions))]
    return match pulp::x86::V3::try_new() {
        Some(avx2) => Simd::vectorize(avx2, work),
        None => Simd::vectorize(pulp::Scalar, work),
    };
    #[cfg(not(all(target_arch = "x86_64", debug_assertions)))]
    {
        let arch = pulp::Arch::new();
        #[cfg(target_arch = "x86_64")]
        if let (pulp::Arch::Scalar, Some(sse)) = (arch, pulp::x86::V2::try_new()) {
            return Simd::vectorize(sse, work);
        }
        arch.dispatch(work)
    }
}
