-- Studies that members show to their club. They stay their owners', and strangers do not find them by it.
create table klaxon.club_studies (
    club  bytea  not null references klaxon.clubs (id),
    study bytea  not null references klaxon.studies (id),
    at    bigint not null,
    primary key (club, study)
);

create index club_studies_by_study on klaxon.club_studies (study);
