-- Moderation: who looks after the talk here, what was reported, who may not speak or play for a while, and what moderators did.
-- Private notes are beside it: what somebody writes down about a game or a person for himself alone.

-- Who has said a line. Programs are known by their seat.
alter table klaxon.messages add column person bytea;
create index messages_by_person on klaxon.messages (person) where person is not null;

create table klaxon.moderators (
    person bytea  primary key,
    since  bigint not null
);

create table klaxon.sanctions (
    person  bytea  not null,
    measure bytea  not null check (measure in ('mute'::bytea, 'ban'::bytea)),
    -- The end; the largest number for none.
    until   bigint not null,
    reason  bytea  not null,
    at      bigint not null,
    primary key (person, measure)
);

-- A report holds all that is needed to judge it: the table may be gone by then.
create table klaxon.reports (
    number    bigint primary key,
    at        bigint not null,
    -- Empty when whoever reported it is gone.
    reporter  bytea  not null,
    -- About whom, if that is known.
    person    bytea,
    table_id  bytea  not null,
    -- What it is about: a line or a seat.
    about     bytea  not null,
    body      bytea  not null,
    closed_at bigint,
    closed_by bytea  not null
);

create unique index reports_once on klaxon.reports (reporter, table_id, about) where reporter <> ''::bytea;
create index reports_open on klaxon.reports (number) where closed_at is null;
create index reports_by_end on klaxon.reports (closed_at) where closed_at is not null;
create index reports_by_person on klaxon.reports (person) where person is not null;

-- What moderators and the host did.
create table klaxon.deeds (
    number    bigint primary key,
    at        bigint not null,
    -- Empty for the host.
    moderator bytea  not null,
    name      bytea  not null,
    deed      bytea  not null,
    person    bytea  not null,
    whom      bytea  not null,
    words     bytea  not null
);

create table klaxon.notes (
    person     bytea  not null,
    kind       bytea  not null check (kind in ('game'::bytea, 'person'::bytea)),
    about      bytea  not null,
    body       bytea  not null,
    changed_at bigint not null,
    primary key (person, kind, about)
);

create index notes_about on klaxon.notes (kind, about);
