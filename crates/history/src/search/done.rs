/// The events that are done, as a set of their indexes. Most events before a certain one are done,
/// and few after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Done {
    /// The first event that is not done.
    first: usize,
    /// The events after it that are, in ascending order.
    after: Vec<usize>,
}

impl Done {
    pub fn len(&self) -> usize {
        self.first + self.after.len()
    }

    pub fn with(&self, event: usize) -> Self {
        let mut after = self.after.clone();
        if event != self.first {
            let place = after.partition_point(|other| *other < event);
            after.insert(place, event);
            return Self { first: self.first, after };
        }
        let mut first = self.first + 1;
        let run = after.iter().take_while(|other| {
            let continues = **other == first;
            first += usize::from(continues);
            continues
        });
        let run = run.count();
        after.drain(..run);
        Self { first, after }
    }

    /// Returns the events that are not done, of `events` altogether.
    pub fn left(&self, events: usize) -> impl Iterator<Item = usize> {
        let mut after = self.after.iter().peekable();
        (self.first..events).filter(move |event| after.next_if_eq(&event).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_the_same_in_whichever_order_it_was_made() {
        let set = |events: &[usize]| events.iter().fold(Done::default(), |set, e| set.with(*e));
        assert_eq!(set(&[0, 1, 2, 4]), set(&[4, 2, 1, 0]));
        assert_eq!(set(&[3, 1, 2]).left(6).collect::<Vec<_>>(), [0, 4, 5]);
        assert_eq!(set(&[3, 1, 0]).left(5).collect::<Vec<_>>(), [2, 4]);
        assert_eq!((set(&[3, 1, 0]).len(), set(&[2, 1, 0]).left(3).count()), (3, 0));
    }
}
