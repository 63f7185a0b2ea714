-- Notes that a user looks at the site now, and returns when the visit before this one ended.
--
-- KEYS: the user's hash, the login. ARGV: the user, now, the pause that ends a visit, for how long to
-- keep the hash; times in seconds.
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
    return false
end
local now, pause, memory = unpack(ARGV, 2)
local last, before = unpack(redis.call('HMGET', KEYS[1], 'last', 'before'))
if last and now - last > tonumber(pause) then
    before = last
end
local fields = {'last', now}
if before then
    fields = {'last', now, 'before', before}
end
local noted = redis.pcall('HSET', KEYS[1], unpack(fields))
-- Without memory for the visit, the site can still be read.
if type(noted) == 'table' and not string.find(noted.err, 'OOM', 1, true) then
    return noted
end
redis.call('EXPIRE', KEYS[1], memory)
return before
