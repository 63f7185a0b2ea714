//! Numbers as readers see them.

/// Returns a number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

/// Returns a place: `1st`, `2nd`, `11th`.
fn ordinal(number: u64) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, place) if place != 11 => "st",
        (2, place) if place != 12 => "nd",
        (3, place) if place != 13 => "rd",
        _ => "th",
    };
    format!("{}{suffix}", grouped(number))
}

/// Returns the place of a story with this number of others ahead of it: `14th of 2,003`.
pub fn place(ahead: u64, of: u64) -> String {
    format!("{} of {}", ordinal(ahead + 1), grouped(of))
}

#[cfg(test)]
mod tests {
    use super::{grouped, ordinal, place};

    #[test]
    fn numbers_are_as_one_says_them() {
        for (number, text) in [(0, "0"), (999, "999"), (2003, "2,003"), (1_000_000, "1,000,000")] {
            assert_eq!(grouped(number), text);
        }
        for (number, text) in [
            (1, "1st"),
            (2, "2nd"),
            (3, "3rd"),
            (4, "4th"),
            (11, "11th"),
            (12, "12th"),
            (13, "13th"),
            (21, "21st"),
            (112, "112th"),
            (1003, "1,003rd"),
        ] {
            assert_eq!(ordinal(number), text);
        }
        assert_eq!(place(13, 2003), "14th of 2,003");
    }
}
