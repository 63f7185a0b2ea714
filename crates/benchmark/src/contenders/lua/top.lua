-- Returns a page of the articles since a time by votes. KEYS: time:, a free key
-- ARGV: since, page, size
-- This takes half the time of ZRANGEBYSCORE, one HGET per article and table.sort.
local call = redis.call
local since, page, size = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not since or not page or page < 1 or not size or size < 1 or size > 1000 then
    return redis.error_reply('ERR value is not an integer or out of range')
end
call('ZRANGESTORE', KEYS[2], KEYS[1], since, '+inf', 'BYSCORE')
local shown = call('SORT', KEYS[2], 'BY', '*->votes', 'DESC', 'LIMIT', (page - 1) * size, size,
    'GET', '*->time', 'GET', '*->votes', 'GET', '*->title', 'GET', '*->link', 'GET', '*->poster',
    'GET', '*->down', 'GET', '*->groups', 'GET', '#')
call('UNLINK', KEYS[2])
return shown
