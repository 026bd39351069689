use glam::{DQuat, DVec3};

use crate::error::require_finite;
use crate::hydrostatics::{SubmergedIntegrals, upright};
use crate::{Error, Hull};

/// Number of levels searched on an open hull, from its lowest point up.
const OPEN_HULL_LEVELS: usize = 64;

/// Height of the waterline above the hull's origin (m, along the world's z) at which `hull`, turned by `rotation`, displaces
/// `volume_m3`.
///
/// A body of mass m displaces m / ρ. Newton's method with the section's area as slope, safeguarded by bisection, to the
/// rounding of the volume. For a volume of zero the waterline is at the hull's lowest point. An open hull may lose volume again
/// where the water reaches its holes (see [`submerged`](crate::submerged)); its waterline is the lowest that displaces the
/// volume.
///
/// # Errors
/// [`Error::OutOfRange`] for a volume that is negative or more than the hull has, and for a `rotation` that is zero;
/// [`Error::NotFinite`] if either is not finite.
pub fn float_waterline(hull: &Hull, rotation: DQuat, volume_m3: f64) -> Result<f64, Error> {
    let frame = upright(rotation)?;
    let (level, _) = find_level(hull, frame.up(), volume_m3, None)?;
    Ok(level + frame.height(hull.bounding_sphere().0))
}

/// The plane across `up` (a unit vector in body axes) below which `hull` displaces `volume`: its height along `up` above the
/// center of the bounding sphere, and the integrals below it. The search begins at `guess`.
pub(super) fn find_level(
    hull: &Hull,
    up: DVec3,
    volume: f64,
    guess: Option<f64>,
) -> Result<(f64, SubmergedIntegrals), Error> {
    require_finite("displaced volume (m³)", volume)?;
    let (center, radius) = hull.bounding_sphere();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for z in (0..hull.triangle_count()).flat_map(|t| hull.triangle(t)).map(|p| up.dot(p - center)) {
        (low, high) = (low.min(z), high.max(z));
    }
    let volume_below = |level: f64| SubmergedIntegrals::volume_and_section(hull, up, level).0;
    let mut full = volume_below(high);
    if !hull.diagnosis().closed {
        let step = (high - low) / OPEN_HULL_LEVELS as f64;
        for level in (1..OPEN_HULL_LEVELS).map(|i| low + step * i as f64) {
            let there = volume_below(level);
            full = full.max(there);
            if there >= volume {
                (low, high) = (level - step, level);
                break;
            }
        }
    }
    // Sums over many triangles that are added in another order differ by more than one of these.
    let (rounding, of_sums) = (1e-14 * full, 1e-12 * full);
    if !(0.0..=full + of_sums).contains(&volume) || full <= 0.0 {
        let range = format!("0 to {full}, the volume of the hull").into();
        return Err(Error::OutOfRange { what: "displaced volume (m³)", value: volume, range });
    }
    let volume = volume.min(full);
    if volume == 0.0 {
        return Ok((low, SubmergedIntegrals::new(hull, up, low)));
    }
    let inside = |level: &f64| low < *level && *level < high;
    let mut level = guess.filter(inside).unwrap_or(low + (high - low) * (volume / full));
    loop {
        let (below, section) = SubmergedIntegrals::volume_and_section(hull, up, level);
        let excess = below - volume;
        if excess.abs() <= rounding {
            break;
        }
        if excess > 0.0 {
            high = level;
        } else {
            low = level;
        }
        let newton = level - excess / section;
        let middle = low + (high - low) / 2.0;
        let next = if low < newton && newton < high { newton } else { middle };
        if (next - level).abs() <= 1e-15 * radius {
            break;
        }
        level = next;
    }
    Ok((level, SubmergedIntegrals::new(hull, up, level)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

    fn tetrahedron() -> Hull {
        Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], &TETRAHEDRON).unwrap()
    }

    #[test]
    fn a_tip_down_tetrahedron_floats_by_the_cube_root() {
        let half_turn = DQuat::from_rotation_x(std::f64::consts::PI);
        for volume in [1e-6, 0.01, 1.0 / 12.0, 1.0 / 6.0] {
            let level = float_waterline(&tetrahedron(), half_turn, volume).unwrap();
            assert!((level - ((6.0 * volume).cbrt() - 1.0)).abs() < 1e-12, "{volume}");
        }
    }

    /// The volume of a mesh of many triangles, added in another order, is that of the hull.
    #[test]
    fn a_volume_above_the_hull_s_by_rounding_is_that_of_the_hull() {
        let [full, above] = [1.0 + 1e-13, 1.0 + 5e-13].map(|times| {
            let volume = times * tetrahedron().volume_m3();
            float_waterline(&tetrahedron(), DQuat::IDENTITY, volume).unwrap()
        });
        assert_eq!(full, above);
        let beyond = (1.0 + 1e-11) * tetrahedron().volume_m3();
        assert!(float_waterline(&tetrahedron(), DQuat::IDENTITY, beyond).is_err());
    }

    #[test]
    fn volumes_that_the_hull_cannot_displace_are_refused() {
        let refused = |volume| float_waterline(&tetrahedron(), DQuat::IDENTITY, volume).unwrap_err();
        for volume in [-1e-9, 0.2] {
            let message = refused(volume).to_string();
            assert!(message.contains("must be 0 to 0.1666"), "{message}");
        }
        for volume in [f64::NAN, f64::INFINITY] {
            assert!(matches!(refused(volume), Error::NotFinite { .. }));
        }
        assert_eq!(float_waterline(&tetrahedron(), DQuat::IDENTITY, 0.0).unwrap(), 0.0);
    }

    #[test]
    fn an_open_hull_floats_at_the_lowest_level_that_displaces_the_volume() {
        // A slanting sheet over the tetrahedron, facing up, takes more volume away than that has.
        let sheet = [Vec3::new(-9.0, -9.0, 2.0), Vec3::new(9.0, -9.0, 2.0), Vec3::new(0.0, 9.0, 4.0)];
        let vertices: Vec<Vec3> = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].into_iter().chain(sheet).collect();
        let triangles: Vec<[u32; 3]> = TETRAHEDRON.into_iter().chain([[4, 5, 6]]).collect();
        let hull = Hull::new(&vertices, &triangles).unwrap();
        for volume in [0.01, 0.1, 0.16] {
            let level = float_waterline(&hull, DQuat::IDENTITY, volume).unwrap();
            let alone = float_waterline(&tetrahedron(), DQuat::IDENTITY, volume).unwrap();
            assert!((level - alone).abs() < 1e-12, "{level} {alone}");
        }
    }

    #[test]
    fn a_rotation_of_no_length_is_refused() {
        for rotation in [DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0)] {
            assert!(matches!(
                float_waterline(&tetrahedron(), rotation, 0.1).unwrap_err(),
                Error::OutOfRange { .. } | Error::NotFinite { .. }
            ));
        }
    }
}
