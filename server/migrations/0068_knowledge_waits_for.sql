-- What the stage of a source waits for, while it does.
alter table knowledge_source add column waits_for text;
