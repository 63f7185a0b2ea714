//! ARTICLE.USERPAGE: the articles of one user, who has few or many.

use test_support::*;

/// The time of the first article.
const START: i64 = 1_000_000_000;
/// Users with the numbers of their articles. Few are stored in another way than many.
const USERS: [(&str, usize); 5] =
    [("one", 1), ("few", 100), ("edge", 128), ("many", 200), ("more", 300)];

/// Every order, GRAVITY as of a time.
const ORDERS: [&str; 8] = [
    "",
    "ASC",
    "BY TIME",
    "BY TIME ASC",
    "BY VOTES",
    "BY BEST",
    "BY CONTROVERSY",
    "BY GRAVITY AFTER gravity:9223372036854775807-4294967295-1000009600",
];

const FILTERS: [&str; 7] = [
    "",
    "SINCE 1000000300 UNTIL 1000000600",
    "MINVOTES 3",
    "ANYOF 2 g0 g1",
    "ALLOF 2 g1 odd",
    "NONEOF 1 odd",
    "ANYOF 2 g0 g2 NONEOF 1 odd MINVOTES 0 SINCE 1000000100",
];

/// Loads the articles of all users, in turn, and some that are hidden or pinned.
fn site(c: &mut Client) {
    let mut random = Random::new(7);
    let mut left = USERS.map(|(_, number)| number);
    let mut lines = Vec::new();
    for id in 1_usize.. {
        let Some(user) = (id..id + USERS.len()).map(|n| n % USERS.len()).find(|n| left[*n] > 0)
        else {
            break;
        };
        left[user] -= 1;
        let odd = if id % 2 == 1 { "odd" } else { "even" };
        let flags = random.pick(&["", "", "", "HIDDEN", "PINNED", "LOCKED", "BOOST -900"]);
        lines.push(format!(
            "ARTICLE.LOAD news ARTICLE {id} {} t l TIME {} CLOSES 1000009600 COUNTS {} {} \
             GROUPS 2 g{} {odd} {flags}",
            USERS[user].0,
            START + id as i64,
            random.below(20),
            random.below(9),
            random.below(3),
        ));
    }
    c.all_ok(&lines);
}

/// Returns the ids of a user's articles, from pages of the whole site.
fn expected(c: &mut Client, user: &str, query: &str) -> Vec<i64> {
    let page = c.page(&format!("ARTICLE.PAGE news 1 SIZE 1000 {query} RETURN 2 id poster"));
    let own = page.iter().filter(|article| article.text("poster") == user);
    own.map(|article| article.int("id")).collect()
}

#[in_both_protocols]
fn it_is_the_listing_of_the_site_without_the_articles_of_others(c: &mut Client) {
    site(c);
    for (order, filter) in ORDERS.iter().flat_map(|o| FILTERS.map(|filter| (o, filter))) {
        for (user, _) in USERS {
            let query = format!("{filter} {order}");
            let expected = expected(c, user, &query);
            let line = format!("ARTICLE.USERPAGE news {user} # {query}");
            let all = c.ids(&line.replace('#', "1 SIZE 1000"));
            assert_eq!(all, expected, "{line}");
            // By number.
            let (size, page) = (30, 2);
            let start = expected.len().min((page - 1) * size);
            let second = &expected[start..expected.len().min(page * size)];
            assert_eq!(c.ids(&line.replace('#', "2 SIZE 30")), second, "{line}");
        }
    }
    let (user, own) = USERS[3];
    let hidden = own - expected(c, user, "").len();
    assert!(hidden > 0);
    let user = c.map("ARTICLE.USER news many");
    assert_eq!(user.int("articles") + user.int("hidden"), own as i64);
}

#[in_both_protocols]
fn cursors_lead_through_all_of_it(c: &mut Client) {
    site(c);
    for (user, _) in USERS {
        for order in &ORDERS[..7] {
            let line = format!("ARTICLE.USERPAGE news {user} 1 {order}");
            let pages = c.walk(&format!("{line} SIZE 7"), None);
            assert_eq!(pages.concat(), expected(c, user, order), "{line}");
            assert!(pages.iter().rev().skip(1).all(|page| page.len() == 7), "{line}");
        }
    }
}
