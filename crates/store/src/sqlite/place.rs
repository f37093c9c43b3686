//! Where the store lies in the file system, and whether it still lies there.
//!
//! A deleted file goes on taking writes that nobody will ever read again, and SQLite does not notice. So the writer
//! looks before each transaction and again before it acknowledges one.

use crate::StoreError;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The two files whose loss would be the loss of acknowledged entries.
pub(super) struct Place {
    path: PathBuf,
    log: PathBuf,
    identities: (Identity, Identity),
}

impl Place {
    /// The place of a store that is open now.
    pub fn of(path: PathBuf) -> Result<Place, StoreError> {
        let log = beside(&path, "-wal");
        let identities = (identity(&path)?, identity(&log)?);
        Ok(Place { path, log, identities })
    }

    /// Whether both files are still the ones that were opened.
    pub fn check(&self) -> Result<(), StoreError> {
        let lost = |_| StoreError::Lost { path: self.path.clone() };
        let now = (identity(&self.path).map_err(lost)?, identity(&self.log).map_err(lost)?);
        if now == self.identities { Ok(()) } else { Err(StoreError::Lost { path: self.path.clone() }) }
    }
}

/// A file beside the store that has its name and an ending.
pub(super) fn beside(store: &Path, ending: &str) -> PathBuf {
    let mut name = store.to_path_buf().into_os_string();
    name.push(ending);
    PathBuf::from(name)
}

pub(super) fn identity(path: &Path) -> Result<Identity, StoreError> {
    std::fs::metadata(path).map(|data| identity_of(&data)).map_err(|e| StoreError::io(path, e))
}

/// Device and number of the file.
#[cfg(unix)]
pub(super) type Identity = (u64, u64);

#[cfg(unix)]
pub(super) fn identity_of(data: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}

/// Elsewhere an open file cannot be deleted or replaced; that it is there says enough.
#[cfg(not(unix))]
pub(super) type Identity = ();

#[cfg(not(unix))]
pub(super) fn identity_of(_: &Metadata) -> Identity {}

/// Makes an empty file that only its owner may read, unless there is a file. SQLite gives its own files beside it
/// the same permissions.
pub(super) fn make_private(path: &Path) -> Result<(), StoreError> {
    match create_private(path) {
        Ok(_) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(e) => Err(StoreError::io(path, e)),
    }
}

/// Makes an empty file that only its owner may read; it must be new.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// Makes the names in a folder as durable as the files.
pub(super) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|e| StoreError::io(folder, e))?;
    }
    Ok(())
}
