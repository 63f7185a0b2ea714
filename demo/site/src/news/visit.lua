-- Notes that a user looks at a story now, and returns when the user looked at it last.
--
-- KEYS: the visit, the login, the site. ARGV: the user, now, for how many seconds to keep the visit,
-- the story.
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
    return false
end
-- Nobody can fill the server with visits of stories that do not exist.
if not redis.call('ARTICLE.GET', KEYS[3], ARGV[4], 'RETURN', 1, 'id') then
    return false
end
local last = redis.call('GET', KEYS[1])
local noted = redis.pcall('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
-- Without memory for the visit, the story can still be read.
if noted.err and string.find(noted.err, 'OOM', 1, true) then
    return false
elseif noted.err then
    return noted
end
return last or ARGV[2]
