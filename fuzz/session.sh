#!/usr/bin/env bash
# A server's life with the module, from its start to its end: every command, every way in which
# the server reads, writes, copies and frees a site.
#
#   fuzz/session.sh MODULE FOLDER
set -euo pipefail

module=$(realpath "$1")
folder=$2/session
port=${PORT:-7399}
rm -rf "$folder"
mkdir -p "$folder"
"${REDIS_SERVER:-redis-server}" --port "$port" --bind 127.0.0.1 --dir "$folder" --save "" \
	--appendonly yes --aof-use-rdb-preamble no --enable-debug-command local \
	--loadmodule "$module" >"$folder/log" &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT

cli() { redis-cli -p "$port" "$@"; }

# Waits until the reply to the words behind has what the first word says.
await() {
	local what=$1
	shift
	for _ in $(seq 600); do
		[[ $(cli "$@" 2>/dev/null) == *"$what"* ]] && return
		sleep 0.1
	done
	echo "no $what of $*" >&2
	exit 1
}

commands() {
	now=$(date +%s)
	echo "ARTICLE.CREATE news VOTESCORE 100 WINDOW 1000 PAGESIZE 7"
	for n in $(seq 1 300); do
		time=$((now - 2000 + n * 5))
		echo "ARTICLE.POST news user$n title$n link$n TIME $time GROUPS 2 g$((n % 7)) all" \
			"FIELDS 1 f $n"
	done
	for n in $(seq 1 3000); do
		kinds=(UP DOWN NONE)
		echo "ARTICLE.VOTE news user$((n * 7 % 911)) $((n % 10 + 290)) ${kinds[n % 3]} WITHCOUNTS"
	done
	for n in $(seq 200 260); do
		echo "ARTICLE.EDIT news $n TITLE other$n FIELDS 2 f 1 g $n UNSET 1 f"
		echo "ARTICLE.GROUPADD news $n late$n g0"
		echo "ARTICLE.GROUPREM news $n all g0"
		echo "ARTICLE.DEL news $((n - 100)) $((n - 199))"
	done
	echo "ARTICLE.ALTER news VOTESCORE 7 SELFVOTE no"
	echo "ARTICLE.LOAD news ARTICLE 400 u t l TIME 5 CLOSES 9 UP 2 a b DOWN 1 c GROUPS 1 all"
	echo "ARTICLE.LOAD news VOTERS 400 UP 1 d SCORE 77"
	echo "ARTICLE.LOAD news ARTICLE 401 u t l TIME 5 CLOSES 9 COUNTS 7 2"
	echo "ARTICLE.LOAD news LASTID 500"
	for error in "VOTE news u 9999" "POST news u" "PAGE news 0" "GROUPS news LIMIT 1" \
		"LOAD news VOTERS 400 UP 2 e e" "CREATE news" "POST news u t l ID 3" "NONE x"; do
		echo "ARTICLE.$error"
	done
	for n in 1 2 20 9999; do
		echo "ARTICLE.PAGE news $n BY TIME ASC SIZE 20 VIEWER user7"
		echo "ARTICLE.GROUPPAGE news all $n VIEWER user8"
	done
	echo "ARTICLE.GROUPS news LIMIT 1 5"
	echo "ARTICLE.COUNT news g1"
	echo "ARTICLE.GET news 299 VIEWER user7"
	echo "ARTICLE.INFO news"
	echo "ARTICLE.DEBUG CHECK news"
	echo "INFO article"
	echo "MEMORY USAGE news"
	echo "DEBUG DIGEST-VALUE news"
	echo "COPY news twin"
	echo "COPY news third"
	echo "RENAME twin fourth"
	echo "UNLINK fourth"
	echo "CONFIG SET article.page-size 9"
	echo "CONFIG GET article.*"
}

await PONG PING
commands | cli >"$folder/replies"
cli -3 ARTICLE.PAGE news 1 VIEWER user7 >>"$folder/replies"
cli --raw DUMP third | head -c -1 >"$folder/dump"
cli -x RESTORE restored 0 <"$folder/dump"
# What is cut short is refused; the last ten bytes are the server's own.
cli DEBUG SET-SKIP-CHECKSUM-VALIDATION 1
{ head -c 5000 "$folder/dump"; tail -c 10 "$folder/dump"; } | cli -x RESTORE broken 0
cli BGREWRITEAOF
await aof_rewrite_in_progress:0 INFO persistence
cli DEBUG RELOAD
cli DEBUG LOADAOF
for key in news third restored; do
	[ "$(cli ARTICLE.DEBUG CHECK "$key")" = OK ]
done
cli UNLINK restored
cli FLUSHALL
await lazyfree_pending_objects:0 INFO memory
cli SHUTDOWN NOSAVE
wait "$server"
grep -E "panicked|internal error|BUG REPORT" "$folder/log" && exit 1
echo "$(wc -l <"$folder/replies") lines of replies."
