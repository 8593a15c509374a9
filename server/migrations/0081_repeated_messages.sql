-- Nodes of a version before 0079 that worked beside newer ones while those were rolled out did not mark entries with the id of a
-- message that the thread has: such a message was listed twice. Whatever they wrote until now is marked.
update thread_entry e set is_repeat = true
from (
  select project_id, thread_id, branch, place,
    row_number() over (partition by project_id, thread_id, message_id order by place, branch) as nr
  from thread_entry where message_id is not null
) n
where n.nr > 1 and e.kind = 'append' and not e.is_repeat and e.project_id = n.project_id and e.thread_id = n.thread_id
  and e.branch = n.branch and e.place = n.place;
