/// Speed to which a turbulent plume rises near its source, in units of the arguments.
///
/// Measured on the axis of plumes at a height `z` above a small source (Rouse, Yih, Humphreys 1952):
///
/// ```text
/// w = 4.7 (B / z)^⅓       above a point that gives the flux of buoyancy B, m⁴/s³
/// w = 1.8 B^⅓             above a line that gives B a unit of its length, m³/s³
/// ```
///
/// A source of radius `r` that adds no momentum reaches the first about five radii above it, where the plume is widest beside its speed;
/// below, it is slower.
pub fn plume_speed(flux: f64, source: PlumeSource) -> f64 {
    match source {
        PlumeSource::Ball { .. } => 4.7 * (flux / source.fastest_at()).cbrt(),
        PlumeSource::Line { length } => 1.8 * (flux / length).cbrt(),
    }
}

/// Shape of the source of a plume.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PlumeSource {
    /// A ball in space.
    Ball {
        /// Radius of the ball.
        radius: f64,
    },
    /// A line across air that is periodic along it.
    Line {
        /// Length of the line.
        length: f64,
    },
}

impl PlumeSource {
    /// Height above its middle at which a plume is fastest: five radii of a ball; above a line it is as fast everywhere.
    pub fn fastest_at(self) -> f64 {
        match self {
            Self::Ball { radius } => 5.0 * radius,
            Self::Line { .. } => 0.0,
        }
    }

    /// The flux of buoyancy at which [`plume_speed`] is this.
    pub fn flux_at(self, speed: f64) -> f64 {
        match self {
            Self::Ball { .. } => self.fastest_at() * (speed / 4.7).powi(3),
            Self::Line { length } => length * (speed / 1.8).powi(3),
        }
    }
}
