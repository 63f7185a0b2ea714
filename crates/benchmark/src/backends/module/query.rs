//! A query as a command of the module.

use std::borrow::Cow;

use super::SITE;
use crate::query::{Order, Query};
use crate::requests::Requests;

/// Writes the command for a page of a listing.
pub fn request(query: &Query, out: &mut Requests) {
    let arguments = arguments(query);
    let name = match (&query.group, &query.poster) {
        (Some(_), _) => "ARTICLE.GROUPPAGE",
        (None, Some(_)) => "ARTICLE.USERPAGE",
        (None, None) => "ARTICLE.PAGE",
    };
    let command = out.command(name, 2 + arguments.len()).arg(SITE);
    for argument in arguments {
        command.arg(argument.as_ref());
    }
}

/// Returns the arguments after the key.
fn arguments(query: &Query) -> Vec<Cow<'_, str>> {
    let Query {
        group,
        poster,
        page,
        order,
        since,
        any_of,
        all_of,
        none_of,
        after,
        with_cursor,
        fields,
    } = query;
    let mut arguments: Vec<Cow<str>> = group.iter().chain(poster).map(Cow::from).collect();
    arguments.push(page.to_string().into());
    if *order != Order::Score {
        arguments.extend(["BY".into(), order.to_string().into()]);
    }
    if let Some(since) = since {
        arguments.extend(["SINCE".into(), since.to_string().into()]);
    }
    add_names(&mut arguments, "ANYOF", any_of.iter().map(String::as_str));
    add_names(&mut arguments, "ALLOF", all_of.iter().map(String::as_str));
    add_names(&mut arguments, "NONEOF", none_of.iter().map(String::as_str));
    if let Some(position) = after {
        arguments.extend(["AFTER".into(), position.to_string().into()]);
    }
    if *with_cursor {
        arguments.push("WITHCURSOR".into());
    }
    add_names(&mut arguments, "RETURN", fields.iter().copied());
    arguments
}

/// Adds an option with a number of names, if there are any.
fn add_names<'a>(
    arguments: &mut Vec<Cow<'a, str>>,
    option: &'static str,
    names: impl ExactSizeIterator<Item = &'a str>,
) {
    if names.len() > 0 {
        arguments.extend([option.into(), names.len().to_string().into()]);
        arguments.extend(names.map(Cow::from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Position;

    #[test]
    fn every_option_is_an_argument() {
        let query = Query {
            group: Some("rust".into()),
            page: 2,
            since: Some(-3600),
            any_of: ["a".into(), "b".into()].into(),
            none_of: vec!["c".into()],
            after: Some(Position { value: 7, id: 1 }),
            with_cursor: true,
            fields: &["id"],
            ..Query::new(Order::Votes)
        };
        let expected = "rust 2 BY VOTES SINCE -3600 ANYOF 2 a b NONEOF 1 c AFTER 7-1 WITHCURSOR \
                        RETURN 1 id";
        assert_eq!(arguments(&query).join(" "), expected);
        assert_eq!(arguments(&Query::new(Order::Score)), ["1"]);
        let query = Query { poster: Some("alice".into()), ..Query::new(Order::Score) };
        assert_eq!(arguments(&query), ["alice", "1"]);
    }
}
