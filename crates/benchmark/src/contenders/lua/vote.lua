-- Votes on an article. KEYS: article:<id> voted:<id> oppose:<id> score:   ARGV: user [UP|DOWN|NONE]
local call = redis.call
local WINDOW, VOTE_SCORE = 604800, 432
local article, voted, oppose = KEYS[1], KEYS[2], KEYS[3]
local user, choice = ARGV[1], ARGV[2] or 'UP'

if #user < 1 or #user > 255 then
    return redis.error_reply('ERR user must have 1 to 255 bytes')
end
local held = call('HMGET', article, 'time', 'down', 'groups')
if not held[1] then
    return redis.error_reply('NOARTICLE no such article')
end
local closes = held[1] + WINDOW
if tonumber(call('TIME')[1]) >= closes then
    return redis.error_reply('VOTECLOSED voting on this article has closed')
end

-- Before the first down vote there is no set of down voters, and no need to read it.
local up, down = 0, 0
if choice == 'UP' then
    if call('SADD', voted, user) == 0 then return 0 end
    up = 1
    if held[2] then down = -call('SREM', oppose, user) end
elseif choice == 'DOWN' then
    if call('SADD', oppose, user) == 0 then return 0 end
    down = 1
    up = -call('SREM', voted, user)
elseif choice == 'NONE' then
    up = -call('SREM', voted, user)
    if up == 0 and held[2] then down = -call('SREM', oppose, user) end
    if up == 0 and down == 0 then return 0 end
else
    return redis.error_reply('ERR syntax error')
end

local votes = call('HINCRBY', article, 'votes', up - down)
-- This may have created the set, which must expire when voting closes.
if up == 1 and votes <= 1 then call('EXPIREAT', voted, closes) end
if down ~= 0 and call('HINCRBY', article, 'down', down) == 1 then
    call('EXPIREAT', oppose, closes)
end

local change = VOTE_SCORE * (up - down)
call('ZINCRBY', KEYS[4], change, article)
if held[3] then
    for group in string.gmatch(held[3], '[^,]+') do
        call('ZINCRBY', 'score:' .. group, change, article)
    end
end
return 1
