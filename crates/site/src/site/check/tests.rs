//! Sites of which one invariant is broken.

use crate::item::Item;
use crate::item::content::{Comment, Content, Lineage};
use crate::item::fields::FieldPair;
use crate::item::flags::{Pin, Visibility};
use crate::items::Node;
use crate::terms::kind::Kind;
use crate::terms::types::{CommentText, FieldName, FieldValue, ItemId, Link, Title, UnixTime};
use crate::{Moderation, NewArticle, NewComment, Origin, Settings, Site, UserName};

const ARTICLE: ItemId = ItemId::new(1);
/// Answers the article, and is hidden.
const HIDDEN: ItemId = ItemId::new(2);
/// Answers the article, and is pinned.
const PINNED: ItemId = ItemId::new(3);
/// Answers [`HIDDEN`], and is deleted.
const PLACE: ItemId = ItemId::new(4);
/// Answers [`PLACE`].
const DEEP: ItemId = ItemId::new(5);
/// Answers the article.
const PLAIN: ItemId = ItemId::new(6);
/// Answers [`PLAIN`].
const LAST: ItemId = ItemId::new(7);
/// No item has this id.
const UNKNOWN: ItemId = ItemId::new(8);

fn site() -> Site {
    let mut site = Site::new(Settings::default());
    let (poster, time) = (UserName::new(b"alice").unwrap(), UnixTime::clamped(1_000));
    let new = NewArticle {
        poster,
        title: Title::new(b"title").unwrap(),
        link: Link::new(b"link").unwrap(),
        groups: &[],
        fields: &[],
        id: None,
        time,
        is_held: false,
    };
    site.post(&new, Origin::Replay).unwrap();
    let text = CommentText::new(b"text").unwrap();
    for (id, parent) in [
        (HIDDEN, ARTICLE),
        (PINNED, ARTICLE),
        (PLACE, HIDDEN),
        (DEEP, PLACE),
        (PLAIN, ARTICLE),
        (LAST, PLAIN),
    ] {
        let new = NewComment { poster, parent, text, fields: &[], id: None, time, is_held: false };
        assert_eq!(site.comment(&new, Origin::Replay), Ok(id));
    }
    site.moderate(Moderation::Hide, &[HIDDEN], UnixTime::clamped(0));
    site.moderate(Moderation::Pin, &[PINNED], UnixTime::clamped(0));
    assert!(site.delete(PLACE));
    site.check().unwrap();
    site
}

/// Breaks an item of a site, and returns what the check finds.
fn found_in(id: ItemId, change: impl FnOnce(&mut Item)) -> &'static str {
    let mut site = site();
    site.items.update(id, change).unwrap();
    site.check().unwrap_err()
}

/// Breaks a comment of a site, and returns what the check finds.
fn found_in_comment(id: ItemId, change: impl FnOnce(&mut Comment)) -> &'static str {
    found_in(id, |item| match &mut item.content {
        Content::Comment(comment) => change(comment),
        Content::Article(_) => panic!("an article"),
    })
}

/// Moves a comment in its thread, and returns what the check finds.
fn misplaced(id: ItemId, change: impl FnOnce(&mut Lineage)) -> &'static str {
    found_in_comment(id, |comment| {
        let mut lineage = comment.lineage();
        change(&mut lineage);
        let mut moved = Comment::new(comment.text(), lineage);
        moved.answers = comment.answers.clone();
        *comment = moved;
    })
}

#[test]
fn a_wrong_number_of_comments_is_found() {
    const WRONG: &str = "the number of comments below an item is wrong";
    assert_eq!(found_in_comment(PLAIN, |comment| comment.answers.count(-1)), WRONG);
    assert_eq!(found_in_comment(HIDDEN, |comment| comment.answers.count(1)), WRONG);
    let mut site = site();
    let mut tombstone = site.items.tombstones()[&PLACE].clone();
    tombstone.answers.count(1);
    site.items.insert_tombstone(PLACE, tombstone);
    assert_eq!(site.check(), Err(WRONG));
}

