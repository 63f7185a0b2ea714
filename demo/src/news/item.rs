use redis::{FromRedisValue, ParsingError, Value, from_redis_value};

use super::{Article, Comment};

/// An article or a comment. Both have ids of one sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// An article.
    Article(Article),
    /// A comment.
    Comment(Comment),
}

impl Item {
    /// Returns the id.
    pub fn id(&self) -> u32 {
        match self {
            Self::Article(article) => article.id,
            Self::Comment(comment) => comment.id,
        }
    }

    /// Returns its text.
    pub fn text(&self) -> &str {
        match self {
            Self::Article(article) => &article.text,
            Self::Comment(comment) => &comment.text,
        }
    }

    /// Returns the user who posted it.
    pub fn poster(&self) -> &str {
        match self {
            Self::Article(article) => &article.poster,
            Self::Comment(comment) => &comment.poster,
        }
    }
}

impl FromRedisValue for Item {
    fn from_redis_value(value: Value) -> Result<Self, ParsingError> {
        let Value::Map(entries) = &value else {
            return Err("an article or a comment must be a map".into());
        };
        // Only comments answer something.
        let is_parent = |name: &Value| *name == Value::BulkString(b"parent".to_vec());
        if entries.iter().any(|(name, _)| is_parent(name)) {
            from_redis_value(value).map(Self::Comment)
        } else {
            from_redis_value(value).map(Self::Article)
        }
    }
}

#[cfg(test)]
mod tests {
    use redis::{Value, from_redis_value};

    use super::Item;

    fn item(entries: &[(&str, Value)]) -> Item {
        let entries = entries.iter();
        let map =
            entries.map(|(name, value)| (Value::BulkString(name.as_bytes().to_vec()), value));
        let map = Value::Map(map.map(|(name, value)| (name, value.clone())).collect());
        from_redis_value(map).unwrap()
    }

    #[test]
    fn a_comment_has_a_parent() {
        let text = |text: &str| Value::BulkString(text.as_bytes().to_vec());
        let entries =
            [("id", Value::Int(7)), ("parent", Value::Int(1)), ("text", text("a\0\u{ff}"))];
        let Item::Comment(comment) = item(&entries) else { panic!("it is a comment") };
        assert_eq!((comment.id, comment.parent, comment.text.as_str()), (7, 1, "a\0\u{ff}"));
        assert!(comment.is_placeholder());
        let entries = [("id", Value::Int(1)), ("title", text("parent"))];
        assert!(matches!(item(&entries), Item::Article(article) if article.title == "parent"));
    }

    #[test]
    fn a_foreign_field_is_no_error() {
        let bad = Value::BulkString(b"yesterday".to_vec());
        let entries = [("parent", Value::Int(1)), ("edited", bad), ("hidden", Value::Int(1))];
        let Item::Comment(comment) = item(&entries) else { panic!("it is a comment") };
        assert_eq!((comment.edited, comment.flags.len()), (None, 1));
    }
}
