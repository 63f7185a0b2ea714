-- Runs the query of a list as a reader wants it, in one step. Returns the query and its reply.
--
-- KEYS: the site, the login, and the reader's choices. ARGV: the reader, for each choice the option
-- that it becomes, the command, the arguments after the site.
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
    return false
end
local query = {ARGV[#KEYS], KEYS[1], unpack(ARGV, #KEYS + 1)}
for place = 3, #KEYS do
    local option, choice = ARGV[place - 1], KEYS[place]
    if option == 'SIZE' then
        local size = redis.call('HGET', choice, 'size')
        if size then
            table.insert(query, option)
            table.insert(query, size)
        end
    else
        local chosen = redis.call('SMEMBERS', choice)
        table.sort(chosen)
        -- Without a group, a feed is empty. The other options are filters.
        if #chosen > 0 or option == 'ANYOF' then
            table.insert(query, option)
            table.insert(query, tostring(#chosen))
            for _, name in ipairs(chosen) do
                table.insert(query, name)
            end
        end
    end
end
return {query, redis.call(unpack(query))}
