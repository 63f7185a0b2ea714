-- Notes that a user looks at the site now, and returns when the visit before this one ended.
--
-- KEYS: the user's hash. ARGV: now, the pause that ends a visit, for how long to keep the hash; all
-- in seconds.
local last, before = unpack(redis.call('HMGET', KEYS[1], 'last', 'before'))
if last and ARGV[1] - last > tonumber(ARGV[2]) then
    before = last
end
local fields = {'last', ARGV[1]}
if before then
    fields = {'last', ARGV[1], 'before', before}
end
local noted = redis.pcall('HSET', KEYS[1], unpack(fields))
-- Without memory for the visit, the site can still be read.
if type(noted) == 'table' and not string.find(noted.err, 'OOM', 1, true) then
    return noted
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
return before
