//! The table of what commands cost, in docs/costs.md.

use std::collections::BTreeMap;
use std::fs;

use crate::search::Finding;

const BEGINNING: &str = "<!-- `make worst UPDATE=1` writes this table. -->\n";
const END: &str = "<!-- end -->";
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/costs.md");

/// Returns the page, and where its table begins and ends.
fn page() -> (String, usize, usize) {
    let text = fs::read_to_string(PATH).expect("docs/costs.md");
    let start = text.find(BEGINNING).expect("where the table begins") + BEGINNING.len();
    let end = start + text[start..].find(END).expect("where the table ends");
    (text, start, end)
}

/// Returns the cost of each command according to the page, in microseconds.
pub fn documented() -> BTreeMap<String, f64> {
    let (text, start, end) = page();
    let rows = text[start..end].lines().filter_map(|row| {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, cost, ..] = cells[..] else { return None };
        let number = cost.trim_end_matches(" ms").trim_start_matches("less than ");
        Some((name.trim_matches('`').to_owned(), 1e3 * number.parse::<f64>().ok()?))
    });
    rows.collect()
}

/// Writes the table into the page.
pub fn update(table: &str) {
    let (text, start, end) = page();
    fs::write(PATH, format!("{}\n{table}\n{}", &text[..start], &text[end..])).expect("the page");
}

/// Returns the table, the dearest command first, below a sentence on the search.
pub fn table(search: &str, findings: &[Finding], flag: impl Fn(&str) -> &'static str) -> String {
    let mut rows: Vec<_> = findings.iter().collect();
    rows.sort_by(|left, right| right.cost.total_cmp(&left.cost));
    let mut table = format!("{search}\n\n");
    table += "| command | flag | at most | such as | on a site |\n";
    table += "| --- | --- | --- | --- | --- |\n";
    for Finding { name, line, site, cost } in rows {
        let (flag, cost) = (flag(name), milliseconds(*cost));
        table += &format!("| `{name}` | {flag} | {cost} | `{line}` | {site} |\n");
    }
    table
}

/// Returns a time with two digits.
pub fn milliseconds(micros: f64) -> String {
    match micros / 1e3 {
        time if time < 0.1 => "less than 0.1 ms".to_owned(),
        time if time < 10.0 => format!("{time:.1} ms"),
        time => format!("{time:.0} ms"),
    }
}
