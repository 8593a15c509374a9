-- How often a source of the web is looked at again, what its site said to ask with, and what the last look found.
alter table knowledge_source
  add column refresh_every text,
  add column schedule_id uuid,
  add column etag text,
  add column last_modified text,
  add column checked_at timestamptz,
  add column refresh_error jsonb;
