//! Values of options.

/// Longest simulated time, s.
const LONGEST_S: f64 = 1e12;

pub(super) fn above_zero(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= LONGEST_S => Ok(value),
        Ok(value) if value > LONGEST_S => Err(format!("it must be at most {LONGEST_S:e} s")),
        Ok(_) => Err("it must be above 0".into()),
        Err(_) => Err("it must be a number of seconds".into()),
    }
}

pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("it must be a number above 0".into()),
    }
}

/// Greatest coordinate of a point, m.
const FARTHEST_M: f64 = 1e6;

pub(super) fn point(text: &str) -> Result<[f64; 3], String> {
    let coordinates: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match <[f64; 3]>::try_from(coordinates) {
        Ok(point) if text.split(',').count() == 3 && point.iter().all(|c| c.abs() <= FARTHEST_M) => Ok(point),
        _ => Err("it must be three numbers up to a million, such as 0.2,0,-0.05".into()),
    }
}

pub(in crate::commands) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1024) => Ok(count),
        _ => Err("it must be 1 to 1024".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_threads_must_make_sense() {
        for bad in ["0", "-1", "nan", "inf", "1e300", "soon"] {
            assert!(above_zero(bad).is_err(), "{bad}");
        }
        for bad in ["0", "-1", "1025", "many"] {
            assert!(threads(bad).is_err(), "{bad}");
        }
        for bad in ["1,2", "1,2,3,4", "1,x,2,3", "1,2,nan", ""] {
            assert!(point(bad).is_err(), "{bad}");
        }
        assert_eq!(point("1, -2,3e-1"), Ok([1.0, -2.0, 0.3]));
        assert_eq!((above_zero("2.5"), threads("4")), (Ok(2.5), Ok(4)));
    }
}
