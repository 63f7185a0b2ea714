-- Returns the story of a comment.
--
-- KEYS: the site. ARGV: the comment.
local comment = redis.call('ARTICLE.GET', KEYS[1], ARGV[1], 'RETURN', 1, 'article')
return comment and comment[2] and redis.call('ARTICLE.GET', KEYS[1], comment[2])
