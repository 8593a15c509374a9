-- Triggers that other services call. The token of a URL is found by its hash, and shown from its sealed form.
alter table trigger_instance
  add column token_hash text,
  add column token text,
  add column secret text,
  -- Accepted as well until then, so that a secret is rotated without losing an event.
  add column old_secret text,
  add column old_secret_until timestamptz;
create unique index trigger_instance_token on trigger_instance (token_hash) where token_hash is not null;

alter table trigger_invocation
  -- What identifies the event for seven days: a second delivery starts nothing.
  add column dedupe_key text,
  -- As it was received.
  add column body bytea;
create unique index trigger_invocation_dedupe on trigger_invocation (project_id, trigger_id, dedupe_key)
  where dedupe_key is not null;
create index trigger_invocation_deduped on trigger_invocation (created_at) where dedupe_key is not null;
