//! Names that custom fields cannot have.

use test_support::*;

#[in_both_protocols]
fn names_of_entries_are_reserved_for_the_kind_that_has_them(c: &mut Client) {
    const BOTH: &str = "id poster time closes votes upvotes downvotes score comments vote marks \
                        boost hidden locked pinned listed votable answerable";
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.COMMENT news bob 1 text");
    let (of_articles, of_comments) =
        (["title", "link", "bumped", "groups"], ["parent", "article", "text", "depth"]);
    let (on_article, on_comment) = (
        ["POST news bob t l", "EDIT news 1 TITLE x", "LOAD news ARTICLE 9 a t l TIME 1 CLOSES 2"],
        ["COMMENT news bob 1 text", "EDIT news 2", "LOAD news COMMENT 9 a 1 t TIME 1 CLOSES 2"],
    );
    for (own, others, lines, id, all) in [
        (
            of_articles,
            of_comments,
            on_article,
            1,
            "id, title, link, poster, time, closes, votes, upvotes, downvotes, score, comments, \
             bumped, groups, vote, marks, boost, hidden, locked, pinned, listed, \
             votable and answerable",
        ),
        (
            of_comments,
            of_articles,
            on_comment,
            2,
            "id, parent, article, text, poster, time, closes, votes, upvotes, downvotes, score, \
             comments, depth, vote, marks, boost, hidden, locked, pinned, listed, \
             votable and answerable",
        ),
    ] {
        let error = format!("ERR field name is reserved, as are {all}");
        for name in own.into_iter().chain(BOTH.split(' ')) {
            for line in lines {
                let line = format!("ARTICLE.{line} FIELDS 2 ok v {name} 1");
                c.refused("news", &line, &error);
            }
            c.refused("news", &format!("ARTICLE.EDIT news {id} UNSET 1 {name}"), &error);
            c.refused("news", &format!("ARTICLE.INCRBY news {id} {name} 1"), &error);
        }
        for name in others {
            c.ok(&format!("ARTICLE.EDIT news {id} FIELDS 1 {name} 1"));
            assert_eq!(c.int(&format!("ARTICLE.INCRBY news {id} {name} 1")), 2);
        }
        let names = c.article("news", id).names();
        assert_eq!(names[names.len() - 4..], others);
    }
    c.check("news");
}
