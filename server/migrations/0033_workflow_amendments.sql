-- A canvas saves after every pause. Such a version is replaced by the next save of the same author, so that the history
-- lists edits instead of pauses. No version ever changes: a replaced one is not listed anymore, and deleted later.
alter table workflow_version
  -- When the edits began whose saves replace each other; null for a version that stays.
  add column amended_since timestamptz,
  add column replaced_by integer;
create index workflow_version_replaced on workflow_version (created_at) where replaced_by is not null;
