//! Crashes, restarts, replicas, failovers and clusters: no acknowledged change is lost,
//! and none counts twice.
//!
//! `TORTURE_ROUNDS` (3) is the number of times that a test kills its server, and `TORTURE_SEED`
//! repeats a test's random choices.

mod aof;
mod broken_link;
mod changes;
mod chunks;
mod clock;
mod cluster;
mod comments;
mod everywhere;
mod failover;
mod fixtures;
mod histories;
mod kept_votes;
mod moderation;
mod operations;
mod panics;
mod persistence;
mod readers;
mod replication;
mod sentinel;
mod slot_migration;
mod sweeping;
mod torture;
