-- The same tables as in SQLite. Texts are kept as their bytes: PostgreSQL's own texts know no zero byte and sort by the
-- language of the house; `convert_from(…, 'UTF8')` shows them, as the view at the end does.

-- What changes with every append stays narrow, and a page has room for its next version.
create table klaxon.tables (
    key        bigint  generated always as identity primary key,
    id         bytea   not null unique,
    game       bytea   not null,
    created_at bigint  not null,
    updated_at bigint  not null,
    state      text    not null check (state in ('open', 'playing', 'over', 'frozen')),
    n          bigint  not null default 0 check (n between 0 and 4294967295),
    owner      bytea,
    listed     boolean not null,
    -- Rises with the meta data and the state: whoever changes them says which he has seen.
    rev        bigint  not null default 0,
    -- The last message.
    said       bigint  not null default 0,
    -- The server that runs the table's bots and clocks.
    home       bigint
) with (fillfactor = 70);

create index tables_by_state on klaxon.tables (state, key);
create index tables_by_game on klaxon.tables (game, key);
create index tables_by_game_and_state on klaxon.tables (game, state, key);

-- The long texts of a table, rarely rewritten.
create table klaxon.table_texts (
    table_key bigint primary key references klaxon.tables (key),
    header    bytea not null,
    meta      bytea not null
);

create table klaxon.members (
    person    bytea  not null,
    table_key bigint not null references klaxon.tables (key),
    primary key (person, table_key)
);

create index members_by_table on klaxon.members (table_key);

-- The log. The key makes a fork of a game impossible. Whoever writes holds the lock on the table's row, so nothing
-- need be looked up for each entry to know that its table is there.
create table klaxon.entries (
    table_key bigint not null,
    n         bigint not null,
    body      bytea  not null,
    primary key (table_key, n)
);

create table klaxon.snapshots (
    table_key bigint primary key references klaxon.tables (key),
    n         bigint not null,
    bytes     bytea  not null
);

create table klaxon.messages (
    id        bigint generated always as identity primary key,
    table_key bigint not null references klaxon.tables (key),
    at        bigint not null,
    sender    bytea  not null,
    audience  bytea  not null,
    body      bytea  not null
);

create index messages_by_table on klaxon.messages (table_key, id);

create table klaxon.people (
    id         bytea  primary key,
    name       bytea  not null,
    settings   bytea  not null,
    created_at bigint not null
);

create table klaxon.settings (
    key   bytea primary key,
    value bytea not null
);

-- The servers that are up; one that has not been seen for a few seconds is gone.
create table klaxon.nodes (
    node bigint generated always as identity primary key,
    name text        not null,
    seen timestamptz not null
) with (fillfactor = 50);

-- Who has which table open at which server. Of those that are gone it means nothing.
create table klaxon.presence (
    table_key bigint not null references klaxon.tables (key),
    node      bigint not null,
    body      bytea  not null,
    primary key (table_key, node)
);

-- For people with psql.
create view klaxon.readable_tables as
    select key, convert_from(id, 'UTF8') as id, convert_from(game, 'UTF8') as game, state, n, listed,
           to_timestamp(created_at / 1000.0) as created_at, to_timestamp(updated_at / 1000.0) as updated_at, home
    from klaxon.tables;
