-- Tournaments with those who play in them and their games, and clubs with their members, their chat and their tables.
create table tournaments (
    id         text    primary key,
    -- Whoever made it; nothing where his account is gone.
    owner      text,
    -- The club whose members alone may play.
    club       text,
    title      text    not null,
    game       text    not null,
    state      text    not null check (state in ('open', 'running', 'over', 'off')),
    -- 1 where strangers may find it.
    public     integer not null check (public in (0, 1)),
    created_at integer not null,
    -- When somebody is to look after it.
    due        integer not null,
    -- Raised by each change, so that of two who change it one is told.
    rev        integer not null,
    body       text    not null
) strict, without rowid;

create index tournaments_due on tournaments (due) where state in ('open', 'running');
create index tournaments_to_find on tournaments (created_at) where public = 1;
create index tournaments_by_club on tournaments (club, created_at) where club is not null;
create index tournaments_by_owner on tournaments (owner) where owner is not null;

create table entrants (
    tournament text    not null references tournaments (id),
    person     text    not null,
    -- The place in the order of strength, from 1; 0 before there is one.
    number     integer not null,
    state      text    not null check (state in ('invited', 'in', 'out')),
    at         integer not null,
    primary key (tournament, person)
) strict, without rowid;

create index entrants_by_person on entrants (person);

-- One is the number of whoever has the first seat, two of the other.
create table pairings (
    tournament text    not null references tournaments (id),
    round      integer not null,
    board      integer not null,
    one        integer not null,
    two        integer,
    table_id   text,
    ended      text,
    decided_at integer not null,
    primary key (tournament, round, board)
) strict, without rowid;

create table clubs (
    id         text    primary key,
    name       text    not null,
    -- As the name looks: unique among clubs.
    folded     text    not null unique,
    about      text    not null,
    -- 1 where everybody may see and join it.
    open       integer not null check (open in (0, 1)),
    created_at integer not null
) strict, without rowid;

create index clubs_to_find on clubs (created_at) where open = 1;

create table club_members (
    club   text    not null references clubs (id),
    person text    not null,
    role   text    not null check (role in ('owner', 'member', 'invited')),
    at     integer not null,
    primary key (club, person)
) strict, without rowid;

create index club_members_by_person on club_members (person);

create table club_lines (
    id     integer primary key autoincrement,
    club   text    not null references clubs (id),
    person text    not null,
    at     integer not null,
    body   text    not null
) strict;

create index club_lines_by_club on club_lines (club, id);

create table club_tables (
    club     text    not null references clubs (id),
    table_id text    not null,
    at       integer not null,
    primary key (club, table_id)
) strict, without rowid;
