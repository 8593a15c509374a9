-- A run may start others that belong to it. They act with its scope, it can wait for them without a worker, and those
-- that are still open when it ends, whichever way, are cancelled.
alter table run
  add column parent_id uuid,
  -- The run at the top of the tree; null for a run without a parent.
  add column root_id uuid,
  -- How many runs stand above this one.
  add column depth integer not null default 0,
  -- Whether it has started any, so that the end of a run without children stays one statement.
  add column has_children boolean not null default false,
  -- The children that must end before this run goes on.
  add column joining uuid[];
create index run_open_children on run (project_id, parent_id) where parent_id is not null and ended_at is null;
create index run_tree on run (project_id, root_id) where root_id is not null;
