<?php
// A small news site: lists, items, votes, comments, an inbox, saved items, and a home feed.

declare(strict_types=1);

session_start(['cookie_samesite' => 'Lax', 'cookie_httponly' => true]);
$url = parse_url(getenv('REDIS_URL') ?: 'redis://127.0.0.1:6379');
$redis = new Redis();
$redis->connect($url['host'], $url['port'] ?? 6379);

/** Ends the request with a status and a message. */
function stop(int $status, string $message): never
{
    http_response_code($status);
    header('Content-Type: text/plain');
    exit("$message\n");
}

/** Sends a command to the site. Errors of the module become statuses. */
function send(string $command, mixed ...$arguments): mixed
{
    global $redis;
    $redis->clearLastError();
    try {
        $reply = $redis->rawCommand("ARTICLE.$command", getenv('SITE') ?: 'news', ...$arguments);
        $error = $redis->getLastError(); // phpredis throws only some errors.
    } catch (RedisException $exception) {
        $error = $exception->getMessage();
    }
    if ($error) {
        $status = ['NOARTICLE' => 404, 'ERR' => 400, 'BADCURSOR' => 400, 'HIDDEN' => 409,
            'LOCKED' => 409, 'VOTECLOSED' => 409][strtok($error, ' ')] ?? 500;
        stop($status, $status === 500 ? 'Internal error' : $error);
    }
    return $reply;
}

/** Sends a command that reads, and returns what its JSON says. */
function read(string $command, mixed ...$arguments): mixed
{
    $reply = send($command, ...$arguments, ...['FORMAT', 'JSON']);
    return is_string($reply) ? json_decode($reply, true) : null;
}

/** Returns the name of the user. Visitors log in first. */
function user(): string
{
    return $_SESSION['user'] ?? go('/login');
}

function go(string $path): never
{
    header("Location: $path", true, 303);
    exit;
}

function back(): never
{
    go($_SERVER['HTTP_REFERER'] ?? '/');
}

/** Returns the options that show the votes and marks of the reader, if somebody is logged in. */
function view(): array
{
    return ['VIEWER', $_SESSION['user'] ?? '', 'MARKS', 1, 'saved'];
}

function h(mixed $text): string
{
    return htmlspecialchars((string) $text);
}

/** Shows a page of the site with this content. */
function show(string $title, string $content): void
{
    $user = $_SESSION['user'] ?? null;
    $unseen = $user === null ? 0 : read('USER', $user)['unseen'] ?? 0; ?>
<!doctype html>
<meta name="viewport" content="width=device-width">
<title><?= h($title) ?></title>
<nav><a href="/">News</a> <a href="/new">new</a> <a href="/feed">feed</a>
  <a href="/inbox">inbox<?= $unseen ? " ($unseen)" : '' ?></a> <a href="/saved">saved</a></nav>
<h1><?= h($title) ?></h1>
<?php if ($user === null) { ?><form method="post" action="/login">
  <input name="name" required placeholder="name"> <button>Log in</button></form>
<?php }
    echo $content;
}

/** Returns an article or a comment with its buttons. */
function line(array $item): string
{
    $id = $item['id'];
    $vote = $item['vote'] ?? 0;
    $action = in_array('saved', $item['marks'] ?? []) ? 'unsave' : 'save';
    $html = '<form method="post" style="display: inline">'
        . "<button formaction=\"/vote/$id/" . ($vote === 1 ? 'none' : 'up') . '">▲</button>'
        . " <b id=\"votes-$id\">{$item['votes']}</b> "
        . "<button formaction=\"/vote/$id/" . ($vote === -1 ? 'none' : 'down') . '">▼</button>'
        . " <button formaction=\"/$action/$id\">$action</button>";
    foreach ($item['groups'] ?? [] as $group) {
        $html .= ' <button formaction="/follow/' . rawurlencode($group) . '">follow ' . h($group)
            . '</button>';
    }
    $shown = isset($item['title'])
        ? '<a href="' . h($item['link'] ?: "/item/$id") . '">' . h($item['title']) . '</a>'
        : h($item['text']);
    $more = isset($item['article'])
        ? "<a href=\"/item/{$item['article']}\">item</a>"
        : "<a href=\"/item/$id\">{$item['comments']} comments</a>";
    $held = ($item['hidden'] ?? 0) === 2 ? ' waits for a moderator' : '';
    return "$html</form> $shown by " . h($item['poster']) . " $more$held";
}

function answer(int $id): string
{
    return "<form method=\"post\" action=\"/comment/$id\"><input name=\"text\" required>"
        . ' <button>Answer</button></form>';
}

/** Returns a thread. Comments come depth first, so each is indented by its depth. */
function thread(array $comments): string
{
    $html = '';
    foreach ($comments as $comment) {
        $shown = isset($comment['text'])
            ? line($comment) . answer($comment['id'])
            : '<i>' . (isset($comment['deleted']) ? 'deleted' : 'hidden') . '</i>';
        $margin = 2 * $comment['depth'] - 2;
        $html .= "<div style=\"margin-left: {$margin}em\">$shown</div>";
    }
    return $html;
}

