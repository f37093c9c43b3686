-- "Your turn" elsewhere. A channel is a way to reach a person who is not at the table: a mailbox, a webhook, a browser, a feed.
create table channels (
    id         text    primary key,
    person     text    not null,
    kind       text    not null,
    body       text    not null,
    created_at integer not null,
    -- When something last went out, how many attempts in a row did not, and why.
    told_at    integer not null,
    failures   integer not null,
    trouble    text    not null,
    -- Until when a server has it in its hands.
    lease      integer not null
) strict, without rowid;

create index channels_by_person on channels (person);

-- Tables about which a person does not want to hear.
create table mutes (
    person   text not null,
    table_id text not null,
    primary key (person, table_id)
) strict, without rowid;

-- A turn: a person is asked something at a table, from the entry `turn` of its log until nothing is asked of him there.
create table calls (
    table_id text    not null,
    person   text    not null,
    turn     integer not null,
    -- When to look whether he must be rung.
    due      integer not null,
    rung     integer not null,
    primary key (table_id, person)
) strict, without rowid;

create index calls_by_due on calls (due) where rung = 0;

-- What is to go out over a channel.
create table rings (
    channel  text    not null,
    table_id text    not null,
    person   text    not null,
    turn     integer not null,
    due      integer not null,
    tries    integer not null,
    primary key (channel, table_id)
) strict, without rowid;

create index rings_by_due on rings (due);
create index rings_by_table on rings (table_id);
