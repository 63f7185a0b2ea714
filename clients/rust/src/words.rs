//! The words of a command.

/// Which argument says to which parts a command goes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Route {
    /// None.
    #[default]
    All,
    Id(usize),
    /// All arguments from there on are ids.
    Ids(usize),
    Page(usize),
}

/// A command as it is sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// The name, the key, and the arguments.
    pub args: Vec<Vec<u8>>,
    /// The options, each with its name.
    pub options: Vec<Vec<Vec<u8>>>,
    /// Where the next page begins.
    pub after: Option<String>,
    /// What ends the command.
    pub last: &'static [&'static str],
    pub route: Route,
}

impl Words {
    /// Adds a word to the last option, or if there is none, to the arguments.
    pub fn push(&mut self, word: &[u8]) {
        self.options.last_mut().unwrap_or(&mut self.args).push(word.into());
    }

    /// Returns a command that reads.
    pub fn reading(args: impl IntoIterator<Item: Into<Vec<u8>>>) -> Self {
        let args = args.into_iter().map(Into::into).collect();
        Self { args, last: &["FORMAT", "JSON"], ..Self::default() }
    }

    fn is_paged(&self) -> bool {
        self.last.contains(&"WITHCURSOR")
    }

    /// Returns the words that continue from a cursor, the last argument unless they are paged.
    pub fn after(&self, cursor: &str) -> Self {
        let mut words = self.clone();
        if self.is_paged() {
            words.after = Some(cursor.to_owned()).filter(|cursor| !cursor.is_empty());
        } else {
            words.args.pop();
            words.args.push(cursor.into());
        }
        words
    }

    /// Returns the cursor from which they continue.
    pub fn cursor(&self) -> String {
        let last = || self.args.last().filter(|_| !self.is_paged());
        let text = || String::from_utf8_lossy(last().map_or(&[], Vec::as_slice)).into();
        self.after.clone().unwrap_or_else(text)
    }

    /// Returns an argument. The first is the name, and the second the key.
    pub fn arg(&self, at: usize) -> &[u8] {
        self.args.get(at).map_or(&[], Vec::as_slice)
    }

    /// Returns the words after the name of an option, if it is there.
    pub fn find(&self, name: &str) -> Option<&[Vec<u8>]> {
        let option = self.options.iter().find(|option| is_named(option, name))?;
        option.get(1..)
    }

    /// Returns the first word after the name of an option.
    pub fn first(&self, name: &str) -> Option<&[u8]> {
        self.find(name)?.first().map(Vec::as_slice)
    }

    /// Returns the options that have or have not these names.
    pub fn select(&self, names: &[&str], has: bool) -> Vec<Vec<Vec<u8>>> {
        let is_selected =
            |option: &&Vec<_>| names.iter().any(|name| is_named(option, name)) == has;
        self.options.iter().filter(is_selected).cloned().collect()
    }

    /// Returns the words with an option.
    pub fn with(&self, name: &str, words: impl IntoIterator<Item: ToString>) -> Self {
        let mut options = self.select(&[name], false);
        let words = words.into_iter().map(|word| word.to_string().into());
        options.push([name.into()].into_iter().chain(words).collect());
        Self { options, ..self.clone() }
    }

    /// Returns all words.
    pub fn line(&self) -> Vec<Vec<u8>> {
        let after = self.after.iter().flat_map(|after| ["AFTER", after]);
        let end = after.chain(self.last.iter().copied()).map(Vec::from);
        [&self.args[..], &self.options.concat()].concat().into_iter().chain(end).collect()
    }
}

fn is_named(option: &[Vec<u8>], name: &str) -> bool {
    option.first().is_some_and(|it| it == name.as_bytes())
}

/// Returns the number that a word is, or 0.
pub fn number<T: std::str::FromStr + Default>(word: &[u8]) -> T {
    str::from_utf8(word).ok().and_then(|word| word.parse().ok()).unwrap_or_default()
}
