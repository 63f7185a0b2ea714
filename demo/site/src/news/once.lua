#!lua flags=allow-oom
-- Runs commands in one step, and once per form. If the first one fails, nothing else runs.
--
-- KEYS: the form, and the keys of the commands. ARGV: the seconds for which a form is remembered, and
-- each command as the number of its words and the words.
--
-- Moderators make room, so it runs with a full memory, too.
if redis.call('EXISTS', KEYS[1]) == 1 then
    return
end
local place = 2
while place <= #ARGV do
    local words = tonumber(ARGV[place])
    local reply = redis.pcall(unpack(ARGV, place + 1, place + words))
    if type(reply) == 'table' and reply.err then
        return reply
    end
    place = place + words + 1
end
redis.call('SET', KEYS[1], '', 'EX', ARGV[1])
