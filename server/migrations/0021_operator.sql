-- Keys of the operator: they act for the whole installation, not only for their project. Those of the first project did so
-- until now by being its keys.
alter table api_key add column is_operator boolean not null default false;
update api_key set is_operator = true
where role = 'admin' and project_id = (select id from project order by created_at, id limit 1);
alter table api_key add constraint api_key_operator_is_admin check (not is_operator or role = 'admin');

-- A cap of the operator stands beside those of the project, whose admins can neither raise nor remove it.
alter table usage_cap add column is_operators boolean not null default false;
update usage_cap c set is_operators = true
where exists (
  select from audit_entry a
  where a.project_id = c.project_id and a.target_type = 'usage_cap' and a.target_id = c.id::text
    and a.action = 'usage_cap.created' and a.actor_kind = 'session'
    and a.account_id = (select id from account order by created_at, id limit 1)
);
alter table usage_cap drop constraint usage_cap_project_id_scope_scope_id_period_action_origin_key;
alter table usage_cap add constraint usage_cap_kind
  unique (project_id, scope, scope_id, period, action, origin, is_operators);

-- What an end user's token uses counts as used by the key that made it, and it ends with that key.
alter table external_user_token add column api_key_id uuid;

-- Where only owners see a document, a value may stand once for each of them: refusing it would tell what others have.
alter table document_unique
  add column owner_id uuid not null default '00000000-0000-0000-0000-000000000000';
update document_unique u set owner_id = d.owner_id
from document d join collection c on c.project_id = d.project_id and c.id = d.collection_id
where c.access = 'owner' and d.project_id = u.project_id and d.collection_id = u.collection_id and d.id = u.document_id;
alter table document_unique drop constraint document_unique_pkey;
alter table document_unique
  add primary key (project_id, collection_id, field_number, value_hash, owner_id);
