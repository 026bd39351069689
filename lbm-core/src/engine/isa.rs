use pulp::{Arch, WithSimd};

/// The vector instructions that kernels are run with.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Isa {
    /// The widest that this machine has.
    Best(Arch),
    /// Vectors of four, which every machine of its kind has.
    Plain,
}

impl Isa {
    pub(crate) fn best() -> Self {
        match Arch::new() {
            Arch::Scalar => Self::Plain,
            #[allow(unreachable_patterns, reason = "on some machines there is no other")]
            arch => Self::Best(arch),
        }
    }

    /// All that this machine has.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Self> {
        let mut all = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(pulp::x86::V3::try_new().map(|v3| Self::Best(Arch::V3(v3))));
            all.extend(pulp::x86::V4::try_new().map(|v4| Self::Best(Arch::V4(v4))));
        }
        #[cfg(not(target_arch = "x86_64"))]
        all.push(Self::best());
        all
    }

    /// Runs an operation. [`Arch::dispatch`] would compile it once more, for vectors of one lane, which are never best.
    #[inline(always)]
    pub(crate) fn run<Op: WithSimd>(self, op: Op) -> Op::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Best(Arch::V3(v3)) => pulp::Simd::vectorize(v3, op),
            #[cfg(target_arch = "x86_64")]
            Self::Best(Arch::V4(v4)) => pulp::Simd::vectorize(v4, op),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Best(arch) => arch.dispatch(op),
            #[allow(unreachable_patterns, reason = "the known ones are above")]
            _ => op.with_simd(pulp::Scalar128b),
        }
    }
}
