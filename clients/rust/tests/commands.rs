//! Each command, and what it returns.

use std::fmt::Debug;

use redis::Connection;
use redis_article::{
    Action, Code, Command, Continued, Item, Node, Order, Page, Per, Site, Target, Vote,
};
use serde::Deserialize;

use crate::in_both_protocols;

/// Sends a command, which must succeed.
#[track_caller]
fn ask<T, K>(c: &mut Connection, command: Command<T, K>) -> T {
    command.query(c).unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Returns all replies of a command that continues.
#[track_caller]
fn walk<T: Continued, K>(c: &mut Connection, command: Command<T, K>) -> Vec<T> {
    command.walk(c).collect::<Result<_, _>>().expect("replies")
}

#[track_caller]
fn refused<T: Debug, K>(c: &mut Connection, command: Command<T, K>) -> Option<Code> {
    command.query(c).expect_err("an error").code()
}

/// A site with an article and a comment, each by another user.
fn site(c: &mut Connection) -> Site {
    let site = Site::new("news");
    assert!(ask(c, site.create().selfvote(false).dedupe(60).keepvotes(true)));
    assert_eq!(ask(c, site.post("alice", "Hello", "https://a.example").groups(["a", "b"])), 1);
    let text = site.comment("bob", 1, "Indeed").fields([("color", "red")]);
    assert_eq!(ask(c, text), 2);
    site
}

#[test]
fn writes() {
    in_both_protocols(|c| {
        let site = site(c);
        assert!(!ask(c, site.create().nx()));
        ask(c, site.alter().pagesize(10).formula("log"));
        let again = ask(c, site.post("bob", "Again", "https://a.example").withcounts());
        assert_eq!((again.id, again.created, again.votes), (1, false, 1));
        let voted = ask(c, site.vote("carol", 2, Vote::Down).silent().withcounts());
        assert_eq!((voted.changed, voted.votes, voted.previous), (true, 0, 0));
        assert_eq!(voted.poster, "bob");
        ask(c, site.edit(1).title("Hi").fields([("a", "1"), ("b", "2")]).unset(["c"]));
        assert_eq!(ask(c, site.incrby(1, "a", 41)), 42);
        assert_eq!(ask(c, site.bump(1).comments(5)), 6);
        assert_eq!((ask(c, site.boost(1, 60)), ask(c, site.boost(1, 5).incr())), (60, 65));
        assert_eq!(ask(c, site.groupadd(1, &["b", "c"])), 1);
        assert_eq!(ask(c, site.grouprem(1, &["a"])), 1);
        assert_eq!(ask(c, site.moderate(Action::Pin, &[1, 2, 9])), 2);
        let article = ask(c, site.get(1).viewer("bob")).expect("1");
        assert_eq!((article.title.as_str(), article.vote), ("Hi", Some(1)));
        assert_eq!((article.boost, article.pinned, article.hidden), (65, 1, 0));
        assert_eq!(ask(c, site.moderate(Action::PinLocal, &[1])), 1);
        let held = ask(c, site.post("bob", "Held", "").held());
        assert_eq!(ask(c, site.page(1).held())[0].hidden, 2);
        assert_eq!(ask(c, site.moderate(Action::Publish, &[1, held])), 1);
        assert_eq!(ask(c, site.delete(&[held])), 1);
        assert_eq!((article.groups.join(" "), article.fields.len()), ("b c".to_owned(), 2));
        assert_eq!(ask(c, site.transfer("alice", "dave")), 1);
        while ask(c, site.transfer("dave", "alice").all()) > 0 {}
        while ask(c, site.transfer("alice", "dave").all()) > 0 {}
        for (is_silenced, changed) in [(true, 1), (true, 0), (false, 1)] {
            let steps = walk(c, site.silence("bob", is_silenced).count(1));
            assert_eq!(steps.iter().map(|step| step.found).sum::<u64>(), changed);
            assert_eq!(ask(c, site.user("bob")).expect("a site").silenced, is_silenced);
        }
        let voters = ask(c, site.affinity("dave").count(5));
        let of = |it: &redis_article::Affinity| (it.user.clone(), it.up, it.down, it.given);
        assert_eq!(voters.iter().map(of).collect::<Vec<_>>(), [("bob".to_owned(), 1, 0, 1)]);
        assert_eq!(ask(c, site.affinity("dave").of_users(["zoe"]))[0].given, 0);
        let steps = walk(c, site.unvote("bob").count(1));
        assert_eq!(steps.iter().map(|step| step.found).sum::<u64>(), 1);
        assert_eq!(ask(c, site.delete(&[2, 3])), 1);
    });
}

#[test]
fn readers() {
    in_both_protocols(|c| {
        let site = site(c);
        assert_eq!(ask(c, site.mark("eve", "saved", &[1, 2])), 2);
        assert_eq!(ask(c, site.lists("eve")), [("saved".to_owned(), 2)]);
        assert_eq!(ask(c, site.unmark("eve", "saved", &[2])), 1);
        let page =
            ask(c, site.marked("eve", "saved", 1).articles().viewer("eve").marks(["saved"]));
        let [Item::Article(article)] = &*page else { panic!("{page:?}") };
        assert_eq!((article.id, article.marks.concat()), (1, "saved".to_owned()));
        let unread = site.page(1).unmarked("eve", ["saved"]);
        assert!(ask(c, unread).is_empty());
        assert_eq!(ask(c, site.unmark_all("eve", "saved")), 1);
        assert_eq!(ask(c, site.follow("eve", Target::User, &["alice", "zoe"])), 2);
        assert_eq!(ask(c, site.unfollow("eve", Target::User, &["zoe"])), 1);
        assert_eq!(ask(c, site.page(1).feed("eve").unmuted("eve")).len(), 1);
        assert_eq!(ask(c, site.followers(Target::User, &["alice", "zoe"])), [1, 0]);
        assert_eq!(ask(c, site.mute("eve", Target::Id, &["2"])), 1);
        assert_eq!(ask(c, site.follows("eve")).expect("a site").muted_ids, [2]);
        assert_eq!(ask(c, site.unmute("eve", Target::Id, &["2"])), 1);
        assert_eq!(ask(c, site.mute("eve", Target::Group, &["x", "y"])), 2);
        assert_eq!(ask(c, site.unmute("eve", Target::Group, &["x"])), 1);
        let follows = ask(c, site.follows("eve")).expect("a site");
        assert_eq!(
            (follows.users.concat(), follows.muted_groups.concat()),
            ("alice".into(), "y".into())
        );
        assert_eq!(ask(c, site.forget("eve")), 2);

        let answers = ask(c, site.answers("alice", 1).unseen());
        assert_eq!(answers[0].id, 2);
        assert_eq!(ask(c, site.user("alice")).expect("a site").unseen, 1);
        assert!(ask(c, site.seen("alice", answers.position())));
        let none = ask(c, site.answers("zoe", 1));
        assert!(!ask(c, site.seen("alice", none.position())));
        assert!(!ask(c, site.seen("alice", "time:1-1")));
        ask(c, site.vote("eve", 2, Vote::Up));
        assert_eq!(ask(c, site.voted("eve", 1).up().comments())[0].id(), 2);
        assert_eq!(ask(c, site.votes("eve", &[2, 1, 9])), [Some(1), Some(0), None]);
        assert_eq!(walk(c, site.voters(2).count(1))[0].found, [("eve".to_owned(), 1)]);
    });
}

#[test]
fn listings() {
    #[derive(Debug, Deserialize)]
    struct Id {
        id: u32,
    }
    in_both_protocols(|c| {
        let site = site(c);
        for n in 3..8 {
            ask(c, site.post("alice", format!("{n}"), "").id(n).groups(["b"]));
        }
        let pages = site.page(1).by("time").asc().size(2).returning(["id"]);
        let pages = walk(c, pages.of::<Page<Id>>());
        let ids: Vec<_> = pages.into_iter().flatten().map(|item| item.id).collect();
        assert_eq!(ids, [1, 3, 4, 5, 6, 7]);
        let filtered = site.grouppage("b", 1).by(Order::Time).except(&[7, 6]).noneof(["a"]);
        assert_eq!(ask(c, filtered).len(), 3);
        assert_eq!(ask(c, site.userpage("alice", 1).from(["bob"]).minvotes(0)).len(), 0);
        assert_eq!(ask(c, site.comments(1).below(1))[0].fields["color"], "red");
        let thread = ask(c, site.thread(1).depth(1).children(5));
        let [Item::Comment(comment)] = &*thread else { panic!("{thread:?}") };
        assert_eq!((comment.depth, comment.parent), (1, 1));
        assert_eq!(ask(c, site.path(2)).iter().map(Item::id).collect::<Vec<_>>(), [1, 2]);
        ask(c, site.comment("carol", 2, "No"));
        ask(c, site.delete(&[2]));
        let thread = ask(c, site.thread(1));
        let [Item::Placeholder(place), Item::Comment(_)] = &*thread else { panic!("{thread:?}") };
        assert!(place.deleted && !place.hidden);
        assert_eq!(ask(c, site.mget(&[9, 1])).iter().flatten().count(), 1);
        assert_eq!((ask(c, site.count()), ask(c, site.count().group("b").since(0))), (6, 6));
        assert_eq!(ask(c, site.groups().limit(0, 1)), [("b".to_owned(), 6)]);
        assert_eq!(ask(c, site.rank(1).by("time").asc()), Some(0));
        assert_eq!(ask(c, site.find_all("https://a.example").count(5)), [1]);
        assert_eq!(ask(c, site.find("https://a.example")), Some(1));
        let page = ask(c, site.page(1).by("time").size(1).withpositions());
        assert_eq!(page.cursor.as_ref(), page.positions.as_ref().and_then(|all| all.last()));
        let page = site.page(1).by("time").size(1).returning(["id"]);
        assert_eq!(ask(c, page.clone().json()).as_deref(), Some("[{\"id\":7}]"));
        assert_eq!(
            ask(c, page.withcursor().of::<Page<Id>>()).cursor,
            ask(c, site.page(1).by(Order::Time).size(1).withcursor()).cursor
        );
        assert_eq!(ask(c, site.page(1).per(Per::Link, 1)).len(), 6);
        assert_eq!(
            (ask(c, site.get_comment(1)), ask(c, site.mget_comments(&[1]))),
            (None, vec![None])
        );
        let json = ask(c, site.get(1).returning(["id"]).json());
        assert_eq!(json.as_deref(), Some("{\"id\":1}"));
        assert_eq!(ask(c, Site::new("none").get(1)), None);
        ask(c, site.edit(1).title(b"\xff"));
        let title = ask(c, site.get(1).returning(["title"]).resp());
        let title: Vec<(String, Vec<u8>)> = redis::from_redis_value(title).expect("a map");
        assert_eq!(title, [("title".to_owned(), b"\xff".to_vec())]);
    });
}

#[test]
fn changes() {
    in_both_protocols(|c| {
        let site = site(c);
        let replies = walk(c, site.changes("0").count(1));
        let lengths: Vec<_> = replies.iter().map(|reply| reply.items.len()).collect();
        assert_eq!(lengths, [1, 1, 0]);
        let version = ask(c, site.info()).expect("a site").version;
        assert_eq!(replies[2].version, version);
        assert!(ask(c, site.changes(&version).block(1)).is_empty());
        ask(c, site.delete(&[2]));
        let changes = ask(c, site.changes(&version));
        assert_eq!((changes.items.len(), changes.deleted), (1, vec![2]));
        let mut refused = site.changes("nothing").walk(c);
        let error = refused.next().expect("a reply").expect_err("an error");
        assert_eq!((error.code(), error.status()), (Some(Code::Err), 400));
        assert!(refused.next().is_none());
    });
}

#[test]
fn trees() {
    in_both_protocols(|c| {
        let site = site(c);
        for parent in [2, 3, 1] {
            ask(c, site.comment("carol", parent, "text"));
        }
        let tree = site.thread(1).by(Order::Time).asc().size(1).tree(c).expect("a tree");
        let ids = |nodes: &[Node]| nodes.iter().map(|node| node.item.id()).collect::<Vec<_>>();
        assert_eq!((ids(&tree), ids(&tree[0].answers)), (vec![2, 5], vec![3]));
        assert_eq!(ids(&tree[0].answers[0].answers), [4]);
    });
}

/// Items are written as the server writes them, and share a view.
#[test]
fn items_are_serialized() {
    in_both_protocols(|c| {
        let site = site(c);
        ask(c, site.moderate("lock".parse().expect("an action"), &[1, 2]));
        for command in [site.path(2), site.path(2).viewer("bob")] {
            let items = ask(c, command.clone());
            let json: serde_json::Value = ask(c, command.of());
            assert_eq!(serde_json::to_value(&items).expect("JSON"), json);
            let posters = items.iter().map(|item| item.view().expect("an item").poster.clone());
            assert_eq!(posters.collect::<Vec<_>>(), ["alice", "bob"]);
        }
    });
}

#[test]
fn words_are_read() {
    assert_eq!("gravity".parse(), Ok(Order::Gravity));
    assert_eq!(("Up".parse(), "PINLOCAL".parse()), (Ok(Vote::Up), Ok(Action::PinLocal)));
    assert!("sideways".parse::<Vote>().is_err());
}

#[test]
fn loading() {
    in_both_protocols(|c| {
        let site = Site::new("news");
        for line in [
            "ARTICLE 7 ann Old x TIME 1 CLOSES 2 COUNTS 5 3 PINNED COMMENTS 2 GROUPS 1 a",
            "COMMENT 9 bob 7 text TIME 1700000000 CLOSES 4000000000 UP 1 bob FIELDS 1 a b",
            "MARKS ann saved 2 7 9",
        ] {
            ask(c, site.load(&line.split(' ').collect::<Vec<_>>()));
        }
        assert_eq!(ask(c, site.get(7)).expect("7").votes, 2);
        ask(c, site.edit(7).title(b"\xff"));
        let copy = Site::new("copy");
        let steps = walk(c, site.export().count(1)).into_iter();
        let commands: Vec<_> = steps.flat_map(|step| step.found).collect();
        for words in &commands {
            ask(c, copy.load(words));
        }
        assert_eq!(ask(c, copy.export()), ask(c, site.export()));
    });
}

#[test]
fn errors_have_codes() {
    in_both_protocols(|c| {
        let site = site(c);
        assert_eq!(refused(c, site.create()), Some(Code::BusyKey));
        assert_eq!(refused(c, site.vote("alice", 1, Vote::Up)), Some(Code::SelfVote));
        assert_eq!(refused(c, site.page(1).after("?")), Some(Code::BadCursor));
        assert_eq!(refused(c, site.page(0)), Some(Code::Err));
        let mut pipeline = redis::pipe();
        let vote = site.vote("eve", 1, Vote::Up);
        pipeline.add_command(vote.cmd()).add_command(vote.cmd());
        let replies: Vec<redis::Value> = pipeline.query(c).expect("replies");
        let changed = replies.into_iter().map(|reply| vote.read(reply).expect("a reply"));
        assert_eq!(changed.collect::<Vec<_>>(), [true, false]);
    });
}
