-- A site as news sites keep it: counts and ranks are columns with indexes. {id} is the type
-- of a key that the database assigns.
CREATE TABLE users (
    id {id}, name TEXT NOT NULL UNIQUE, karma INTEGER NOT NULL DEFAULT 0,
    comment_karma INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE groups (id {id}, name TEXT NOT NULL UNIQUE);
CREATE TABLE stories (
    id {id}, poster_id INTEGER NOT NULL REFERENCES users, title TEXT NOT NULL, link TEXT NOT NULL,
    group_id INTEGER NOT NULL REFERENCES groups, posted BIGINT NOT NULL,
    upvotes INTEGER NOT NULL DEFAULT 1, downvotes INTEGER NOT NULL DEFAULT 0,
    votes INTEGER NOT NULL DEFAULT 1, comments INTEGER NOT NULL DEFAULT 0,
    hot BIGINT NOT NULL, gravity BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX stories_hot ON stories (hot DESC, id DESC);
CREATE INDEX stories_gravity ON stories (gravity DESC, id DESC);
CREATE INDEX stories_top ON stories (votes DESC, id DESC);
CREATE INDEX stories_group ON stories (group_id, hot DESC, id DESC);
CREATE INDEX stories_posted ON stories (posted);
CREATE INDEX stories_poster ON stories (poster_id);
CREATE TABLE votes (
    user_id INTEGER NOT NULL REFERENCES users, story_id INTEGER NOT NULL REFERENCES stories,
    direction SMALLINT NOT NULL, PRIMARY KEY (user_id, story_id)
){keyed};
CREATE INDEX votes_story ON votes (story_id);
CREATE TABLE comments (
    id {id}, story_id INTEGER NOT NULL REFERENCES stories, parent_id INTEGER REFERENCES comments,
    poster_id INTEGER NOT NULL REFERENCES users, recipient_id INTEGER REFERENCES users,
    text TEXT NOT NULL, posted BIGINT NOT NULL, upvotes INTEGER NOT NULL DEFAULT 1,
    downvotes INTEGER NOT NULL DEFAULT 0, votes INTEGER NOT NULL DEFAULT 1, hot BIGINT NOT NULL
);
CREATE INDEX comments_story ON comments (story_id, hot DESC, id DESC);
CREATE INDEX comments_parent ON comments (parent_id);
CREATE INDEX comments_poster ON comments (poster_id);
CREATE INDEX comments_recipient ON comments (recipient_id, id);
CREATE TABLE comment_votes (
    user_id INTEGER NOT NULL REFERENCES users, comment_id INTEGER NOT NULL REFERENCES comments,
    direction SMALLINT NOT NULL, PRIMARY KEY (user_id, comment_id)
){keyed};
CREATE TABLE hidden (
    user_id INTEGER NOT NULL REFERENCES users, story_id INTEGER NOT NULL REFERENCES stories,
    PRIMARY KEY (user_id, story_id)
){keyed};
