//! The terms of the contract, `docs/commands/`: names, times, settings, formulas, and errors.

pub mod budget;
pub mod entry;
pub mod error;
pub mod formula;
pub mod ids;
pub mod integer;
pub mod kind;
pub mod listed_enum;
pub mod settings;
pub mod types;
