//! Lists of stories and comments, and search by words.

use crate::visitor::{Visitor, plain};
use crate::world::{Site, Talk};

#[test]
fn each_list_shows_what_its_command_returns() {
    let site = Site::start();
    let visitor = Visitor::new(&site);
    for (view, command) in [
        ("/", "ARTICLE.PAGE news 1 BY GRAVITY PER GROUP 5"),
        ("/new", "ARTICLE.PAGE news 1 BY TIME"),
        ("/day", "ARTICLE.PAGE news 1 BY VOTES SINCE -86400"),
        ("/g/music", "ARTICLE.GROUPPAGE news music 1 BY GRAVITY"),
        ("/d/blog.example.com", "ARTICLE.GROUPPAGE news host:blog.example.com 1 BY TIME"),
        ("/u/calm-raven/all", "ARTICLE.USERPAGE news calm-raven 1 BY VOTES"),
        ("/comments", "ARTICLE.COMMENTS news 1"),
        ("/u/amber-otter/comments", "ARTICLE.COMMENTS news 1 FROM 1 amber-otter"),
    ] {
        let page = visitor.page(view);
        assert_eq!(page.ids(), site.ids(command), "{view}");
        let shown = plain(page.between("<code>", "</code>"));
        assert!(shown.starts_with(command), "{view}: {shown}");
    }
    let totals: [(String, i64); 5] = site.redis("ARTICLE.USER news brave-lynx");
    let [(_, stories), (_, karma), (_, comments), (_, more), _] = totals;
    let totals = format!("{} karma · {stories} stories · {comments} comments", karma + more);
    visitor.page("/u/brave-lynx").assert(200, &totals);
    // "More" leads to each story once, with places that go on.
    let (mut path, mut found) = (Some("/g/rust/new".to_owned()), Vec::new());
    while let Some(next) = path {
        let page = visitor.page(&next);
        let first = format!("<span class=\"place\">{}</span>", found.len() + 1);
        assert!(page.body.contains(&first), "{next}");
        found.extend(page.ids());
        path = page.link("more");
    }
    assert!(found.len() > 90);
    assert_eq!(found, site.ids("ARTICLE.GROUPPAGE news rust 1 BY TIME SIZE 1000"));
}

#[test]
fn votes_count_and_what_one_voted_on_can_be_left_out() {
    let site = Site::start();
    let (ada, votes) = (Visitor::named(&site, "ada"), site.entry::<i64>(2000, "votes"));
    let vote = |choice| {
        let page = ada.page("/new");
        let form = ada.submit(&page, "/vote", "id=\"up-2000\"", &[("choice", choice)]);
        assert_eq!(form.location(), "/new#story-2000");
        site.entry::<i64>(2000, "votes") - votes
    };
    assert_eq!([vote("up"), vote("down"), vote("none"), vote("up")], [1, -1, 0, 1]);
    let pressed = "class=\"up\" aria-pressed=\"true\"";
    assert!(ada.page("/new").between("id=\"up-2000\"", "</button>").contains(pressed));
    let page = ada.page(&ada.page("/new").link("choice").unwrap_or("/new?unvoted=1".to_owned()));
    assert_eq!(page.ids()[0], 1999);
    page.assert(200, "Show what I voted on");
    let second = ada.page(&page.link("more").unwrap());
    second.assert(200, "Show what I voted on");
    assert_eq!((second.ids()[0], second.ids().len()), (1969, 30));
    assert_eq!(ada.page("/voted").ids(), [2000]);
    assert_eq!(ada.page("/new").ids()[..2], [2000, 1999]);
    // Nobody else has voted.
    assert_eq!(Visitor::new(&site).page("/new?unvoted=1").ids()[0], 2000);
}

#[test]
fn a_feed_has_what_the_user_follows_and_no_list_what_is_muted() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    ada.page("/feed").assert(200, "Follow groups, or users on their pages");
    let poster: String = site.entry(2000, "poster");
    let (other, user) = (site.entry::<String>(1999, "poster"), format!("/u/{poster}"));
    let choose = |path: &str, name: &str, verb: &str| {
        let form = format!("name=\"topic\" value=\"{name}\"");
        ada.follow(&ada.page(path), "/follow", &form, &[("verb", verb)])
    };
    choose("/g/space", "space", "FOLLOW").assert(200, "Following");
    choose(&user, &poster, "FOLLOW").assert(200, "Following");
    choose("/groups", "math", "MUTE").assert(200, "Muted");
    choose(&format!("/u/{other}"), &other, "MUTE").assert(200, "Muted");
    let feed = ada.page("/feed");
    assert!(feed.ids().len() > 5 && feed.body.contains(&format!("href=\"{user}\"")));
    assert_eq!(feed.ids(), site.ids("ARTICLE.PAGE news 1 BY GRAVITY FEED ada"));
    for (path, command) in [
        ("/new", "ARTICLE.PAGE news 1 BY TIME UNMUTED ada"),
        ("/g/rust", "ARTICLE.GROUPPAGE news rust 1 BY GRAVITY UNMUTED ada"),
        // Their own pages show what is muted.
        ("/g/math", "ARTICLE.GROUPPAGE news math 1 BY GRAVITY"),
        (&format!("/u/{other}"), &format!("ARTICLE.USERPAGE news {other} 1 BY TIME")),
    ] {
        let page = ada.page(path);
        assert_eq!(page.ids(), site.ids(command), "{path}");
        // The names stay in the module, however many there are.
        let sent = plain(page.between("<code>", "</code>"));
        assert!(!sent.contains("NONEOF") && !sent.contains("NOTFROM"), "{sent}");
    }
    choose("/settings", "math", "UNMUTE");
    choose("/settings", "space", "UNFOLLOW");
    let follows: Vec<(String, Vec<String>)> = site.redis("ARTICLE.FOLLOWS news ada");
    assert_eq!(follows[0].1, [""; 0]);
    assert_eq!((&follows[2].1.len(), &follows[3].1), (&0, &vec![other]));
}

