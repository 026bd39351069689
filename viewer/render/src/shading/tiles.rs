//! Textures that are invented: patterns of foam, of sand and clouds, and ripples. Each repeats without a seam.

use std::f32::consts::TAU;
use std::sync::LazyLock;

use glam::Vec2;
use pulp::Simd;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use super::lanes::Lanes;

/// Texels along the side of the patterns.
pub(crate) const PATTERN: usize = 256;
/// Texels along the side of the ripples.
pub(crate) const RIPPLES: usize = 128;
/// Side of the tile of ripples, m.
pub(super) const RIPPLES_M: f32 = 16.0;
/// Root mean square of the slope of the tile of ripples.
pub(super) const RIPPLE_SLOPE: f32 = 0.05;

/// Ripples: side of the tile relative to its own, weight, cosine and sine of its turn.
pub(crate) const LAYERS: [[f32; 4]; 3] =
    [[1.0, 0.62, 1.0, 0.0], [0.318_75, 0.38, 0.819_152, 0.573_576_4], [2.9375, 0.5, 0.601_815, 0.798_635_5]];

/// Patterns, `[PATTERN][PATTERN]`, 0..=255: foam, of which a fraction `c` is at least `1 − c`; sand; clouds; patches of foam.
pub(crate) static PATTERNS: LazyLock<Vec<[u8; 4]>> = LazyLock::new(patterns);

/// Each channel of the patterns, [`Bordered`].
pub(super) static PATTERN_BYTES: LazyLock<[Bordered<PATTERN, 1>; 4]> =
    LazyLock::new(|| [0, 1, 2, 3].map(|channel| Bordered::new(|k| [PATTERNS[k][channel]])));

/// Ripples `[RIPPLES][RIPPLES]`.
pub(crate) static RIPPLE: LazyLock<Ripples> = LazyLock::new(Ripples::new);

/// Slopes and curvatures of ripples, in steps: all textures of the CPU together leave room in its cache.
pub(crate) struct Ripples {
    /// Slopes along x and y.
    pub(crate) slopes: Stepped<2>,
    /// ∂²/∂x², ∂²/∂x∂y, ∂²/∂y², 1/m, and 0.
    pub(crate) curvatures: Stepped<4>,
}

/// A texture of `N` channels in steps, a byte each.
pub(crate) struct Stepped<const N: usize> {
    /// Steps above [`Self::ZERO`].
    pub(super) bytes: Bordered<RIPPLES, N>,
    /// A step.
    pub(super) step: f32,
}

impl<const N: usize> Stepped<N> {
    /// The byte of 0.
    pub(super) const ZERO: u8 = 128;

    fn new(values: &[[f32; N]]) -> Self {
        let step = values.iter().flatten().fold(0.0, |most: f32, value| most.max(value.abs())) / 127.0;
        let byte = |value: f32| (value / step + f32::from(Self::ZERO)).round() as u8;
        Self { bytes: Bordered::new(|k| values[k].map(byte)), step }
    }
}

#[cfg(any(feature = "gpu", test))]
impl<const N: usize> Stepped<N> {
    /// The values of all texels, 0 for the channels that they do not have.
    pub(crate) fn values(&self) -> Vec<[f32; 4]> {
        let value = |byte: u8| self.step * (f32::from(byte) - f32::from(Self::ZERO));
        let texel = |k: usize| {
            let at = (k / RIPPLES * Bordered::<RIPPLES, N>::STRIDE + k % RIPPLES) * N;
            std::array::from_fn(|c| self.bytes.0.get(at + c).filter(|_| c < N).map_or(0.0, |b| value(*b)))
        };
        (0..RIPPLES * RIPPLES).map(texel).collect()
    }
}

/// A texture of `SIDE`² texels of `N` bytes that repeats, with its first row and column once more behind the last. It ends with room for
/// any place up to [`Self::LAST`].
pub(crate) struct Bordered<const SIDE: usize, const N: usize>(pub(super) Box<[u8]>);

