-- Runs a command on a user's own comment unless the user is banned, in one step.
--
-- KEYS: the site, the set of banned users. ARGV: the command, the user, the comment, the arguments
-- after it.
if redis.call('SISMEMBER', KEYS[2], ARGV[2]) == 1 then
    return redis.error_reply('BANNED this user is banned')
end
local reply = redis.call(
    'ARTICLE.GET', KEYS[1], ARGV[3], 'RETURN', 4, 'poster', 'parent', 'hidden', 'locked')
if not reply then
    return redis.error_reply('NOARTICLE no such article')
end
local comment = {}
for place = 1, #reply, 2 do
    comment[reply[place]] = reply[place + 1]
end
-- Stories have no parent, and a script of their own.
if not comment.parent or comment.poster ~= ARGV[2] then
    return redis.error_reply('NOTYOURS this comment is of another user')
end
if ARGV[1] == 'ARTICLE.EDIT' and comment.hidden then
    return redis.error_reply('HIDDEN this article is hidden')
end
if ARGV[1] == 'ARTICLE.EDIT' and comment.locked then
    return redis.error_reply('LOCKED this article is locked')
end
return redis.pcall(ARGV[1], KEYS[1], unpack(ARGV, 3))
