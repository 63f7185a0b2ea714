use redis::{Cmd, cmd};

use super::guard::{FORM_SECONDS, form_key};
use super::{News, Result, log};

/// A moderator who sends a form.
#[derive(Clone, Copy, Debug)]
pub struct Moderator<'a> {
    /// The name.
    pub name: &'a str,
    /// What identifies the form and its content. A form that is sent twice has the effect of one.
    pub form: &'a str,
}

impl News {
    /// Runs the commands of a moderator, the last of which writes to the log, in one step, unless
    /// the form has been sent before. `keys` are the keys of the others.
    pub(super) async fn once(
        &self,
        moderator: Moderator<'_>,
        keys: &[&str],
        commands: &[Cmd],
    ) -> Result<()> {
        let form = form_key(moderator.name, moderator.form);
        let mut step = cmd("EVAL");
        step.arg(include_str!("once.lua")).arg(2 + keys.len());
        step.arg(form).arg(log::LOG).arg(keys).arg(FORM_SECONDS);
        for command in commands {
            let words = command.args_iter().filter_map(|argument| match argument {
                redis::Arg::Simple(word) => Some(word),
                _ => None,
            });
            let words: Vec<&[u8]> = words.collect();
            step.arg(words.len()).arg(words);
        }
        Ok(step.exec_async(&mut self.moderation()).await?)
    }
}
