-- Who acted, where it was an end user: what is called by names of theirs is found when they are erased.
alter table audit_entry add column external_user_id uuid;
create index audit_entry_user on audit_entry (project_id, external_user_id) where external_user_id is not null;
create index audit_entry_target on audit_entry (project_id, target_id);

update audit_entry a set external_user_id = w.external_user_id
from workflow w
where a.target_type = 'workflow' and w.project_id = a.project_id and w.id::text = a.target_id
  and w.external_user_id <> w.project_id;

update audit_entry a set external_user_id = t.external_user_id
from trigger_instance t
where a.target_type like 'trigger%' and t.project_id = a.project_id and t.id::text = a.target_id
  and t.external_user_id <> t.project_id;
