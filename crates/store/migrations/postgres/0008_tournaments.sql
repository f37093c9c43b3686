-- Tournaments with those who play in them and their games, and clubs with their members, their chat and their tables.
create table klaxon.tournaments (
    id         bytea  primary key,
    -- Whoever made it; nothing where his account is gone.
    owner      bytea,
    -- The club whose members alone may play.
    club       bytea,
    title      bytea  not null,
    game       bytea  not null,
    state      bytea  not null check (state in ('open'::bytea, 'running'::bytea, 'over'::bytea, 'off'::bytea)),
    -- 1 where strangers may find it.
    public     bigint not null check (public in (0, 1)),
    created_at bigint not null,
    -- When somebody is to look after it.
    due        bigint not null,
    -- Raised by each change, so that of two who change it one is told.
    rev        bigint not null,
    body       bytea  not null
);

create index tournaments_due on klaxon.tournaments (due) where state in ('open'::bytea, 'running'::bytea);
create index tournaments_to_find on klaxon.tournaments (created_at) where public = 1;
create index tournaments_by_club on klaxon.tournaments (club, created_at) where club is not null;
create index tournaments_by_owner on klaxon.tournaments (owner) where owner is not null;

create table klaxon.entrants (
    tournament bytea  not null references klaxon.tournaments (id),
    person     bytea  not null,
    -- The place in the order of strength, from 1; 0 before there is one.
    number     bigint not null,
    state      bytea  not null check (state in ('invited'::bytea, 'in'::bytea, 'out'::bytea)),
    at         bigint not null,
    primary key (tournament, person)
);

create index entrants_by_person on klaxon.entrants (person);

-- One is the number of whoever has the first seat, two of the other.
create table klaxon.pairings (
    tournament bytea  not null references klaxon.tournaments (id),
    round      bigint not null,
    board      bigint not null,
    one        bigint not null,
    two        bigint,
    table_id   bytea,
    ended      bytea,
    decided_at bigint not null,
    primary key (tournament, round, board)
);

create table klaxon.clubs (
    id         bytea  primary key,
    name       bytea  not null,
    -- As the name looks: unique among clubs.
    folded     bytea  not null unique,
    about      bytea  not null,
    -- 1 where everybody may see and join it.
    open       bigint not null check (open in (0, 1)),
    created_at bigint not null
);

create index clubs_to_find on klaxon.clubs (created_at) where open = 1;

create table klaxon.club_members (
    club   bytea  not null references klaxon.clubs (id),
    person bytea  not null,
    role   bytea  not null check (role in ('owner'::bytea, 'member'::bytea, 'invited'::bytea)),
    at     bigint not null,
    primary key (club, person)
);

create index club_members_by_person on klaxon.club_members (person);

create table klaxon.club_lines (
    id     bigint generated always as identity primary key,
    club   bytea  not null references klaxon.clubs (id),
    person bytea  not null,
    at     bigint not null,
    body   bytea  not null
);

create index club_lines_by_club on klaxon.club_lines (club, id);

create table klaxon.club_tables (
    club     bytea  not null references klaxon.clubs (id),
    table_id bytea  not null,
    at       bigint not null,
    primary key (club, table_id)
);
