//! What several servers on one store need of it beside the games themselves: how far each table is, which server looks
//! after it, who has it open where, and word of what the others have changed.

use crate::notices::Heard;
use crate::{Answer, TableState};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::sync::mpsc;

/// A server that has not been seen for so long is gone: others take over what it looked after.
pub const GONE_AFTER: Duration = Duration::from_secs(3);

/// How far a table is: what a server compares to know whether it is behind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The table's id.
    pub table: String,
    /// The number of the last entry.
    pub n: u32,
    /// Rises with the meta data and the state.
    pub rev: u64,
    /// The last message.
    pub said: u64,
}

/// What several servers on one store need of it. An engine that serves one alone has none of it.
pub trait Shared: Send + Sync {
    /// A server comes up, and gets a number that none had before.
    fn arrive(&self, name: String) -> Answer<'_, u64>;
    /// The server is still here; the numbers of all that are. `None` when it was silent for so long that it counts as
    /// gone: then it must arrive anew, and looks after nothing any more.
    fn beat(&self, node: u64) -> Answer<'_, Option<Vec<u64>>>;
    /// The server goes: others may take over at once.
    fn leave(&self, node: u64) -> Answer<'_, ()>;
    /// How far these tables are, those that there are.
    fn heads(&self, tables: Vec<String>) -> Answer<'_, Vec<Head>>;
    /// The same as [`Store::set_meta`](crate::Store::set_meta) if nobody has changed it since `rev`, else
    /// [`StoreError::Changed`](crate::StoreError::Changed). With `members` it is their table from then on, as with
    /// [`Store::set_members`](crate::Store::set_members), and both or neither are changed.
    fn set_meta_if(
        &self,
        table: String,
        rev: u64,
        meta: String,
        state: TableState,
        listed: bool,
        members: Option<Vec<String>>,
    ) -> Answer<'_, ()>;
    /// The server takes those of these tables that no living server looks after. Returns those that are its own now.
    fn take_charge(&self, tables: Vec<String>, node: u64) -> Answer<'_, Vec<String>>;
    /// Tables that a server looked after that is gone, those that changed last first: the part of them that is this server's to
    /// see to, where several are left. Nobody takes them by that.
    fn left_behind(&self, node: u64, limit: u32) -> Answer<'_, Vec<String>>;
    /// Nobody looks after those of these tables any more whose server is gone.
    fn let_go(&self, tables: Vec<String>) -> Answer<'_, ()>;
    /// The server no longer looks after these tables.
    fn give_up_charge(&self, tables: Vec<String>, node: u64) -> Answer<'_, ()>;
    /// Who has a table open at this server, in words of its own; nobody without them.
    fn set_presence(&self, table: String, node: u64, body: Option<Vec<u8>>) -> Answer<'_, ()>;
    /// Who has a table open, at each living server.
    fn presence(&self, table: String) -> Answer<'_, Vec<(u64, Vec<u8>)>>;
    /// Hears what others change, from now on. Something may always be missed: it is a reason to look, and no more.
    fn listen(&self) -> mpsc::Receiver<Heard>;
}
