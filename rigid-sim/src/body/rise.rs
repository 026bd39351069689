/// Height by which a body rises that moves upwards with a velocity, where gravity alone acts on it, m: `v² / 2g`; 0 for one that moves
/// downwards. The gravity is above 0.
///
/// ```
/// // A ball thrown up with 9.81 m/s comes down after two seconds, from 4.905 m.
/// assert!((rigid_sim::rise_m(9.81, 9.81) - 4.905).abs() < 1e-12);
/// assert_eq!(rigid_sim::rise_m(-3.0, 9.81), 0.0);
/// ```
pub fn rise_m(up_m_s: f64, gravity_m_s2: f64) -> f64 {
    up_m_s.max(0.0).powi(2) / (2.0 * gravity_m_s2)
}