#[test]
fn a_comment_in_a_wrong_place_is_found() {
    const MISPLACED: &str = "a comment is not where it must be in its thread";
    assert_eq!(misplaced(LAST, |lineage| lineage.depth = 1), MISPLACED);
    assert_eq!(misplaced(DEEP, |lineage| lineage.article = HIDDEN), MISPLACED);
    // A comment that answers itself would be below itself.
    assert_eq!(misplaced(LAST, |lineage| lineage.parent = LAST), MISPLACED);
    let unknown = misplaced(LAST, |lineage| lineage.parent = UNKNOWN);
    assert_eq!(unknown, "a comment answers what does not exist");
    let other = misplaced(LAST, |lineage| lineage.parent = PINNED);
    assert_eq!(other, "an answer is among those of another comment");
    let other = misplaced(HIDDEN, |lineage| lineage.parent = UNKNOWN);
    assert_eq!(other, "a comment answers what does not exist");
}

#[test]
fn wrong_answers_are_found() {
    const UNORDERED: &str = "answers are not in order";
    let twice = found_in(PLAIN, |item| item.change_answers(|it| it.push_unsorted(LAST)));
    assert_eq!(twice, UNORDERED);
    let stranger = found_in(PLAIN, |item| item.change_answers(|it| it.push_unsorted(PINNED)));
    assert_eq!(stranger, "an answer is among those of another comment");
    let unknown = found_in(PLAIN, |item| item.change_answers(|it| it.push_unsorted(UNKNOWN)));
    assert_eq!(unknown, "an answer does not exist");
    let missing = "a comment is not among the answers of its parent";
    let first = site().items.get(HIDDEN).unwrap().answer_key(HIDDEN);
    let forget = |item: &mut Item| item.change_answers(|it| it.remove(0, first));
    assert_eq!(found_in(ARTICLE, forget), missing);
    // The answers say that one is pinned, or not.
    let unpin =
        |item: &mut Item| item.change_extras(|extras| extras.moderated.flags.pin = Pin::Nowhere);
    assert_eq!(found_in(PINNED, unpin), UNORDERED);
    let pin = |item: &mut Item| {
        item.change_extras(|extras| extras.moderated.flags.pin = Pin::Everywhere)
    };
    assert_eq!(found_in(LAST, pin), UNORDERED);
    // Answers are ordered by time: the first of the plain ones is now the latest.
    assert_eq!(found_in(HIDDEN, |item| item.time = UnixTime::clamped(1_001)), UNORDERED);
}

#[test]
fn a_comment_that_indexes_do_not_know_is_found() {
    for (id, parent, visibility, error) in [
        (LAST, PLAIN, Visibility::Hidden, "an item is not ranked where it must be"),
        (
            HIDDEN,
            ARTICLE,
            Visibility::Listed,
            "the rankings do not hold the items that are listed or hidden",
        ),
    ] {
        let mut site = site();
        let change = |item: &mut Item| {
            item.change_extras(|extras| extras.moderated.flags.visibility = visibility)
        };
        site.items.update(id, change).unwrap();
        let added = if visibility == Visibility::Hidden { -1 } else { 1 };
        let mut at = Some(parent);
        while let Some(above) = at {
            at = site.items.count_below(above, added, &mut site.changes);
        }
        assert_eq!(site.check(), Err(error));
    }
    let mut site = site();
    let closes = site.items.get(LAST).unwrap().closes();
    site.closing.remove(LAST, Kind::Comment, closes);
    assert_eq!(site.check(), Err("an item's vote records would never be dropped"));
}

#[test]
fn wrong_numbers_of_the_site_are_found() {
    let mut with_vote = site();
    with_vote.votes += 1;
    assert_eq!(with_vote.check(), Err("the number of votes is wrong"));
    for last_id in [LAST.get() - 1, 0] {
        let mut site = site();
        site.last_id = last_id;
        assert_eq!(site.check(), Err("an item has an id that was never assigned"));
    }
}

