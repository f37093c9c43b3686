//! Two clocks. The one on the wall tells dates and may be set, forwards and back; the other only goes on, and everything
//! that waits for something goes by it: missions, time for a decision, tables that nobody touches.

use klaxon_core::Millis;
use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// The clock on the wall.
#[derive(Clone)]
pub struct Wall(Arc<dyn Fn() -> Millis + Send + Sync>);

impl Wall {
    /// A wall clock of one's own, for tests.
    pub fn by(clock: impl Fn() -> Millis + Send + Sync + 'static) -> Wall {
        Wall(Arc::new(clock))
    }

    /// Milliseconds since 1970, as it says.
    pub fn now(&self) -> Millis {
        (self.0)()
    }
}

impl Default for Wall {
    fn default() -> Wall {
        Wall::by(now)
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Wall").field(&self.now()).finish()
    }
}

/// Milliseconds since 1970.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64)
}

/// Milliseconds since this was first asked: only goes on.
pub fn uptime() -> Millis {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_millis() as u64
}

/// The clock of a table: it stood somewhere when the table was opened, and goes on from there whatever the wall says.
#[derive(Clone, Copy, Debug)]
pub struct Ticking {
    stood: Millis,
    since: Instant,
}

impl Ticking {
    /// A clock that stands at `stood` now.
    pub fn from(stood: Millis) -> Ticking {
        Ticking { stood, since: Instant::now() }
    }

    /// Goes on to a time that is still to come.
    pub fn skip_to(&mut self, at: Millis) {
        self.stood += at.saturating_sub(self.now());
    }

    /// What it says.
    pub fn now(&self) -> Millis {
        self.stood + self.since.elapsed().as_millis() as u64
    }
}
