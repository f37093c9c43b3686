-- 'KLXN': tells our files from other SQLite files.
pragma application_id = 1263294542;

-- What changes with every append stays narrow: one page holds some forty of these rows.
create table tables (
    key        integer primary key autoincrement,
    id         text    not null unique,
    game       text    not null,
    created_at integer not null,
    updated_at integer not null,
    state      text    not null check (state in ('open', 'playing', 'over', 'frozen')),
    n          integer not null default 0 check (n between 0 and 4294967295),
    owner      text,
    listed     integer not null check (listed in (0, 1))
) strict;

-- Each index ends in the key by itself, so each answers "newest first" without sorting.
create index tables_by_state on tables (state);
create index tables_by_game on tables (game);
create index tables_by_game_and_state on tables (game, state);

-- The long texts of a table, rarely rewritten.
create table table_texts (
    table_key integer primary key references tables (key),
    header    text not null,
    meta      text not null
) strict;

create table members (
    person    text    not null,
    table_key integer not null references tables (key),
    primary key (person, table_key)
) strict, without rowid;

create index members_by_table on members (table_key);

-- The log. Rows lie in the order in which they were written, so that a commit of many tables touches few pages;
-- the index keeps a table's entries together and makes a fork of a game impossible.
create table entries (
    table_key integer not null references tables (key),
    n         integer not null,
    body      text    not null
) strict;

create unique index entries_by_number on entries (table_key, n);

create table snapshots (
    table_key integer primary key references tables (key),
    n         integer not null,
    bytes     blob    not null
) strict;

create table messages (
    id        integer primary key autoincrement,
    table_key integer not null references tables (key),
    at        integer not null,
    sender    text    not null,
    audience  text    not null,
    body      text    not null
) strict;

create index messages_by_table on messages (table_key);

create table people (
    id         text    primary key,
    name       text    not null,
    settings   text    not null,
    created_at integer not null
) strict, without rowid;

create table settings (
    key   text primary key,
    value blob not null
) strict, without rowid;
