//! The replies of commands, and the entries of their maps.

use super::*;

pub const OK: Returns = of(Kind::Ok, "The command has been carried out.");
pub const NO_SITE: Returns = nil("The key does not exist.");

const VOTES: Entry = number("votes", "Upvotes less downvotes.");
const UPVOTES: Entry = number("upvotes", "The number of upvotes.");
const DOWNVOTES: Entry = number("downvotes", "The number of downvotes.");
const SCORE: Entry = number("score", "Time, gain, and boost, in seconds.");
const ID: Entry = number("id", "The id.");
const POSTER: Entry = word("poster", "The user who posted it.");
const TIME: Entry = number("time", "When it was posted, in UNIX seconds.");
const CLOSES: Entry = number("closes", "When voting closes, in UNIX seconds.");
const COMMENTS: Entry =
    number("comments", "The number of listed comments below it, and of those that BUMP added.");
const PARENT: Entry = number("parent", "The id of what it answers.");
const THREAD: Entry = number("article", "The id of the article of its thread.");
const DEPTH: Entry = number("depth", "The number of levels below the id named, from 1.");
const TITLE: Entry = word("title", "The title.");
const LINK: Entry = word("link", "The link, which can be empty.");
const TEXT: Entry = word("text", "The text.");
const BUMPED: Entry = number(
    "bumped",
    "When something last happened on the article, at first its posting, in UNIX seconds.",
);
const GROUPS: Entry =
    entry("groups", array_of("The groups, sorted by name.", &string("A group.")));

const OF_ARTICLE: &[Entry] = &[
    ID, TITLE, LINK, POSTER, TIME, CLOSES, VOTES, UPVOTES, DOWNVOTES, SCORE, COMMENTS, BUMPED,
    GROUPS,
];
const OF_COMMENT: &[Entry] =
    &[ID, PARENT, THREAD, TEXT, POSTER, TIME, CLOSES, VOTES, UPVOTES, DOWNVOTES, SCORE, COMMENTS];
const VOTE_VALUES: &[i64] = &[1, 0, -1];
/// What an article or comment has for a viewer, or if it is set.
const IF_SET: &[Entry] = &[
    Entry {
        name: "vote",
        value: one_of(&[
            among(VOTE_VALUES, "The viewer's vote: 1, -1, or 0 for none."),
            nil("The window has passed, and the site keeps no votes."),
        ])
        .with("VIEWER"),
        is_required: false,
    },
    Entry {
        name: "marks",
        value: array_of(
            "The viewer's lists named by MARKS that it is on, in the order named.",
            &string("A list."),
        )
        .with("MARKS"),
        is_required: false,
    },
    number("boost", "The seconds that moderators added to its score, unless 0.").optional(),
    entry("hidden", among(&[1, 2], "1 if it is hidden, 2 if it was held back and never listed."))
        .optional(),
    flag("locked", "1 if it is locked."),
    entry("pinned", among(&[1, 2], "1 if it is pinned, 2 if in its groups only.")).optional(),
];

pub const ARTICLE: Returns = of(Kind::Item("Article", &[OF_ARTICLE, IF_SET]), "An article.");
const COMMENT: Returns = of(Kind::Item("Comment", &[OF_COMMENT, IF_SET]), "A comment.");
const REPLY: Returns =
    of(Kind::Item("ThreadComment", &[OF_COMMENT, &[DEPTH], IF_SET]), "A comment in a thread.");
const PLACEHOLDER: Returns = of(
    Kind::Item(
        "Placeholder",
        &[&[
            ID,
            PARENT,
            THREAD,
            DEPTH,
            COMMENTS,
            flag("hidden", "1 if it is hidden."),
            MUTED,
            DELETED,
        ]],
    ),
    "The place of a hidden, muted, or deleted comment that has others below it.",
);
const GONE: Returns = of(
    Kind::Item("Deleted", &[&[ID, PARENT.optional(), THREAD.optional(), COMMENTS, IS_DELETED]]),
    "The place of what was deleted. An article has neither parent nor thread.",
);
const MUTED: Entry =
    flag("muted", "1 if it is by a user of NOTFROM, or muted by the user of UNMUTED.");
const DELETED: Entry = flag("deleted", "1 if it was deleted.");
const IS_DELETED: Entry = entry("deleted", among(&[1], "1: it was deleted."));
/// What only RETURN selects.
const ON_REQUEST: &[Entry] = &[
    state("listed", "1 if neither it nor its article is hidden or deleted, else 0."),
    state("votable", "1 if VOTE would not be refused for its state nor, with VIEWER, SELFVOTE."),
    state("answerable", "1 if COMMENT on it would be accepted, else 0."),
];

