<?php
// A voting site from PHP with Predis: `composer require predis/predis`.

use Predis\Command\RawCommand;
use Predis\Response\Error;
use Predis\Response\ServerException;

// With Composer: vendor/autoload.php.
require 'Predis/autoload.php';

$client = new Predis\Client(getenv('REDIS_URL'));
$call = fn(...$arguments) => $client->executeCommand(RawCommand::create(...$arguments));
// Returns the reply of a command that reads. Nil is null.
$read = fn(...$arguments) => json_decode(
    $call(...[...$arguments, 'FORMAT', 'JSON']) ?? 'null', true, flags: JSON_THROW_ON_ERROR);

echo 'posted ', $call('ARTICLE.POST', 'news', 'alice', 'Hello', 'https://example.com',
    'GROUPS', 1, 'intro'), "\n";
echo 'posted ', $call('ARTICLE.POST', 'news', 'bob', 'Modules', 'https://example.org',
    'GROUPS', 2, 'rust', 'intro'), "\n";

for ($i = 0; $i < 2; $i++) {
    // The user is before the id. Voting again changes nothing.
    $vote = $call('ARTICLE.VOTE', 'news', 'carol', 1, 'WITHCOUNTS');
    // A flat array of names and values.
    $vote = array_column(array_chunk($vote, 2), 1, 0);
    echo "changed $vote[changed], votes $vote[votes]\n";
}

foreach ($read('ARTICLE.PAGE', 'news', 1, 'VIEWER', 'carol') as $a) {
    $groups = implode(' ', $a['groups']);
    echo "$a[id] $a[title]: votes $a[votes], your vote $a[vote], groups $groups\n";
}
$page = $read('ARTICLE.GROUPPAGE', 'news', 'rust', 1);
echo 'rust: ', implode(' ', array_column($page, 'id')), "\n";

$ids = $after = [];
do {
    [$page, $cursor] = $read('ARTICLE.PAGE', 'news', 1, 'SIZE', 1, 'WITHCURSOR',
        'RETURN', 1, 'id', ...$after);
    array_push($ids, ...array_column($page, 'id'));
    $after = ['AFTER', $cursor];
} while ($cursor !== null);
echo 'cursor: ', implode(' ', $ids), "\n";

echo $read('ARTICLE.GET', 'news', 99) === null ? 'nil' : 'found', "\n";

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
        $call(...explode(' ', $command));
    } catch (ServerException $error) {
        echo "$command: ", $error->getErrorType(), "\n";
    }
}

// Without exceptions, a pipeline returns errors among its replies.
$quiet = new Predis\Client(getenv('REDIS_URL'), ['exceptions' => false]);
$replies = $quiet->pipeline(function ($pipeline) {
    foreach ([1, 99, 2] as $id) {
        $pipeline->executeCommand(RawCommand::create('ARTICLE.VOTE', 'news', 'dave', $id));
    }
});
$words = array_map(fn($r) => $r instanceof Error ? $r->getErrorType() : $r, $replies);
echo 'pipeline: ', implode(' ', $words), "\n";
