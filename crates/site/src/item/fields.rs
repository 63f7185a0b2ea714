//! The custom fields of an article.

use thin_vec::ThinVec;

use crate::terms::error::Error;
use crate::terms::types::{FieldName, FieldValue};

/// The maximum number of custom fields of an article.
pub const MAX_FIELDS: usize = 32;

/// A custom field with its value, as a caller passes it.
pub type FieldPair<'a> = (FieldName<'a>, FieldValue<'a>);

/// Custom fields in the order in which they were first set.
#[derive(Clone, Debug, Default)]
pub struct Fields(ThinVec<Field>);

/// A custom field.
#[derive(Clone, Debug)]
pub struct Field {
    name: Box<[u8]>,
    value: Box<[u8]>,
}

/// A field as it will be after an edit.
enum Planned<'e> {
    /// The existing field of that index, unchanged.
    Kept(usize),
    /// A new field, or a new value.
    Set(FieldPair<'e>),
}

impl Field {
    fn new((name, value): FieldPair) -> Self {
        Self { name: name.as_bytes().into(), value: value.as_bytes().into() }
    }

    /// Returns the field's name.
    pub fn name(&self) -> FieldName<'_> {
        FieldName::stored(&self.name)
    }

    /// Returns the field's value.
    pub fn value(&self) -> FieldValue<'_> {
        FieldValue::stored(&self.value)
    }

    /// Returns how many bytes name and value have.
    pub fn size(&self) -> usize {
        self.name.len() + self.value.len()
    }

    fn is(&self, (name, value): FieldPair) -> bool {
        self.name() == name && self.value() == value
    }
}

impl Fields {
    /// Returns the fields of these names and values. If a name is given twice, the last value
    /// wins.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyFields`].
    pub fn new(pairs: &[FieldPair]) -> Result<Self, Error> {
        let mut fields = Self::default();
        fields.edit(&[], pairs)?;
        Ok(fields)
    }

    pub fn as_slice(&self) -> &[Field] {
        &self.0
    }

    /// Appends a field. Returns false, and changes nothing, if there is one of that name.
    pub fn push(&mut self, (name, value): FieldPair) -> bool {
        let is_new = self.0.iter().all(|field| field.name() != name);
        if is_new {
            self.0.reserve_exact(1);
            self.0.push(Field::new((name, value)));
        }
        is_new
    }

    /// Removes the fields of the names in `unset`, then sets others. Returns whether anything
    /// changed; if not, no text is copied.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyFields`]; nothing has changed then.
    pub fn edit(&mut self, unset: &[FieldName], set: &[FieldPair]) -> Result<bool, Error> {
        let plan = self.plan(unset, set)?;
        let stays = |(at, planned): (usize, &Planned)| match planned {
            Planned::Kept(index) => *index == at,
            Planned::Set(pair) => self.0.get(at).is_some_and(|field| field.is(*pair)),
        };
        if plan.len() == self.0.len() && plan.iter().enumerate().all(stays) {
            return Ok(false);
        }
        let mut old: Vec<Option<Field>> =
            std::mem::take(&mut self.0).into_iter().map(Some).collect();
        self.0.reserve_exact(plan.len());
        self.0.extend(plan.into_iter().filter_map(|planned| match planned {
            Planned::Kept(index) => old.get_mut(index).and_then(Option::take),
            Planned::Set(pair) => Some(Field::new(pair)),
        }));
        Ok(true)
    }

    fn plan<'e>(
        &self,
        unset: &[FieldName],
        set: &[FieldPair<'e>],
    ) -> Result<Vec<Planned<'e>>, Error> {
        let kept = self.0.iter().enumerate().filter(|(_, field)| !unset.contains(&field.name()));
        let mut plan: Vec<Planned> = kept.map(|(index, _)| Planned::Kept(index)).collect();
        for pair in set {
            let has_name = |planned: &Planned| match planned {
                Planned::Kept(index) => self.0.get(*index).is_some_and(|f| f.name() == pair.0),
                Planned::Set((name, _)) => *name == pair.0,
            };
            let at = plan.iter().position(has_name).unwrap_or(plan.len());
            if at == MAX_FIELDS {
                return Err(Error::TooManyFields);
            }
            plan.splice(at..plan.len().min(at + 1), [Planned::Set(*pair)]);
        }
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> FieldName<'_> {
        FieldName::new(name.as_bytes()).unwrap()
    }

    fn pair<'a>(field: &'a str, value: &'a str) -> FieldPair<'a> {
        (name(field), FieldValue::new(value.as_bytes()).unwrap())
    }

    fn text(fields: &Fields) -> String {
        let texts = fields.as_slice().iter().map(|field| {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            format!("{}={}", text(field.name().as_bytes()), text(field.value().as_bytes()))
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_edit_unsets_first_and_keeps_the_order() {
        let mut fields = Fields::new(&[pair("a", "1"), pair("b", "2"), pair("a", "3")]).unwrap();
        assert_eq!(text(&fields), "a=3 b=2");
        assert_eq!(fields.edit(&[name("a")], &[pair("a", "3")]), Ok(true));
        assert_eq!(text(&fields), "b=2 a=3");
        assert_eq!(fields.edit(&[name("c")], &[pair("b", "4"), pair("c", "5")]), Ok(true));
        assert_eq!(text(&fields), "b=4 a=3 c=5");
    }

    #[test]
    fn an_edit_that_changes_nothing_says_so_and_moves_nothing() {
        let mut fields = Fields::new(&[pair("a", "1"), pair("b", "2")]).unwrap();
        let addresses: Vec<*const u8> =
            fields.0.iter().map(|field| field.value.as_ptr()).collect();
        for (unset, set) in [
            (vec![], vec![]),
            (vec![name("c")], vec![pair("a", "1")]),
            (vec![], vec![pair("a", "9"), pair("a", "1"), pair("b", "2")]),
            (vec![name("b")], vec![pair("b", "2")]),
        ] {
            assert_eq!(fields.edit(&unset, &set), Ok(false));
            assert!(
                fields.0.iter().map(|field| field.value.as_ptr()).eq(addresses.iter().copied())
            );
        }
    }

    #[test]
    fn a_33rd_field_is_refused_unless_another_goes() {
        let names: Vec<String> = (0..33).map(|n| format!("f{n}")).collect();
        let pairs: Vec<FieldPair> = names.iter().map(|name| pair(name, "")).collect();
        assert!(matches!(Fields::new(&pairs), Err(Error::TooManyFields)));
        let mut fields = Fields::new(&pairs[..32]).unwrap();
        assert_eq!(fields.edit(&[], &pairs[32..]), Err(Error::TooManyFields));
        assert_eq!(fields.as_slice().len(), 32);
        assert_eq!(fields.edit(&[name("f0")], &pairs[32..]), Ok(true));
        assert_eq!(fields.as_slice().len(), 32);
    }
}
