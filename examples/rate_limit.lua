-- Runs a command on a site unless its user has used up a limit, in one step.
--
-- KEYS: the user's counter, the site. ARGV: the limit, its seconds, a command, its arguments after
-- the key. Replies as the command does, or with an error that begins with RATELIMIT.
local counter, site = KEYS[1], KEYS[2]
if tonumber(redis.call('GET', counter) or 0) >= tonumber(ARGV[1]) then
    return redis.error_reply('RATELIMIT try again in ' .. redis.call('TTL', counter) .. ' seconds')
end
local reply = redis.pcall(ARGV[3], site, unpack(ARGV, 4))
-- Neither a refused command nor a vote that changes nothing counts.
local is_refused = type(reply) == 'table' and reply.err
if not is_refused and reply ~= 0 and redis.call('INCR', counter) == 1 then
    redis.call('EXPIRE', counter, ARGV[2])
end
return reply
