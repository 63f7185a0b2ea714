//! A user becomes another, step by step.

use crate::indexes::users::relations::{MAX_RELATED, Relation, add};
use crate::item::numbers::UserNumber;
use crate::orders::inbox_position::InboxPosition;
use crate::site::Site;
use crate::site::unvote::Finding;
use crate::structures::counted_tree::Direction;
use crate::terms::error::Error;
use crate::terms::types::{ItemId, UnixTime, UserName};

/// How many votes a step visits at most to find one that exists.
const VISITED: usize = 100_000;

/// What a step of becoming another user did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// How many things were moved, withdrawn or removed; never 0 unless nothing of the user is
    /// left, or what is left is [held](Site::hold_closed).
    pub moved: usize,
    /// Whether anything is another than before.
    pub changed: bool,
    /// The last id of which a vote was moved; the highest one at the end.
    pub last: u32,
}

/// The user who becomes another, that one, and the time.
#[derive(Clone, Copy)]
struct Becoming {
    from: UserNumber,
    to: UserNumber,
    time: UnixTime,
}

impl Site {
    /// Makes a step of having a user become another: gives the other one at most `count` of the
    /// user's articles and comments, in the order of [`Site::transfer`], then lists, follows and
    /// mutes, each by name, then the mark of what was seen, and then votes by id; and at the end,
    /// all at once, the follows and mutes of others. With `last`, votes are moved up to that id,
    /// whatever `count` is: so a step does the same on another server, which may have swept others
    /// of the votes that do not exist any more.
    ///
    /// Where both have a vote, or the other one now has one on what is its own and must not, one
    /// is withdrawn. Votes on what had closed at `time` are handled as kept ones.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyUsers`].
    pub fn transfer_all(
        &mut self,
        user: UserName,
        new_user: UserName,
        (count, last): (usize, Option<u32>),
        time: UnixTime,
    ) -> Result<Transferred, Error> {
        let Self { listings, hasher, .. } = self;
        let users = &mut listings.users;
        let Some(from) = users.number(user, hasher).filter(|_| user != new_user) else {
            return Ok(Transferred::default());
        };
        let to = users.number_or_new(new_user, hasher)?;
        // It stays although it may have nothing meanwhile.
        users.hold(&[to], Relation::Follows);
        let is_silenced = users.is_silenced(from) && users.set_silenced(to, true);
        let becoming = Becoming { from, to, time };
        let moved = self.move_all_but_votes(becoming, count);
        let mut step = match moved < count {
            true => self.move_votes(becoming, (count - moved, last)),
            false => Transferred::default(),
        };
        step.moved += moved;
        if step.last == u32::MAX {
            step.moved += self.end_becoming(becoming);
        }
        step.changed |= is_silenced || step.moved > 0;
        self.listings.users.release(from, &self.hasher);
        self.listings.users.let_go(&[to], Relation::Follows, &self.hasher);
        Ok(step)
    }

    fn move_all_but_votes(&mut self, becoming: Becoming, count: usize) -> usize {
        let Becoming { from, to, .. } = becoming;
        let mut moved = self.move_items(becoming, count);
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let (owner, new_owner) = (users.owner(from, hasher), users.owner(to, hasher));
        moved += users.lists.join(owner, new_owner, count - moved, items);
        for relation in Relation::ALL {
            moved += self.move_related(becoming, relation, count - moved);
        }
        if moved < count && self.move_seen(becoming) { moved + 1 } else { moved }
    }

    fn move_items(&mut self, Becoming { from, to, time }: Becoming, count: usize) -> usize {
        let ids = self.give(from, to, count);
        if !self.settings.self_vote() {
            for id in &ids {
                let finding = self.finding_of(to, *id, time);
                self.withdraw(to, finding.map(|finding| (*id, finding)).into_iter().collect());
            }
        }
        ids.len()
    }

