-- Returns a page of the articles since a time by votes. KEYS: time:   ARGV: since, page, size
local call = redis.call
local since, page, size = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not since or not page or page < 1 or not size or size < 1 or size > 1000 then
    return redis.error_reply('ERR value is not an integer or out of range')
end
local articles = call('ZRANGEBYSCORE', KEYS[1], since, '+inf')
local votes, order = {}, {}
for nth, article in ipairs(articles) do
    votes[nth], order[nth] = tonumber(call('HGET', article, 'votes')), nth
end
table.sort(order, function(a, b)
    if votes[a] == votes[b] then return a > b end
    return votes[a] > votes[b]
end)
local shown = {}
for nth = (page - 1) * size + 1, math.min(page * size, #order) do
    local article = articles[order[nth]]
    local fields = call('HMGET', article, 'time', 'votes', 'title', 'link', 'poster', 'down', 'groups')
    for field = 1, 7 do shown[#shown + 1] = fields[field] end
    shown[#shown + 1] = article
end
return shown
