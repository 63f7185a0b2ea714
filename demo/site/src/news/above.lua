-- Returns the story of a comment, and the outermost comment above it, as far as both still exist. A
-- comment on the story itself is its own outermost one. At most 255 comments are above each other.
--
-- KEYS: the site. ARGV: the comment.
local function get(id, ...)
    return redis.call('ARTICLE.GET', KEYS[1], id, 'RETURN', select('#', ...), ...) or {}
end
local comment = get(ARGV[1], 'article', 'parent')
local story, parent, outermost = comment[2], comment[4], ARGV[1]
while parent and parent ~= story do
    outermost, parent = parent, get(parent, 'parent')[2]
end
return {story and redis.call('ARTICLE.GET', KEYS[1], story) or false, parent and outermost or false}