function items(string $title, array $items, ?string $cursor = null, bool $isQueue = false): void
{
    $html = '<form method="post" action="/submit"><input name="title" required placeholder="title">'
        . ' <input name="link" placeholder="https://..."> <input name="groups" placeholder="groups">'
        . ' <button>Submit</button></form>';
    foreach ($items as $item) {
        $approve = "<form method=\"post\" action=\"/publish/{$item['id']}\">"
            . '<button>Approve</button></form>';
        $html .= '<p>' . line($item) . ($isQueue ? $approve : '') . '</p>';
    }
    $html .= $items ? '' : '<p>Nothing here yet.</p>';
    show($title, $html . ($cursor ? '<a href="?after=' . rawurlencode($cursor) . '">More</a>' : ''));
}

function page(string $title, mixed ...$query): void
{
    $after = isset($_GET['after']) ? ['AFTER', $_GET['after']] : [];
    [$items, $cursor] = read('PAGE', 1, 'WITHCURSOR', ...$after, ...$query, ...view());
    items($title, $items, $cursor);
}

function item(int $id): void
{
    $item = read('GET', $id, ...view());
    // What waits for a moderator is shown to its poster.
    $own = isset($item) && $item['poster'] === ($_SESSION['user'] ?? null) ? 2 : 0;
    if (!isset($item['title']) || !in_array($item['hidden'] ?? 0, [0, $own])) {
        stop(404, 'Not found');
    }
    $visited = (int) ($_COOKIE['visited'] ?? 0);
    $new = $visited > 0 ? read('COUNT', 'BELOW', $id, 'SINCE', $visited) : 0;
    // Only the pages of this item get the time of the visit.
    setcookie('visited', (string) time(), ['path' => "/item/$id", 'samesite' => 'Lax']);
    show($item['title'], '<p>' . line($item) . '</p>'
        . ($new ? "<p><a href=\"/item/$id/new?since=$visited\">$new new</a></p>" : '')
        . answer($id) . thread(read('THREAD', $id, 'SIZE', 500, ...view())));
}

function submit(): never
{
    ['title' => $title, 'link' => $link, 'groups' => $groups] = $_POST
        + ['title' => '', 'link' => '', 'groups' => ''];
    if ($link && !preg_match('~^https?://~', $link)) {
        stop(400, 'Other links can run scripts');
    }
    $groups = preg_split('/\s+/', $groups, -1, PREG_SPLIT_NO_EMPTY);
    // Posts of those who were voted down wait for a moderator.
    $held = (read('USER', user())['karma'] ?? 0) < 0 ? ['HELD'] : [];
    $post = [user(), $title, $link, 'GROUPS', count($groups), ...$groups, ...$held];
    go('/item/' . send('POST', ...$post));
}

/** Stops everybody but moderators. */
function moderator(): void
{
    if (user() !== 'moderator') { // A real site checks a password.
        stop(403, 'Only for moderators');
    }
}

function queue(): void
{
    moderator();
    items('Queue', read('PAGE', 1, 'BY', 'TIME', 'HELD'), isQueue: true);
}

function login(): never
{
    $name = $_POST['name'] ?? '';
    if ($name === '') {
        stop(400, 'A name, please');
    }
    session_regenerate_id(true);
    $_SESSION['user'] = $name; // A real site checks a password.
    go('/');
}

function inbox(): void
{
    $items = read('ANSWERS', user(), 1, ...view());
    if ($items) {
        // The first is the latest.
        send('SEEN', user(), "time:{$items[0]['time']}-{$items[0]['id']}");
    }
    items('Inbox', $items);
}

// A link that was posted within a day becomes a vote. A site that exists stays as it is.
send('CREATE', 'NX', 'DEDUPE', 86400, 'PAGESIZE', 10);
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$parts = array_map(rawurldecode(...), explode('/', trim($path, '/')));
$argument = $parts[1] ?? '';
match ($_SERVER['REQUEST_METHOD'] . ' ' . $parts[0]) {
    'GET ' => page('News', 'BY', 'GRAVITY', 'UNMUTED', $_SESSION['user'] ?? ''),
    'GET new' => page('New', 'BY', 'TIME', 'UNMUTED', $_SESSION['user'] ?? ''),
    'GET feed' => page('Your feed', 'BY', 'TIME', 'FEED', user()),
    'GET group' => page($argument, 'BY', 'GRAVITY', 'ANYOF', 1, $argument),
    'GET item' => isset($parts[2])
        ? items('New comments', read('COMMENTS', 1, 'BELOW', $argument, 'SINCE', $_GET['since'] ?? 0,
            'SIZE', 100, ...view()))
        : item((int) $argument),
    'GET login' => show('Log in first', ''),
    'GET inbox' => inbox(),
    'GET saved' => items('Saved', read('MARKED', user(), 'saved', 1, ...view())),
    'GET queue' => queue(),
    'POST publish' => [moderator(), send('MODERATE', 'PUBLISH', $argument), back()],
    'POST login' => login(),
    'POST submit' => submit(),
    'POST vote' => [send('VOTE', user(), $argument, $parts[2] ?? 'UP'), back()],
    'POST comment' => [send('COMMENT', user(), $argument, $_POST['text'] ?? ''), back()],
    'POST save' => [send('MARK', user(), 'saved', $argument), back()],
    'POST unsave' => [send('UNMARK', user(), 'saved', $argument), back()],
    'POST follow' => [send('FOLLOW', user(), 'GROUP', $argument), go('/feed')],
    default => stop(404, 'Not found'),
};
