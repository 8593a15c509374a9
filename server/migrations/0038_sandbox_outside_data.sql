-- Whether something from outside may be in a session: a file that was put there, a script that was not an agent's, or what an
-- agent wrote after it had read such text. What an agent reads from it then counts as text from outside.
alter table sandbox_session add column has_outside_data boolean not null default false;
