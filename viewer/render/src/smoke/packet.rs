//! Rays through the smoke side by side, one in each lane of the machine's vectors.
//!
//! A ray that ends makes room for the next one, so that all lanes have work until the last rays. What becomes of a ray does not depend on those
//! beside it. Vectors hold where rays are, their blocks and what they have met; the values around a place are read lane by lane.

use glam::Vec4;
use pulp::{Simd, bytemuck};

use super::ray::{Along, OPAQUE, Ray};
use super::volume::{BLOCK, Volume, moving};
use crate::shading::{Lanes, MOST, ROUND, Work};

/// Rays, and what the smoke does to each.
pub(super) struct Packet<'a> {
    pub(super) volume: &'a Volume,
    pub(super) albedo: f32,
    pub(super) rays: &'a [Ray],
    pub(super) all: &'a mut [Along],
}

type Numbers = [f32; MOST];

/// Rays on their way, one a lane: places in cells from the corner, ways in cells.
struct Slots {
    start: [Numbers; 3],
    /// Direction, and its inverse.
    step: [Numbers; 3],
    inverse: [Numbers; 3],
    /// Way up to here, to the end of the block and to that of the ray.
    at: Numbers,
    until: Numbers,
    end: Numbers,
    /// Length of the steps in the block; 0 where it holds no smoke.
    longest: Numbers,
    /// Part of a step that the next one is.
    part: Numbers,
    passes: Numbers,
    sunlit: Numbers,
    /// Number of the ray; none in a lane without.
    ray: [Option<usize>; MOST],
}

impl Slots {
    /// Lanes without rays, in each of which nothing moves.
    const IDLE: Self = Self {
        start: [[0.0; MOST]; 3],
        step: [[1.0; MOST]; 3],
        inverse: [[1.0; MOST]; 3],
        at: [0.0; MOST],
        until: [f32::INFINITY; MOST],
        end: [f32::INFINITY; MOST],
        longest: [1.0; MOST],
        part: [0.0; MOST],
        passes: [1.0; MOST],
        sunlit: [0.0; MOST],
        ray: [None; MOST],
    };

    /// Whether there is a ray in any lane.
    fn is_busy(&self) -> bool {
        self.ray.iter().any(Option::is_some)
    }

    /// Puts the next of the rays that cross the box into a lane; none if there is no more.
    fn fill(&mut self, lane: usize, volume: &Volume, rays: &mut impl Iterator<Item = (usize, Ray)>) {
        self.ray[lane] = None;
        for (k, Ray { from, way, reach, jitter }) in rays {
            let start = volume.in_cells(from);
            let way = moving(way / volume.cell_m);
            let Some([enters, leaves]) = volume.crossing(start, way) else { continue };
            let speed = way.length();
            let (start, step) = (start + way * enters, way / speed);
            let end = (leaves.min(reach) - enters) * speed;
            if end > 0.0 {
                let inverse = step.recip();
                for axis in 0..3 {
                    self.start[axis][lane] = start[axis];
                    self.step[axis][lane] = step[axis];
                    self.inverse[axis][lane] = inverse[axis];
                }
                (self.at[lane], self.until[lane], self.end[lane]) = (0.0, 0.0, end);
                // The first step is shorter, at random, so that no bands are seen.
                (self.longest[lane], self.part[lane]) = (0.0, jitter.max(0.05));
                (self.passes[lane], self.sunlit[lane]) = (1.0, 0.0);
                self.ray[lane] = Some(k);
                return;
            }
        }
        let idle = Self::IDLE;
        (self.at[lane], self.until[lane], self.end[lane]) = (idle.at[0], idle.until[0], idle.end[0]);
        (self.longest[lane], self.part[lane], self.passes[lane]) =
            (idle.longest[0], idle.part[0], idle.passes[0]);
    }
}

/// Where values of a grid lie, x fastest.
struct Grid<S: Simd> {
    simd: S,
    /// Values along x and y.
    nx: S::u32s,
    ny: S::u32s,
    /// Sum that the bits of [`ROUND`] along each axis come to.
    rounded: S::u32s,
}

