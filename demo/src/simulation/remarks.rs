//! The sentences that comments consist of. In them, `{}` is what the story is about.

/// How comments on a story begin.
pub const OPENINGS: [&str; 20] = [
    "I spent a year on {}, and this matches what I saw.",
    "This is the clearest text on {} that I have read so far.",
    "The title promises more about {} than the text delivers.",
    "I have waited for somebody to write about {} like this.",
    "My first contact with {} was at school, and it was nothing like this.",
    "We do the opposite, and it works well for us.",
    "Does anybody here work with {} every day?",
    "The numbers on {} compare things that are not alike.",
    "I learned this about {} the hard way.",
    "A good read, even for somebody who knows nothing of {}.",
    "It is a pity that the author stops where it becomes interesting.",
    "There was a talk on {} with more detail.",
    "I would start with the second half.",
    "Ten years ago, nobody had heard of {}.",
    "The pictures alone are worth the visit.",
    "I disagree with nearly every sentence, and still liked it.",
    "What is the best introduction to {} today?",
    "Can somebody explain {} to a beginner?",
    "I always thought of {} as a solved problem.",
    "The part on {} that everybody skips is the one that matters.",
];

/// How answers to a comment begin.
pub const REPLIES: [&str; 20] = [
    "Exactly.",
    "That is not my experience with {}.",
    "Do you have a source for that?",
    "It depends on how much of {} you need.",
    "True, but only in small.",
    "I thought so, too, until I tried it.",
    "The author answers this further down.",
    "Thanks, that helped me.",
    "You could say that of anything, not just of {}.",
    "When was that?",
    "That has changed some time ago.",
    "I would not call it a mistake.",
    "Agreed, with one exception.",
    "How did you find out?",
    "We had the same problem with {}.",
    "That is a different question.",
    "For {}, I would do it the other way round.",
    "A friend who knows {} says the same.",
    "Could you give an example?",
    "That is the best argument for {} so far.",
];

/// How comments go on.
pub const DETAILS: [&str; 16] = [
    "",
    "",
    "",
    "",
    "",
    "",
    "It held up better than I expected.",
    "What nobody mentions is how long it takes to get used to {}.",
    "In the end we kept the old way.",
    "It took three of us a week, and most of that was waiting.",
    "The books on {} are thin, so look at examples.",
    "My advice is to start with the boring solution.",
    "That said, I have only seen it once.",
    "Ask me again in a year.",
    "Sooner or later, everything comes back to {}.",
    "I would look twice before I changed anything.",
];
