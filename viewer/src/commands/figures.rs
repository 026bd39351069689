/// A number with four significant digits, and all digits before its point.
pub(super) fn significant(value: f64) -> String {
    let magnitude = value.abs().log10().floor();
    let decimals = if magnitude.is_finite() { (3.0 - magnitude).clamp(0.0, 12.0) } else { 0.0 };
    format!("{value:.0$}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_keep_their_digits_and_large_ones_lose_their_decimals() {
        let figures = [14.8272, 0.000123456, 16500.4, 1.0, 0.0].map(significant);
        assert_eq!(figures, ["14.83", "0.0001235", "16500", "1.000", "0"]);
    }
}
