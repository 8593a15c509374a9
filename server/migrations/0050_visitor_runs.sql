-- The runs of anonymous visitors, with what each may use: what all of them may use in a day is counted where one is added.
create table agent_share_run (
  project_id uuid not null,
  workflow_id uuid not null,
  execution_id uuid not null,
  reserved_micro bigint not null,
  created_at timestamptz not null,
  primary key (project_id, execution_id),
  foreign key (project_id, workflow_id) references workflow (project_id, id) on delete cascade
);
create index agent_share_run_by_time on agent_share_run (project_id, workflow_id, created_at);
create index agent_share_run_expiry on agent_share_run (created_at);

insert into agent_share_run (project_id, workflow_id, execution_id, reserved_micro, created_at)
select e.project_id, e.workflow_id, e.id, 0, e.created_at
from workflow_execution e
join external_user u on u.project_id = e.project_id and u.id = e.external_user_id
join workflow w on w.project_id = e.project_id and w.id = e.workflow_id
where u.source = 'embed_visitor' and e.created_at > now() - interval '1 day';
