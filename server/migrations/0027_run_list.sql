-- Lists of runs for operators, newest first.
create index run_created on run (created_at, id);