impl<S: Simd> Grid<S> {
    fn new(simd: S, [nx, ny]: [usize; 2]) -> Self {
        let (nx, ny, bits) = (nx as u32, ny as u32, ROUND.to_bits());
        let row = bits.wrapping_mul(ny).wrapping_add(bits);
        let rounded = row.wrapping_mul(nx).wrapping_add(bits);
        let [nx, ny, rounded] = [nx, ny, rounded].map(|x| simd.splat_u32s(x));
        Self { simd, nx, ny, rounded }
    }

    /// The whole number below each, which are at least 0, added to [`ROUND`]: a whole number may be taken for the one before it and all of the
    /// way to the next, but for 0.
    #[inline(always)]
    fn below(place: Lanes<S>) -> Lanes<S> {
        (place - 0.5) + ROUND
    }

    /// Indices of values by the whole numbers of their places, as from [`Self::below`].
    #[inline(always)]
    fn indices(&self, [x, y, z]: [Lanes<S>; 3]) -> S::u32s {
        let Self { simd, nx, ny, rounded } = self;
        let row = simd.add_u32s(simd.mul_u32s(z.bits(), *ny), y.bits());
        simd.sub_u32s(simd.add_u32s(simd.mul_u32s(row, *nx), x.bits()), *rounded)
    }
}

