//! What the users of the model follow and have muted.

use article_site::{Names, Relation, Site, UserName};

use crate::{Model, ModelItem};

/// A user, a relation of the user, whether it is to a group, and the name of that or of a user.
pub type ModelRelation = (Vec<u8>, Relation, bool, Vec<u8>);

impl Model {
    /// Has a user follow or mute groups or users. Returns how many were not followed or muted.
    pub fn relate(&mut self, user: UserName, relation: Relation, names: &Names) -> usize {
        let before = self.relations.len();
        self.relations.extend(relations(user, relation, names));
        self.relations.len() - before
    }

    /// Has a user no longer follow or mute groups or users. Returns how many were.
    pub fn unrelate(&mut self, user: UserName, relation: Relation, names: &Names) -> usize {
        let named = relations(user, relation, names);
        named.iter().filter(|relation| self.relations.remove(*relation)).count()
    }

    /// Has a user follow and mute nothing. Returns how many groups and users were.
    pub(crate) fn unrelate_all(&mut self, user: &[u8]) -> usize {
        let before = self.relations.len();
        self.relations.retain(|(of, ..)| of != user);
        before - self.relations.len()
    }

    /// Moves what a user follows and mutes to another, at most `count` of it. Returns how much.
    pub(crate) fn move_relations(&mut self, user: &[u8], new_user: &[u8], count: usize) -> usize {
        let groups_first =
            |(_, relation, is_group, name): &&ModelRelation| (*relation, !is_group, name.clone());
        let mut own: Vec<_> = self.relations.iter().filter(|(of, ..)| of == user).collect();
        own.sort_by_key(groups_first);
        let own: Vec<_> = own.into_iter().take(count).cloned().collect();
        for moved in &own {
            self.relations.remove(moved);
            let (_, relation, is_group, name) = moved.clone();
            if is_group || name != new_user {
                self.relations.insert((new_user.to_vec(), relation, is_group, name));
            }
        }
        own.len()
    }

    /// Has everybody who follows or mutes a user follow or mute another. Returns how many do.
    pub(crate) fn rename_followed(&mut self, user: &[u8], new_user: &[u8]) -> usize {
        let is_of = |(_, _, is_group, name): &ModelRelation| !is_group && name == user;
        let followers: Vec<_> = self.relations.iter().filter(|it| is_of(it)).cloned().collect();
        self.relations.retain(|it| !is_of(it));
        for (of, relation, ..) in followers.iter().filter(|(of, ..)| of != new_user) {
            self.relations.insert((of.clone(), *relation, false, new_user.to_vec()));
        }
        followers.len()
    }

    /// Returns whether a user follows, or has muted, the poster of an item or one of its groups.
    fn is_related(&self, user: &[u8], relation: Relation, item: &ModelItem) -> bool {
        let is_related = |is_group, name: &[u8]| {
            self.relations.contains(&(user.to_vec(), relation, is_group, name.to_vec()))
        };
        let mut groups = item.article().into_iter().flat_map(|article| &article.groups);
        is_related(false, &item.poster) || groups.any(|group| is_related(true, group))
    }

    /// Returns whether a user has muted an article or comment, which is not the user's own.
    pub(crate) fn is_muted(&self, user: &[u8], item: &ModelItem) -> bool {
        item.poster != user && self.is_related(user, Relation::Mutes, item)
    }

    /// Returns whether an article is in a user's feed.
    pub(crate) fn is_in_feed(&self, user: &[u8], item: &ModelItem) -> bool {
        self.is_related(user, Relation::Follows, item) && !self.is_muted(user, item)
    }
}

fn relations(user: UserName, relation: Relation, names: &Names) -> Vec<ModelRelation> {
    let to = |is_group, name: &[u8]| (user.as_bytes().to_vec(), relation, is_group, name.to_vec());
    match names {
        Names::Groups(names) => names.iter().map(|name| to(true, name.as_bytes())).collect(),
        Names::Users(names) => names.iter().map(|name| to(false, name.as_bytes())).collect(),
    }
}

/// Panics if what each user follows and has muted differs from the model's.
pub fn assert_same_relations(model: &Model, site: &Site) {
    for (user, relation, is_group, name) in &model.relations {
        let related = site.related(UserName::new(user).unwrap(), *relation);
        assert!(related.groups.is_sorted() && related.users.is_sorted());
        assert!(match is_group {
            true => related.groups.iter().any(|group| group.as_bytes() == name),
            false => related.users.iter().any(|user| user.as_bytes() == name),
        });
    }
}
