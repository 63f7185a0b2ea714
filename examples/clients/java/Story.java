// A voting site from Java with Jedis: in Maven, the dependency redis.clients:jedis.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.SafeEncoder;

public class Story {
    enum Article implements ProtocolCommand {
        POST, VOTE, GET, PAGE, GROUPPAGE, CREATE;

        @Override
        public byte[] getRaw() {
            return SafeEncoder.encode("ARTICLE." + name());
        }
    }

    // Converts a flat list of names and values, an article in RESP2, into a map. Texts in replies
    // are byte[]; the builder makes them strings.
    static Map<String, Object> map(Object reply) {
        return BuilderFactory.ENCODED_OBJECT_MAP.build(reply);
    }

    static List<Map<String, Object>> page(Object reply) {
        return ((List<?>) reply).stream().map(Story::map).collect(Collectors.toList());
    }

    static String join(List<?> list) {
        return list.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    static String code(JedisDataException error) {
        return error.getMessage().split(" ", 2)[0];
    }

    public static void main(String[] args) {
        try (JedisPooled client = new JedisPooled(System.getenv("REDIS_URL"))) {
            run(client);
        }
    }

    static void run(JedisPooled client) {
        System.out.println("posted " + client.sendCommand(Article.POST,
                "news", "alice", "Hello", "https://example.com", "GROUPS", "1", "intro"));
        System.out.println("posted " + client.sendCommand(Article.POST,
                "news", "bob", "Modules", "https://example.org", "GROUPS", "2", "rust", "intro"));

        for (int i = 0; i < 2; i++) {
            // The user is before the id. Voting again changes nothing.
            Map<String, Object> vote =
                    map(client.sendCommand(Article.VOTE, "news", "carol", "1", "WITHCOUNTS"));
            System.out.printf("changed %d, votes %d%n", vote.get("changed"), vote.get("votes"));
        }

        for (Map<String, Object> a
                : page(client.sendCommand(Article.PAGE, "news", "1", "VIEWER", "carol"))) {
            System.out.printf("%d %s: votes %d, your vote %d, groups %s%n", a.get("id"),
                    a.get("title"), a.get("votes"), a.get("vote"), join((List<?>) a.get("groups")));
        }
        for (Map<String, Object> a
                : page(client.sendCommand(Article.GROUPPAGE, "news", "rust", "1"))) {
            System.out.println("rust: " + a.get("id"));
        }

        List<Object> ids = new ArrayList<>();
        List<?> reply = (List<?>) client.sendCommand(Article.PAGE,
                "news", "1", "SIZE", "1", "WITHCURSOR", "RETURN", "1", "id");
        while (true) {
            page(reply.get(0)).forEach(a -> ids.add(a.get("id")));
            if (reply.get(1) == null) {
                break;
            }
            String cursor = SafeEncoder.encode((byte[]) reply.get(1));
            reply = (List<?>) client.sendCommand(Article.PAGE,
                    "news", "1", "SIZE", "1", "WITHCURSOR", "RETURN", "1", "id", "AFTER", cursor);
        }
        System.out.println("cursor: " + join(ids));

        System.out.println(client.sendCommand(Article.GET, "news", "99") == null ? "nil" : "found");

        String[] commands = {
            "VOTE news bob 99", "VOTE strict bob 2", "VOTE strict bob 3", "VOTE strict bob 1 DOWN",
            "VOTE strict alice 1", "CREATE strict", "PAGE text 1", "PAGE news 0",
        };
        for (String command : commands) {
            String[] words = command.split(" ");
            try {
                client.sendCommand(Article.valueOf(words[0]),
                        Arrays.copyOfRange(words, 1, words.length));
            } catch (JedisDataException error) {
                System.out.println("ARTICLE." + command + ": " + code(error));
            }
        }

        List<Response<Object>> votes = new ArrayList<>();
        try (Pipeline pipeline = (Pipeline) client.pipelined()) {
            for (String id : new String[] {"1", "99", "2"}) {
                votes.add(pipeline.sendCommand(Article.VOTE, "news", "dave", id));
            }
        }
        List<Object> words = new ArrayList<>();
        for (Response<Object> vote : votes) {
            try {
                words.add(vote.get());
            } catch (JedisDataException error) {
                words.add(code(error));
            }
        }
        System.out.println("pipeline: " + join(words));
    }
}
