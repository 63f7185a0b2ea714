//! The names that the numbers of an operation stand for, and names as the core's types.

use article_site::{FieldName, FieldValue, GroupName, UnixTime, UserName};

/// Returns the name for a number. Some names are long, and some are prefixes of others.
pub fn name(kind: &str, number: u8) -> Vec<u8> {
    let padding = if number % 7 == 3 { 200 } else { 0 };
    format!("{kind}{}{number}", "x".repeat(padding)).into_bytes()
}

/// Returns the name for each number.
pub fn names(kind: &str, numbers: &[u8]) -> Vec<Vec<u8>> {
    numbers.iter().map(|number| name(kind, *number)).collect()
}

/// Returns custom fields. The value's number is also its length, so that some are empty.
pub fn fields(numbers: &[(u8, u8)]) -> Vec<(Vec<u8>, Vec<u8>)> {
    numbers.iter().map(|(n, value)| (name("field", *n), vec![*value; (*value).into()])).collect()
}

/// Returns the names as the core's type.
pub fn group_names(names: &[Vec<u8>]) -> Vec<GroupName<'_>> {
    names.iter().map(|name| GroupName::new(name).unwrap()).collect()
}

/// Returns the names as the core's type.
pub fn user_names(names: &[Vec<u8>]) -> Vec<UserName<'_>> {
    names.iter().map(|name| UserName::new(name).unwrap()).collect()
}

/// Returns the custom fields, which a site accepted, as the core's types.
pub fn field_pairs(fields: &[(Vec<u8>, Vec<u8>)]) -> Vec<(FieldName<'_>, FieldValue<'_>)> {
    let pairs = fields.iter();
    pairs.map(|(n, v)| (FieldName::new(n).unwrap(), FieldValue::new(v).unwrap())).collect()
}

/// Returns the time as the core's type.
pub fn time(seconds: i64) -> UnixTime {
    UnixTime::new(seconds).unwrap()
}