impl<const SIDE: usize, const N: usize> Bordered<SIDE, N> {
    /// Texels from a row to the next: no power of two, for texels above each other would share their place in the cache.
    pub(super) const STRIDE: usize = SIDE + 1;
    /// The bits of a place.
    pub(super) const LAST: usize = (SIDE * Self::STRIDE).next_power_of_two() - 1;
    /// Bytes, of which the last ones are not used.
    pub(super) const LENGTH: usize = (Self::LAST + Self::STRIDE + 2) * N;

    fn new(texel: impl Fn(usize) -> [u8; N]) -> Self {
        let mut bytes = vec![0; Self::LENGTH];
        for (k, bytes) in bytes.as_chunks_mut::<N>().0[..Self::STRIDE * Self::STRIDE].iter_mut().enumerate() {
            *bytes = texel(k / Self::STRIDE % SIDE * SIDE + k % Self::STRIDE % SIDE);
        }
        Self(bytes.into())
    }
}

/// A layer of ripples at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    pub(super) weight: f32,
    /// Cosine and sine of its turn.
    pub(super) cos: f32,
    pub(super) sin: f32,
    /// Cosine and sine in sides of the tile, 1/m.
    turn: [f32; 2],
    /// Way that it has run, in sides of the tile.
    run: f32,
    /// Footprints of pixels, m, from which on it fades and where it has gone.
    fades_m: [f32; 2],
    /// Variance of its slope.
    pub(super) variance: f32,
    /// Weight of its curvature.
    pub(super) curvature: f32,
}

impl Layer {
    /// The layers of ripples at a time. They run with the wind as fast as waves of a quarter of their tile's side.
    pub(crate) fn ripple_layers(time_s: f32) -> [Self; 3] {
        LAYERS.map(|[ratio, weight, cos, sin]| {
            let side = RIPPLES_M * ratio;
            Self {
                weight,
                cos,
                sin,
                turn: [cos * (1.0 / side), sin * (1.0 / side)],
                run: time_s * (9.81 * 0.05 * side / TAU).sqrt() / side,
                fades_m: [side / 160.0, side / 28.0],
                variance: (weight * RIPPLE_SLOPE) * (weight * RIPPLE_SLOPE),
                curvature: weight / ratio,
            }
        })
    }

    /// Fraction that pixels of a size still show.
    #[inline(always)]
    pub(super) fn detail<S: Simd>(&self, lod: Lanes<S>) -> Lanes<S> {
        1.0 - lod.smoothstep(self.fades_m[0], self.fades_m[1])
    }

    /// Place in the tile, in its sides.
    #[inline(always)]
    pub(super) fn place<S: Simd>(&self, [x, y]: [Lanes<S>; 2]) -> [Lanes<S>; 2] {
        let (cos, sin) = (x.like(self.turn[0]), x.like(self.turn[1]));
        [x.times_plus(cos, y.times_plus(sin, x.like(-self.run))), y.times_plus(cos, -(x * sin))]
    }
}

fn uniform(random: &mut Pcg32) -> f32 {
    (random.next_u32() >> 8) as f32 / (1 << 24) as f32
}

