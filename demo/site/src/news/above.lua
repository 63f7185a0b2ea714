-- Returns the story of a comment, and the outermost comment above it, as far as both still exist. A
-- comment on the story itself is its own outermost one.
--
-- KEYS: the site. ARGV: the comment.
local function entry(id, name)
    local reply = redis.call('ARTICLE.GET', KEYS[1], id, 'RETURN', 1, name)
    return reply and reply[2] or false
end
local story = entry(ARGV[1], 'article')
local outermost, parent = ARGV[1], entry(ARGV[1], 'parent')
while parent and parent ~= story do
    outermost, parent = parent, entry(parent, 'parent')
end
return {story and redis.call('ARTICLE.GET', KEYS[1], story), parent and outermost}
