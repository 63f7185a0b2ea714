//! Compares rankings with other crates that offer an order-statistic set: the time of an
//! insertion, a move and a lookup by rank, the slowest single operation, and memory.
//!
//! `cargo bench -p article-site --bench rankings -- [SIZE]`; the default is 1,000,000 keys.

use std::hint::black_box;
use std::time::{Duration, Instant};

use article_site::{Direction, ItemId, Position, Ranking};
use fastrand::Rng;

/// Returns the position of an article in a ranking by score.
fn position(score: u64, id: usize) -> Position {
    Position::new(score as i64, ItemId::new(id as u32))
}

/// The operations that a ranking needs.
trait StoredOrder: Default {
    const NAME: &'static str;
    fn insert(&mut self, key: Position);
    fn relocate(&mut self, from: Position, to: Position);
    fn nth(&self, rank: usize) -> Option<Position>;
}

impl StoredOrder for Ranking {
    const NAME: &'static str = "ranking";
    fn insert(&mut self, key: Position) {
        assert!(self.insert(key));
    }
    fn relocate(&mut self, from: Position, to: Position) {
        assert!(self.reposition(from, to));
    }
    fn nth(&self, rank: usize) -> Option<Position> {
        self.range(rank, 1, Direction::Ascending).next()
    }
}

impl StoredOrder for indexset::BTreeSet<Position> {
    const NAME: &'static str = "indexset";
    fn insert(&mut self, key: Position) {
        assert!(self.insert(key));
    }
    fn relocate(&mut self, from: Position, to: Position) {
        assert!(self.remove(&from) && self.insert(to));
    }
    fn nth(&self, rank: usize) -> Option<Position> {
        self.get_index(rank).copied()
    }
}

impl StoredOrder for wabi_tree::OSBTreeSet<Position> {
    const NAME: &'static str = "wabi_tree";
    fn insert(&mut self, key: Position) {
        assert!(self.insert(key));
    }
    fn relocate(&mut self, from: Position, to: Position) {
        assert!(self.remove(&from) && self.insert(to));
    }
    fn nth(&self, rank: usize) -> Option<Position> {
        self.get_by_rank(rank).copied()
    }
}

/// Returns the resident memory of this process, in bytes.
fn resident_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

/// Prints the mean and the longest time of a number of steps, in nanoseconds.
fn measure(name: &str, steps: usize, mut step: impl FnMut(usize)) {
    let mut slowest = Duration::ZERO;
    let start = Instant::now();
    for n in 0..steps {
        let before = Instant::now();
        step(n);
        slowest = slowest.max(before.elapsed());
    }
    let mean = start.elapsed() / steps as u32;
    let (mean, slowest) = (mean.as_nanos(), slowest.as_nanos());
    println!("  {name:<28} {mean:>9} ns per step, slowest {slowest:>9} ns");
}

fn run<R: StoredOrder>(size: usize) {
    println!("{} of {size} keys", R::NAME);
    // All contenders get the same operations.
    let mut rng = Rng::with_seed(1);
    let before = resident_bytes();
    let mut ranked = R::default();
    let mut scores: Vec<u64> = (0..size as u64).map(|id| 1_700_000_000 + id * 60).collect();
    let vector = resident_bytes() - before;
    measure("insert, ascending", size, |id| ranked.insert(position(scores[id], id)));
    let moves = size.clamp(1, 2_000_000);
    measure("move by a vote or more", moves, |_| {
        let id = rng.usize(..size);
        let to = scores[id] + 432 * rng.u64(1..=20);
        ranked.relocate(position(scores[id], id), position(to, id));
        scores[id] = to;
    });
    measure("n-th", 500_000.min(size), |_| {
        black_box(ranked.nth(rng.usize(..size)));
    });
    let bytes = resident_bytes().saturating_sub(before + vector) as f64 / size as f64;
    println!("  {:<28} {bytes:>9.1} bytes per key", "memory");
    // Freed pages would be reused by the next contender and missing from its memory.
    std::mem::forget(ranked);
}

fn main() {
    let size = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(1_000_000);
    run::<Ranking>(size);
    run::<indexset::BTreeSet<Position>>(size);
    run::<wabi_tree::OSBTreeSet<Position>>(size);
}
