-- Posts an article. KEYS: article: time: score:   ARGV: user title link [group ...]
local call = redis.call
local WINDOW, VOTE_SCORE = 604800, 432
local user, title, link = ARGV[1], ARGV[2], ARGV[3]

if #user < 1 or #user > 255 then
    return redis.error_reply('ERR user must have 1 to 255 bytes')
end
if #title < 1 or #title > 65535 then
    return redis.error_reply('ERR title must have 1 to 65535 bytes')
end
if #link > 65535 then
    return redis.error_reply('ERR link must have at most 65535 bytes')
end
if #ARGV > 35 then
    return redis.error_reply('ERR an article can be in at most 32 groups')
end

local id = call('INCR', KEYS[1])
local now = tonumber(call('TIME')[1])
local score = now + VOTE_SCORE
local article, voted = 'article:' .. id, 'voted:' .. id
if #ARGV == 3 then
    call('HSET', article, 'time', now, 'votes', 1, 'title', title, 'link', link, 'poster', user)
else
    call('HSET', article, 'time', now, 'votes', 1, 'title', title, 'link', link, 'poster', user,
        'groups', table.concat(ARGV, ',', 4))
end
call('SADD', voted, user)
call('EXPIREAT', voted, now + WINDOW)
call('ZADD', KEYS[2], now, article)
call('ZADD', KEYS[3], score, article)
for nth = 4, #ARGV do
    local group = ARGV[nth]
    call('ZADD', 'time:' .. group, now, article)
    call('ZADD', 'score:' .. group, score, article)
end
return id
