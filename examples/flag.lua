-- A reader flags an article or comment, which counts once per reader. With enough flags, it is hidden.
--
-- KEYS: the site. ARGV: the reader, the id, and the number of flags that hide it.
--
-- Returns the number of flags; nil if this reader has flagged it before, or if there is no such id.
local site, reader, id, enough = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
if redis.call('ARTICLE.MARK', site, reader, 'flagged', id) == 0 then
    return nil
end
redis.call('ARTICLE.MARK', site, 'mods', 'reported', id)
local flags = redis.call('ARTICLE.INCRBY', site, id, 'flags', 1)
-- Only once: what a moderator shows again stays.
if flags == enough then
    redis.call('ARTICLE.MODERATE', site, 'HIDE', id)
end
return flags
