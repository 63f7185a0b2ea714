-- Returns the other listed stories with the link of a story, the highest id first.
--
-- KEYS: the site. ARGV: how many stories to look for, the story.
local own = tonumber(ARGV[2])
local story = redis.call('ARTICLE.GET', KEYS[1], own, 'RETURN', 1, 'link')
if not story or not story[2] then
    return {}
end
local found = {}
for _, id in ipairs(redis.call('ARTICLE.FIND', KEYS[1], story[2], 'COUNT', ARGV[1])) do
    local story = redis.call(
        'ARTICLE.GET', KEYS[1], id, 'RETURN', 5, 'id', 'title', 'time', 'comments', 'hidden')
    -- Four entries: without `hidden`, which only hidden stories have.
    if id ~= own and #story == 8 then
        table.insert(found, story)
    end
end
return found
