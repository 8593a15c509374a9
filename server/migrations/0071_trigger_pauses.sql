-- How often all triggers of the project were paused since the trigger was created. What starts an execution demands that it is as it
-- was read: an event that is accepted while all are being paused is decided by the commit of the pause, not by a snapshot before it.
alter table trigger_instance add column pause_count integer not null default 0;
