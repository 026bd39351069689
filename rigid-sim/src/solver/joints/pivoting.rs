//! Which impulses are at their bounds.

/// Rounds without fewer wrong places in which all of them still change at once.
const TRIES: u32 = 3;

/// Where the impulse of a constraint is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The constraint takes no part.
    Open,
    /// Between its bounds, with the velocity that it wants.
    Within,
    /// The bound, with a velocity that wants it beyond.
    Lowest,
    Highest,
}

/// The search for the places of all impulses `λ` of a system `A λ = b` with bounds `l ≤ λ ≤ u`, such that the residual `r = b − A λ` is
///
/// ```text
/// r = 0 where l < λ < u,   r ≤ 0 where λ = l,   r ≥ 0 where λ = u
/// ```
///
/// For a matrix `A` that is symmetric and positive definite there is one such `λ`. With the places given it is the solution of equations; the places that it proves wrong change, all of them
/// while they become fewer, otherwise the first alone, which ends (Murty 1974), until they do (Júdice & Pires, *A block principal pivoting algorithm for large-scale
/// strictly monotone linear complementarity problems*, 1994).
#[derive(Debug, Clone, Default)]
pub(super) struct Pivoting {
    pub(super) places: Vec<Place>,
    /// The wrong places of the last round, and where those impulses are to be.
    pub(super) wrong: Vec<(usize, Place)>,
    fewest: usize,
    tries: u32,
}

impl Pivoting {
    /// Begins without places.
    pub(super) fn begin(&mut self) {
        self.places.clear();
        (self.fewest, self.tries) = (usize::MAX, TRIES);
    }

    /// Changes wrong places.
    pub(super) fn pivot(&mut self) {
        let Self { places, wrong, fewest, tries } = self;
        let count = if wrong.len() < *fewest {
            (*fewest, *tries) = (wrong.len(), TRIES);
            wrong.len()
        } else if *tries > 0 {
            *tries -= 1;
            wrong.len()
        } else {
            1
        };
        for (at, to) in wrong.drain(..).take(count) {
            places[at] = to;
        }
    }
}
