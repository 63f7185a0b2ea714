//! Following and muting groups and users, and muting articles and comments.

use std::collections::BTreeSet;

use crate::indexes::Listings;
use crate::indexes::users::relations::{MAX_RELATED, Related, Relation, add, remove};
use crate::item::numbers::UserNumber;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::types::{GroupName, ItemId, UserName};

/// Names of groups or users, or ids.
#[derive(Clone, Debug)]
pub enum Names<'a> {
    /// Groups, which need not exist.
    Groups(Vec<GroupName<'a>>),
    /// Users, who need not exist.
    Users(Vec<UserName<'a>>),
    /// Articles and comments, which can be muted, and count only if they exist.
    Ids(Vec<ItemId>),
}

impl Names<'_> {
    /// Returns how many they are.
    pub fn len(&self) -> usize {
        match self {
            Self::Groups(names) => names.len(),
            Self::Users(names) => names.len(),
            Self::Ids(ids) => ids.len(),
        }
    }

    /// Returns whether they are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What a user can follow or mute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelatedKind {
    /// Groups.
    Groups,
    /// Users.
    Users,
    /// Articles and comments, which can be muted.
    Ids,
}

impl RelatedKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Groups, Self::Users, Self::Ids];
}

/// Returns at most `count` of sorted numbers from a number on, and the one that comes next.
fn part_of<T: Copy>(
    all: &[T],
    number: impl Fn(T) -> u32,
    from: u32,
    count: usize,
) -> (&[T], Option<u32>) {
    let before = all.partition_point(|one| number(*one) < from);
    let all = all.get(before..).unwrap_or_default();
    (all.get(..count).unwrap_or(all), all.get(count).map(|next| number(*next)))
}

/// Returns how many different names there are whose numbers are not among sorted ones.
fn others<N: Copy + Ord, T: Ord>(
    names: &[N],
    numbers: &[T],
    number: impl Fn(N) -> Option<T>,
) -> usize {
    let is_other =
        |name: &&N| number(**name).is_none_or(|number| numbers.binary_search(&number).is_err());
    names.iter().filter(is_other).collect::<BTreeSet<_>>().len()
}

/// What a user follows, or mutes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelatedNames<'a> {
    /// The names of groups, sorted.
    pub groups: Vec<GroupName<'a>>,
    /// The names of users, sorted.
    pub users: Vec<UserName<'a>>,
    /// The ids of articles and comments, sorted.
    pub ids: Vec<ItemId>,
}

impl<'a> RelatedNames<'a> {
    /// Returns them as names of each kind.
    pub fn into_names(self) -> [Names<'a>; 3] {
        [Names::Groups(self.groups), Names::Users(self.users), Names::Ids(self.ids)]
    }
}

impl Site {
    /// Has a user follow or mute groups or users, or mute articles and comments. Returns how many
    /// were not followed or muted.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyFollowed`], [`Error::TooManyMuted`], [`Error::TooManyUsers`] or
    /// [`Error::TooManySiteGroups`].
    pub fn relate(
        &mut self,
        user: UserName,
        relation: Relation,
        names: &Names,
    ) -> Result<usize, Error> {
        let existing;
        let names = match names {
            Names::Ids(ids) => {
                existing = Names::Ids(self.items.existing(ids).into_vec());
                &existing
            }
            names => names,
        };
        let added = match self.has_room(user, relation, names) {
            true => self.add_related(user, relation, names),
            false => Err(match relation {
                Relation::Follows => Error::TooManyFollowed,
                Relation::Mutes => Error::TooManyMuted,
            }),
        };
        let listings = &mut self.listings;
        if let (Names::Users(names), Err(_)) = (names, &added) {
            listings.users.release_unused(names.iter().copied(), &self.hasher);
        }
        listings.users.release_unused([user].into_iter(), &self.hasher);
        added
    }

    /// Returns whether a user can follow or mute these names, too.
    fn has_room(&mut self, user: UserName, relation: Relation, names: &Names) -> bool {
        let Self { listings: Listings { groups, users, .. }, items, hasher, .. } = self;
        let Some(number) = users.number(user, hasher) else { return true };
        users.clear(number, items);
        let related = users.related(number, relation).unwrap_or_default();
        if related.len() + names.len() <= MAX_RELATED {
            return true;
        }
        let new = match names {
            Names::Groups(names) => others(names, &related.groups, |name| groups.number(name)),
            Names::Users(names) => {
                others(names, &related.users, |name| users.number(name, hasher))
            }
            Names::Ids(ids) => others(ids, &related.ids, Some),
        };
        related.len() + new <= MAX_RELATED
    }

    fn add_related(
        &mut self,
        user: UserName,
        relation: Relation,
        names: &Names,
    ) -> Result<usize, Error> {
        let Self { listings: Listings { groups, users, .. }, items, hasher, .. } = self;
        if let Names::Groups(names) = names
            && !groups.have_room_for(names.len())
        {
            return Err(Error::TooManySiteGroups);
        }
        let number = users.number_or_new(user, hasher)?;
        users.clear(number, items);
        match names {
            Names::Groups(names) => {
                let named: Vec<_> = names.iter().map(|name| groups.number_or_new(*name)).collect();
                let new = users.change_related(number, relation, |it| add(&mut it.groups, named));
                new.iter().for_each(|group| groups.hold(*group, relation));
                Ok(new.len())
            }
            Names::Users(names) => {
                let named: Result<Vec<_>, _> =
                    names.iter().map(|name| users.number_or_new(*name, hasher)).collect();
                let named = named?;
                let new = users.change_related(number, relation, |it| add(&mut it.users, named));
                users.hold(&new, relation);
                Ok(new.len())
            }
            Names::Ids(ids) => {
                let ids = ids.iter().copied();
                Ok(users.change_related(number, relation, |it| add(&mut it.ids, ids)).len())
            }
        }
    }