const fn state(name: &'static str, text: &'static str) -> Entry {
    entry(name, truth(text)).optional()
}

/// What RETURN selects of any of them. In this one, no entry is required.
pub const SELECTION: &str = "Selection";
const SELECTED: Returns = of(
    Kind::Item(
        SELECTION,
        &[OF_ARTICLE, &[PARENT, THREAD, TEXT, DEPTH], IF_SET, &[MUTED, DELETED], ON_REQUEST],
    ),
    "The entries that RETURN names.",
)
.with("RETURN");

const NO_ITEM: Returns = nil("Nothing has this id.");
/// GET.
pub const FOUND: Returns = one_of(&[ARTICLE, COMMENT, SELECTED, NO_ITEM]);
const EITHER: Returns = one_of(&[ARTICLE, COMMENT, SELECTED]);
/// PATH.
pub const PATH: Returns = array_of(
    "Everything above the id, from its article down, and the item itself.",
    &one_of(&[ARTICLE, COMMENT, GONE, SELECTED]),
);
/// MGET.
pub const SEVERAL: Returns =
    array_of("The article or comment with each id, or nil, in the order of the ids.", &FOUND);

const NEXT: Returns =
    one_of(&[string("The cursor of the next page."), nil("This is the last page.")]);

const POSITIONS: Returns =
    array_of("The position of each: what a cursor after it would be.", &string("A position."));

