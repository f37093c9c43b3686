-- Studies: a finished game or a position with notes, variations and marks, kept as one text.
create table studies (
    id         text    primary key,
    -- Whose: an account's or a guest's id.
    person     text    not null,
    game       text    not null,
    title      text    not null,
    -- 1 where strangers may find it; whoever has the link reads it either way.
    public     integer not null,
    created_at integer not null,
    changed_at integer not null,
    -- Raised by each change, so that of two pages that change the same text one is told.
    rev        integer not null,
    body       text    not null
) strict, without rowid;

create index studies_by_person on studies (person, changed_at);
create index studies_to_find on studies (changed_at) where public = 1;