impl Work for Packet<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        const SIDE: f32 = BLOCK as f32;
        /// Part of a step, or of the way past a block's end, so that the place is inside the block, cells.
        const INSIDE: f32 = 0.001;
        let Self { volume, albedo, rays, all } = self;
        let count = Lanes::<S>::COUNT;
        let mut rays = rays.iter().copied().enumerate();
        let mut slots = Slots::IDLE;
        for lane in 0..count {
            slots.fill(lane, volume, &mut rays);
        }
        let padded = volume.cells.map(|n| n + 2);
        let values = Grid::new(simd, [padded[0], padded[1]]);
        let blocks = Grid::new(simd, [volume.blocks[0], volume.blocks[1]]);
        let (line, plane) = (padded[0], padded[0] * padded[1]);
        let most = volume.cells.map(|n| n as f32 + 0.999_9);
        let last_block = volume.blocks.map(|n| n as f32 - 0.01);
        // No closure holds any vector: what is not in line is not compiled for the machine's instructions.
        let (zero, one) = (Lanes::splat(simd, 0.0), Lanes::splat(simd, 1.0));
        let mut busy = slots.is_busy();
        while busy {
            let (at, end) = (Lanes::load(simd, &slots.at), Lanes::load(simd, &slots.end));
            let (mut until, mut longest) =
                (Lanes::load(simd, &slots.until), Lanes::load(simd, &slots.longest));
            let (start, step) = (all_three(simd, &slots.start), all_three(simd, &slots.step));
            // The blocks that rays come into.
            if (until - at).any_at_most(0.0) {
                let here = at + INSIDE;
                let mut clear = end;
                let mut own = [zero; 3];
                for axis in 0..3 {
                    let place = start[axis] + step[axis] * here;
                    own[axis] = Grid::below((place * (1.0 / SIDE)).max(0.0).min(last_block[axis]));
                    // To the face that the ray leaves by.
                    let inverse = Lanes::load(simd, &slots.inverse[axis]);
                    let face = (own[axis] - ROUND + inverse.above(0.0, one, zero)) * SIDE;
                    clear = clear.lesser((face - place) * inverse);
                }
                let indices = blocks.indices(own);
                let mut found = [0.0; MOST];
                for (found, &block) in found.iter_mut().zip(lanes_of::<S>(&indices)) {
                    *found = volume.steps[block as usize].into();
                }
                let ahead = until - at;
                until = ahead.above(0.0, until, (here + clear.max(0.0)).lesser(end));
                longest = ahead.above(0.0, longest, Lanes::load(simd, &found));
                until.store(&mut slots.until);
                longest.store(&mut slots.longest);
            }
            // Without smoke to the end of the block, where the same values are found to be none.
            let (clear, part) = (until - at, Lanes::load(simd, &slots.part));
            let length = (longest * part).lesser(clear.max(1.0)).lesser(end - at);
            let length = longest.above(0.0, length, clear);
            longest.above(0.0, one, part).store(&mut slots.part);
            let middle = at + 0.5 * length;
            let (mut first, mut parts) = ([zero; 3], [zero; 3]);
            for axis in 0..3 {
                let place = (start[axis] + step[axis] * middle + 0.5).max(0.0).min(most[axis]);
                first[axis] = Grid::below(place);
                parts[axis] = place - (first[axis] - ROUND);
            }
            let (mut depths, mut suns) = ([0.0; MOST], [0.0; MOST]);
            let first = values.indices(first);
            let (x, y, z) = (parts[0].as_slice(), parts[1].as_slice(), parts[2].as_slice());
            for (lane, &first) in lanes_of::<S>(&first).iter().enumerate() {
                let first = first as usize;
                let (of, above) = (&volume.values, first + plane);
                let low = mix(two(of, first), two(of, first + line), y[lane]);
                let high = mix(two(of, above), two(of, above + line), y[lane]);
                let [depth, sun, next_depth, next_sun] = mix(low, high, z[lane]).to_array();
                depths[lane] = depth + (next_depth - depth) * x[lane];
                suns[lane] = sun + (next_sun - sun) * x[lane];
            }
            let passed = Lanes::load(simd, &slots.passes);
            let passes = passed * faded(Lanes::load(simd, &depths) * length);
            let at = at + length;
            passes.store(&mut slots.passes);
            (Lanes::load(simd, &slots.sunlit) + (passed - passes) * Lanes::load(simd, &suns))
                .store(&mut slots.sunlit);
            at.store(&mut slots.at);
            let goes_on = passes.above(OPAQUE, end - at, zero);
            if goes_on.any_at_most(0.0) {
                for (lane, &goes_on) in goes_on.as_slice().iter().enumerate() {
                    if goes_on <= 0.0 {
                        let passes = slots.passes[lane];
                        let passes = if passes > OPAQUE { passes } else { 0.0 };
                        let (sunlit, scattered) = (albedo * slots.sunlit[lane], albedo * (1.0 - passes));
                        if let Some(ray) = slots.ray[lane] {
                            all[ray] = Along { passes, sunlit, scattered };
                        }
                        slots.fill(lane, volume, &mut rays);
                    }
                }
                busy = slots.is_busy();
            }
        }
    }
}

/// Three numbers of each lane.
#[inline(always)]
fn all_three<S: Simd>(simd: S, [x, y, z]: &[Numbers; 3]) -> [Lanes<S>; 3] {
    [Lanes::load(simd, x), Lanes::load(simd, y), Lanes::load(simd, z)]
}

/// Two values of a volume side by side.
#[inline(always)]
fn two(values: &[[f32; 2]], at: usize) -> Vec4 {
    let two = &values[at..at + 2];
    Vec4::new(two[0][0], two[0][1], two[1][0], two[1][1])
}

#[inline(always)]
fn mix(a: Vec4, b: Vec4, part: f32) -> Vec4 {
    a + (b - a) * part
}

/// The number of each lane.
#[inline(always)]
fn lanes_of<S: Simd>(all: &S::u32s) -> &[u32] {
    bytemuck::cast_slice(std::slice::from_ref(all))
}

/// `exp(−depth)`, to 2e-5 of it.
#[inline(always)]
fn faded<S: Simd>(depth: Lanes<S>) -> Lanes<S> {
    let series = 1.0 - depth * (1.0 - depth * (0.5 - depth * (1.0 / 6.0 - depth * (1.0 / 24.0))));
    if depth.any_above(0.3) { depth.above(0.3, (-depth).exp(), series) } else { series }
}