#[test]
fn the_front_page_is_about_more_than_one_thing() {
    let site = Site::start();
    let mut ids: Vec<String> = Vec::new();
    for number in 0..9 {
        let link = format!("https://example.com/{number}");
        let post = format!("ARTICLE.POST news bob Story {link} GROUPS 1 only");
        ids.push(site.redis::<i64>(&post).to_string());
    }
    site.run(&format!("ARTICLE.MODERATE news PIN {}", ids.join(" ")));
    let of_group = |path| {
        let page = Visitor::new(&site).page(path);
        page.body.matches("href=\"/g/only\"").count()
    };
    assert_eq!((of_group("/"), of_group("/new")), (5, 9));
}

#[test]
fn programs_get_the_json_of_the_module() {
    let (site, talk) = Talk::alone();
    let comment = talk.comment("eve", talk.story, "First </script>");
    let visitor = Visitor::new(&site);
    for (path, command) in [
        ("/api", "ARTICLE.PAGE news 1 BY GRAVITY PER GROUP 5 WITHCURSOR"),
        ("/api/g/rust/new", "ARTICLE.GROUPPAGE news rust 1 BY TIME WITHCURSOR"),
        ("/api/comments", "ARTICLE.COMMENTS news 1 WITHCURSOR"),
    ] {
        let reply = visitor.page(path);
        assert_eq!(reply.header("content-type"), Some("application/json"), "{path}");
        assert_eq!(reply.body, site.redis::<String>(&format!("{command} FORMAT JSON")), "{path}");
    }
    let path = format!("/api{}", talk.path());
    let json: serde_json::Value = serde_json::from_str(&visitor.page(&path).body).unwrap();
    assert_eq!(json["story"]["title"], "Talk");
    assert_eq!(json["thread"][0][0]["text"], "First </script>");
    assert_eq!(visitor.get(&format!("/api/a/{comment}")).status, 404);
    site.run(&format!("ARTICLE.MODERATE news HIDE {}", talk.story));
    assert_eq!(visitor.get(&path).status, 404);
}

#[test]
fn words_lead_to_stories_and_comments_as_long_as_these_are_shown() {
    let (site, talk) = Talk::alone();
    let comment = talk.comment("eve", talk.story, "A zebra in the kitchen");
    let post = "ARTICLE.POST news bob Quagga https://example.com/quagga FIELDS 1 text zebra";
    let story: i64 = site.redis(post);
    let visitor = Visitor::new(&site);
    // The index follows the site.
    let finds = |words: &str, ids: &[i64]| {
        while visitor.page(&format!("/search?q={words}")).ids() != ids {}
    };
    finds("quagga", &[story]);
    finds("KITCHEN+zebra", &[comment]);
    finds("kitchen+quagga", &[]);
    let page = visitor.page("/search?q=rust");
    assert_eq!(page.ids().len(), 30);
    assert_eq!(page.link("more").as_deref(), Some("/search?q=rust&page=2"));
    assert!(plain(page.between("<p class=\"about total\">", "</p>")).ends_with(" results"));
    let marked = page.body.to_lowercase().matches("<mark>rust</mark>").count();
    assert!(marked >= 30, "{marked}");
    visitor.page("/search?q=kitchen").assert(200, "1 result");
    visitor.page("/search?q=nosuchword").assert(200, "Nothing has all of these words.");
    // The syntax of the search engine is not for visitors.
    for words in ["title:*", "*", "%22", "text:[a+TO+z]", "AND", "-(", "title:quagga"] {
        visitor.page(&format!("/search?q={words}"));
    }
    site.run(&format!("ARTICLE.MODERATE news HIDE {comment}"));
    finds("kitchen", &[]);
    // After a restart, the server has other versions, and the index begins again.
    site.server().start_again();
    while visitor.get("/search?q=quagga").status != 200 {}
    finds("quagga", &[story]);
    site.run(&format!("ARTICLE.DEL news {story}"));
    finds("quagga", &[]);
}