#[test]
fn wrong_answers_to_a_user_are_found() {
    const WRONG: &str = "users do not have exactly the answers to what they posted";
    let (alice, bob) = (UserName::new(b"alice").unwrap(), UserName::new(b"bob").unwrap());
    let mut site = site();
    let number = site.listings.users.number(alice, &site.hasher).unwrap();
    // Alice's own.
    site.listings.users.add_answers(number, &[PLAIN.get()], site.items.comments());
    assert_eq!(site.check(), Err(WRONG));
    site.listings.users.remove_answers(number, &[PLAIN.get()], site.items.comments());
    assert_eq!(site.check(), Ok(()));
    // The article and the last comment, which answers one that stays hers.
    assert_eq!(site.transfer(alice, bob, 2), Ok(2));
    assert_eq!(site.check(), Ok(()));
    for (user, answer) in [(alice, LAST), (bob, PLAIN)] {
        let number = site.listings.users.number(user, &site.hasher).unwrap();
        site.listings.users.remove_answers(number, &[answer.get()], site.items.comments());
        assert_eq!(site.check(), Err(WRONG));
        site.listings.users.add_answers(number, &[answer.get()], site.items.comments());
        assert_eq!(site.check(), Ok(()));
    }
}

#[test]
fn users_list_no_hidden_answers_and_none_that_are_a_crowd() {
    let mut site = site();
    let [alice, bob, eve] = [&b"alice"[..], b"bob", b"eve"].map(|it| UserName::new(it).unwrap());
    let (text, time) = (CommentText::new(b"text").unwrap(), UnixTime::clamped(1_000));
    let answer = |site: &mut Site, parent| {
        let new =
            NewComment { poster: bob, parent, text, fields: &[], id: None, time, is_held: false };
        site.comment(&new, Origin::Replay).unwrap()
    };
    let listed = |site: &Site, user| {
        let number = site.listings.users.number(user, &site.hasher);
        number
            .and_then(|number| site.listings.users.answers(number))
            .map_or(0, |ids| ids.ids().len())
    };
    let unseen = |site: &Site, user| site.user(user).unseen;
    let few: Vec<_> = (0..100).map(|_| answer(&mut site, PLAIN)).collect();
    assert_eq!((listed(&site, alice), unseen(&site, alice)), (100, 100));
    site.moderate(Moderation::Hide, &few[1..], UnixTime::clamped(0));
    assert_eq!((listed(&site, alice), unseen(&site, alice)), (1, 1));
    let many: Vec<_> = (0..500).map(|_| answer(&mut site, ARTICLE)).collect();
    site.moderate(Moderation::Hide, &many[1..], UnixTime::clamped(0));
    assert_eq!((listed(&site, alice), unseen(&site, alice)), (1, 2));
    site.moderate(Moderation::Show, &many, UnixTime::clamped(0));
    // Who posted the article changes, and which answers there are to it stays.
    assert_eq!(site.transfer(alice, eve, 1), Ok(1));
    site.check().unwrap();
    assert_eq!((listed(&site, eve), unseen(&site, eve)), (0, 500 + 2));
    assert_eq!((listed(&site, alice), unseen(&site, alice)), (1, 1));
    assert_eq!(site.transfer(eve, bob, 1), Ok(1));
    assert_eq!(unseen(&site, bob), 2);
    assert!(site.delete(ARTICLE));
    site.check().unwrap();
    assert_eq!((listed(&site, bob), unseen(&site, bob)), (0, 0));
}

#[test]
fn a_reserved_field_is_found() {
    let value = FieldValue::new(b"").unwrap();
    let add = |name: &'static str| {
        move |item: &mut Item| {
            let pair: FieldPair = (FieldName::new(name.as_bytes()).unwrap(), value);
            item.change_extras(|extras| assert!(extras.fields.push(pair)));
        }
    };
    let reserved = "an item has a custom field of a reserved name";
    for (id, name) in [(LAST, "parent"), (LAST, "comments"), (ARTICLE, "comments")] {
        assert_eq!(found_in(id, add(name)), reserved);
    }
    for (id, name) in [(LAST, "title"), (ARTICLE, "parent")] {
        let mut site = site();
        site.items.update(id, add(name)).unwrap();
        assert_eq!(site.check(), Ok(()));
    }
}

#[test]
fn the_site_of_these_tests_has_what_they_are_about() {
    let site = site();
    assert!(matches!(site.items.node(PLACE), Some(Node::Tombstone(_))));
    assert_eq!(site.items.nodes().count(), 7);
    assert!(site.items.node(UNKNOWN).is_none());
}
