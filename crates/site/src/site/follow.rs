//! Following and muting groups and users.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::indexes::Listings;
use crate::indexes::users::relations::{MAX_RELATED, Related, Relation, add, remove};
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::types::{GroupName, UserName};

/// Names of groups, or of users.
#[derive(Clone, Debug)]
pub enum Names<'a> {
    /// Groups, which need not exist.
    Groups(Vec<GroupName<'a>>),
    /// Users, who need not exist.
    Users(Vec<UserName<'a>>),
}

impl Names<'_> {
    /// Returns the number of names.
    pub fn len(&self) -> usize {
        match self {
            Self::Groups(names) => names.len(),
            Self::Users(names) => names.len(),
        }
    }

    /// Returns whether there is no name.
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
}

impl RelatedKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Groups, Self::Users];
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
}

impl Site {
    /// Has a user follow or mute groups or users. Returns how many were not followed or muted.
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
        self.resolve(user);
        if !self.has_room(user, relation, names) {
            return Err(match relation {
                Relation::Follows => Error::TooManyFollowed,
                Relation::Mutes => Error::TooManyMuted,
            });
        }
        let added = self.add_related(user, relation, names);
        let listings = &mut self.listings;
        if let (Names::Users(names), Err(_)) = (names, &added) {
            listings.users.release_unused(names.iter().copied(), &self.hasher);
        }
        listings.users.release_unused([user].into_iter(), &self.hasher);
        added
    }

    /// Has a user follow and mute whom those have become who were renamed.
    fn resolve(&mut self, user: UserName) {
        let users = &mut self.listings.users;
        if let Some(number) = users.number(user, &self.hasher) {
            users.resolve(number, &self.hasher);
        }
    }

    /// Returns whether a user can follow or mute these names, too.
    fn has_room(&self, user: UserName, relation: Relation, names: &Names) -> bool {
        let Listings { groups, users, .. } = &self.listings;
        let known = users.number(user, &self.hasher);
        let related = known.and_then(|number| users.related(number, relation));
        let related = related.unwrap_or_default();
        if related.len() + names.len() <= MAX_RELATED {
            return true;
        }
        let new = match names {
            Names::Groups(names) => others(names, &related.groups, |name| groups.number(name)),
            Names::Users(names) => {
                others(names, &related.users, |name| users.number(name, &self.hasher))
            }
        };
        related.len() + new <= MAX_RELATED
    }

    fn add_related(
        &mut self,
        user: UserName,
        relation: Relation,
        names: &Names,
    ) -> Result<usize, Error> {
        let Self { listings, hasher, .. } = self;
        let (groups, users) = (&mut listings.groups, &mut listings.users);
        match names {
            Names::Groups(names) => {
                if !groups.have_room_for(names.len()) {
                    return Err(Error::TooManySiteGroups);
                }
                let number = users.number_or_new(user, hasher)?;
                let named: Vec<_> = names.iter().map(|name| groups.number_or_new(*name)).collect();
                let new = users.change_related(number, relation, |it| add(&mut it.groups, named));
                new.iter().for_each(|group| groups.hold(*group));
                Ok(new.len())
            }
            Names::Users(names) => {
                let number = users.number_or_new(user, hasher)?;
                let named: Result<Vec<_>, _> =
                    names.iter().map(|name| users.number_or_new(*name, hasher)).collect();
                let named = named?;
                let new = users.change_related(number, relation, |it| add(&mut it.users, named));
                users.hold(&new);
                Ok(new.len())
            }
        }
    }

    /// Has a user no longer follow or mute groups or users. Returns how many were followed or
    /// muted.
    pub fn unrelate(&mut self, user: UserName, relation: Relation, names: &Names) -> usize {
        self.resolve(user);
        let Some(number) = self.listings.users.number(user, &self.hasher) else { return 0 };
        let (groups, users) = (&self.listings.groups, &self.listings.users);
        let old = match names {
            Names::Groups(names) => {
                let named: Vec<_> = names.iter().filter_map(|name| groups.number(*name)).collect();
                self.remove_related(number, relation, named, Vec::new())
            }
            Names::Users(names) => {
                let named = names.iter().filter_map(|name| users.number(*name, &self.hasher));
                let named = named.collect();
                self.remove_related(number, relation, Vec::new(), named)
            }
        };
        self.listings.users.release_unused([user].into_iter(), &self.hasher);
        old
    }

    /// Has a user follow and mute nothing. Returns how many groups and users were followed and
    /// muted. The caller must release the user.
    pub(super) fn unrelate_all(&mut self, number: UserNumber) -> usize {
        self.listings.users.resolve(number, &self.hasher);
        let all = Relation::ALL.map(|relation| {
            let related = self.listings.users.related(number, relation).unwrap_or_default();
            let (groups, users) = (related.groups.to_vec(), related.users.to_vec());
            self.remove_related(number, relation, groups, users)
        });
        all.into_iter().sum()
    }

    pub(super) fn remove_related(
        &mut self,
        number: UserNumber,
        relation: Relation,
        groups: Vec<GroupNumber>,
        others: Vec<UserNumber>,
    ) -> usize {
        let users = &mut self.listings.users;
        let (groups, others) = users.change_related(number, relation, |it| {
            (remove(&mut it.groups, groups), remove(&mut it.users, others))
        });
        groups.iter().for_each(|group| self.listings.groups.let_go(*group));
        users.let_go(&others, &self.hasher);
        groups.len() + others.len()
    }

    /// Returns what a user follows, or mutes.
    pub fn related(&self, user: UserName, relation: Relation) -> RelatedNames<'_> {
        let users = &self.listings.users;
        let number = users.number(user, &self.hasher);
        let related = number.and_then(|number| users.related(number, relation));
        related.map(|related| self.related_names(&related)).unwrap_or_default()
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
        }
    }

    /// Returns what each user follows, and mutes, if it is anything, by name.
    pub fn all_related(&self) -> Vec<(UserName<'_>, Relation, RelatedNames<'_>)> {
        let users = &self.listings.users;
        let all = users.with_relations().flat_map(|(number, _)| {
            let of =
                move |relation| (users.name(number), relation, users.related(number, relation));
            Relation::ALL.map(of)
        });
        let of = |(user, relation, related): (_, _, Option<Cow<Related>>)| {
            Some((user, relation, self.related_names(&*related?)))
        };
        let mut all: Vec<_> = all.filter_map(of).collect();
        all.sort_unstable_by_key(|(user, relation, _)| (*user, *relation));
        all
    }

    fn related_names(&self, Related { groups, users }: &Related) -> RelatedNames<'_> {
        let mut names = RelatedNames {
            groups: groups.iter().map(|group| self.listings.groups.name(*group)).collect(),
            users: users.iter().map(|user| self.listings.users.name(*user)).collect(),
        };
        names.groups.sort_unstable();
        names.users.sort_unstable();
        names
    }
}
