use pulp::{Simd, WithSimd};

/// Vector instructions that lattices may be stepped with. Results have the same bits with all of them: other ones than the widest are for
/// measurements and tests.
#[derive(Debug, Clone, Copy)]
pub struct Instructions(pub(crate) Isa);

impl Instructions {
    /// All that this machine has, the widest first; the last has no vectors.
    pub fn all() -> Vec<Self> {
        Isa::vectors().chain([Isa::Plain]).map(Self).collect()
    }

    /// Numbers in a vector.
    pub fn lanes(self) -> usize {
        struct Lanes;
        impl WithSimd for Lanes {
            type Output = usize;

            fn with_simd<S: Simd>(self, _: S) -> usize {
                S::F32_LANES
            }
        }
        self.0.run(Lanes)
    }
}

/// The vector instructions that kernels are run with.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Isa {
    /// AVX-512: vectors of sixteen.
    #[cfg(target_arch = "x86_64")]
    V4(pulp::x86::V4),
    /// AVX2: vectors of eight.
    #[cfg(target_arch = "x86_64")]
    V3(pulp::x86::V3),
    /// SSE4: vectors of four.
    #[cfg(target_arch = "x86_64")]
    V2(pulp::x86::V2),
    /// Vectors of another architecture.
    #[cfg(not(target_arch = "x86_64"))]
    Vectors(pulp::Arch),
    /// None: one number at a time. Vectors made of single numbers would take ten times as long to compile as real ones.
    Plain,
}

impl Isa {
    /// The widest that this machine has.
    pub(crate) fn best() -> Self {
        Self::vectors().next().unwrap_or(Self::Plain)
    }

    /// All vectors that this machine has, the widest first.
    #[cfg(target_arch = "x86_64")]
    fn vectors() -> impl Iterator<Item = Self> {
        let v4 = pulp::x86::V4::try_new().map(Self::V4);
        let v3 = pulp::x86::V3::try_new().map(Self::V3);
        let v2 = pulp::x86::V2::try_new().map(Self::V2);
        [v4, v3, v2].into_iter().flatten()
    }

    /// The vectors of this machine, if it has some.
    #[cfg(not(target_arch = "x86_64"))]
    fn vectors() -> impl Iterator<Item = Self> {
        let arch = pulp::Arch::new();
        (!matches!(arch, pulp::Arch::Scalar)).then_some(Self::Vectors(arch)).into_iter()
    }

    /// Runs an operation.
    #[inline(always)]
    pub(crate) fn run<Op: WithSimd>(self, op: Op) -> Op::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::V4(v4) => pulp::Simd::vectorize(v4, op),
            #[cfg(target_arch = "x86_64")]
            Self::V3(v3) => pulp::Simd::vectorize(v3, op),
            #[cfg(target_arch = "x86_64")]
            Self::V2(v2) => pulp::Simd::vectorize(v2, op),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Vectors(arch) => arch.dispatch(op),
            Self::Plain => op.with_simd(pulp::Scalar),
        }
    }
}
