-- Which programs go on beside a step that they do not know: those that know the step `oldest`.
create table beside (
    step   integer primary key,
    oldest integer not null
) strict;
