//! One server on one store. Programs that only add a game or copy the store may come beside it: the database keeps
//! their writes apart. A second server would answer from positions that the first has long left.

use super::place::{beside, identity, identity_of};
use crate::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Held as long as a server is at the store; the system lets go of it if the program dies.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the store for this program alone, or says who has it.
    pub fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = beside(store, "-lock");
        let failed = |e| StoreError::io(&path, e);
        loop {
            let mut file = open(&path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::InUse { path: store.into(), by: read(&mut file) });
                }
                // Some network drives know no locks: better a store without one than none.
                Err(TryLockError::Error(e)) if e.kind() == ErrorKind::Unsupported => {
                    tracing::warn!(path = %path.display(), "no lock can be held here: start only one server on this store");
                }
                Err(TryLockError::Error(e)) => return Err(failed(e)),
            }
            // Whoever held it before may have removed it in between: then this one keeps nobody out.
            let ours = file.metadata().map(|data| identity_of(&data)).map_err(failed)?;
            if identity(&path).is_ok_and(|there| there == ours) {
                file.set_len(0).and_then(|()| write!(file, "{}", std::process::id())).map_err(failed)?;
                return Ok(Lock { path, _file: file });
            }
        }
    }

    /// Is no server at the store now?
    pub fn is_free(store: &Path) -> bool {
        match File::open(beside(store, "-lock")) {
            Ok(file) => file.try_lock_shared().is_ok(),
            Err(error) => error.kind() == ErrorKind::NotFound,
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A store at rest is one file. Where an open file cannot be removed it stays, and does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The number of the process that holds the lock, as far as it says so.
fn read(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.rewind().and_then(|()| file.take(16).read_to_string(&mut text)).ok()?;
    text.trim().parse().ok()
}
