//! The forms of arguments, of commands and of options.

/// Words of a command.
pub(crate) type Words = Vec<Vec<u8>>;

/// The type of a parameter.
macro_rules! form {
    (text) => { impl AsRef<[u8]> };
    (texts) => { impl IntoIterator<Item: AsRef<[u8]>> };
    (list) => { impl IntoIterator<Item: AsRef<[u8]>> };
    (fields) => { impl IntoIterator<Item = (impl AsRef<[u8]>, impl AsRef<[u8]>)> };
    (number) => { impl Into<i64> };
    (id) => { u32 };
    (ids) => { &[u32] };
    (counted) => { &[u32] };
    (yes) => { bool };
    (vote) => { $crate::Vote };
    (action) => { $crate::Action };
    (target) => { $crate::Target };
}
pub(crate) use form;
pub(crate) use number as id;
pub(crate) use text as action;
pub(crate) use text as target;
pub(crate) use text as vote;

pub(crate) fn text(words: &mut Words, text: impl AsRef<[u8]>) {
    words.push(text.as_ref().into());
}

pub(crate) fn texts(words: &mut Words, texts: impl IntoIterator<Item: AsRef<[u8]>>) {
    words.extend(texts.into_iter().map(|text| text.as_ref().into()));
}

/// Adds texts with their number before them.
pub(crate) fn list(words: &mut Words, list: impl IntoIterator<Item: AsRef<[u8]>>) {
    let mut all = Words::new();
    texts(&mut all, list);
    text(words, all.len().to_string());
    words.append(&mut all);
}

pub(crate) fn fields(
    words: &mut Words,
    fields: impl IntoIterator<Item = (impl AsRef<[u8]>, impl AsRef<[u8]>)>,
) {
    let fields: Vec<_> = fields.into_iter().collect();
    text(words, fields.len().to_string());
    for (name, value) in fields {
        text(words, name);
        text(words, value);
    }
}

pub(crate) fn number(words: &mut Words, number: impl Into<i64>) {
    text(words, number.into().to_string());
}

pub(crate) fn ids(words: &mut Words, ids: &[u32]) {
    texts(words, ids.iter().map(u32::to_string));
}

pub(crate) fn counted(words: &mut Words, ids: &[u32]) {
    list(words, ids.iter().map(u32::to_string));
}

pub(crate) fn yes(words: &mut Words, is_yes: bool) {
    text(words, if is_yes { "YES" } else { "NO" });
}
