// A voting site from C# with StackExchange.Redis: `dotnet add package StackExchange.Redis`.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using StackExchange.Redis;

public static class Program
{
    // Returns the first word of an error.
    static string Code(Exception error) => error.Message.Split(' ')[0];

    // The entries that the program needs. Vote is null once voting has closed.
    record Article(long Id, string Title, long Votes, int? Vote, string[] Groups);

    // Names as in Article, with a small letter at the beginning.
    static readonly JsonSerializerOptions Web = new(JsonSerializerDefaults.Web);

    // Returns the reply of a command that reads, whatever the protocol.
    static T Read<T>(IDatabase client, string command, params object[] words)
    {
        var reply = client.Execute(command, words.Append("FORMAT").Append("JSON").ToArray());
        return reply.IsNull ? default : JsonSerializer.Deserialize<T>((byte[])reply, Web);
    }

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
            var reply = client.Execute("ARTICLE.VOTE", key, "carol", 1, "WITHCOUNTS");
            var vote = reply.ToDictionary();
            Console.WriteLine($"changed {vote["changed"]}, votes {vote["votes"]}");
        }

        foreach (var a in Read<Article[]>(client, "ARTICLE.PAGE", key, 1, "VIEWER", "carol"))
        {
            var groups = string.Join(" ", a.Groups);
            Console.WriteLine(
                $"{a.Id} {a.Title}: votes {a.Votes}, your vote {a.Vote}, groups {groups}");
        }
        foreach (var a in Read<Article[]>(client, "ARTICLE.GROUPPAGE", key, "rust", 1))
            Console.WriteLine($"rust: {a.Id}");

        Console.Write("cursor:");
        var query = new List<object> { key, 1, "SIZE", 1, "WITHCURSOR", "RETURN", 1, "id" };
        for (var more = true; more;)
        {
            var reply = Read<JsonElement[]>(client, "ARTICLE.PAGE", query.ToArray());
            foreach (var a in reply[0].Deserialize<Article[]>(Web))
                Console.Write($" {a.Id}");
            more = reply[1].ValueKind != JsonValueKind.Null;
            query = query.Take(8).Concat(new object[] { "AFTER", reply[1].GetString() }).ToList();
        }
        Console.WriteLine();

        Console.WriteLine(Read<Article>(client, "ARTICLE.GET", key, 99) == null ? "nil" : "found");

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
