-- Notes that a reader blocks a user, in one step.
--
-- KEYS: the site, the set of the users whom the reader blocks. ARGV: the user, the most users.
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
    return
end
-- Nobody can fill the server with names.
local _, articles, _, _, _, comments = unpack(redis.call('ARTICLE.USER', KEYS[1], ARGV[1]) or {})
if (articles or 0) + (comments or 0) == 0 then
    return redis.error_reply('NOUSER no such user')
end
if redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[2]) then
    return redis.error_reply('MANYBLOCKED this reader blocks too many users')
end
redis.call('SADD', KEYS[2], ARGV[1])
