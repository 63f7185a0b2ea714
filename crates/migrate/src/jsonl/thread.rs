//! Whether the lines of comments follow what they answer.

use anyhow::{Context, Result, bail};

/// How deep the entries that were read are in their threads.
///
/// A mistake must be found before the site is asked to load the line: commands that follow it in
/// the same transaction would be executed.
#[derive(Debug, Default)]
pub struct Depths {
    /// The ids in ascending order, and their depths.
    ids: Vec<u32>,
    depths: Vec<u8>,
}

impl Depths {
    /// Adds an entry. Its id must exceed the ids before.
    ///
    /// # Errors
    ///
    /// There is no such parent, or it is as deep as comments can be.
    pub fn add(&mut self, id: u32, parent: Option<u32>) -> Result<()> {
        let depth = match parent {
            None => 0,
            Some(parent) => {
                let index = self.ids.binary_search(&parent).ok();
                let Some(above) = index.and_then(|index| self.depths.get(index)) else {
                    bail!("no line before has the id {parent} of the \"parent\"");
                };
                above
                    .checked_add(1)
                    .with_context(|| format!("a comment is nested more than {} deep", u8::MAX))?
            }
        };
        self.ids.push(id);
        self.depths.push(depth);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_need_a_parent_within_the_depth() {
        let mut depths = Depths::default();
        assert!(depths.add(1, Some(1)).is_err());
        depths.add(1, None).unwrap();
        for id in 2..=256 {
            depths.add(id, Some(id - 1)).unwrap();
        }
        let error = depths.add(257, Some(256)).unwrap_err();
        assert!(error.to_string().contains("255 deep"), "{error}");
        depths.add(257, Some(255)).unwrap();
        assert!(depths.add(259, Some(258)).is_err());
    }
}
