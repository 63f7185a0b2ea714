//! Lists of many articles, and the lists that a viewer sees.

mod mark_limits;
mod shown_marks;
