-- Requests to a long conversation read the part that they show. What a reader sees is the entries by their places, but for
-- those that change or hide others; these are few and found by an index of their own.
alter table thread_entry add column is_repeat boolean not null default false;

-- An entry with the id of a message that the thread has is written as such from now on.
update thread_entry e set is_repeat = true
from (
  select project_id, thread_id, branch, place,
    row_number() over (partition by project_id, thread_id, message_id order by place, branch) as nr
  from thread_entry where message_id is not null
) n
where n.nr > 1 and e.kind = 'append' and e.project_id = n.project_id and e.thread_id = n.thread_id
  and e.branch = n.branch and e.place = n.place;

create index thread_entry_special on thread_entry (project_id, thread_id, branch, place)
  where kind <> 'append' or is_repeat or message_id is null;
create index thread_entry_message on thread_entry (project_id, thread_id, message_id);
create index thread_entry_state on thread_entry (project_id, thread_id, id);
create index thread_entry_execution on thread_entry (project_id, thread_id, execution_id, place)
  where execution_id is not null;
