//! The words that titles consist of.

/// The number of subjects of a group.
pub const SUBJECTS: usize = 10;

/// The groups, each with its subjects.
pub const GROUPS: [(&str, &str); 15] = [
    (
        "rust",
        "async Rust; the borrow checker; a Rust game loop; embedded Rust; lifetimes; unsafe \
         code; procedural macros; error handling in Rust; Rust's trait system; a Rust parser",
    ),
    (
        "databases",
        "B+ trees; write-ahead logs; Redis; a query planner; secondary indexes; snapshot \
         isolation; time-series storage; schema migrations; LSM trees; a columnar format",
    ),
    (
        "web",
        "CSS grid; server-rendered pages; service workers; web fonts; HTTP caching; the back \
         button; accessible forms; view transitions; cookies; progressive enhancement",
    ),
    (
        "linux",
        "io_uring; systemd units; a minimal init; cgroups; the page cache; a tiling window \
         manager; shell pipelines; file systems; kernel modules; package managers",
    ),
    (
        "security",
        "passkeys; a padding oracle; memory tagging; threat models; supply chains; \
         sandboxing; certificate transparency; password hashing; a side channel; bug bounties",
    ),
    (
        "hardware",
        "RISC-V boards; mechanical keyboards; e-paper displays; a homemade laptop; FPGA \
         toolchains; old oscilloscopes; USB-C cables; solar chargers; NVMe drives; a silent \
         computer",
    ),
    (
        "science",
        "protein folding; coral reefs; deep-sea vents; sleep research; a replication study; \
         fungal networks; ice cores; bird migration; new alloys; slime molds",
    ),
    (
        "space",
        "a lunar lander; exoplanet atmospheres; radio telescopes; orbital debris; asteroid \
         samples; cube satellites; the Voyager probes; Martian dust; solar sails; star maps",
    ),
    (
        "math",
        "prime gaps; random walks; the four-color theorem; knot theory; proof assistants; \
         magic squares; aperiodic tilings; Bayes' theorem; graph coloring; continued \
         fractions",
    ),
    (
        "games",
        "roguelikes; a chess engine; pixel art; speedruns; procedural dungeons; board game \
         design; retro consoles; physics engines; text adventures; game jams",
    ),
    (
        "design",
        "color spaces; type design; icon sets; wayfinding signs; data visualization; empty \
         states; dark mode; grid systems; map projections; button labels",
    ),
    (
        "startups",
        "a one-person company; pricing pages; remote teams; customer interviews; a failed \
         launch; bootstrapping; sales for engineers; open-source funding; churn; hiring the \
         first engineer",
    ),
    (
        "history",
        "the first spreadsheet; telegraph codes; medieval maps; punched cards; lighthouses; \
         ancient recipes; early compilers; the metric system; paper sizes; railway time",
    ),
    (
        "books",
        "unreliable narrators; technical writing; public libraries; science fiction covers; \
         footnotes; reading aloud; forgotten novels; book binding; note taking; translations",
    ),
    (
        "music",
        "modular synthesizers; tuning systems; music notation; generative music; tape loops; \
         a homemade organ; field recordings; drum machines; audio codecs; live coding",
    ),
];

/// Titles, in which `{}` is a subject.
pub const PATTERNS: [&str; 30] = [
    "A visual guide to {}",
    "What I learned from ten years of {}",
    "Why {} matters more than you think",
    "The hidden costs of {}",
    "Show: a small tool for {}",
    "Ask: how do you deal with {}?",
    "{}, explained from first principles",
    "A short history of {}",
    "Notes on {}",
    "Rethinking {}",
    "{} in 500 lines of code",
    "The case against {}",
    "In praise of {}",
    "How we stopped worrying about {}",
    "{} on a budget",
    "Five myths about {}",
    "A weekend with {}",
    "What nobody tells you about {}",
    "Measuring {}",
    "The state of {} this year",
    "Learning {} the slow way",
    "{}: an illustrated introduction",
    "Everything I got wrong about {}",
    "A field guide to {}",
    "When {} goes wrong",
    "Debugging {} at three in the morning",
    "An old idea makes {} simple",
    "Teaching {} to beginners",
    "The quiet return of {}",
    "Simple rules for {}",
];

/// Endings that make titles with the same subject differ.
pub const ENDINGS: [&str; 10] = [
    "",
    "",
    "",
    "",
    ", part two",
    " [pdf]",
    " (video)",
    ": a retrospective",
    ", with benchmarks",
    " – and what came next",
];

/// Hosts of links. Their domains are reserved for examples.
pub const HOSTS: [&str; 12] = [
    "blog.example.com",
    "www.example.org",
    "papers.example.net",
    "notes.example.com",
    "magazine.example.org",
    "labs.example.net",
    "journal.example.com",
    "wiki.example.org",
    "code.example.net",
    "archive.example.org",
    "weekly.example.com",
    "essays.example.net",
];
