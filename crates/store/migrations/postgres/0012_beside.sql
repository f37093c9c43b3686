-- Which programs go on beside a step that they do not know: those that know the step `oldest`.
create table klaxon.beside (
    step   bigint primary key,
    oldest bigint not null
);

-- What a server that is gone has left: another one looks for it.
create index tables_by_home on klaxon.tables (home) where home is not null;
