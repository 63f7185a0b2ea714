//! What the users of the model follow and have muted.

use std::collections::BTreeSet;

use article_site::{GroupName, Names, RelatedNames, Relation, Site, UserName};

use crate::{Model, ModelItem};

/// What a user follows or has muted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Group(Vec<u8>),
    User(Vec<u8>),
    Id(u32),
}

/// A user, a relation of the user, and to what.
pub type ModelRelation = (Vec<u8>, Relation, Target);

impl Model {
    /// Has a user follow or mute groups, users or items. Returns how many were not.
    pub fn relate(&mut self, user: UserName, relation: Relation, names: &Names) -> usize {
        let before = self.relations.len();
        let mut new = relations(user, relation, names);
        new.retain(|(_, _, target)| match target {
            Target::Id(id) => self.get(*id).is_some(),
            Target::Group(_) | Target::User(_) => true,
        });
        self.relations.extend(new);
        self.relations.len() - before
    }

    /// Has a user no longer follow or mute groups, users or items. Returns how many were.
    pub fn unrelate(&mut self, user: UserName, relation: Relation, names: &Names) -> usize {
        let named = relations(user, relation, names);
        named.iter().filter(|relation| self.relations.remove(*relation)).count()
    }

    /// Has a user follow and mute nothing, and nobody the user. Returns how much the user did, and
    /// whether others did anything.
    pub(crate) fn unrelate_all(&mut self, user: &[u8]) -> (usize, bool) {
        let is_user = |target: &Target| *target == Target::User(user.to_vec());
        let before = self.relations.len();
        self.relations.retain(|(of, ..)| of != user);
        let others = self.relations.len();
        self.relations.retain(|(_, _, target)| !is_user(target));
        (before - others, self.relations.len() < others)
    }

    /// A deleted article or comment is muted by nobody.
    pub(crate) fn unmute_deleted(&mut self, id: u32) {
        self.relations.retain(|(_, _, target)| *target != Target::Id(id));
    }

    /// Moves what a user follows and mutes to another, at most `count` of it. Returns how much.
    pub(crate) fn move_relations(&mut self, user: &[u8], new_user: &[u8], count: usize) -> usize {
        // Follows come before mutes, and groups before users and ids.
        let own = self.relations.iter().filter(|(of, ..)| of == user);
        let own: Vec<_> = own.take(count).cloned().collect();
        for moved in &own {
            self.relations.remove(moved);
            let (_, relation, target) = moved.clone();
            if target != Target::User(new_user.to_vec()) {
                self.relations.insert((new_user.to_vec(), relation, target));
            }
        }
        own.len()
    }

    /// Has everybody who follows or mutes a user follow or mute another. Returns how many do.
    pub(crate) fn rename_followed(&mut self, user: &[u8], new_user: &[u8]) -> usize {
        let is_of = |(_, _, target): &ModelRelation| *target == Target::User(user.to_vec());
        let followers: Vec<_> = self.relations.iter().filter(|it| is_of(it)).cloned().collect();
        self.relations.retain(|it| !is_of(it));
        for (of, relation, _) in followers.iter().filter(|(of, ..)| of != new_user) {
            self.relations.insert((of.clone(), *relation, Target::User(new_user.to_vec())));
        }
        followers.len()
    }

    /// Returns whether a user follows, or has muted, an item, its poster or one of its groups.
    fn is_related(&self, user: &[u8], relation: Relation, item: &ModelItem) -> bool {
        let groups = item.article().into_iter().flat_map(|article| &article.groups);
        let targets = groups.map(|group| Target::Group(group.clone()));
        let mut targets = targets.chain([Target::User(item.poster.clone()), Target::Id(item.id)]);
        targets.any(|target| self.relations.contains(&(user.to_vec(), relation, target)))
    }

    /// Returns whether a user has muted an article or comment itself, which is not the user's own.
    pub(crate) fn is_muted(&self, user: &[u8], item: &ModelItem) -> bool {
        item.poster != user && self.is_related(user, Relation::Mutes, item)
    }

    /// Returns whether listings leave an article or comment out that a user has muted, or whose
    /// article.
    pub(crate) fn is_left_out(&self, user: &[u8], item: &ModelItem) -> bool {
        self.is_muted(user, item)
            || self.article_of(item).is_some_and(|it| self.is_muted(user, it))
    }

    /// Returns whether a user wants no answers to an item.
    pub(crate) fn wants_no_answers(&self, user: &[u8], id: u32) -> bool {
        self.relations.contains(&(user.to_vec(), Relation::Mutes, Target::Id(id)))
    }

    /// Returns whether an article is in a user's feed.
    pub(crate) fn is_in_feed(&self, user: &[u8], item: &ModelItem) -> bool {
        self.is_related(user, Relation::Follows, item) && !self.is_muted(user, item)
    }
}

fn relations(user: UserName, relation: Relation, names: &Names) -> Vec<ModelRelation> {
    let targets: Vec<_> = match names {
        Names::Groups(names) => {
            names.iter().map(|it| Target::Group(it.as_bytes().into())).collect()
        }
        Names::Users(names) => names.iter().map(|it| Target::User(it.as_bytes().into())).collect(),
        Names::Ids(ids) => ids.iter().map(|id| Target::Id(id.get())).collect(),
    };
    targets.into_iter().map(|target| (user.as_bytes().to_vec(), relation, target)).collect()
}

/// Panics if what each user follows and has muted, or how many follow whom, differs from the
/// model's.
pub fn assert_same_relations(model: &Model, site: &Site) {
    let holders: BTreeSet<_> = model.relations.iter().map(|(user, ..)| user).collect();
    for user in holders {
        let name = UserName::new(user).unwrap();
        for (relation, related) in Relation::ALL.into_iter().zip(site.related(name)) {
            let RelatedNames { groups, users, ids } = &related;
            assert!(groups.is_sorted() && users.is_sorted() && ids.is_sorted());
            let found = related.into_names().map(|names| relations(name, relation, &names));
            let found: BTreeSet<_> = found.into_iter().flatten().collect();
            let expected = model.relations.iter();
            let expected = expected.filter(|(of, kind, _)| of == user && *kind == relation);
            assert!(found.iter().eq(expected));
        }
    }
    for (_, _, target) in &model.relations {
        let is_follow = |it: &&ModelRelation| it.1 == Relation::Follows && it.2 == *target;
        let followers = model.relations.iter().filter(is_follow).count() as u32;
        let names = match target {
            Target::Group(name) => Names::Groups(vec![GroupName::new(name).unwrap()]),
            Target::User(name) => Names::Users(vec![UserName::new(name).unwrap()]),
            Target::Id(_) => continue,
        };
        assert_eq!(site.followers(&names), [followers]);
    }
}
