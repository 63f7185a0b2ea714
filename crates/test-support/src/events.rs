//! Keyspace events, of a server that sends them (`notify-keyspace-events EA`).

use super::Client;
use redis::PubSub;

/// Subscribes a client to all keyspace events of database 0.
pub fn subscribe(listener: &mut Client) -> PubSub<'_> {
    let mut events = listener.connection.as_pubsub();
    events.psubscribe("__key*@0__:*").expect("a subscription");
    events.subscribe("end").expect("a subscription");
    events
}

/// Returns the events that came so far, each as its key and its name, or as its name and its key
/// where they are sent by key. The other client must be of the same server.
pub fn drain(events: &mut PubSub, c: &mut Client) -> Vec<String> {
    c.call("PUBLISH", ("end", "end"));
    let mut seen = Vec::new();
    loop {
        let message = events.get_message().expect("a message");
        let Some((_, event)) = message.get_channel_name().split_once(':') else {
            return seen;
        };
        let key = String::from_utf8_lossy(message.get_payload_bytes());
        seen.push(format!("{key} {event}"));
    }
}
