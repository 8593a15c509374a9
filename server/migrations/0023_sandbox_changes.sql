-- Changes to the files of a session that its last save does not have, in their order: what was acknowledged outlives
-- the interpreter, the supervisor and the node. The last may not have been written; it was not acknowledged then.
alter table sandbox_session add column change_blob_ids uuid[] not null default '{}';
