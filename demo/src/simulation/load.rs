use article_news::news::{Story, add_list};
use redis::{Cmd, cmd};

/// The key of a site that is being filled. In a cluster, it is in the same slot as the site.
pub(super) const FILLING: &str = "{news}:filling";

/// The window of the site: seconds for which voting on a story is open.
pub const WINDOW: i64 = 7 * 24 * 3600;

/// A story of the past, with its votes.
#[derive(Clone, Debug)]
pub struct SeedStory {
    pub story: Story,
    pub poster: String,
    /// When it was posted, as UNIX time.
    pub time: i64,
    /// Those who voted for it, the poster among them.
    pub up: Vec<String>,
    /// Those who voted against it.
    pub down: Vec<String>,
}

/// Returns the beginning of the command that loads a story into a site under an id.
pub(super) fn story(site: &str, id: usize, poster: &str, story: &Story) -> Cmd {
    let mut command = cmd("ARTICLE.LOAD");
    command.arg(site).arg("ARTICLE").arg(id).arg(poster).arg(&story.title).arg(&story.link);
    command
}

/// Adds the times and the votes of a story or comment. Once voting has closed, only the number of
/// votes is known.
pub(super) fn add_history(command: &mut Cmd, time: i64, up: &[String], down: &[String], now: i64) {
    let closes = time + WINDOW;
    command.arg("TIME").arg(time).arg("CLOSES").arg(closes);
    if closes > now {
        add_list(command, "UP", up);
        add_list(command, "DOWN", down);
    } else {
        command.arg("COUNTS").arg(up.len()).arg(down.len());
    }
}
