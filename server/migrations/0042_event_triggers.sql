-- Of the work that published the event: how many triggers started each other up to it.
alter table event add column trigger_depth smallint not null default 0;
alter table trigger_invocation add column depth smallint not null default 1;
-- Read with every batch of events.
create index trigger_instance_on_events on trigger_instance (project_id, external_user_id)
  where slug = 'event' and status = 'active';