    fn move_related(
        &mut self,
        Becoming { from, to, .. }: Becoming,
        relation: Relation,
        count: usize,
    ) -> usize {
        let Self { listings, items, .. } = self;
        let (all_groups, users) = (&mut listings.groups, &mut listings.users);
        [from, to].into_iter().for_each(|user| users.clear(user, items));
        let Some(related) = users.related(from, relation) else { return 0 };
        let mut old = related.into_owned();
        // Numbers differ between servers.
        old.groups.sort_unstable_by_key(|group| all_groups.name(*group));
        old.groups.truncate(count);
        old.users.sort_unstable_by_key(|user| users.name(*user));
        old.users.truncate(count - old.groups.len());
        old.ids.truncate(count - old.groups.len() - old.users.len());
        let has = users.related(to, relation).unwrap_or_default();
        let mut room = MAX_RELATED - has.len();
        let groups = new(&old.groups, &has.groups, None, &mut room);
        let others = new(&old.users, &has.users, Some(to), &mut room);
        let ids = new(&old.ids, &has.ids, None, &mut room);
        let (groups, others) = users.change_related(to, relation, |it| {
            add(&mut it.ids, ids);
            (add(&mut it.groups, groups), add(&mut it.users, others))
        });
        groups.iter().for_each(|group| all_groups.hold(*group, relation));
        users.hold(&others, relation);
        self.remove_related(from, relation, old)
    }

    /// Moves the mark of what was seen; the later one stays. Returns whether there was one.
    fn move_seen(&mut self, Becoming { from, to, .. }: Becoming) -> bool {
        let users = &mut self.listings.users;
        let is_reader = users.is_reader(from);
        if is_reader {
            users.set_seen(to, users.seen(from).max(users.seen(to)));
            users.set_seen(from, InboxPosition::default().into());
        }
        is_reader
    }

    /// Moves votes: the next `count`, or all up to an id.
    fn move_votes(
        &mut self,
        becoming: Becoming,
        (count, last): (usize, Option<u32>),
    ) -> Transferred {
        let Becoming { from, time, .. } = becoming;
        let (visits, count) = match last {
            Some(_) => (usize::MAX, usize::MAX),
            None => (VISITED.max(count), count),
        };
        let votes = self.listings.users.votes(from);
        let ids = votes.into_iter().flat_map(|votes| votes.range(0, Direction::Ascending));
        let mut ids = ids.take_while(|id| last.is_none_or(|last| *id <= last)).map(ItemId::new);
        let mut visited = ids.by_ref().take(visits);
        let finding = |id| self.finding_of(from, id, time).map(|finding| (id, finding));
        let found: Vec<_> = visited.by_ref().filter_map(finding).take(count).collect();
        let is_over = visited.find_map(finding).is_none() && ids.next().is_none();
        drop(ids);
        let moved = found.iter().filter(|(id, it)| self.move_vote(becoming, *id, *it)).count();
        let is_held = self.holds_closed && self.listings.users.votes(from).is_some();
        let last = match last {
            Some(last) => last,
            None if is_over && !is_held => u32::MAX,
            None => found.last().map_or(0, |(id, _)| id.get()),
        };
        // All that were visited may be votes to be swept.
        let moved = if is_over { moved } else { moved.max(1) };
        Transferred { moved, changed: !found.is_empty(), last }
    }

    /// Moves a vote that was found, or withdraws it. Returns whether there is one.
    fn move_vote(
        &mut self,
        Becoming { from, to, .. }: Becoming,
        id: ItemId,
        finding: Finding,
    ) -> bool {
        if let Finding::Closed = finding {
            self.close_votes(id);
        }
        let is_moved = self.change_item(id, |item, site| {
            let is_own = item.poster == to && !site.settings.self_vote();
            let is_withdrawn = is_own || item.ledger.get(to).is_some();
            let had_vote = match (is_withdrawn, finding) {
                (false, _) => item.hand_over_vote(from, to),
                (true, Finding::Voted) => {
                    item.vote(from, None, site.settings.gain_rule()).is_some()
                }
                (true, _) => item.drop_kept_vote(from),
            };
            (had_vote, had_vote && !is_withdrawn)
        });
        let (had_vote, is_handed_over) = is_moved.unwrap_or_default();
        if is_handed_over {
            self.listings.users.add_vote(to, id);
        }
        had_vote
    }

    /// Moves what others follow and mute, and whether votes count. Returns how many these are.
    fn end_becoming(&mut self, Becoming { from, to, .. }: Becoming) -> usize {
        let users = &mut self.listings.users;
        let was_silenced = users.set_silenced(from, false);
        users.follow_instead(from, to) + usize::from(was_silenced)
    }
}

/// Returns the first of some numbers that are not among others, nor one that must not be, as many
/// as there is room for, which is less room then.
fn new<T: Copy + Ord>(numbers: &[T], others: &[T], not: Option<T>, room: &mut usize) -> Vec<T> {
    let is_new = |number: &&T| not != Some(**number) && others.binary_search(number).is_err();
    let new: Vec<_> = numbers.iter().filter(is_new).take(*room).copied().collect();
    *room -= new.len();
    new
}
