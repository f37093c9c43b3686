-- Accounts. An account is a name and the ways in, attached to a person: whoever was a guest keeps his id, and with it his
-- tables. Secrets are kept as marks of them alone.
create table klaxon.accounts (
    person     bytea  primary key,
    name       bytea  not null,
    -- The name as it looks: two that could be taken for each other have the same.
    folded     bytea  not null unique,
    created_at bigint not null,
    password   bytea,
    -- Whose bot it is.
    owner      bytea  references klaxon.accounts (person),
    settings   bytea  not null
);

create index accounts_by_owner on klaxon.accounts (owner) where owner is not null;

create table klaxon.passkeys (
    id         bytea  primary key,
    person     bytea  not null references klaxon.accounts (person),
    label      bytea  not null,
    body       bytea  not null,
    created_at bigint not null,
    used_at    bigint not null
);

create index passkeys_by_person on klaxon.passkeys (person);

-- A code that was used says by which attempt, so that the same attempt may ask again.
create table klaxon.recovery_codes (
    mark   bytea primary key,
    person bytea not null references klaxon.accounts (person),
    spent  bytea
);

create index recovery_codes_by_person on klaxon.recovery_codes (person);

-- Browsers that are signed in.
create table klaxon.devices (
    mark       bytea  primary key,
    person     bytea  not null references klaxon.accounts (person),
    label      bytea  not null,
    created_at bigint not null,
    seen_at    bigint not null
);

create index devices_by_person on klaxon.devices (person);

create table klaxon.api_tokens (
    mark       bytea  primary key,
    person     bytea  not null references klaxon.accounts (person),
    label      bytea  not null,
    scopes     bytea  not null,
    created_at bigint not null,
    used_at    bigint not null
);

create index api_tokens_by_person on klaxon.api_tokens (person);

-- What is good once and for a while: the question of a passkey, an invitation.
create table klaxon.tickets (
    mark  bytea  primary key,
    body  bytea  not null,
    until bigint not null,
    taken bytea
);

create index tickets_by_end on klaxon.tickets (until);
