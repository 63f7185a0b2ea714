//! `ARTICLE.USER`.

use article_site::{UserInfo, UserName};

use crate::commands::run::read::*;

/// Returns the numbers of a user's articles, comments and unseen answers, and the user's karma.
pub struct User;

impl Read for User {
    const SPEC: Spec = Spec {
        name: c"article.user",
        summary:
            c"Returns a user's karma, the numbers of articles, comments, and unseen answers, and \
              of what is hidden, and whether the user is silenced.",
        complexity:
            c"O(log(N)+M+C) where N is the number of users, M the number of answers not seen, of \
                      which up to 1,000 are counted, among the latest 10,000 answers, and C the \
                      number of the user's articles and comments with more than 192 answers",
        arity: -3,
        flags: &[Flag::Fast],
        args: &[options::KEY, options::USER, options::FORMAT],
        reply: returns::USER,
        ..Spec::READ
    };

    type Request<'a> = UserName<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<UserName<'a>, Error> {
        options::user_name(arguments)
    }

    fn read(reading: Reading<'_>, user: UserName<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Some(site) = reading.site() else {
            sink.null();
            return Ok(());
        };
        let UserInfo { articles, comments, unseen, is_silenced } = site.user(user);
        let hidden = articles.hidden + comments.hidden;
        sink.map(5 + usize::from(hidden > 0) + usize::from(is_silenced), |sink| {
            sink.entry("articles", articles.count as i64);
            sink.entry("karma", articles.karma);
            sink.entry("comments", comments.count as i64);
            sink.entry("comment_karma", comments.karma);
            sink.entry("unseen", unseen as i64);
            if hidden > 0 {
                sink.entry("hidden", hidden as i64);
            }
            if is_silenced {
                sink.entry("silenced", 1);
            }
        });
        Ok(())
    }
}
