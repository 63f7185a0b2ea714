//! Numbers in tables.

/// Formats an integer with commas: 12,300.
pub fn with_commas(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with about three significant digits.
pub fn number(value: f64) -> String {
    match value.abs() {
        1000.0.. => with_commas(value.round() as u64),
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Formats a ratio: 14.7 x.
pub fn ratio(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0} x"),
        10.0.. => format!("{value:.1} x"),
        _ => format!("{value:.3} x"),
    }
}

/// Formats a value with its unit; `x` stands for a ratio.
pub fn with_unit(value: f64, unit: &str) -> String {
    match unit {
        "x" => ratio(value),
        unit => format!("{} {unit}", number(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_and_few_digits() {
        assert_eq!(with_commas(1_234_567u32), "1,234,567");
        assert_eq!([0.5678, 12.34, 123.4, 1234.5].map(number), ["0.57", "12.3", "123", "1,235"]);
        assert_eq!(
            [0.06786, 1.0296, 2.345, 14.72].map(ratio),
            ["0.068 x", "1.030 x", "2.345 x", "14.7 x"]
        );
    }
}
