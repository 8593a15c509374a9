-- Threads that are deleted when nothing has happened in them for so many minutes: those of runs without a thread, and those
-- whose client wants it. The index has no column that changes with a message.
alter table thread add column ttl_minutes integer;
create index thread_with_ttl on thread (project_id, id) where ttl_minutes is not null;
