-- Counts something that somebody does, unless they have done it too often.
--
-- KEYS: the counter. ARGV: the limit, and the seconds after which counting starts over.
if tonumber(redis.call('GET', KEYS[1]) or 0) >= tonumber(ARGV[1]) then
    return redis.error_reply('RATELIMIT try again in ' .. redis.call('TTL', KEYS[1]) .. ' seconds')
end
if redis.call('INCR', KEYS[1]) == 1 then
    redis.call('EXPIRE', KEYS[1], ARGV[2])
end
