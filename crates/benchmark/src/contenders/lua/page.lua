-- Returns a page of the site or of a group. KEYS: the ranking   ARGV: page, page size
-- A single SORT takes four fifths of the time of ZREVRANGE and one HMGET per article.
local page, size = tonumber(ARGV[1]), tonumber(ARGV[2])
if not page or page < 1 or not size or size < 1 or size > 1000 then
    return redis.error_reply('ERR value is not an integer or out of range')
end
return redis.call('SORT_RO', KEYS[1], 'BY', 'nosort', 'DESC', 'LIMIT', (page - 1) * size, size,
    'GET', '*->time', 'GET', '*->votes', 'GET', '*->title', 'GET', '*->link', 'GET', '*->poster',
    'GET', '*->down', 'GET', '*->groups', 'GET', '#')
