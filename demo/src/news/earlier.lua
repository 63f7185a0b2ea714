-- Returns the listed stories with a link, the highest id first. If a story is named in place of the
-- link, these are the other stories with its link.
--
-- KEYS: the site. ARGV: how many stories to look for, the link, the story.
local link, own = ARGV[2], tonumber(ARGV[3])
if own then
    local story = redis.call('ARTICLE.GET', KEYS[1], own, 'RETURN', 1, 'link')
    if not story or not story[2] then
        return {}
    end
    link = story[2]
end
local found = {}
for _, id in ipairs(redis.call('ARTICLE.FIND', KEYS[1], link, 'COUNT', ARGV[1])) do
    local story = redis.call(
        'ARTICLE.GET', KEYS[1], id, 'RETURN', 5, 'id', 'title', 'time', 'comments', 'hidden')
    -- Four entries: without `hidden`, which only hidden stories have.
    if id ~= own and #story == 8 then
        table.insert(found, story)
    end
end
return found
