//! A short list that lives inside the state: no allocation, copied with a `memcpy`, compared by what is in it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{
    fmt,
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

/// At most `N` items, in order.
#[derive(Clone, Copy)]
pub struct Short<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> Short<T, N> {
    /// No item.
    pub fn new() -> Self {
        Short { items: [T::default(); N], len: 0 }
    }

    /// Puts an item at the end.
    ///
    /// # Panics
    /// When the list is full: its size was chosen so that the rules cannot fill it.
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Takes the last item.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }

    /// Takes the item at `i`; those after it close up.
    pub fn remove(&mut self, i: usize) -> T {
        let item = self[i];
        self.items.copy_within(i + 1..usize::from(self.len), i);
        self.len -= 1;
        item
    }

    /// Keeps the items that the test wants.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for i in 0..self.len() {
            if keep(&self.items[i]) {
                self.items[kept] = self.items[i];
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Drops what comes after the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.len = len as u8;
        }
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Is there no room left?
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }

    /// Puts the items in ascending order.
    pub fn sort(&mut self)
    where
        T: Ord,
    {
        self.items[..usize::from(self.len)].sort_unstable();
    }
}

impl<T: Copy + Default, const N: usize> Default for Short<T, N> {
    fn default() -> Self {
        Short::new()
    }
}

impl<T, const N: usize> Deref for Short<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for Short<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Short<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Short<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Short<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Short<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Short::default();
        for item in items {
            list.push(item);
        }
        list
    }
}

impl<T: Serialize, const N: usize> Serialize for Short<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Short<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T, const N: usize>(PhantomData<T>);
        impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> de::Visitor<'de> for Items<T, N> {
            type Value = Short<T, N>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "at most {N} items")
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Short<T, N>, A::Error> {
                let mut list = Short::new();
                while let Some(item) = seq.next_element()? {
                    if list.is_full() {
                        return Err(de::Error::invalid_length(N + 1, &self));
                    }
                    list.push(item);
                }
                Ok(list)
            }
        }
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::Short;

    #[test]
    fn a_list_keeps_order_and_forgets_what_was_removed() {
        let mut list: Short<u8, 4> = [1, 2, 3, 4].into_iter().collect();
        assert!(list.is_full());
        assert_eq!(list.remove(1), 2);
        assert_eq!(&*list, [1, 3, 4]);
        list.retain(|n| *n != 3);
        assert_eq!(list, [1, 4].into_iter().collect());
        list.truncate(3);
        assert_eq!(list.len(), 2, "what is shorter stays");
        assert_eq!((list.pop(), list.pop(), list.pop()), (Some(4), Some(1), None));
    }

    #[test]
    fn a_list_is_written_like_any_other_and_read_up_to_its_size() {
        let list: Short<u8, 2> = serde_json::from_str("[3,1]").unwrap();
        assert_eq!(serde_json::to_string(&list).unwrap(), "[3,1]");
        assert!(
            serde_json::from_str::<Short<u8, 2>>("[3,1,2]").unwrap_err().to_string().contains("at most 2")
        );
    }
}
