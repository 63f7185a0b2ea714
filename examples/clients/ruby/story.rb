# A voting site from Ruby with redis-rb: `gem install redis`.

require "json"
require "redis"

# WITHCOUNTS replies with a hash in RESP3, the default since redis-rb 6.
client = Redis.new(url: ENV["REDIS_URL"], protocol: 3)
# Returns the reply of a command that reads, whatever the protocol.
def read(client, *command)
  reply = client.call(*command, "FORMAT", "JSON")
  reply && JSON.parse(reply)
end
# Returns the first word of an error.
def code(error) = error.message.split.first

link = "https://example.com"
id = client.call("ARTICLE.POST", "news", "alice", "Hello", link, "GROUPS", 1, "intro")
puts "posted #{id}"
link = "https://example.org"
id = client.call("ARTICLE.POST", "news", "bob", "Modules", link, "GROUPS", 2, "rust", "intro")
puts "posted #{id}"

2.times do
  # The user is before the id. Voting again changes nothing.
  vote = client.call("ARTICLE.VOTE", "news", "carol", 1, "WITHCOUNTS")
  puts "changed #{vote["changed"]}, votes #{vote["votes"]}"
end

read(client, "ARTICLE.PAGE", "news", 1, "VIEWER", "carol").each do |a|
  puts "#{a["id"]} #{a["title"]}: votes #{a["votes"]}, your vote #{a["vote"]}, " \
       "groups #{a["groups"].join(" ")}"
end
page = read(client, "ARTICLE.GROUPPAGE", "news", "rust", 1)
puts "rust: #{page.map { |a| a["id"] }.join(" ")}"

ids, after = [], []
loop do
  page, cursor = read(client, "ARTICLE.PAGE", "news", 1, "SIZE", 1, "WITHCURSOR",
                      "RETURN", 1, "id", *after)
  ids += page.map { |a| a["id"] }
  break unless cursor
  after = ["AFTER", cursor]
end
puts "cursor: #{ids.join(" ")}"

puts read(client, "ARTICLE.GET", "news", 99).nil? ? "nil" : "found"

<<~END.each_line(chomp: true) do |command|
  ARTICLE.VOTE news bob 99
  ARTICLE.VOTE strict bob 2
  ARTICLE.VOTE strict bob 3
  ARTICLE.VOTE strict bob 1 DOWN
  ARTICLE.VOTE strict alice 1
  ARTICLE.CREATE strict
  ARTICLE.PAGE text 1
  ARTICLE.PAGE news 0
END
  client.call(*command.split)
rescue Redis::CommandError => error
  puts "#{command}: #{code(error)}"
end

replies = client.pipelined(exception: false) do |pipeline|
  [1, 99, 2].each { |id| pipeline.call("ARTICLE.VOTE", "news", "dave", id) }
end
puts "pipeline: #{replies.map { |r| r.is_a?(Exception) ? code(r) : r }.join(" ")}"
