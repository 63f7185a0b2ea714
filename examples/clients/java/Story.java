// A voting site from Java with Jedis: in Maven, the dependency redis.clients:jedis.

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
    enum Command implements ProtocolCommand {
        POST, VOTE, GET, PAGE, GROUPPAGE, CREATE;

        @Override
        public byte[] getRaw() {
            return SafeEncoder.encode("ARTICLE." + name());
        }
    }

    // The entries that the program needs. The vote is null once voting has closed.
    record Article(long id, String title, long votes, Integer vote, List<String> groups) {}

    static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    // Returns the reply of a command that reads, or null. The texts of replies are byte[].
    static <T> T read(JedisPooled client, Class<T> type, Command command, String... words)
            throws IOException {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "FORMAT";
        all[words.length + 1] = "JSON";
        byte[] reply = (byte[]) client.sendCommand(command, all);
        return reply == null ? null : JSON.readValue(reply, type);
    }

    static String join(List<?> list) {
        return list.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    static String code(JedisDataException error) {
        return error.getMessage().split(" ", 2)[0];
    }

    public static void main(String[] args) throws IOException {
        try (JedisPooled client = new JedisPooled(System.getenv("REDIS_URL"))) {
            run(client);
        }
    }

    static void run(JedisPooled client) throws IOException {
        System.out.println("posted " + client.sendCommand(Command.POST,
                "news", "alice", "Hello", "https://example.com", "GROUPS", "1", "intro"));
        System.out.println("posted " + client.sendCommand(Command.POST,
                "news", "bob", "Modules", "https://example.org", "GROUPS", "2", "rust", "intro"));

        for (int i = 0; i < 2; i++) {
            // The user is before the id. Voting again changes nothing.
            Map<String, Object> vote = BuilderFactory.ENCODED_OBJECT_MAP.build(
                    client.sendCommand(Command.VOTE, "news", "carol", "1", "WITHCOUNTS"));
            System.out.printf("changed %d, votes %d%n", vote.get("changed"), vote.get("votes"));
        }

        for (Article a
                : read(client, Article[].class, Command.PAGE, "news", "1", "VIEWER", "carol")) {
            System.out.printf("%d %s: votes %d, your vote %d, groups %s%n",
                    a.id(), a.title(), a.votes(), a.vote(), join(a.groups()));
        }
        for (Article a : read(client, Article[].class, Command.GROUPPAGE, "news", "rust", "1")) {
            System.out.println("rust: " + a.id());
        }

        List<Object> ids = new ArrayList<>();
        JsonNode reply = read(client, JsonNode.class, Command.PAGE,
                "news", "1", "SIZE", "1", "WITHCURSOR", "RETURN", "1", "id");
        while (true) {
            reply.get(0).forEach(a -> ids.add(a.get("id")));
            if (reply.get(1).isNull()) {
                break;
            }
            reply = read(client, JsonNode.class, Command.PAGE, "news", "1", "SIZE", "1",
                    "WITHCURSOR", "RETURN", "1", "id", "AFTER", reply.get(1).textValue());
        }
        System.out.println("cursor: " + join(ids));

        Article missing = read(client, Article.class, Command.GET, "news", "99");
        System.out.println(missing == null ? "nil" : "found");

        String[] commands = {
            "VOTE news bob 99", "VOTE strict bob 2", "VOTE strict bob 3", "VOTE strict bob 1 DOWN",
            "VOTE strict alice 1", "CREATE strict", "PAGE text 1", "PAGE news 0",
        };
        for (String command : commands) {
            String[] words = command.split(" ");
            try {
                client.sendCommand(Command.valueOf(words[0]),
                        Arrays.copyOfRange(words, 1, words.length));
            } catch (JedisDataException error) {
                System.out.println("ARTICLE." + command + ": " + code(error));
            }
        }

        List<Response<Object>> votes = new ArrayList<>();
        try (Pipeline pipeline = (Pipeline) client.pipelined()) {
            for (String id : new String[] {"1", "99", "2"}) {
                votes.add(pipeline.sendCommand(Command.VOTE, "news", "dave", id));
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
