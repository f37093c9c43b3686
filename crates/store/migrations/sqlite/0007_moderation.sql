-- Moderation: who looks after the talk here, what was reported, who may not speak or play for a while, and what moderators did.
-- Private notes are beside it: what somebody writes down about a game or a person for himself alone.

-- Who has said a line. Programs are known by their seat.
alter table messages add column person text;
create index messages_by_person on messages (person) where person is not null;

create table moderators (
    person text    primary key,
    since  integer not null
) strict, without rowid;

create table sanctions (
    person  text    not null,
    measure text    not null check (measure in ('mute', 'ban')),
    -- The end; the largest number for none.
    until   integer not null,
    reason  text    not null,
    at      integer not null,
    primary key (person, measure)
) strict, without rowid;

-- A report holds all that is needed to judge it: the table may be gone by then.
create table reports (
    number    integer primary key,
    at        integer not null,
    -- Empty when whoever reported it is gone.
    reporter  text    not null,
    -- About whom, if that is known.
    person    text,
    table_id  text    not null,
    -- What it is about: a line or a seat.
    about     text    not null,
    body      text    not null,
    closed_at integer,
    closed_by text    not null
) strict;

create unique index reports_once on reports (reporter, table_id, about) where reporter <> '';
create index reports_open on reports (number) where closed_at is null;
create index reports_by_end on reports (closed_at) where closed_at is not null;
create index reports_by_person on reports (person) where person is not null;

-- What moderators and the host did.
create table deeds (
    number    integer primary key,
    at        integer not null,
    -- Empty for the host.
    moderator text    not null,
    name      text    not null,
    deed      text    not null,
    person    text    not null,
    whom      text    not null,
    words     text    not null
) strict;

create table notes (
    person     text    not null,
    kind       text    not null check (kind in ('game', 'person')),
    about      text    not null,
    body       text    not null,
    changed_at integer not null,
    primary key (person, kind, about)
) strict, without rowid;

create index notes_about on notes (kind, about);
