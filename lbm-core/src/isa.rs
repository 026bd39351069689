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

    #[inline(always)]
    pub(crate) fn run<Op: WithSimd>(self, op: Op) -> Op::Output {
        match self {
            Self::Best(arch) => arch.dispatch(op),
            Self::Plain => op.with_simd(pulp::Scalar128b),
        }
    }
}
