-- Results of finished tables, the ratings made of them, who follows or blocks whom, and who waits for an opponent.
create table counters (
    name text    primary key,
    n    integer not null
) strict, without rowid;

-- One for each table. Numbers have the order in which results were kept: ratings go by it.
create table results (
    number     integer primary key,
    table_id   text    not null unique,
    game       text    not null,
    pool       text    not null,
    scenario   text    not null,
    rated      integer not null check (rated in (0, 1)),
    ended_at   integer not null,
    -- From when on others may see it.
    shown_from integer not null,
    -- Whether others may be led to its table.
    linked     integer not null check (linked in (0, 1)),
    -- What counts on a board of best scores.
    score      integer,
    body       text    not null
) strict;

create index results_rated on results (game, pool, number) where rated = 1;
create index results_best on results (game, scenario, score desc, number) where score is not null;

create table result_players (
    number     integer not null references results (number),
    seat       integer not null,
    person     text,
    label      text    not null,
    side       text    not null,
    outcome    integer not null check (outcome in (-1, 0, 1)),
    -- The rating after it.
    rating     integer,
    deviation  integer,
    primary key (number, seat)
) strict, without rowid;

create index result_players_by_person on result_players (person, number) where person is not null;

-- In thousandths of a point, the volatility in thousand millionths.
create table ratings (
    person     text    not null,
    game       text    not null,
    pool       text    not null,
    rating     integer not null,
    deviation  integer not null,
    volatility integer not null,
    games      integer not null,
    settled    integer not null check (settled in (0, 1)),
    primary key (person, game, pool)
) strict, without rowid;

create index ratings_best on ratings (game, pool, settled, rating desc, person);

-- Up to which result a pool is rated.
create table rating_pools (
    game    text    not null,
    pool    text    not null,
    through integer not null,
    primary key (game, pool)
) strict, without rowid;

create table ties (
    person text    not null,
    kind   text    not null check (kind in ('follow', 'block')),
    other  text    not null,
    at     integer not null,
    primary key (person, kind, other)
) strict, without rowid;

create index ties_by_other on ties (other, kind);

-- Who waits for an opponent, and at which table.
create table seeks (
    person   text    primary key,
    what     text    not null,
    table_id text    not null,
    at       integer not null
) strict, without rowid;

create index seeks_by_what on seeks (what, at);

-- Tables that strangers may find, newest first.
create index tables_by_state_and_listed on tables (state, listed);
