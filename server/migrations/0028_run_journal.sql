-- The steps that are done at most once and have begun, each with the attempt that began it: what stands here and has no
-- record may have been done by a worker that was lost.
alter table run add column intents jsonb not null default '{}';
-- What may be done with a step after a loss (null: it is recorded before anything behind it begins), and a hash of what
-- was asked, by which its output is found again.
alter table run_step add column class text, add column key text;
