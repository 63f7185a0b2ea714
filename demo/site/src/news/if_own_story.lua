-- Runs a command on a user's own story while that can be changed, in one step.
--
-- KEYS: the site, the set of banned users. ARGV: the command, the user, for how many seconds a story
-- can be changed, the story, the arguments after it.
if redis.call('SISMEMBER', KEYS[2], ARGV[2]) == 1 then
    return redis.error_reply('BANNED this user is banned')
end
local reply = redis.call(
    'ARTICLE.GET', KEYS[1], ARGV[4],
    'RETURN', 6, 'poster', 'time', 'comments', 'parent', 'hidden', 'locked')
if not reply then
    return redis.error_reply('NOARTICLE no such article')
end
local story = {}
for place = 1, #reply, 2 do
    story[reply[place]] = reply[place + 1]
end
-- Comments have a parent, and a script of their own.
if story.parent or story.poster ~= ARGV[2] then
    return redis.error_reply('NOTPOSTER this story is of another user')
end
if redis.call('TIME')[1] - story.time > tonumber(ARGV[3]) then
    return redis.error_reply('TOOLATE this story is too old to be changed')
end
if story.hidden then
    return redis.error_reply('HIDDEN this article is hidden')
end
if story.locked then
    return redis.error_reply('LOCKED this article is locked')
end
if ARGV[1] == 'ARTICLE.DEL' and story.comments > 0 then
    return redis.error_reply('ANSWERED this story has comments')
end
return redis.pcall(ARGV[1], KEYS[1], unpack(ARGV, 4))
