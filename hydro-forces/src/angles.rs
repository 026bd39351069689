use glam::{DMat3, DQuat, DVec3};

/// Heading, heel and trim of a body with the x axis ahead, y to port and z up.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Angles {
    /// Direction of the body's x axis in plan, counter-clockwise from the world's x axis, −180 to 180 degrees.
    pub heading_deg: f64,
    /// Roll, positive with the starboard side (−y) down, −180 to 180 degrees.
    pub heel_deg: f64,
    /// Pitch, positive with the bow up, −90 to 90 degrees.
    pub trim_deg: f64,
}

impl Angles {
    /// The angles of a rotation from body to world axes: by the heading, then the trim, then the heel. Its length does not matter.
    pub fn of(rotation: DQuat) -> Self {
        let axes = DMat3::from_quat(rotation.normalize());
        let ahead = axes.x_axis;
        let (heel, trim) = heel_and_trim(axes.transpose().z_axis);
        Self {
            heading_deg: ahead.y.atan2(ahead.x).to_degrees(),
            heel_deg: heel.to_degrees(),
            trim_deg: trim.to_degrees(),
        }
    }
}

/// Heel to starboard and trim with the bow up, rad, where the world's z axis is `up` in body axes.
pub(crate) fn heel_and_trim(up: DVec3) -> (f64, f64) {
    (up.y.atan2(up.z), up.x.atan2(up.y.hypot(up.z)))
}

/// The rotation from body to world axes for a heading, then trim, then heel, rad.
pub(crate) fn rotation(heading: f64, heel: f64, trim: f64) -> DQuat {
    DQuat::from_rotation_z(heading) * DQuat::from_rotation_y(-trim) * DQuat::from_rotation_x(heel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_direction_and_rotation_agree() {
        for (heel, trim) in [(0.0f64, 0.0f64), (0.3, -0.2), (-2.5, 0.7), (3.0, -1.5)] {
            let up = DVec3::new(trim.sin(), trim.cos() * heel.sin(), trim.cos() * heel.cos());
            let (h, t) = heel_and_trim(up);
            assert!((h - heel).abs() < 1e-14 && (t - trim).abs() < 1e-14);
            let turned = rotation(1.1, heel, trim);
            assert!((turned.inverse() * DVec3::Z - up).length() < 1e-15);
            let angles = Angles::of(turned);
            assert_eq!(Angles::of(turned * 4.0), angles);
            for (degrees, rad) in
                [(angles.heading_deg, 1.1), (angles.heel_deg, heel), (angles.trim_deg, trim)]
            {
                assert!((degrees.to_radians() - rad).abs() < 1e-14, "{angles:?}");
            }
        }
    }
}