fn patterns() -> Vec<[u8; 4]> {
    let mut random = Pcg32::new(7, 1);
    let bubbles: [Worley; 2] = [14, 37].map(|cells| Worley::new(cells, &mut random));
    let noises: [Noise; 5] = [8, 16, 32, 64, 128].map(|cells| Noise::new(cells, &mut random));
    let at = |k: usize| Vec2::new((k % PATTERN) as f32, (k / PATTERN) as f32) / PATTERN as f32;
    let fractal = |place: Vec2, octaves: &[Noise]| {
        let sum = |(sum, weight): (f32, f32), noise: &Noise| (sum + weight * noise.at(place), 0.5 * weight);
        octaves.iter().fold((0.0, 0.5), sum).0
    };
    let foam = (0..PATTERN * PATTERN).map(|k| {
        // Bent, or the cells look like tiles.
        let place = at(k) + 0.035 * Vec2::new(fractal(at(k), &noises[..3]), fractal(at(k), &noises[1..4]));
        let walls: f32 = 1.0 - (0.62 * bubbles[0].gap(place) + 0.38 * bubbles[1].gap(place));
        walls + 0.5 * fractal(place, &noises[1..])
    });
    let foam = ranked(foam.collect());
    let sand = ranked((0..PATTERN * PATTERN).map(|k| fractal(at(k), &noises)).collect());
    let clouds = (0..PATTERN * PATTERN).map(|k| {
        let place = at(k);
        fractal(place + 0.05 * Vec2::splat(fractal(place, &noises[1..3])), &noises[..4])
    });
    let clouds = ranked(clouds.collect());
    // As the foam is from afar.
    let heaps = Worley::new(11, &mut random);
    let patches = (0..PATTERN * PATTERN).map(|k| {
        let place = at(k) + 0.06 * Vec2::new(fractal(at(k), &noises[..2]), fractal(at(k), &noises[1..3]));
        0.8 * (1.0 - heaps.gap(place)) + fractal(place, &noises[..3])
    });
    let patches = ranked(patches.collect());
    (0..foam.len()).map(|k| [foam[k], sand[k], clouds[k], patches[k]]).collect()
}

/// Values replaced by their rank, 0..=255, each as often as the others.
fn ranked(values: Vec<f32>) -> Vec<u8> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0; values.len()];
    order.iter().enumerate().for_each(|(rank, k)| ranks[*k] = (rank * 256 / values.len()) as u8);
    ranks
}

/// One point in each of `cells`² squares (S. Worley, "A cellular texture basis function", 1996).
struct Worley {
    cells: usize,
    points: Vec<Vec2>,
}

impl Worley {
    fn new(cells: usize, random: &mut Pcg32) -> Self {
        let points = (0..cells * cells).map(|_| Vec2::new(uniform(random), uniform(random))).collect();
        Self { cells, points }
    }

    /// Distance to the second nearest point less that to the nearest, about 0 to 1: 0 on the walls between cells.
    fn gap(&self, place: Vec2) -> f32 {
        let at = place * self.cells as f32;
        let (i, j) = (at.x.floor() as i32, at.y.floor() as i32);
        let (mut first, mut second) = (f32::INFINITY, f32::INFINITY);
        for y in j - 1..=j + 1 {
            for x in i - 1..=i + 1 {
                let [column, row] = [x, y].map(|k| k.rem_euclid(self.cells as i32) as usize);
                let point = Vec2::new(x as f32, y as f32) + self.points[row * self.cells + column];
                let away = at.distance(point);
                (first, second) = if away < first { (away, first) } else { (first, second.min(away)) };
            }
        }
        second - first
    }
}

/// Random values on a grid of `cells`² squares, smooth in between, −1 to 1.
struct Noise {
    cells: usize,
    values: Vec<f32>,
}

impl Noise {
    fn new(cells: usize, random: &mut Pcg32) -> Self {
        Self { cells, values: (0..cells * cells).map(|_| 2.0 * uniform(random) - 1.0).collect() }
    }

    fn at(&self, place: Vec2) -> f32 {
        let at = place * self.cells as f32;
        let low = at.floor();
        let t = at - low;
        let t = t * t * (3.0 - 2.0 * t);
        let value = |di: i32, dj: i32| {
            let [i, j] =
                [low.x as i32 + di, low.y as i32 + dj].map(|k| k.rem_euclid(self.cells as i32) as usize);
            self.values[j * self.cells + i]
        };
        let south = value(0, 0) + (value(1, 0) - value(0, 0)) * t.x;
        let north = value(0, 1) + (value(1, 1) - value(0, 1)) * t.x;
        south + (north - south) * t.y
    }
}

