-- One row for each reading of pages that was charged, so that the ledger can be compared with them; it outlives its source.
create table knowledge_reading (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  pages integer not null,
  ended_at timestamptz not null,
  primary key (project_id, id)
);

insert into knowledge_reading (project_id, id, pages, ended_at)
select project_id, substr(work_id, length('knowledge:') + 1)::uuid, coalesce((quantity->>'units')::integer, 0), created_at
from usage_entry where starts_with(work_id, 'knowledge:') and status = 'settled'
on conflict do nothing;
