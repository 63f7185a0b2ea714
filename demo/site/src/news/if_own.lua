-- Runs a command on a user's own story or comment unless the user is banned, in one step.
--
-- KEYS: the site, the set of banned users. ARGV: the user, the seconds for which a story can be
-- changed or 0 for a comment, the command, the story or comment, the arguments after it.
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
    return redis.error_reply('BANNED this user is banned')
end
local reply = redis.call(
    'ARTICLE.GET', KEYS[1], ARGV[4],
    'RETURN', 7, 'poster', 'time', 'comments', 'parent', 'article', 'hidden', 'locked')
if not reply then
    return redis.error_reply('NOARTICLE no such article')
end
local item = {}
for place = 1, #reply, 2 do
    item[reply[place]] = reply[place + 1]
end
local seconds = tonumber(ARGV[2])
local is_story = seconds > 0
-- Only comments have a parent.
local is_own = item.poster == ARGV[1] and is_story == not item.parent
if is_story then
    if not is_own then
        return redis.error_reply('NOTPOSTER this story is of another user')
    end
    if redis.call('TIME')[1] - item.time > seconds then
        return redis.error_reply('TOOLATE this story is too old to be changed')
    end
    if ARGV[3] == 'ARTICLE.DEL' and item.comments > 0 then
        return redis.error_reply('ANSWERED this story has comments')
    end
elseif not is_own then
    return redis.error_reply('NOTYOURS this comment is of another user')
end
-- Comments can be deleted nevertheless.
if is_story or ARGV[3] == 'ARTICLE.EDIT' then
    -- A comment goes with its story.
    local story = item.article
        and redis.call('ARTICLE.GET', KEYS[1], item.article, 'RETURN', 1, 'hidden')
    if item.hidden or story and #story > 0 then
        return redis.error_reply('HIDDEN this article is hidden')
    end
    if item.locked then
        return redis.error_reply('LOCKED this article is locked')
    end
end
return redis.pcall(ARGV[3], KEYS[1], unpack(ARGV, 4))
