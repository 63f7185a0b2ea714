<?php
// A voting site from PHP with phpredis: `pecl install redis`.

$url = parse_url(getenv('REDIS_URL'));
$client = new Redis();
$client->connect($url['host'], $url['port']);

// Returns a reply. Throws an exception for the errors for which phpredis returns false (ERR and
// WRONGTYPE); it throws the others itself.
function call(...$arguments)
{
    global $client;
    $client->clearLastError();
    $reply = $client->rawCommand(...$arguments);
    if ($client->getLastError() !== null) {
        throw new RedisException($client->getLastError());
    }
    return $reply;
}

// Returns the reply of a command that reads. phpredis reads nil as false.
function read(...$arguments)
{
    $reply = call(...[...$arguments, 'FORMAT', 'JSON']);
    return $reply === false ? null : json_decode($reply, true, flags: JSON_THROW_ON_ERROR);
}

// Returns the first word of an error.
function code($error)
{
    return strtok($error->getMessage(), ' ');
}

echo 'posted ', call('ARTICLE.POST', 'news', 'alice', 'Hello', 'https://example.com',
    'GROUPS', 1, 'intro'), "\n";
echo 'posted ', call('ARTICLE.POST', 'news', 'bob', 'Modules', 'https://example.org',
    'GROUPS', 2, 'rust', 'intro'), "\n";

for ($i = 0; $i < 2; $i++) {
    // The user is before the id. Voting again changes nothing.
    $vote = call('ARTICLE.VOTE', 'news', 'carol', 1, 'WITHCOUNTS');
    // A flat array of names and values.
    $vote = array_column(array_chunk($vote, 2), 1, 0);
    echo "changed $vote[changed], votes $vote[votes]\n";
}

foreach (read('ARTICLE.PAGE', 'news', 1, 'VIEWER', 'carol') as $a) {
    $groups = implode(' ', $a['groups']);
    echo "$a[id] $a[title]: votes $a[votes], your vote $a[vote], groups $groups\n";
}
$page = read('ARTICLE.GROUPPAGE', 'news', 'rust', 1);
echo 'rust: ', implode(' ', array_column($page, 'id')), "\n";

$ids = $after = [];
do {
    [$page, $cursor] = read('ARTICLE.PAGE', 'news', 1, 'SIZE', 1, 'WITHCURSOR',
        'RETURN', 1, 'id', ...$after);
    array_push($ids, ...array_column($page, 'id'));
    $after = ['AFTER', $cursor];
} while ($cursor !== null);
echo 'cursor: ', implode(' ', $ids), "\n";

echo read('ARTICLE.GET', 'news', 99) === null ? 'nil' : 'found', "\n";

$commands = <<<END
    ARTICLE.VOTE news bob 99
    ARTICLE.VOTE strict bob 2
    ARTICLE.VOTE strict bob 3
    ARTICLE.VOTE strict bob 1 DOWN
    ARTICLE.VOTE strict alice 1
    ARTICLE.CREATE strict
    ARTICLE.PAGE text 1
    ARTICLE.PAGE news 0
    END;
foreach (explode("\n", $commands) as $command) {
    try {
        call(...explode(' ', $command));
    } catch (RedisException $error) {
        echo "$command: ", code($error), "\n";
    }
}

// An error that phpredis throws discards all replies of a pipeline. The commands are executed.
$pipeline = $client->pipeline();
foreach ([1, 99, 2] as $id) {
    $pipeline->rawCommand('ARTICLE.VOTE', 'news', 'dave', $id);
}
try {
    $replies = $pipeline->exec();
    echo 'pipeline: ', implode(' ', $replies), "\n";
} catch (RedisException $error) {
    echo 'pipeline: ', code($error), "\n";
}
