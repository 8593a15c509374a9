-- No poll before this time: a service that fails is called less often.
alter table trigger_instance add column retry_at timestamptz;
