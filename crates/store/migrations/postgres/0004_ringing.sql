-- "Your turn" elsewhere. A channel is a way to reach a person who is not at the table: a mailbox, a webhook, a browser, a feed.
create table klaxon.channels (
    id         bytea   primary key,
    person     bytea   not null,
    kind       bytea   not null,
    body       bytea   not null,
    created_at bigint not null,
    -- When something last went out, how many attempts in a row did not, and why.
    told_at    bigint not null,
    failures   bigint not null,
    trouble    bytea   not null,
    -- Until when a server has it in its hands.
    lease      bigint not null
);

create index channels_by_person on klaxon.channels (person);

-- Tables about which a person does not want to hear.
create table klaxon.mutes (
    person   bytea not null,
    table_id bytea not null,
    primary key (person, table_id)
);

-- A turn: a person is asked something at a table, from the entry `turn` of its log until nothing is asked of him there.
create table klaxon.calls (
    table_id bytea   not null,
    person   bytea   not null,
    turn     bigint not null,
    -- When to look whether he must be rung.
    due      bigint not null,
    rung     bigint not null,
    primary key (table_id, person)
);

create index calls_by_due on klaxon.calls (due) where rung = 0;

-- What is to go out over a channel.
create table klaxon.rings (
    channel  bytea   not null,
    table_id bytea   not null,
    person   bytea   not null,
    turn     bigint not null,
    due      bigint not null,
    tries    bigint not null,
    primary key (channel, table_id)
);

create index rings_by_due on klaxon.rings (due);
create index rings_by_table on klaxon.rings (table_id);
