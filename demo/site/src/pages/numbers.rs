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

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (2003, "2,003"), (1_000_000, "1,000,000")] {
            assert_eq!(super::grouped(number), text);
        }
    }
}
