-- Who asked for the work, and what they may do: a run acts with that and with nothing more. Null for what was enqueued
-- before, all of which was upkeep of the system.
alter table run add column scope jsonb;
alter table run_schedule add column scope jsonb;
