-- Runs a command of a user on the site unless the user is banned, in one step.
--
-- KEYS: the site, the set of banned users. ARGV: the command, the user, the arguments after it.
if redis.call('SISMEMBER', KEYS[2], ARGV[2]) == 1 then
    return redis.error_reply('BANNED this user is banned')
end
return redis.pcall(ARGV[1], KEYS[1], unpack(ARGV, 2))
