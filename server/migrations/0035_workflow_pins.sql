-- What the active version of a workflow names outside of it: `tool:<slug>`, `toolkit:<slug>` and `account:<id>`. Before one of
-- these is deleted it is said which workflows would stop.
alter table workflow add column pins text[] not null default '{}';

update workflow w
set pins = (
  select coalesce(array_agg(distinct pin), '{}') from (
    select 'tool:' || (n ->> 'toolSlug') as pin
    from workflow_version v cross join lateral json_array_elements(v.definition -> 'graph' -> 'nodes') n
    where v.project_id = w.project_id and v.workflow_id = w.id and v.version = w.active_version
    union
    select 'account:' || lower(n ->> 'connectedAccountId')
    from workflow_version v cross join lateral json_array_elements(v.definition -> 'graph' -> 'nodes') n
    where v.project_id = w.project_id and v.workflow_id = w.id and v.version = w.active_version
    union
    select 'tool:' || slug
    from workflow_version v
    cross join lateral json_array_elements_text(v.definition -> 'agent' -> 'tools' -> 'pinnedSlugs') slug
    where v.project_id = w.project_id and v.workflow_id = w.id and v.version = w.active_version
    union
    select 'toolkit:' || (t ->> 'toolkitSlug') from json_array_elements(w.tools) t
  ) as named where pin is not null
)
where w.active_version is not null;
