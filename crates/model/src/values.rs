//! Values in an input: numbers that mostly stand for something that exists.

use std::ops::Range;

use article_site::{Kind, Moderation, Setting, Visibility};

use crate::input::Input;

/// Decodes an id: half of them are among the latest.
pub fn id(input: &mut Input) -> i16 {
    if input.chance(50) { input.within(-20..0) } else { input.within(0..40) }
}

/// Decodes a user who posts. There are few of them, but more who vote.
pub fn poster(input: &mut Input) -> u8 {
    input.below(10)
}

pub fn voter(input: &mut Input) -> u8 {
    input.below(60)
}

/// Decodes a link, of which there are few.
pub fn link(input: &mut Input) -> Option<u8> {
    input.option(80, |input| input.below(6))
}

pub fn groups(input: &mut Input) -> Vec<u8> {
    input.list(|input| input.below(12))
}

pub fn fields(input: &mut Input) -> Vec<(u8, u8)> {
    input.list(|input| (input.below(6), input.below(40)))
}

pub fn id_step(input: &mut Input) -> Option<i8> {
    input.option(15, |input| input.within(-2..9) as i8)
}

/// Decodes an age, which is seldom in the future.
pub fn age(input: &mut Input) -> i16 {
    input.within(-2..238)
}

/// Decodes a number that is rarely 0.
pub fn few(input: &mut Input) -> i16 {
    input.within(-3..4)
}

/// Decodes a user who keeps lists: mostly the first ones.
pub fn keeper(input: &mut Input) -> u8 {
    if input.chance(60) { input.below(3) } else { input.below(14) }
}

/// Decodes a list, of which there are more than a user can have.
pub fn list(input: &mut Input) -> u8 {
    input.below(20)
}

/// Decodes a number that is mostly in a range, and not negative.
fn positive(input: &mut Input, range: Range<i16>) -> i64 {
    i64::from(input.within(range) as u16)
}

/// Decodes what a comment answers: most often one of the latest items, so that threads become
/// deep.
pub fn parent(input: &mut Input) -> i16 {
    if input.chance(50) { input.within(-4..0) } else { input.within(0..30) }
}

/// Decodes what has the thread that is read: mostly one of the first articles.
pub fn thread_id(input: &mut Input) -> i16 {
    if input.chance(60) { input.within(1..4) } else { id(input) }
}

/// Decodes users in `percent` of all cases, and otherwise nobody.
pub fn users(input: &mut Input, percent: u16) -> Vec<u8> {
    input.option(percent, |input| input.list(poster)).unwrap_or_default()
}

pub fn kind(input: &mut Input) -> Option<Kind> {
    input.pick(&[None, None, Some(Kind::Article), Some(Kind::Comment)])
}

/// Decodes what a listing has, which is most often what is listed.
pub fn visibility(input: &mut Input) -> Visibility {
    use Visibility::{Held, Hidden, Listed};
    input.pick(&[Listed, Listed, Listed, Listed, Listed, Listed, Hidden, Held])
}

/// Decodes a change of flags. Most articles are listed and open.
pub fn moderation(input: &mut Input) -> Moderation {
    use Moderation::{Hide, Lock, Pin, PinLocal, Publish, Show, Unlock, Unpin};
    input.pick(&[Hide, Hide, Show, Publish, Publish, Lock, Unlock, Unlock, Pin, PinLocal, Unpin])
}

pub fn settings(input: &mut Input) -> Vec<(Setting, i64)> {
    let settings = Setting::ALL.into_iter().map(|setting| {
        let value = match setting {
            Setting::VoteScore => 1 + positive(input, 0..3),
            Setting::Window => 1 + positive(input, 100..340),
            Setting::PageSize => 1 + i64::from(input.below(50)),
            Setting::SelfVote => input.chance(70).into(),
            Setting::Formula => input.chance(50).into(),
            Setting::DownVotes => input.chance(80).into(),
            Setting::Dedupe => input.option(50, |input| positive(input, 1..240)).unwrap_or(0),
            Setting::BumpWindow => input.option(50, |input| positive(input, 1..200)).unwrap_or(0),
            Setting::KeepVotes => input.chance(60).into(),
        };
        (setting, value)
    });
    settings.collect()
}
