-- Studies that members show to their club. They stay their owners', and strangers do not find them by it.
create table club_studies (
    club  text    not null references clubs (id),
    study text    not null references studies (id),
    at    integer not null,
    primary key (club, study)
) strict, without rowid;

create index club_studies_by_study on club_studies (study);
