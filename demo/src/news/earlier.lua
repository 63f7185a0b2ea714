-- Returns the other listed stories with a story's link, the highest id first.
--
-- KEYS: the site. ARGV: the story, how many stories to look for.
local link = redis.call('ARTICLE.GET', KEYS[1], ARGV[1], 'RETURN', 1, 'link')
if not link or not link[2] then
    return {}
end
local ids = redis.call('ARTICLE.FIND', KEYS[1], link[2], 'COUNT', ARGV[2])
local found = {}
for _, id in ipairs(ids) do
    local story = redis.call(
        'ARTICLE.GET', KEYS[1], id, 'RETURN', 5, 'id', 'title', 'time', 'comments', 'hidden')
    -- Four entries: without `hidden`, which only hidden stories have.
    if id ~= tonumber(ARGV[1]) and #story == 8 then
        table.insert(found, story)
    end
end
return found
