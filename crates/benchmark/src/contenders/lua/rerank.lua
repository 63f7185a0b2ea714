-- Ranks the articles since a time by gravity, as a job does every few minutes, and returns their
-- number. KEYS: time: hot:, a free key   ARGV: since
local call = redis.call
local since = tonumber(ARGV[1])
if not since then
    return redis.error_reply('ERR value is not an integer or out of range')
end
local now = tonumber(call('TIME')[1])
local articles = call('ZRANGEBYSCORE', KEYS[1], since, '+inf', 'WITHSCORES')
local entries = {}
for nth = 1, #articles, 2 do
    local votes = call('HGET', articles[nth], 'votes') - 1
    local hours = (now - articles[nth + 1]) / 3600
    local value = math.abs(votes) ^ 0.8 / (hours + 2) ^ 1.8
    entries[#entries + 1] = votes < 0 and -value or value
    entries[#entries + 1] = articles[nth]
    if #entries == 1000 then
        call('ZADD', KEYS[3], unpack(entries))
        entries = {}
    end
end
if #entries > 0 then call('ZADD', KEYS[3], unpack(entries)) end
if #articles > 0 then call('RENAME', KEYS[3], KEYS[2]) end
return #articles / 2