/// Defines a page, and the same with a cursor, and in most commands with positions.
macro_rules! page {
    ($(#[$doc:meta])* $name:ident, $text:literal, $each:expr $(, $positions:ident)?) => {
        $(#[$doc])*
        pub const $name: Returns = {
            const ITEMS: Returns = array_of($text, &$each);
            const WITH_CURSOR: Returns =
                tuple("The page, and the next cursor.", &[ITEMS, NEXT]).with("WITHCURSOR");
            $(const WITH_POSITIONS: Returns = one_of(&[
                tuple("The page, its positions, and the next cursor.", &[
                    ITEMS, $positions, NEXT,
                ]),
                NO_SITE,
            ])
            .with("WITHPOSITIONS");)?
            one_of(&[ITEMS, WITH_CURSOR, $({ let _ = $positions; WITH_POSITIONS })?])
        };
    };
}

page!(
    /// PAGE, GROUPPAGE and USERPAGE.
    PAGE, "The articles of the page.", one_of(&[ARTICLE, SELECTED]), POSITIONS
);
page!(
    /// COMMENTS and ANSWERS.
    COMMENT_PAGE, "The comments of the page.", one_of(&[COMMENT, SELECTED]), POSITIONS
);
page!(
    /// VOTED and MARKED.
    OWN_PAGE, "The articles and comments of the page.", EITHER, POSITIONS
);
page!(
    /// THREAD.
    THREAD_PAGE, "The comments of the page.", one_of(&[REPLY, PLACEHOLDER, SELECTED])
);

/// POST and COMMENT.
pub const POSTED: Returns = one_of(&[
    integer("The id."),
    map(
        "The id and the counts.",
        &[
            ID,
            entry("created", truth("0 if the post became a vote on an earlier one, else 1.")),
            VOTES,
            UPVOTES,
            DOWNVOTES,
            SCORE,
        ],
    )
    .with("WITHCOUNTS"),
]);

/// VOTE.
pub const VOTE: Returns = one_of(&[
    truth("1 if the user's vote changed, else 0."),
    map(
        "The change and the counts.",
        &[
            entry("changed", truth("1 if the user's vote changed, else 0.")),
            VOTES,
            UPVOTES,
            DOWNVOTES,
            SCORE,
            entry("previous", among(VOTE_VALUES, "The user's vote before: 1, 0, or -1.")),
            POSTER,
        ],
    )
    .with("WITHCOUNTS"),
]);

const CURSOR: Returns = string("The next cursor, or 0 at the end.");

/// UNVOTE.
pub const STEP: Returns = tuple("One step.", &[CURSOR, integer("The number of votes withdrawn.")]);

/// SILENCE.
pub const SILENCED: Returns =
    tuple("One step.", &[CURSOR, integer("The number of votes that now count, or no longer do.")]);

/// AFFINITY.
pub const AFFINITY: Returns = array_of(
    "The users, those with the most votes on what the poster has posted first, then by name. With \
     OF, these users, in that order.",
    &tuple(
        "A voter.",
        &[
            string("The user."),
            integer("The number of up votes on what the poster has posted."),
            integer("The number of down votes on it."),
            integer("The number of the user's votes on all that others posted, up to 1,000."),
        ],
    ),
);

/// VOTERS.
pub const VOTERS: Returns = tuple(
    "Some of the votes.",
    &[
        CURSOR,
        of(
            Kind::Alternating(&[string("A user."), among(&[1, -1], "The vote: 1 or -1.")]),
            "Users and votes.",
        ),
    ],
);

/// EXPORT.
pub const EXPORT: Returns = tuple(
    "One step.",
    &[
        CURSOR,
        array_of(
            "The commands, in an order in which they can be sent.",
            &array_of(
                "The words that follow ARTICLE.LOAD and the key, or, where the first is CREATE, \
                 those of ARTICLE.CREATE: they replace it.",
                &string("A word."),
            ),
        ),
    ],
);

/// CHANGES.
pub const CHANGES: Returns = tuple(
    "What changed since the version.",
    &[
        string("The version to pass to the next call."),
        array_of("What changed, as it is now.", &EITHER),
        array_of("What was deleted.", &integer("An id.")),
    ],
);

/// GROUPS.
pub const SIZES: Returns = of(
    Kind::Pairs(&[string("A group."), integer("The number of its listed articles.")]),
    "The groups with their sizes, the largest first.",
);
/// LISTS.
pub const LISTS: Returns = of(
    Kind::Pairs(&[string("A list."), integer("The number of its ids.")]),
    "The user's lists with their sizes, by name.",
);

const NAMES: Returns = array_of("Sorted.", &string("A name."));

/// FOLLOWS.
pub const FOLLOWS: Returns = one_of(&[
    map(
        "What the user follows, and has muted.",
        &[
            entry("groups", NAMES),
            entry("users", NAMES),
            entry("muted_groups", NAMES),
            entry("muted_users", NAMES),
            entry("muted_ids", array_of("Sorted.", &integer("An id."))),
        ],
    ),
    NO_SITE,
]);

/// FOLLOWERS.
pub const FOLLOWERS: Returns = array_of(
    "For each name, in the order of the names.",
    &integer("The number of users who follow it."),
);

/// FIND.
pub const LINKED: Returns = one_of(&[
    integer("The highest id with this link."),
    nil("No article has it."),
    array_of("The ids with this link, the highest first.", &integer("An id.")).with("COUNT"),
]);

/// VOTES.
pub const OWN_VOTES: Returns = array_of(
    "The user's vote on each.",
    &one_of(&[
        among(VOTE_VALUES, "1, 0, or -1."),
        nil("Nothing has this id, or its window has passed and the site keeps no votes."),
    ]),
);

/// INFO.
pub const INFO: Returns = one_of(&[
    map(
        "The numbers and settings of the site.",
        &[
            number("articles", "The number of articles, hidden ones included."),
            number("last_id", "The last id assigned."),
            number("open", "The number of articles whose window has not passed."),
            number("groups", "The number of groups with listed articles."),
            number(
                "votes",
                "The number of vote records, also of silent votes, but not of kept ones.",
            ),
            number("vote_score", "The setting VOTESCORE."),
            number("vote_window", "The setting WINDOW."),
            number("page_size", "The setting PAGESIZE."),
            setting(Setting::SelfVote, "self_vote", "The setting SELFVOTE."),
            number("memory", "The bytes of memory that the site uses."),
            setting(Setting::Formula, "formula", "The setting FORMULA."),
            setting(Setting::DownVotes, "downvotes", "The setting DOWNVOTES."),
            number("dedupe", "The setting DEDUPE."),
            number("hidden", "The number of hidden articles."),
            number("users", "The number of users with articles or comments."),
            number("bump_window", "The setting BUMPWINDOW."),
            number("comments", "The number of comments, hidden ones included."),
            word("version", "The version from which CHANGES returns what changes from now on."),
            setting(Setting::KeepVotes, "keep_votes", "The setting KEEPVOTES."),
            number("marks", "The number of ids on all lists of all users, hidden ones included."),
            number("ids_first", "The first id that the site gives."),
            number("ids_step", "The distance from each of its ids to the next."),
        ],
    ),
    NO_SITE,
]);

/// USER.
pub const USER: Returns = one_of(&[
    map(
        "The numbers of a user.",
        &[
            number("articles", "The number of the user's articles that are not hidden."),
            number(
                "karma",
                "The votes of others on all of the user's articles: upvotes less downvotes.",
            ),
            number("comments", "The number of the user's comments that are not hidden."),
            number("comment_karma", "The votes of others on all of the user's comments."),
            number("unseen", "The number of answers not seen, up to 1,000."),
            number("hidden", "The number of hidden articles and comments, unless 0.").optional(),
            flag("silenced", "1 if the user's votes on what others posted are silent."),
        ],
    ),
    NO_SITE,
]);

/// DEBUG.
pub const DEBUG: Returns = one_of(&[OK, array_of("HELP: its lines.", &of(Kind::Ok, "A line."))]);
