//! Tests of the package `redis-article`, in `main.rs`.
