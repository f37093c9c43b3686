//! Painted pictures are kept for a while: a link that is sent to many is painted once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// So many are kept, a few megabytes in all.
const MOST: usize = 48;
/// A game that goes on is painted anew so often at most.
const FRESH: Duration = Duration::from_secs(20);

/// A painted picture.
#[derive(Debug)]
pub struct Painted {
    /// What it shows: the same tag is the same picture.
    pub tag: String,
    /// The PNG.
    pub png: Vec<u8>,
}

/// Pictures that were painted lately, by table.
#[derive(Debug, Default)]
pub struct Gallery(Mutex<HashMap<String, Hung>>);

#[derive(Debug)]
struct Hung {
    painted: Arc<Painted>,
    at: Instant,
    seen: Instant,
}

impl Gallery {
    /// The picture of a table that shows this. While a game goes on, one that was painted a moment ago will do.
    pub fn find(&self, table: &str, tag: &str, over: bool) -> Option<Arc<Painted>> {
        let mut all = self.lock();
        let hung = all.get_mut(table)?;
        let will_do = hung.painted.tag == tag || !over && hung.at.elapsed() < FRESH;
        hung.seen = Instant::now();
        will_do.then(|| hung.painted.clone())
    }

    /// Keeps a picture in the place of the table's older one, and of the one that was not looked at for the longest time.
    pub fn hang(&self, table: &str, painted: Painted) -> Arc<Painted> {
        let (painted, now) = (Arc::new(painted), Instant::now());
        let mut all = self.lock();
        if all.len() >= MOST
            && !all.contains_key(table)
            && let Some(oldest) = all.iter().min_by_key(|(_, hung)| hung.seen).map(|(id, _)| id.clone())
        {
            all.remove(&oldest);
        }
        all.insert(table.to_owned(), Hung { painted: painted.clone(), at: now, seen: now });
        painted
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Hung>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_kept_while_it_is_true_or_new() {
        let gallery = Gallery::default();
        let painted = |tag: &str| Painted { tag: tag.into(), png: vec![1] };
        assert!(gallery.find("a", "1", false).is_none());
        gallery.hang("a", painted("1"));
        assert!(gallery.find("a", "1", true).is_some());
        assert!(gallery.find("a", "2", false).is_some(), "a moment old");
        assert!(gallery.find("a", "2", true).is_none(), "the end is shown at once");
        for i in 0..2 * MOST {
            gallery.hang(&format!("t{i}"), painted("1"));
        }
        assert_eq!(gallery.lock().len(), MOST);
        assert!(gallery.find("a", "1", true).is_none(), "the oldest went");
    }
}
