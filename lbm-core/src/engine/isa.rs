use pulp::WithSimd;

/// The vector instructions that kernels run on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Isa {
    /// The widest that this machine has.
    Best(pulp::Arch),
    /// Vectors of four, which every machine of its kind has.
    Plain,
}

impl Isa {
    pub(crate) fn best() -> Self {
        match pulp::Arch::new() {
            pulp::Arch::Scalar => Self::Plain,
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
            all.extend(pulp::x86::V3::try_new().map(|v3| Self::Best(pulp::Arch::V3(v3))));
            all.extend(pulp::x86::V4::try_new().map(|v4| Self::Best(pulp::Arch::V4(v4))));
        }
        #[cfg(not(target_arch = "x86_64"))]
        all.push(Self::best());
        all
    }

    #[inline(always)]
    pub(crate) fn run<Op: WithSimd>(self, op: Op) -> Op::Output {
        match self {
            Self::Best(arch) => arch.dispatch(op),
            Self::Plain => op.with_simd(pulp::Scalar128b),
        }
    }
}
