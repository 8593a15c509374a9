-- Executions that completed while a limit had ended their agent, or one inside of them: they are listed and counted apart.
alter table workflow_execution add column is_stopped boolean not null default false;
create index workflow_execution_stopped on workflow_execution (project_id, created_at desc, id desc) where is_stopped;

-- `completed` includes them, as the version before counts.
alter table workflow_execution_unrolled add column is_stopped boolean not null default false;
alter table workflow_execution_day add column stopped bigint not null default 0;
alter table workflow_execution_total add column stopped bigint not null default 0;
