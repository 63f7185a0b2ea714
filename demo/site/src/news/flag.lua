-- Notes a user's flag of a story or comment, or forgets it, and counts the flags.
--
-- KEYS: the site, the set of banned users, the sorted set of what is flagged, the hash of the flags of
-- this story or comment. ARGV: the user, the id, the reason, which is empty to withdraw the flag.
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
    return redis.error_reply('BANNED this user is banned')
end
if not redis.call('ARTICLE.GET', KEYS[1], ARGV[2], 'RETURN', 1, 'id') then
    return redis.error_reply('NOARTICLE no such article')
end
if ARGV[3] == '' then
    redis.call('HDEL', KEYS[4], ARGV[1])
else
    redis.call('HSET', KEYS[4], ARGV[1], ARGV[3])
end
local count = redis.call('HLEN', KEYS[4])
if count == 0 then
    redis.call('ZREM', KEYS[3], ARGV[2])
else
    redis.call('ZADD', KEYS[3], count, ARGV[2])
end
return count
