//! Entries and custom fields of comments: EDIT, INCRBY, RETURN.

use super::tree;
use test_support::*;

const TITLE_OF_COMMENT: &str = "ERR TITLE and LINK are for articles; a comment has TEXT";
const TEXT_OF_ARTICLE: &str = "ERR TEXT is for comments; an article has TITLE and LINK";

#[in_both_protocols]
fn a_comments_text_and_fields_are_edited(c: &mut Client) {
    tree(c);
    c.ok("ARTICLE.EDIT news 2 TEXT other FIELDS 2 lang en mood good");
    let comment = c.article("news", 2);
    assert_eq!(comment.text("text"), "other");
    assert_eq!(comment.names()[12..], ["lang", "mood"]);
    c.ok("ARTICLE.EDIT news 2 UNSET 2 lang none FIELDS 1 mood bad");
    assert_eq!(c.article("news", 2).names()[12..], ["mood"]);
    assert_eq!(c.article("news", 2).text("mood"), "bad");
    assert_eq!(c.int("ARTICLE.INCRBY news 2 edits 2"), 2);
    assert_eq!(c.int("ARTICLE.INCRBY news 2 edits -3"), -1);
    assert_error(&c.run("ARTICLE.INCRBY news 2 mood 1"), "ERR field value is not an integer");
    c.check("news");
}

#[in_both_protocols]
fn the_texts_of_the_other_kind_are_refused(c: &mut Client) {
    tree(c);
    for (line, error) in [
        ("2 TITLE t", TITLE_OF_COMMENT),
        ("2 LINK l", TITLE_OF_COMMENT),
        ("2 LINK l TEXT x FIELDS 1 f v", TITLE_OF_COMMENT),
        ("1 TEXT x", TEXT_OF_ARTICLE),
        ("1 TITLE t TEXT x FIELDS 1 f v", TEXT_OF_ARTICLE),
        ("2 TEXT \"\"", "ERR text must be 1 to 65535 bytes long"),
        ("9 TEXT x", NO_ARTICLE),
    ] {
        let line = format!("ARTICLE.EDIT news {line}");
        c.refused("news", &line, error);
    }
}

#[in_both_protocols]
fn names_of_entries_are_reserved_for_the_kind_that_has_them(c: &mut Client) {
    const BOTH: &str = "id poster time closes votes upvotes downvotes score comments vote marks \
                        boost hidden locked pinned listed votable answerable";
    tree(c);
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

#[in_both_protocols]
fn return_names_entries_of_both_kinds(c: &mut Client) {
    tree(c);
    c.ok("ARTICLE.EDIT news 2 FIELDS 3 title mine lang en bumped 3");
    c.ok("ARTICLE.EDIT news 1 FIELDS 2 text its depth 5");
    let names = "RETURN 8 depth lang text title id vote bumped article";
    let returned = |c: &mut Client, line: &str| c.page(&format!("{line} {names}")).remove(0);
    let comment = ["lang", "text", "title", "id", "bumped", "article"];
    for line in ["ARTICLE.MGET news 1 2", "ARTICLE.COMMENTS news 1 BY TIME ASC"] {
        assert_eq!(returned(c, line).names(), comment, "{line}");
    }
    let in_thread = returned(c, "ARTICLE.THREAD news 1 BY TIME ASC VIEWER bob");
    let names = ["depth", "lang", "text", "title", "id", "vote", "bumped", "article"];
    assert_eq!(in_thread.names(), names);
    assert_eq!((in_thread.int("depth"), in_thread.int("vote")), (1, 0));
    assert_eq!((in_thread.text("title"), in_thread.text("bumped")), ("mine".into(), "3".into()));
    for line in ["ARTICLE.MGET news 1 1", "ARTICLE.PAGE news 1"] {
        let article = returned(c, line);
        assert_eq!(article.names(), ["depth", "text", "title", "id", "bumped"], "{line}");
        assert_eq!((article.text("depth"), article.text("title")), ("5".into(), "t".into()));
        assert_eq!(article.text("text"), "its");
    }
    // An answer that has no such fields.
    let other = c.page("ARTICLE.THREAD news 1 BY TIME ASC RETURN 3 lang title id").remove(1);
    assert_eq!(other.names(), ["id"]);
    assert!(c.page("ARTICLE.THREAD news 1 RETURN 0").iter().all(|map| map.0.is_empty()));
    assert_eq!(c.map("ARTICLE.GET news 2 RETURN 3 text id text").names(), ["text", "id"]);
    assert_eq!(c.map("ARTICLE.GET news 2 RETURN 2 depth groups").names(), [""; 0]);
}

#[in_both_protocols]
fn return_of_placeholders_has_what_they_have(c: &mut Client) {
    tree(c);
    c.ok("ARTICLE.EDIT news 3 FIELDS 1 lang en");
    c.int("ARTICLE.MODERATE news HIDE 3");
    c.int("ARTICLE.DEL news 2");
    let line = "ARTICLE.THREAD news 1 BY TIME ASC VIEWER bob RETURN";
    let page =
        c.page(&format!("{line} 10 hidden text deleted comments lang vote depth score parent id"));
    assert_eq!(page[0].names(), ["deleted", "comments", "depth", "parent", "id"]);
    assert_eq!(page[1].names(), ["hidden", "comments", "depth", "parent", "id"]);
    assert_eq!(page[2].names(), ["text", "comments", "vote", "depth", "score", "parent", "id"]);
    let page = c.page(&format!("{line} 1 text"));
    assert_eq!(
        page.iter().map(|comment| comment.0.len()).collect::<Vec<_>>(),
        [0, 0, 1, 1, 1, 1, 1]
    );
}

#[in_both_protocols]
fn moderated_comments_show_it(c: &mut Client) {
    tree(c);
    c.ok("ARTICLE.EDIT news 4 FIELDS 1 f v");
    for action in ["HIDE", "LOCK", "PIN"] {
        assert_eq!(c.int(&format!("ARTICLE.MODERATE news {action} 4")), 1);
        assert_eq!(c.int(&format!("ARTICLE.MODERATE news {action} 4")), 0);
    }
    let score = c.article("news", 4).int("score");
    assert_eq!(c.int("ARTICLE.BOOST news 4 60"), 60);
    assert_eq!(c.int("ARTICLE.BOOST news 4 -10 INCR"), 50);
    let comment = c.map("ARTICLE.GET news 4 VIEWER bob");
    let names = ["comments", "vote", "boost", "hidden", "locked", "pinned", "f"];
    assert_eq!(comment.names()[11..], names);
    assert_eq!((comment.int("boost"), comment.int("score")), (50, score + 50));
    let hidden = c.page("ARTICLE.COMMENTS news 1 HIDDEN").remove(0);
    assert_eq!(hidden, comment.without("vote"));
    c.check("news");
}
