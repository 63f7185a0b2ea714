-- Returns the numbers of `INFO article`, and the numbers of ARTICLE.INFO for each site below, to
-- redis_exporter (option -script): names and values in turn.
local sites = { 'news' }

local result = {}
for name, value in string.gmatch(redis.call('INFO', 'article'), '(article_[%a_]+):(%d+)') do
    table.insert(result, name)
    table.insert(result, value)
end
for _, site in ipairs(sites) do
    -- A site that does not exist, or a key of another type, is left out.
    local info = redis.pcall('ARTICLE.INFO', site)
    for i = 1, info and #info or 0, 2 do
        if type(info[i + 1]) == 'number' then
            table.insert(result, site .. ' ' .. info[i])
            table.insert(result, tostring(info[i + 1]))
        end
    end
end
return result
