-- Rises with the meta data and the state, as in PostgreSQL: whoever has read them knows whether to read them again.
alter table tables add column rev integer not null default 0;
