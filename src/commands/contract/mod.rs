//! The contract of the commands as data, and what follows from it: documents, and tests of all
//! commands. Only [`returns`] is in the module that ships, since each command states its reply in
//! its definition.

#[cfg(test)]
mod documents;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod parsers;
pub mod returns;
#[cfg(test)]
mod schema;
#[cfg(any(test, feature = "fuzzing"))]
pub mod stream;
