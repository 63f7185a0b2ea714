use std::fmt;

/// A comment at which a page of a thread ends before all answers to it have been shown.
///
/// The link to the next page has these comments, outermost first, so that the next page can show
/// what its answers belong to and how many are left out. Nothing else depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    pub id: u32,
    /// The direct answers that have been shown.
    pub children: usize,
    /// The listed comments below it that have not been shown, and are not left out below another
    /// comment. `None` for a placeholder, whose number is unknown.
    pub left: Option<u32>,
}

/// The most comments that an address can have here. No thread is deeper on a page.
const MAX: usize = 16;

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.id, self.children)?;
        self.left.map_or(Ok(()), |left| write!(f, "-{left}"))
    }
}

/// Returns the comments as the link to the next page has them.
pub fn written(open: &[Open]) -> String {
    open.iter().map(Open::to_string).collect::<Vec<_>>().join(".")
}

/// Reads the comments in a link. Anyone can change a link, so what makes no sense is left out.
pub fn parsed(text: &str) -> Vec<Open> {
    let comment = |text: &str| {
        let mut numbers = text.split('-');
        let (id, children) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        let left = numbers.next().map(str::parse).transpose().ok()?;
        Some(Open { id, children, left })
    };
    text.split('.').filter_map(comment).take(MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::{Open, parsed, written};

    #[test]
    fn what_is_written_can_be_read() {
        let open =
            [Open { id: 7, children: 2, left: Some(40) }, Open { id: 9, children: 0, left: None }];
        assert_eq!(written(&open), "7-2-40.9-0");
        assert_eq!(parsed("7-2-40.9-0"), open);
        assert_eq!(parsed(&written(&[])), []);
    }

    #[test]
    fn nonsense_is_left_out() {
        assert_eq!(parsed("x.7.-1-2.7-2-x.99999999999-1.8-1"), parsed("8-1"));
        assert_eq!(parsed(&"8-1.".repeat(1000)).len(), 16);
    }
}
