//! Air with smoke over the water: its books, what bodies are to it, what it refuses, its files.

mod afloat;
mod books;
mod particles;
mod refusals;

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
        depth_m = 1.0
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
