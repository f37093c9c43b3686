-- Results of finished tables, the ratings made of them, who follows or blocks whom, and who waits for an opponent.
create table klaxon.counters (
    name bytea  primary key,
    n    bigint not null
);

-- One for each table. Numbers have the order in which results were kept: ratings go by it.
create table klaxon.results (
    number     bigint primary key,
    table_id   bytea  not null unique,
    game       bytea  not null,
    pool       bytea  not null,
    scenario   bytea  not null,
    rated      bigint not null check (rated in (0, 1)),
    ended_at   bigint not null,
    -- From when on others may see it.
    shown_from bigint not null,
    -- Whether others may be led to its table.
    linked     bigint not null check (linked in (0, 1)),
    -- What counts on a board of best scores.
    score      bigint,
    body       bytea  not null
);

create index results_rated on klaxon.results (game, pool, number) where rated = 1;
create index results_best on klaxon.results (game, scenario, score desc, number) where score is not null;

create table klaxon.result_players (
    number     bigint not null references klaxon.results (number),
    seat       bigint not null,
    person     bytea,
    label      bytea  not null,
    side       bytea  not null,
    outcome    bigint not null check (outcome in (-1, 0, 1)),
    -- The rating after it.
    rating     bigint,
    deviation  bigint,
    primary key (number, seat)
);

create index result_players_by_person on klaxon.result_players (person, number) where person is not null;

-- In thousandths of a point, the volatility in thousand millionths.
create table klaxon.ratings (
    person     bytea  not null,
    game       bytea  not null,
    pool       bytea  not null,
    rating     bigint not null,
    deviation  bigint not null,
    volatility bigint not null,
    games      bigint not null,
    settled    bigint not null check (settled in (0, 1)),
    primary key (person, game, pool)
);

create index ratings_best on klaxon.ratings (game, pool, settled, rating desc, person);

-- Up to which result a pool is rated.
create table klaxon.rating_pools (
    game    bytea  not null,
    pool    bytea  not null,
    through bigint not null,
    primary key (game, pool)
);

create table klaxon.ties (
    person bytea  not null,
    kind   bytea  not null check (kind in ('follow'::bytea, 'block'::bytea)),
    other  bytea  not null,
    at     bigint not null,
    primary key (person, kind, other)
);

create index ties_by_other on klaxon.ties (other, kind);

-- Who waits for an opponent, and at which table.
create table klaxon.seeks (
    person   bytea  primary key,
    what     bytea  not null,
    table_id bytea  not null,
    at       bigint not null
);

create index seeks_by_what on klaxon.seeks (what, at);

-- Tables that strangers may find, newest first.
create index tables_by_state_and_listed on klaxon.tables (state, listed, key);
