-- Runs a command of a user on the site, in one step: unless the user is banned, within a limit, and
-- once per form. What is posted by a user whose posts are held back waits for a moderator.
--
-- KEYS: the site, the set of banned users, the set of users whose posts are held back, the counter,
-- the form, or an empty one. ARGV: the limit, its seconds, the command, the user, the arguments after it.
local site, banned, held, counter, form = unpack(KEYS)
local command, user = ARGV[3], ARGV[4]
if redis.call('SISMEMBER', banned, user) == 1 then
    return redis.error_reply('BANNED this user is banned')
end
-- A form that is sent again gets the first reply again.
local known = form ~= '' and redis.call('GET', form)
if known then
    return cjson.decode(known)
end
if tonumber(redis.call('GET', counter) or 0) >= tonumber(ARGV[1]) then
    return redis.error_reply('RATELIMIT ' .. math.max(1, redis.call('TTL', counter)))
end
local words = {command, site, unpack(ARGV, 4)}
local posts = command == 'ARTICLE.POST' or command == 'ARTICLE.COMMENT'
if posts and redis.call('SISMEMBER', held, user) == 1 then
    table.insert(words, 'HELD')
end
local reply = redis.pcall(unpack(words))
-- A refused command does not count, and its form can be sent again.
if type(reply) == 'table' and reply.err then
    return reply
end
if redis.call('INCR', counter) == 1 then
    redis.call('EXPIRE', counter, ARGV[2])
end
if form ~= '' then
    redis.call('SET', form, cjson.encode(reply), 'EX', 3600)
end
return reply
