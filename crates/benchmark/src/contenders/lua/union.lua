-- Returns a page of several groups. KEYS: a free key, the rankings   ARGV: page, size
local call = redis.call
local page, size = tonumber(ARGV[1]), tonumber(ARGV[2])
if not page or page < 1 or not size or size < 1 or size > 1000 then
    return redis.error_reply('ERR value is not an integer or out of range')
end
local union = {'ZUNIONSTORE', KEYS[1], #KEYS - 1, unpack(KEYS, 2)}
union[#union + 1], union[#union + 2] = 'AGGREGATE', 'MAX'
call(unpack(union))
local shown = call('SORT', KEYS[1], 'BY', 'nosort', 'DESC', 'LIMIT', (page - 1) * size, size,
    'GET', '*->time', 'GET', '*->votes', 'GET', '*->title', 'GET', '*->link', 'GET', '*->poster',
    'GET', '*->down', 'GET', '*->groups', 'GET', '#')
call('UNLINK', KEYS[1])
return shown
