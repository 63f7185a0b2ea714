// A voting site from C# with StackExchange.Redis: `dotnet add package StackExchange.Redis`.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using StackExchange.Redis;

public static class Program
{
    // Returns the first word of an error.
    static string Code(Exception error) => error.Message.Split(' ')[0];

    static RedisResult[] List(RedisResult reply) => (RedisResult[])reply;

    // Accepts the flat array of RESP2, the default in version 2, and a map of RESP3. Without the
    // comparer, two custom fields that differ only in case are an error.
    static Dictionary<string, RedisResult> Map(RedisResult reply) =>
        reply.ToDictionary(StringComparer.Ordinal);

    static IEnumerable<Dictionary<string, RedisResult>> Page(RedisResult reply) =>
        List(reply).Select(Map);

    public static async Task Main()
    {
        var address = new Uri(Environment.GetEnvironmentVariable("REDIS_URL")).Authority;
        using (var connection = ConnectionMultiplexer.Connect(address))
            await Run(connection.GetDatabase());
    }

    static async Task Run(IDatabase client)
    {
        // In a cluster, an argument of this type determines the node.
        var key = (RedisKey)"news";
        Console.WriteLine("posted " + client.Execute("ARTICLE.POST",
            key, "alice", "Hello", "https://example.com", "GROUPS", 1, "intro"));
        Console.WriteLine("posted " + client.Execute("ARTICLE.POST",
            key, "bob", "Modules", "https://example.org", "GROUPS", 2, "rust", "intro"));

        for (var i = 0; i < 2; i++)
        {
            // The user is before the id. Voting again changes nothing.
            var vote = Map(client.Execute("ARTICLE.VOTE", key, "carol", 1, "WITHCOUNTS"));
            Console.WriteLine($"changed {vote["changed"]}, votes {vote["votes"]}");
        }

        foreach (var a in Page(client.Execute("ARTICLE.PAGE", key, 1, "VIEWER", "carol")))
        {
            var groups = string.Join(" ", (string[])a["groups"]);
            Console.WriteLine($"{a["id"]} {a["title"]}: votes {a["votes"]}, " +
                $"your vote {a["vote"]}, groups {groups}");
        }
        foreach (var a in Page(client.Execute("ARTICLE.GROUPPAGE", key, "rust", 1)))
            Console.WriteLine($"rust: {a["id"]}");

        Console.Write("cursor:");
        var query = new List<object> { key, 1, "SIZE", 1, "WITHCURSOR", "RETURN", 1, "id" };
        for (var more = true; more;)
        {
            var reply = List(client.Execute("ARTICLE.PAGE", query));
            foreach (var a in Page(reply[0]))
                Console.Write($" {a["id"]}");
            more = !reply[1].IsNull;
            query = query.Take(8).Concat(new object[] { "AFTER", (string)reply[1] }).ToList();
        }
        Console.WriteLine();

        Console.WriteLine(client.Execute("ARTICLE.GET", key, 99).IsNull ? "nil" : "found");

        foreach (var command in new[]
        {
            "ARTICLE.VOTE news bob 99",
            "ARTICLE.VOTE strict bob 2",
            "ARTICLE.VOTE strict bob 3",
            "ARTICLE.VOTE strict bob 1 DOWN",
            "ARTICLE.VOTE strict alice 1",
            "ARTICLE.CREATE strict",
            "ARTICLE.PAGE text 1",
            "ARTICLE.PAGE news 0",
        })
        {
            var words = command.Split(' ');
            try
            {
                client.Execute(words[0], words.Skip(1).ToArray<object>());
            }
            catch (RedisServerException error)
            {
                Console.WriteLine($"{command}: {Code(error)}");
            }
        }

        // Commands that are sent before their replies are awaited are a pipeline.
        var votes = new[] { 1, 99, 2 }
            .Select(id => client.ExecuteAsync("ARTICLE.VOTE", key, "dave", id)).ToArray();
        Console.Write("pipeline:");
        foreach (var vote in votes)
        {
            try
            {
                Console.Write($" {await vote}");
            }
            catch (RedisServerException error)
            {
                Console.Write($" {Code(error)}");
            }
        }
        Console.WriteLine();
    }
}
