//! A thread with 2,000 comments.

use std::collections::HashSet;

use crate::requests::response;
use crate::site::Site;
use crate::talk::Talk;

const COMMENTS: i64 = 2000;

/// Posts comments, of which a quarter answers the story and the others answer each other. Returns
/// their ids.
fn fill(site: &Site, story: i64) -> HashSet<i64> {
    let mut connection = site.connection();
    let mut ids: Vec<i64> = Vec::new();
    for place in 0..COMMENTS as usize {
        let parent = match place % 4 {
            0 => story,
            // A few comments get most of the answers, so that some threads are wide and deep.
            1 => ids[place / 2 % 3],
            2 => ids[place - 1],
            _ => ids[place * 7919 % place],
        };
        let mut command = redis::cmd("ARTICLE.COMMENT");
        command.arg("news").arg(format!("fan-{}", place % 50)).arg(parent).arg("Text");
        ids.push(command.query(&mut connection).unwrap());
    }
    ids.into_iter().collect()
}

#[tokio::test]
async fn more_comments_follow_until_the_end() {
    let (world, talk) = Talk::start();
    fill(&world.site, talk.story);
    let mut thread: Vec<i64> = Vec::new();
    let mut after = String::new();
    loop {
        let command = format!(
            "ARTICLE.THREAD news {} DEPTH 6 CHILDREN 20 SIZE 1000 WITHCURSOR{after} RETURN 1 id",
            talk.story
        );
        let (page, next): (Vec<(String, i64)>, Option<String>) = world.site.redis(&command);
        thread.extend(page.into_iter().map(|(_, id)| id));
        let Some(next) = next else { break };
        after = format!(" AFTER {next}");
    }
    let browser = world.browser().await.at(&talk.path()).await;
    assert_eq!(browser.comments().await, thread[..50]);
    browser
        .wait_until(
            "const more = document.querySelector('a.more');
             if (more && !('loading' in more.dataset)) more.click();
             return more === null",
        )
        .await;
    assert_eq!(browser.comments().await, thread);
    assert_eq!(browser.count(".thread > .comment").await, COMMENTS as usize / 4);
    // What is not shown is counted.
    let left = browser
        .run(
            "return [...document.querySelectorAll('.rest')]
                 .reduce((sum, link) => sum + parseInt(link.textContent), 0)",
        )
        .await;
    assert_eq!(left.as_u64().unwrap() as usize, COMMENTS as usize - thread.len());
    assert!(left.as_u64().unwrap() > 0);
}

#[test]
fn links_lead_to_all_comments() {
    let site = Site::start();
    let talk = Talk::new(&site);
    let ids = fill(&site, talk.story);
    let (mut found, mut seen) = (HashSet::new(), HashSet::new());
    let number = |text: &str| text.split_once('"').unwrap().0.parse::<i64>().unwrap();
    let mut paths = vec![talk.path()];
    while let Some(path) = paths.pop() {
        let page = response(&site, "GET", &path);
        assert!(page.starts_with("HTTP/1.1 200 "), "{path}");
        let thread = page.split_once("data-answers=").unwrap().1;
        let ids: Vec<i64> = thread.split("data-id=\"").skip(1).map(number).collect();
        assert!(ids.len() <= 50, "{path}");
        found.extend(ids);
        for class in ["class=\"rest\"", "class=\"more\""] {
            let links = thread.split(class).skip(1).map(|text| {
                let address = text.split_once("href=\"").unwrap().1.split_once('"').unwrap().0;
                address.replace("&#38;", "&").replace("#comments", "")
            });
            paths.extend(links.filter(|path| seen.insert(path.clone())));
        }
    }
    assert_eq!(found, ids);
}
