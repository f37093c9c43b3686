-- Accounts. An account is a name and the ways in, attached to a person: whoever was a guest keeps his id, and with it his
-- tables. Secrets are kept as marks of them alone.
create table accounts (
    person     text    primary key,
    name       text    not null,
    -- The name as it looks: two that could be taken for each other have the same.
    folded     text    not null unique,
    created_at integer not null,
    password   text,
    -- Whose bot it is.
    owner      text    references accounts (person),
    settings   text    not null
) strict, without rowid;

create index accounts_by_owner on accounts (owner) where owner is not null;

create table passkeys (
    id         text    primary key,
    person     text    not null references accounts (person),
    label      text    not null,
    body       text    not null,
    created_at integer not null,
    used_at    integer not null
) strict, without rowid;

create index passkeys_by_person on passkeys (person);

-- A code that was used says by which attempt, so that the same attempt may ask again.
create table recovery_codes (
    mark   text primary key,
    person text not null references accounts (person),
    spent  text
) strict, without rowid;

create index recovery_codes_by_person on recovery_codes (person);

-- Browsers that are signed in.
create table devices (
    mark       text    primary key,
    person     text    not null references accounts (person),
    label      text    not null,
    created_at integer not null,
    seen_at    integer not null
) strict, without rowid;

create index devices_by_person on devices (person);

create table api_tokens (
    mark       text    primary key,
    person     text    not null references accounts (person),
    label      text    not null,
    scopes     text    not null,
    created_at integer not null,
    used_at    integer not null
) strict, without rowid;

create index api_tokens_by_person on api_tokens (person);

-- What is good once and for a while: the question of a passkey, an invitation.
create table tickets (
    mark  text    primary key,
    body  text    not null,
    until integer not null,
    taken text
) strict, without rowid;

create index tickets_by_end on tickets (until);