    /// Has a user no longer follow or mute groups or users, or mute articles and comments. Returns
    /// how many were followed or muted.
    pub fn unrelate(&mut self, user: UserName, relation: Relation, names: &Names) -> usize {
        let Listings { groups, users, .. } = &self.listings;
        let Some(number) = users.number(user, &self.hasher) else { return 0 };
        let mut old = Related::default();
        match names {
            Names::Groups(names) => {
                old.groups.extend(names.iter().filter_map(|name| groups.number(*name)));
            }
            Names::Users(names) => {
                let named = names.iter().filter_map(|name| users.number(*name, &self.hasher));
                old.users.extend(named);
            }
            Names::Ids(ids) => old.ids.extend_from_slice(ids),
        }
        let old = self.remove_related(number, relation, old);
        self.listings.users.release_unused([user].into_iter(), &self.hasher);
        old
    }

    /// Has a user follow and mute nothing. Returns how many groups, users and items were followed
    /// and muted. The caller must release the user.
    pub(super) fn unrelate_all(&mut self, number: UserNumber) -> usize {
        let all = self.listings.users.related_to(number, &self.items);
        let removed = Relation::ALL.into_iter().zip(all);
        removed.map(|(relation, all)| self.remove_related(number, relation, all)).sum()
    }

    /// Removes some of what a user follows, or mutes. Returns how many were among it.
    pub(super) fn remove_related(
        &mut self,
        number: UserNumber,
        relation: Relation,
        Related { groups, users: others, ids }: Related,
    ) -> usize {
        let Self { listings, items, hasher, .. } = self;
        let users = &mut listings.users;
        users.clear(number, items);
        let (groups, others, ids) = users.change_related(number, relation, |it| {
            let groups = remove(&mut it.groups, groups);
            (groups, remove(&mut it.users, others), remove(&mut it.ids, ids))
        });
        groups.iter().for_each(|group| listings.groups.let_go(*group, relation));
        users.let_go(&others, relation, hasher);
        groups.len() + others.len() + ids.len()
    }

    /// Returns how many users follow each group or user.
    pub fn followers(&self, names: &Names) -> Vec<u32> {
        let Listings { groups, users, .. } = &self.listings;
        match names {
            Names::Groups(names) => {
                let group = |name: &GroupName| groups.find(*name);
                names
                    .iter()
                    .map(|name| group(name).map_or(0, |it| it.held(Relation::Follows)))
                    .collect()
            }
            Names::Users(names) => {
                let number = |name: &UserName| users.number(*name, &self.hasher);
                let followers = |number| users.followers(number, Relation::Follows);
                names.iter().map(|name| number(name).map_or(0, followers)).collect()
            }
            Names::Ids(ids) => vec![0; ids.len()],
        }
    }

    /// Returns what a user follows, and what the user mutes.
    pub fn related(&self, user: UserName) -> [RelatedNames<'_>; 2] {
        match self.listings.users.number(user, &self.hasher) {
            Some(number) => self.related_names(number),
            None => Default::default(),
        }
    }

    /// Returns at most `count` of what the user of a number follows, or mutes, from a number on,
    /// 0 at first, and the number of what comes next. What is followed all the time keeps its
    /// number.
    pub fn related_part(
        &self,
        user: u32,
        (relation, kind): (Relation, RelatedKind),
        from: u32,
        count: usize,
    ) -> (Names<'_>, Option<u32>) {
        let Listings { groups, users, .. } = &self.listings;
        let related = users.related(UserNumber(user), relation).unwrap_or_default();
        match kind {
            RelatedKind::Groups => {
                let (part, next) = part_of(&related.groups, |group| group.0, from, count);
                (Names::Groups(part.iter().map(|group| groups.name(*group)).collect()), next)
            }
            RelatedKind::Users => {
                let (part, next) = part_of(&related.users, |user| user.0, from, count);
                (Names::Users(part.iter().map(|user| users.name(*user)).collect()), next)
            }
            RelatedKind::Ids => {
                let (part, next) = part_of(&related.ids, ItemId::get, from, count);
                (Names::Ids(self.items.existing(part).into_vec()), next)
            }
        }
    }

    /// Returns what each user follows, and mutes, if it is anything, by name.
    pub fn all_related(&self) -> Vec<(UserName<'_>, [RelatedNames<'_>; 2])> {
        let users = &self.listings.users;
        let all = users.with_relations(&self.items);
        let mut all: Vec<_> =
            all.map(|number| (users.name(number), self.related_names(number))).collect();
        all.sort_unstable_by_key(|(user, _)| *user);
        all
    }

    fn related_names(&self, number: UserNumber) -> [RelatedNames<'_>; 2] {
        let Listings { groups: all_groups, users: all_users, .. } = &self.listings;
        all_users.related_to(number, &self.items).map(|Related { groups, users, ids }| {
            let mut names = RelatedNames {
                groups: groups.iter().map(|group| all_groups.name(*group)).collect(),
                users: users.iter().map(|user| all_users.name(*user)).collect(),
                ids: ids.to_vec(),
            };
            names.groups.sort_unstable();
            names.users.sort_unstable();
            names
        })
    }
}
