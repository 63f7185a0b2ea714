// A voting site from C with hiredis and cJSON:
//   cc story.c $(pkg-config --cflags --libs hiredis libcjson)

#include <cjson/cJSON.h>
#include <hiredis.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static redisContext *client;

// Returns the reply, and frees the one before. Ends the program if the connection fails.
static redisReply *check(redisReply *reply) {
    static redisReply *last;
    if (!reply) {
        fprintf(stderr, "%s\n", client->errstr);
        exit(1);
    }
    freeReplyObject(last);
    return last = reply;
}

// Sends a command. Each %s or %b is one argument, whatever bytes it contains.
static redisReply *call(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    redisReply *reply = redisvCommand(client, format, arguments);
    va_end(arguments);
    return check(reply);
}

// Returns an entry of a map, which is a flat array of names and values in RESP2, the default.
static redisReply *get(redisReply *map, const char *name) {
    for (size_t i = 0; i + 1 < map->elements; i += 2)
        if (!strcmp(map->element[i]->str, name)) return map->element[i + 1];
    fprintf(stderr, "no %s\n", name);
    exit(1);
}

// Parses the reply to a command that reads with FORMAT JSON. The caller deletes the result.
static cJSON *parse(redisReply *reply) {
    if (reply->type == REDIS_REPLY_NIL) return NULL;
    cJSON *json = cJSON_ParseWithLength(reply->str, reply->len);
    if (json) return json;
    fprintf(stderr, "no JSON\n");
    exit(1);
}

static const char *text(const cJSON *article, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItem(article, name));
}

// A double is exact up to 2^53.
static long long number(const cJSON *article, const char *name) {
    return (long long)cJSON_GetNumberValue(cJSON_GetObjectItem(article, name));
}

// Returns the length of an error's first word.
static int code(redisReply *error) { return (int)strcspn(error->str, " "); }

int main(void) {
    const char *url = getenv("REDIS_URL");
    char host[256];
    int port;
    if (!url || sscanf(url, "redis://%255[^:]:%d", host, &port) != 2) return 1;
    client = redisConnect(host, port);
    if (!client || client->err) return 1;

    redisReply *reply = call("ARTICLE.POST news alice %s %s GROUPS 1 intro", "Hello",
                             "https://example.com");
    printf("posted %lld\n", reply->integer);
    reply = call("ARTICLE.POST news bob %s %s GROUPS 2 rust intro", "Modules",
                 "https://example.org");
    printf("posted %lld\n", reply->integer);

    for (int i = 0; i < 2; i++) {
        // The user is before the id. Voting again changes nothing.
        redisReply *vote = call("ARTICLE.VOTE news %s %d WITHCOUNTS", "carol", 1);
        printf("changed %lld, votes %lld\n", get(vote, "changed")->integer,
               get(vote, "votes")->integer);
    }

    cJSON *page = parse(call("ARTICLE.PAGE news 1 VIEWER %s FORMAT JSON", "carol"));
    const cJSON *a, *group;
    cJSON_ArrayForEach(a, page) {
        printf("%lld %s: votes %lld, your vote %lld, groups", number(a, "id"), text(a, "title"),
               number(a, "votes"), number(a, "vote"));
        cJSON_ArrayForEach(group, cJSON_GetObjectItem(a, "groups"))
            printf(" %s", group->valuestring);
        printf("\n");
    }
    cJSON_Delete(page);
    page = parse(call("ARTICLE.GROUPPAGE news rust 1 FORMAT JSON"));
    printf("rust:");
    cJSON_ArrayForEach(a, page) printf(" %lld", number(a, "id"));
    cJSON_Delete(page);

    printf("\ncursor:");
    page = parse(call("ARTICLE.PAGE news 1 SIZE 1 WITHCURSOR RETURN 1 id FORMAT JSON"));
    for (;;) {
        cJSON_ArrayForEach(a, cJSON_GetArrayItem(page, 0)) printf(" %lld", number(a, "id"));
        const char *cursor = cJSON_GetStringValue(cJSON_GetArrayItem(page, 1));
        reply = cursor ? call("ARTICLE.PAGE news 1 SIZE 1 WITHCURSOR RETURN 1 id AFTER %s "
                              "FORMAT JSON", cursor) : NULL;
        cJSON_Delete(page);
        if (!reply) break;
        page = parse(reply);
    }
    printf("\n");

    reply = call("ARTICLE.GET news %d", 99);
    printf("%s\n", reply->type == REDIS_REPLY_NIL ? "nil" : "found");

    const char *commands[] = {
        "ARTICLE.VOTE news bob 99",
        "ARTICLE.VOTE strict bob 2",
        "ARTICLE.VOTE strict bob 3",
        "ARTICLE.VOTE strict bob 1 DOWN",
        "ARTICLE.VOTE strict alice 1",
        "ARTICLE.CREATE strict",
        "ARTICLE.PAGE text 1",
        "ARTICLE.PAGE news 0",
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        reply = call(commands[i]);
        if (reply->type == REDIS_REPLY_ERROR)
            printf("%s: %.*s\n", commands[i], code(reply), reply->str);
    }

    const int ids[] = {1, 99, 2};
    for (int i = 0; i < 3; i++) redisAppendCommand(client, "ARTICLE.VOTE news dave %d", ids[i]);
    printf("pipeline:");
    for (int i = 0; i < 3; i++) {
        void *vote = NULL;
        redisGetReply(client, &vote);
        reply = check(vote);
        if (reply->type == REDIS_REPLY_ERROR)
            printf(" %.*s", code(reply), reply->str);
        else
            printf(" %lld", reply->integer);
    }
    printf("\n");
    redisFree(client);
}