impl Ripples {
    /// Waves of a spectrum k^−2.1 · exp(−(2/k)²) · cos⁴(half the angle to the wind, which is along x), with random phases.
    fn new() -> Self {
        let mut random = Pcg32::new(11, 3);
        let (mut waves, mut variance) = (Vec::new(), 0.0);
        for ky in -20_i32..=20 {
            for kx in -20_i32..=20 {
                let k = TAU / RIPPLES_M * Vec2::new(kx as f32, ky as f32);
                let length = k.length();
                let phase = TAU * uniform(&mut random);
                if length == 0.0 || kx * kx + ky * ky > 400 {
                    continue;
                }
                let half = 0.5 * k.y.atan2(k.x);
                let density =
                    length.powf(-2.1) * (-(2.0 / length).powi(2)).exp() * half.cos().powi(4) / length;
                if density > 1e-4 {
                    let slope = density.sqrt();
                    variance += 0.5 * slope * slope;
                    waves.push(([kx, ky], k, slope, phase));
                }
            }
        }
        let scale = RIPPLE_SLOPE / variance.sqrt();
        let table: Vec<[f32; 2]> =
            (0..RIPPLES).map(|n| (TAU * n as f32 / RIPPLES as f32).sin_cos().into()).collect();
        let mut slopes = vec![[0.0; 2]; RIPPLES * RIPPLES];
        let mut curvatures = vec![[0.0; 4]; RIPPLES * RIPPLES];
        for ([kx, ky], k, slope, phase) in waves {
            let unit = k / k.length() * (slope * scale);
            let (sin, cos) = phase.sin_cos();
            for j in 0..RIPPLES {
                for i in 0..RIPPLES {
                    let turns = (kx * i as i32 + ky * j as i32).rem_euclid(RIPPLES as i32) as usize;
                    let [s, c] = table[turns];
                    // Elevation −cos(k x + φ)·a, slope k a sin, curvature k² a cos.
                    let (wave_s, wave_c) = (s * cos + c * sin, c * cos - s * sin);
                    let at = j * RIPPLES + i;
                    slopes[at][0] += unit.x * wave_s;
                    slopes[at][1] += unit.y * wave_s;
                    curvatures[at][0] += unit.x * k.x * wave_c;
                    curvatures[at][1] += unit.x * k.y * wave_c;
                    curvatures[at][2] += unit.y * k.y * wave_c;
                }
            }
        }
        Self { slopes: Stepped::new(&slopes), curvatures: Stepped::new(&curvatures) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_of_the_foam_is_above_its_threshold() {
        for threshold in [26u8, 128, 230] {
            for channel in [0, 3] {
                let above = PATTERNS.iter().filter(|texel| texel[channel] >= threshold).count() as f32;
                let fraction = above / (PATTERN * PATTERN) as f32;
                assert!(
                    (fraction - (1.0 - f32::from(threshold) / 256.0)).abs() < 0.005,
                    "{threshold}: {fraction}"
                );
            }
        }
    }

    #[test]
    fn ripples_have_their_slope_and_their_curvature_is_its_derivative() {
        let [slopes, curvatures] = [RIPPLE.slopes.values(), RIPPLE.curvatures.values()];
        let square: f32 = slopes.iter().map(|[x, y, ..]| x * x + y * y).sum::<f32>() / slopes.len() as f32;
        assert!((square.sqrt() - RIPPLE_SLOPE).abs() < 0.002, "{}", square.sqrt());
        let step = RIPPLES_M / RIPPLES as f32;
        let (mut apart, mut all) = (0.0, 0.0);
        for k in 0..RIPPLES * RIPPLES {
            let row = k / RIPPLES * RIPPLES;
            let [west, east] = [RIPPLES - 1, 1].map(|n| row + (k % RIPPLES + n) % RIPPLES);
            let difference = (slopes[east][0] - slopes[west][0]) / (2.0 * step);
            apart += (difference - curvatures[k][0]).powi(2);
            all += curvatures[k][0].powi(2);
        }
        assert!(apart < 0.1 * all, "{apart} of {all}");
    }
}
