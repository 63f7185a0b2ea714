-- Returns the first page of several groups. KEYS: the rankings   ARGV: page size
-- Every article of it is in the first page of one of the groups.
local call = redis.call
local size = tonumber(ARGV[1])
if not size or size < 1 or size > 1000 then
    return redis.error_reply('ERR value is not an integer or out of range')
end
local scores, found = {}, {}
for _, ranking in ipairs(KEYS) do
    local entries = call('ZREVRANGE', ranking, 0, size - 1, 'WITHSCORES')
    for nth = 1, #entries, 2 do
        local article = entries[nth]
        if not scores[article] then
            scores[article], found[#found + 1] = tonumber(entries[nth + 1]), article
        end
    end
end
table.sort(found, function(a, b)
    if scores[a] == scores[b] then return a > b end
    return scores[a] > scores[b]
end)
local shown = {}
for nth = 1, math.min(size, #found) do
    local article = found[nth]
    local fields = call('HMGET', article, 'time', 'votes', 'title', 'link', 'poster', 'down', 'groups')
    for field = 1, 7 do shown[#shown + 1] = fields[field] end
    shown[#shown + 1] = article
end
return shown
