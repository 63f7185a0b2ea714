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
