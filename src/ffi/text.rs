//! Texts for C.

use std::ffi::CString;

/// Converts a text for C. A NUL ends it.
pub(super) fn c_text(text: &str) -> CString {
    let bytes = text.bytes().take_while(|byte| *byte != 0).collect::<Vec<u8>>();
    CString::new(bytes).unwrap_or_default()
}
