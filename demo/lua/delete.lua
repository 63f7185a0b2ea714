-- Deletes a story or comment of a user, in one step with the check whose it is.
--
-- KEYS: the site. ARGV: the user, the id.
local item = redis.call('ARTICLE.GET', KEYS[1], ARGV[2], 'RETURN', 1, 'poster')
if not item or item[2] ~= ARGV[1] then
    return redis.error_reply('NOTYOURS this is of another user')
end
return redis.call('ARTICLE.DEL', KEYS[1], ARGV[2])
