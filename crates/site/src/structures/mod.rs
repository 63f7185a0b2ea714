//! Trees, tables, and texts that know nothing of articles.

pub mod by_number;
pub mod chunks;
pub mod counted_tree;
pub mod defragment;
pub mod hash_index;
pub mod json_string;
pub mod keyed_hash;
pub mod linear_hash;
pub mod number_list;
pub mod numbered;
pub mod packed;
pub mod prefetch;
pub mod summarized_set;
pub mod summary;
pub mod table;
