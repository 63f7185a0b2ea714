//! The sentences that comments consist of.

/// How comments on a story begin.
pub const OPENINGS: [&str; 16] = [
    "I tried this at work last year.",
    "This is the clearest explanation that I have read so far.",
    "The title promises more than the text delivers.",
    "I have waited for something like this.",
    "The part about testing is the best one.",
    "We do the opposite, and it works well for us.",
    "Does anybody use this in production?",
    "The benchmark compares things that are not alike.",
    "I learned this the hard way.",
    "Good read, and the comments in the code are worth a look.",
    "It is a pity that the author stops where it becomes interesting.",
    "There was a talk about this with more detail.",
    "I would start with the second half.",
    "Ten years ago we called this something else.",
    "The pictures alone are worth the visit.",
    "I disagree with nearly every sentence, and still liked it.",
];

/// How answers to a comment begin.
pub const REPLIES: [&str; 16] = [
    "Exactly.",
    "That is not my experience.",
    "Do you have a source for that?",
    "It depends on the size of the team.",
    "True, but only for small inputs.",
    "I thought so, too, until I measured it.",
    "The author answers this further down.",
    "Thanks, that helped me.",
    "You could say that of any tool.",
    "Which version was that?",
    "That was fixed some time ago.",
    "I would not call it a bug.",
    "Agreed, with one exception.",
    "How did you find out?",
    "We had the same problem.",
    "That is a different question.",
];

/// How comments go on.
pub const DETAILS: [&str; 16] = [
    "",
    "",
    "",
    "",
    "It held up better than I expected.",
    "The simple version was fast enough.",
    "What nobody mentions is how long the migration takes.",
    "Half of the time went into the error messages.",
    "In the end we kept the old one and deleted most of it.",
    "A plain text file would have done as well.",
    "It took three of us a week, and most of that was waiting.",
    "The documentation is thin, so read the tests.",
    "I would measure before changing anything.",
    "My advice is to start with the boring solution.",
    "That said, I have only used it on a laptop.",
    "Ask me again in a year.",
];
