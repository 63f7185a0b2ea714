//! Random commands that reply with articles.

use test_support::random_commands::Words;
use test_support::{Random, USERS};

/// Returns a command on a site whose highest id is `last_id`.
pub fn read(random: &mut Random, site: &str, last_id: i64) -> Words {
    let id = |random: &mut Random| (1 + random.below(last_id + 2)).to_string();
    let mut line = match random.below(14) {
        0..2 => format!("ARTICLE.GET {site} {}", id(random)),
        2..4 => {
            let ids: Vec<String> = (0..=random.below(8)).map(|_| id(random)).collect();
            format!("ARTICLE.MGET {site} {} {}", ids.len(), ids.join(" "))
        }
        4..7 => {
            let order = random.pick(&["", "", " BY TIME ASC", " BY VOTES", " BY GRAVITY"]);
            let limits = random.pick(&["", "", " DEPTH 2", " CHILDREN 1", " SIZE 5 WITHCURSOR"]);
            format!("ARTICLE.THREAD {site} {}{order}{limits}", id(random))
        }
        7 => {
            let order = random.pick(&["", "", " BY SCORE ASC", " BY BEST", " BY GRAVITY"]);
            let filter = random.pick(&["", "", " FROM 1 ann", " HIDDEN", " MINVOTES 2"]);
            format!("ARTICLE.COMMENTS {site} 1{order}{filter}")
        }
        _ => page(random, site),
    };
    if random.percent(50) {
        line += &format!(" VIEWER {}", random.pick(&USERS));
    }
    if random.percent(10) {
        line += random.pick(&[
            " RETURN 6 votes title text field1 groups depth",
            " RETURN 5 field1 vote id depth parent",
        ]);
    }
    if random.percent(40) {
        line += " FORMAT JSON";
    }
    line.split(' ').map(|word| word.as_bytes().to_vec()).collect()
}

fn page(random: &mut Random, site: &str) -> String {
    // Mostly few different queries, so that the same listing is read again.
    let number = if random.percent(80) { 1 } else { 1 + random.below(3) };
    let mut line = match random.below(4) {
        0 => format!("ARTICLE.GROUPPAGE {site} group{} {number}", 1 + random.below(3)),
        1 => format!("ARTICLE.USERPAGE {site} {} {number}", random.pick(&USERS)),
        _ => format!("ARTICLE.PAGE {site} {number}"),
    };
    let order = random.pick(&crate::listings::NAMES);
    line += &format!(" BY {order}");
    if order.len() < 6 && "SCORE TIME".contains(order) && random.percent(30) {
        line += " ASC";
    }
    line += random.pick(&["", "", "", " SINCE -3000", " UNTIL -1500", " SINCE 1000000000"]);
    line += random.pick(&["", "", "", " MINVOTES 1"]);
    line += random.pick(&["", "", " ANYOF 2 group1 group2", " NONEOF 1 group0"]);
    line += random.pick(&["", "", "", " FROM 2 ann bob", " NOTFROM 1 cleo", " UNVOTED bob"]);
    line += random.pick(&["", "", "", " EXCEPT 3 1 2 3", " HIDDEN"]);
    line += random.pick(&["", " WITHCURSOR"]);
    line += random.pick(&["", "", " SIZE 5", " SIZE 40"]);
    line
}
