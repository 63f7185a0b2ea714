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

// Converts the reply of an article, a flat array of names and values, into an array with keys.
function article($reply)
{
    return array_column(array_chunk($reply, 2), 1, 0);
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
    $vote = article(call('ARTICLE.VOTE', 'news', 'carol', 1, 'WITHCOUNTS'));
    echo "changed $vote[changed], votes $vote[votes]\n";
}

foreach (array_map('article', call('ARTICLE.PAGE', 'news', 1, 'VIEWER', 'carol')) as $a) {
    $groups = implode(' ', $a['groups']);
    echo "$a[id] $a[title]: votes $a[votes], your vote $a[vote], groups $groups\n";
}
$page = array_map('article', call('ARTICLE.GROUPPAGE', 'news', 'rust', 1));
echo 'rust: ', implode(' ', array_column($page, 'id')), "\n";

$ids = $after = [];
do {
    [$page, $cursor] = call('ARTICLE.PAGE', 'news', 1, 'SIZE', 1, 'WITHCURSOR',
        'RETURN', 1, 'id', ...$after);
    array_push($ids, ...array_column(array_map('article', $page), 'id'));
    $after = ['AFTER', $cursor];
} while ($cursor !== false);
echo 'cursor: ', implode(' ', $ids), "\n";

// phpredis reads nil as false.
echo call('ARTICLE.GET', 'news', 99) === false ? 'nil' : 'found', "\n";

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
