-- What is usual in a scenario is told of its newest scores.
create index results_newest on results (game, scenario, number) where score is not null;
