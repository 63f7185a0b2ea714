use super::{KEY, Result};

/// What every user of the server may do: begin a connection and a transaction.
const BASICS: &str = "+@connection +@transaction -@dangerous -client|tracking";

/// The commands of the site's pages on the site itself. A page that runs another command fails
/// with NOPERM until the command is here.
const SITE: &str = "+article.get +article.mget +article.page +article.grouppage +article.userpage \
                    +article.thread +article.comments +article.changes +article.user \
                    +article.find +article.groups +article.count +article.rank +article.votes \
                    +article.voters +article.info +article.post +article.comment +article.vote \
                    +article.edit +article.del +article.incrby +article.mark \
                    +article.unmark +article.marked +article.lists \
                    +article.answers +article.seen +article.voted +info +time";

/// The commands of the site's pages on other keys, each with the keys that it needs. A script
/// needs its keys in one of the rules, and the commands in it need theirs.
const OTHER_KEYS: [&str; 16] = [
    "~news ~banned ~limit:* ~form:* +eval",
    "~news ~session:* ~settings:* ~muted:* ~blocked:* ~subscriptions:* +eval",
    "~banned +sismember",
    "~limit:* +get +ttl +incr +expire",
    "~form:* +get +set +exists",
    "~session:* +get +set +del",
    "~subscriptions:* +smembers +sismember +sadd +srem",
    "~news ~session:* ~visited:* ~seen:* +eval",
    "~visited:* +get +set",
    "~seen:* +hmget +hset +expire",
    "~settings:* ~muted:* +hget +hset +smembers +sadd +del",
    "~blocked:* +smembers +sismember +scard +sadd +srem",
    "~news ~banned ~flagged ~flags:* +eval",
    "~flagged +zrange +zadd +zrem",
    "~flags:* +hget +hvals +hlen +hset +hdel",
    "~moderations +xrevrange",
];

/// The commands of moderators on the site itself.
const MODERATION: &str = "+article.moderate +article.boost +article.unvote";

/// The commands of moderators on other keys.
const MODERATED_KEYS: &str = "(~news ~form:* ~banned ~flagged ~flags:* ~moderations +eval) \
                              (~form:* +exists +set) (~banned +sadd +srem) (~flagged +zrem) \
                              (~flags:* +del) (~moderations +xadd)";

/// The users of the server whom the site needs. None of them may do more than its pages do.
pub struct Access {
    password: String,
}

impl Access {
    pub fn new(password: impl Into<String>) -> Self {
        Self { password: password.into() }
    }

    /// Returns the users as lines of `redis.conf`, or as arguments of `ACL SETUSER` after the
    /// first word.
    pub fn users(&self) -> [String; 2] {
        let Self { password } = self;
        let other_keys = OTHER_KEYS.map(|rule| format!("({rule})")).join(" ");
        [
            format!("user site on >{password} ~{KEY} {BASICS} {SITE} {other_keys}"),
            format!("user moderator on >{password} ~{KEY} {BASICS} {MODERATION} {MODERATED_KEYS}"),
        ]
    }

    /// Returns the address of a server for the user of the pages, and for the user of the
    /// moderators.
    pub fn urls(&self, url: &str) -> Result<[String; 2]> {
        let invalid = |error: url::ParseError| super::Error::Setup(error.to_string());
        let url = url::Url::parse(url).map_err(invalid)?;
        Ok(["site", "moderator"].map(|user| {
            let mut url = url.clone();
            // Both fail only for addresses without a host.
            let _ = url.set_username(user);
            let _ = url.set_password(Some(&self.password));
            url.into()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::Access;

    #[test]
    fn addresses_have_the_user() {
        let [site, moderator] = Access::new("secret").urls("redis://127.0.0.1:7000/1").unwrap();
        assert_eq!(site, "redis://site:secret@127.0.0.1:7000/1");
        assert_eq!(moderator, "redis://moderator:secret@127.0.0.1:7000/1");
    }
}
