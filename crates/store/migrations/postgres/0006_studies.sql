-- Studies: a finished game or a position with notes, variations and marks, kept as one text.
create table klaxon.studies (
    id         bytea  primary key,
    -- Whose: an account's or a guest's id.
    person     bytea  not null,
    game       bytea  not null,
    title      bytea  not null,
    -- 1 where strangers may find it; whoever has the link reads it either way.
    public     bigint not null,
    created_at bigint not null,
    changed_at bigint not null,
    -- Raised by each change, so that of two pages that change the same text one is told.
    rev        bigint not null,
    body       bytea  not null
);

create index studies_by_person on klaxon.studies (person, changed_at);
create index studies_to_find on klaxon.studies (changed_at) where public = 1;
