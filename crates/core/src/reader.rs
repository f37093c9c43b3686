//! The words of a clause or a decision, read one by one.

/// A line of words, read from the left.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    text: &'a str,
}

impl<'a> Reader<'a> {
    /// Begins with the first word.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { words: text.split_whitespace().peekable(), text }
    }

    /// The next word, which must be there.
    pub fn word(&mut self, what: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("`{}` ends where {what} should stand", self.text))
    }

    /// The next word, if there is one.
    pub fn maybe(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// Takes the next word if it is this one.
    pub fn takes(&mut self, word: &str) -> bool {
        self.words.next_if(|w| *w == word).is_some()
    }

    /// The next word, left where it is.
    pub fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().copied()
    }

    /// The next word as something with an id.
    pub fn id<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let word = self.word(what)?;
        find(word).ok_or_else(|| format!("`{word}` in `{}` is no {what}", self.text))
    }

    /// The next word as a number, no larger than `most`.
    pub fn number(&mut self, what: &str, most: u16) -> Result<u16, String> {
        self.id(what, |w| w.parse().ok().filter(|n| *n <= most))
    }

    /// All words left, each as something with an id.
    pub fn rest<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, String> {
        let mut list = Vec::new();
        while self.peek().is_some() {
            list.push(self.id(what, &find)?);
        }
        Ok(list)
    }

    /// No word must be left.
    pub fn end(mut self) -> Result<(), String> {
        match self.maybe() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is too much in `{}`", self.text)),
        }
    }
}
