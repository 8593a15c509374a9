-- The overview of feedback lists that of a whole project, newest first.
create index thread_feedback_by_time on thread_feedback (project_id, updated_at desc);
