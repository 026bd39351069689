//! Scenarios of a source under a ball.

/// A pool with air over it, in which a ball hangs over a source.
pub(crate) fn chimney(more: &str) -> String {
    format!(
        r#"
        title = "chimney"
        duration_s = 2.0
        [grid]
        cells = [24, 20]
        cell_size_m = 0.25
        [water]
        level_m = 1.0
        [air]
        cells = [20, 16, 24]
        cell_size_m = 0.2
        from_m = [1.0, 0.8]
        fastest_flow_m_s = 1.0
        tau = 0.52
        buoyancy_m_s2 = 0.8
        source = [{{ position_m = [3.0, 2.4, 1.5], radius_m = 0.4, smoke_m3_s = 0.05 }}]
        {more}
        [body.ball]
        hull = {{ kind = "sphere", radius_m = 0.5, subdivisions = 3 }}
        mass_kg = 100.0
        fixed = true
        position_m = [3.0, 2.4, 2.8]
        "#
    )
}

/// Ash that falls on the ball and the water, and dust that the smoke carries away.
pub(crate) fn ashes() -> String {
    chimney(
        "particles = [\
         { position_m = [3.0, 2.4, 4.2], radius_m = 0.3, per_s = 400, kg_s = 0.08, lasts_s = 8.0, diameter_m = 1.2e-4, density_kg_m3 = 600.0 }, \
         { position_m = [2.3, 2.4, 1.6], radius_m = 0.2, per_s = 100, kg_s = 0.0, lasts_s = 1.5, diameter_m = 1e-5, density_kg_m3 = 600.0 }]",
    )
}
