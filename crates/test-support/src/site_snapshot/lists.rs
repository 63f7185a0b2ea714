//! What users have seen, and their lists.

use super::{Client, Fields, LOOKED_UP, Listing, bytes, items, number, read_listing, words};

/// A user who has seen answers, has lists, or is silenced.
struct Reader {
    user: Vec<u8>,
    /// The last answer, whether the user is silenced, and the answers published since.
    seen: Vec<i64>,
    lists: Vec<Vec<u8>>,
}

/// Returns what every reader has seen and has on lists, and pages of the first lists.
pub fn lists(client: &mut Client, key: &str) -> (Vec<Listing>, Vec<(String, Vec<Fields>)>) {
    let (mut listings, mut pages) = (Vec::new(), Vec::new());
    let line = |command: &str, user: &[u8], more: Vec<Vec<u8>>| {
        let start = [key.as_bytes(), user].map(<[u8]>::to_vec);
        [words(command), start.to_vec(), more].concat()
    };
    let readers = readers(client, key);
    for Reader { user, seen, .. } in &readers {
        let query = format!("READER {}", user.escape_ascii());
        listings.push(Listing { query, ids: seen.clone(), next: None });
    }
    for Reader { user, lists, .. } in readers.iter().take(LOOKED_UP) {
        let label = |what: &str| format!("{what} {}", user.escape_ascii());
        let reply = client.read_all([line("ARTICLE.LISTS", user, vec![])]);
        for (list, marks) in client.group_sizes(&reply[0]) {
            let query = format!("{} {}", label("LISTS"), list.escape_ascii());
            listings.push(Listing { query, ids: vec![marks], next: None });
        }
        let mut names = vec![lists.len().to_string().into_bytes()];
        names.extend(lists.iter().cloned());
        for list in lists {
            let list = |more: &[Vec<u8>]| [std::slice::from_ref(list), more].concat();
            let mut shown = words("1 SIZE 1000 VIEWER");
            shown.extend([user.clone(), b"MARKS".to_vec()]);
            let shown = [shown, names.clone()].concat();
            let parts = ["0", "1"].map(|cursor| {
                let part = list(&words(&format!("{cursor} COUNT 10000")));
                line("ARTICLE.DEBUG MARKS", user, part)
            });
            let stored = client.call_all(parts);
            let ids = stored.iter().flat_map(|part| items(&items(part)[1])).map(number).collect();
            listings.push(Listing { query: label("MARKS"), ids, next: None });
            let shown = client.read_all([line("ARTICLE.MARKED", user, list(&shown))]);
            pages.push((label("MARKED VIEWER"), client.articles(&shown[0])));
        }
        for filter in ["MARKED", "UNMARKED"] {
            let rest = words("WITHCURSOR RETURN 1 id");
            let start = words(&format!("ARTICLE.PAGE {key} 1 BY TIME {filter}"));
            let page = [start, vec![user.clone()], names.clone(), rest].concat();
            let reply = client.read_all([page]);
            listings.push(read_listing(client, label(filter), &reply[0]));
        }
    }
    (listings, pages)
}

/// Returns all readers, by name.
fn readers(client: &mut Client, key: &str) -> Vec<Reader> {
    let (mut readers, mut cursor) = (Vec::new(), b"0".to_vec());
    loop {
        let reply = client.call("ARTICLE.DEBUG", ("READERS", key, &cursor[..], "COUNT", 10_000));
        let [next, part] = items(&reply) else { panic!("{reply:?}") };
        for reader in items(part) {
            let [user, last, lists, published, silenced] = items(reader) else {
                panic!("{reader:?}")
            };
            let lists = items(lists).iter().map(bytes).collect();
            let seen = [last, silenced].into_iter().chain(items(published)).map(number).collect();
            readers.push(Reader { user: bytes(user), seen, lists });
        }
        cursor = bytes(next);
        if cursor == b"0" {
            readers.sort_by(|one, other| one.user.cmp(&other.user));
            return readers;
        }
    }
}
