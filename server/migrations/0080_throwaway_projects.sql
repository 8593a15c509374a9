-- Projects that are made for a while, as those in which an installation is attacked by its operator. They are deleted then,
-- whatever became of the process that made them.
alter table project add column expires_at timestamptz;
create index project_expired on project (expires_at) where expires_at is not null;
