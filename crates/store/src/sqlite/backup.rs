//! A copy of the store, made while it serves.

use super::place::{create_private, sync_folder};
use crate::StoreError;
use sqlx::SqlitePool;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Writes the copy under another name first, so that a file under the final name is always a whole backup.
pub(super) async fn write(pool: &SqlitePool, path: &Path) -> Result<(), StoreError> {
    let path = std::path::absolute(path).map_err(|e| StoreError::io(path, e))?;
    if path.symlink_metadata().is_ok() {
        return Err(StoreError::BackupExists { path });
    }
    let unfinished = unfinished_name(&path);
    let result = fill(pool, &unfinished).await.and_then(|()| publish(&unfinished, &path));
    // After success this is the second name of the same file, or gone already; after a failure, rubbish.
    let _ = fs::remove_file(&unfinished);
    result?;
    sync_folder(path.parent().unwrap_or(Path::new("/")))
}

fn unfinished_name(path: &Path) -> PathBuf {
    let stamp = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos());
    let mut name = path.to_path_buf().into_os_string();
    name.push(format!(".{}-{stamp}.unfinished", std::process::id()));
    name.into()
}

async fn fill(pool: &SqlitePool, path: &Path) -> Result<(), StoreError> {
    let name = path.to_str().ok_or_else(|| {
        StoreError::io(path, io::Error::new(io::ErrorKind::InvalidInput, "the name is not UTF-8"))
    })?;
    create_private(path).map_err(|e| StoreError::io(path, e))?;
    sqlx::query("vacuum into $1").bind(name).execute(pool).await?;
    check_written(path).map_err(|e| StoreError::io(path, e))
}

/// SQLite leaves the `fsync` to us.
fn check_written(path: &Path) -> io::Result<()> {
    let file = File::open(path)?;
    file.sync_all()?;
    match file.metadata()?.len() {
        0 => Err(io::Error::other("the copy is empty")),
        _ => Ok(()),
    }
}

/// Gives the finished copy its name. A hard link, unlike a rename, never takes the place of another file.
fn publish(unfinished: &Path, path: &Path) -> Result<(), StoreError> {
    match fs::hard_link(unfinished, path) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            Err(StoreError::BackupExists { path: path.into() })
        }
        // Some file systems know no hard links.
        Err(_) if path.symlink_metadata().is_err() => {
            fs::rename(unfinished, path).map_err(|e| StoreError::io(path, e))
        }
        Err(e) => Err(StoreError::io(path, e)),
    }
}
