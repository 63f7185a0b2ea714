-- Runs a command of a user on the site, in one step: unless the user is banned, within a limit, and
-- once per form. What is posted by a user whose posts are held back is hidden until a moderator
-- publishes it.
--
-- KEYS: the site, the set of banned users, the set of users whose posts are held back, the user's
-- counter, and the form, if it counts once.
-- ARGV: the limit, its seconds, the seconds for which a form is remembered, the command, the user,
-- the arguments after it.
local site, banned, held, counter, form = unpack(KEYS)
local limit, seconds, memory, command, user = unpack(ARGV)
if redis.call('SISMEMBER', banned, user) == 1 then
    return redis.error_reply('BANNED this user is banned')
end
-- A form that is sent again gets the first reply again.
local known = form and redis.call('GET', form)
if known then
    return cjson.decode(known)
end
if tonumber(redis.call('GET', counter) or 0) >= tonumber(limit) then
    return redis.error_reply('RATELIMIT try again in ' .. redis.call('TTL', counter) .. ' seconds')
end
local reply = redis.pcall(command, site, unpack(ARGV, 5))
-- A refused command does not count, and its form can be sent again.
if type(reply) == 'table' and reply.err then
    return reply
end
-- The reply to a post is the id and whether it is new, by their names. To a comment, it is the id.
local is_story = command == 'ARTICLE.POST' and reply[4] == 1
if (is_story or command == 'ARTICLE.COMMENT') and redis.call('SISMEMBER', held, user) == 1 then
    local id = is_story and reply[2] or reply
    redis.call('ARTICLE.MODERATE', site, 'HIDE', id)
    redis.call('ARTICLE.EDIT', site, id, 'FIELDS', 1, 'held', 1)
end
if redis.call('INCR', counter) == 1 then
    redis.call('EXPIRE', counter, seconds)
end
if form then
    redis.call('SET', form, cjson.encode(reply), 'EX', memory)
end
return reply
